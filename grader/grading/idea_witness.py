"""An answer that an idea explains → where the idea shows in this tree, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from grader.diagnosis import RIGHTLY, Evidence
from grader.diagnosis.predictions import stepped
from grader.questions import answer_form
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name


def witness(answer: Evidence, explained: Collection[str], say: Say) -> Iterator[str]:
    """One sentence about the first of the explained parts, where there is something to show."""
    part = next(name for name in answer.predictions.parts if name in explained)
    given, right = answer.given[part], answer.predictions.question.expected(part, answer.predictions.solution)
    match answer.predictions.form:
        case answer_form.NumberPerNode() if answer.shown == "values":
            yield from _of_value(answer, part, say)
        case answer_form.Options(in_tree=True):
            root = write_name(answer.predictions.solution.tree.names[0])
            yield say("diagnosis.witness-move", node=root, given=_moves(given), right=_moves(right))
        case answer_form.NodeSet(meaning="pruned"):
            yield from _of_pruned(given, right, say)
        case answer_form.NodeOrder(path=False):
            yield from _of_visits(given, right, say)
        case answer_form.IntervalPerNode():
            yield say(
                "diagnosis.witness-window", node=write_name(part), given=_pair(given), right=_pair(right)
            )


def _of_value(answer: Evidence, node: str, say: Say) -> Iterator[str]:
    solution, said = answer.predictions.solution, answer.predictions.said(RIGHTLY)
    assert said is not None
    index = solution.tree.index(node)
    right = stepped(said, index, answer.own)
    kind = solution.tree.kinds[index]
    if right is None or kind is Kind.LEAF:
        return
    children = solution.tree.child_indexes(index)
    values = [answer.own.get(child, solution.true.column[child]) for child in children]
    yield say(
        "diagnosis.witness-value",
        node=write_name(node),
        kind=say(f"kind.{kind.role}", player=kind.number),
        values=tuple(map(solution.tree.pretty, values)),
        given=solution.tree.pretty(answer.own[index]),
        right=solution.tree.pretty(right),
    )


def _of_pruned(given: Sequence[str], right: Sequence[str], say: Say) -> Iterator[str]:
    for key, nodes in (
        ("too-many", [node for node in given if node not in right]),
        ("too-few", [node for node in right if node not in given]),
    ):
        if nodes:
            yield say(f"diagnosis.witness-pruned-{key}", node=nodes[0])
            return


def _of_visits(given: Sequence[str], right: Sequence[str], say: Say) -> Iterator[str]:
    for place, (one, other) in enumerate(zip(given, right, strict=False)):
        if one != other:
            after = {"after": write_name(right[place - 1])} if place else {}
            key = "diagnosis.witness-visited" if place else "diagnosis.witness-visited-first"
            yield say(key, given=write_name(one), right=write_name(other), **after)
            return


def _moves(moves: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(write_name, (moves,) if isinstance(moves, str) else moves))


def _pair(window: tuple[Number, Number]) -> str:
    return "({}, {})".format(*map(str, window))
