"""A question about a better order, or about a run with a mistake → the tasks of the practice page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from grader.questions import Question
from grader.questions.reading.corrections import Correction
from grader.reports.practice.practice_task import PracticeTask, nodes_text, number_pair
from grader.solving import Solution
from grader.solving.best_order import in_order
from grader.text.columns import visible
from grader.text.numbers import Number
from grader.text.sentences import Say


def child_order_task(name: str, question: Question, solution: Solution, say: Say) -> PracticeTask:
    """In which order the children of a node stand best, where the others stand as they are best."""
    tree, index = solution.tree, solution.tree.index(name)
    children = tree.child_indexes(index)
    best = {node: question.expected(node, solution) for node in question.parts(solution)}
    right, proofs = [], {}
    for order in permutations(children):
        names = tuple(tree.names[child] for child in order)
        if question.is_right(name, names, solution):
            right.append(nodes_text(order))
        else:
            leaves = in_order(solution, {**best, name: names}).counts.leaves_evaluated
            proofs[nodes_text(order)] = say("practice-page.reached", number=leaves)
    others = [
        say("practice-page.order-of", node=visible(node), children=_names(order, say))
        for node, order in best.items()
        if node != name
        and list(order) != [tree.names[child] for child in tree.child_indexes(tree.index(node))]
    ]
    column = solution.true.column
    parts = {
        "node": visible(name),
        "others": say("practice-page.orders", orders=say.listed(others)) if others else "",
        "children": say.listed(
            f"{visible(tree.names[child])} = {tree.pretty(column[child])}" for child in children
        ),
        "order": _names(best[name], say),
        "leaves": str(in_order(solution, best).counts.leaves_evaluated),
        "given": str(solution.counts.leaves_evaluated),
    }
    return PracticeTask(
        "order", "reorder", tuple(right), parts, index, candidates=tuple(children), proofs=proofs
    )  # fmt: skip


def mistake_tasks(question: Question, solution: Solution, say: Say) -> Iterator[PracticeTask]:
    """Which step of a run is the first wrong one; and the node and the numbers that belong there."""
    key: Correction = question.key(solution)
    _, *lines, _ = question.in_words(solution, say).split("\n")
    _, *why = reversed(question.key_reasons(solution, say))
    parts = {"step": str(key.step), "sure": str(max(0, key.step - 3))}
    yield PracticeTask("line", "step", (str(key.step - 1),), parts, lines=tuple(lines))
    parts = {"step": str(key.step), "line": lines[key.step - 1], "why": " ".join(reversed(why))}

    def corrects(node: str, numbers: tuple[Number, ...]) -> bool:
        return question.agrees(Correction(key.step, node, numbers), solution)

    if not corrects("", key.numbers):
        nodes = [name for name in solution.tree.names if corrects(name, key.numbers)]
        right = tuple(str(solution.tree.index(name)) for name in nodes)
        yield PracticeTask("node", "instead-node", right, parts)
        if corrects(key.node, ()):
            return
    texts = tuple(map(solution.tree.pretty, key.numbers))
    parts["node"] = visible(key.node)
    if len(texts) == 2:
        yield PracticeTask("window", "instead", (number_pair(*texts),), parts, rounding=question.rounding)
    elif texts:
        yield PracticeTask("number", "instead", texts, parts, rounding=question.rounding)


def _names(names: Sequence[str], say: Say) -> str:
    return say.listed(map(visible, names))
