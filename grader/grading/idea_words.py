"""Ideas behind wrong answers → what a student reads about them, in sentences.

The hint says what seems to have been done and what to do instead, and gives no answer away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grader.diagnosis import RIGHTLY, Evidence, Hypothesis
from grader.diagnosis.predictions import stepped
from grader.problems.reveal import RevealPart
from grader.questions import answer_form
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree import Kind, Tree
from grader.tree.notation import write_name

_MOST_WAYS = 3


@dataclass(frozen=True, slots=True)
class IdeaWords:
    """What is said of the ideas of which one is behind an answer; why not, only what is common to all."""

    looks: str
    """What seems to have been done, as a whole sentence."""
    wrong: tuple[str, ...] = ()
    """Why that is not so."""
    instead: tuple[str, ...] = ()
    """What to do instead of the likeliest."""

    @property
    def hint(self) -> tuple[str, ...]:
        """The idea and the principle, without any node, number or move of the tree."""
        return self.looks, *self.instead

    @property
    def early(self) -> dict[str, RevealPart]:
        """The part of `reveal` that each sentence waits for: none of them tells the key."""
        return {sentence: "why" if sentence in self.wrong else "hint" for sentence in self.sentences}

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it, in the order in which it is read."""
        return self.looks, *self.wrong, *self.instead


def idea_words(ids: Sequence[str], say: Say, problem: str | None = None) -> IdeaWords:
    """What is said of the ideas with these ids, the likeliest first; of one `problem` alone, or of all."""
    if len(ids) > 1:
        looks = say("diagnosis.looks-either", ways=looks_like(ids, say))
    else:
        key = "diagnosis.looks" if problem is None else "diagnosis.looks-part"
        looks = say(key, looks=looks_like(ids, say), problems=problem)
    wrong = {say(f"idea-wrong.{idea}") for idea in ids}
    return IdeaWords(looks, tuple(wrong) if len(wrong) == 1 else (), (say(f"idea-instead.{ids[0]}"),))


def looks_like(ids: Sequence[str], say: Say) -> str:
    """What seems to have been done, as it goes on in a sentence."""
    return say.alternatives([say(f"idea-looks.{idea}") for idea in ids[:_MOST_WAYS]])


_Moves: TypeAlias = str | tuple[str, ...]
_Witness: TypeAlias = tuple[str, RevealPart]  # a sentence, and the part of `reveal` that it waits for


def witness(
    answer: Evidence, explained: Collection[str], rightly: Hypothesis, say: Say
) -> Iterator[_Witness]:
    """What the idea does at the first of the explained parts; what is right there waits for the key.

    Whoever searches `rightly`, but by other conventions, would not have done so: what is due to these alone
    is passed over.
    """
    solution, question = answer.predictions.solution, answer.predictions.question
    said = answer.predictions.said(rightly)
    if said is None:
        return
    for part in (name for name in answer.predictions.parts if name in explained):
        other = said.parts.get(part)
        given, right = answer.given[part], question.expected(part, solution)
        told: Iterator[_Witness] = iter(())
        match answer.predictions.form:
            case answer_form.NumberPerNode() if answer.shown == "values":
                told = _of_value(answer, part, say)
            case answer_form.NodeSet(meaning="pruned") if isinstance(other, tuple):
                told = _of_pruned(given, right, other, say)
            case answer_form.NodeOrder(path=False) if isinstance(other, tuple):
                told = _of_visits(given, right, other, say)
            case answer_form.Options(in_tree=True) if other == right:
                told = _of_move(solution.tree.names[0], given, right, say)
            case answer_form.IntervalPerNode() if other == right:
                told = _of_window(solution.tree, part, (given, right), say)
        if sentences := tuple(told):
            yield from sentences
            return


def _of_move(root: str, given: _Moves, right: _Moves, say: Say) -> Iterator[_Witness]:
    yield say("diagnosis.witness-move", node=write_name(root), given=_moves(given)), "why"
    yield say("diagnosis.witness-right", right=_moves(right)), "key"


def _of_window(tree: Tree, node: str, windows: Sequence[Sequence[Number]], say: Say) -> Iterator[_Witness]:
    given, right = (_pair(tuple(map(tree.pretty, window))) for window in windows)
    yield say("diagnosis.witness-window", node=write_name(node), given=given), "why"
    yield say("diagnosis.witness-right", right=right), "key"


def _of_value(answer: Evidence, node: str, say: Say) -> Iterator[_Witness]:
    solution, said = answer.predictions.solution, answer.predictions.said(RIGHTLY)
    assert said is not None
    index = solution.tree.index(node)
    right = stepped(said, index, answer.own)
    kind = solution.tree.kinds[index]
    if right is None or kind is Kind.LEAF:
        return
    children = solution.tree.child_indexes(index)
    values = [answer.own.get(child, solution.true.column[child]) for child in children]
    sentence = say(
        "diagnosis.witness-value",
        node=write_name(node),
        kind=say(f"diagnosis.kind-{kind.role}", player=kind.number),
        values=tuple(map(solution.tree.pretty, values)),
        given=solution.tree.pretty(answer.own[index]),
    )
    yield sentence, "why" if _are_known(answer, children) else "key"
    yield say("diagnosis.witness-right", right=solution.tree.pretty(right)), "key"


def _are_known(answer: Evidence, children: Sequence[int]) -> bool:
    """Whether the student has all of these values: from the tree, or from an own answer."""
    tree = answer.predictions.solution.tree
    return all(tree.kinds[child] is Kind.LEAF or tree.names[child] in answer.given for child in children)


def _of_pruned(
    given: Sequence[str], right: Sequence[str], other: Sequence[str], say: Say
) -> Iterator[_Witness]:
    for key, nodes in (
        ("too-many", [node for node in given if node not in right and node not in other]),
        ("too-few", [node for node in right if node not in given and node in other]),
    ):
        if nodes:
            yield say(f"diagnosis.witness-pruned-{key}", node=nodes[0]), "key"
            return


def _of_visits(
    given: Sequence[str], right: Sequence[str], other: Sequence[str], say: Say
) -> Iterator[_Witness]:
    for place, (one, *others) in enumerate(zip(given, right, other, strict=False)):
        if len({one, *others}) > 1:
            if one in others or len(set(others)) > 1:
                return  # it is due to the other convention
            after = {"after": write_name(right[place - 1])} if place else {}
            key = "diagnosis.witness-visited" if place else "diagnosis.witness-visited-first"
            yield say(key, given=write_name(one), right=write_name(others[0]), **after), "key"
            return


def _moves(moves: _Moves) -> tuple[str, ...]:
    return tuple(map(write_name, (moves,) if isinstance(moves, str) else moves))


def _pair(window: tuple[str, ...]) -> str:
    return f"({', '.join(window)})"
