"""A tree and what is asked about it → the room that its drawing keeps for answers, whatever they are.

It depends on nothing that the solution says: even the room for an answer would tell how long it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import assert_never

from grader.drawing.captions import text_width
from grader.drawing.marks import Space
from grader.drawing.scene import NUMBER_SIZE, SMALL_SIZE
from grader.drawing.svg.svg_overlay import pill_width
from grader.questions.answer_form import (
    AnswerForm,
    ChildOrder,
    Claim,
    CutList,
    FreeText,
    IntervalPerNode,
    NodeOrder,
    NodeSet,
    NumberPerNode,
    NumberSet,
    NumbersPerNode,
    OncePerDepth,
    OneNumber,
    Options,
    WindowList,
    WindowsPerNode,
    WrittenTree,
)
from grader.reports.student.answer_overlay import slots_of
from grader.tree import Kind, Tree
from grader.tree.notation import write_name

_LONGEST_NUMBER = 12
_LONGEST_NAME = 16


def space_for(tree: Tree, forms: Sequence[AnswerForm]) -> dict[int, Space]:
    """The room at every node: for answers in all the forms, and at inner nodes for α, β and v."""
    number = _longest_number(tree)
    bounds = [max(text_width(f"{sign} {number}", SMALL_SIZE) for sign in "αβ") + 3] * 2
    inside = text_width(number, NUMBER_SIZE)
    lines = _lines(tree, forms, number)
    return {
        index: Space(0.0, tuple(lines.get(index, ())))
        if kind is Kind.LEAF
        else Space(inside, tuple(_widest(lines.get(index, []), bounds)))
        for index, kind in enumerate(tree.kinds)
    }


def _lines(tree: Tree, forms: Sequence[AnswerForm], number: str) -> dict[int, list[float]]:
    """The widths of the lines that answers need at their nodes."""
    lines: dict[int, list[float]] = {}
    for form in forms:
        widths = _widths(form, tree, number)
        for place, index in slots_of(form, tree):
            if place == "node":
                lines[index] = _widest(lines.get(index, []), widths)
    return lines


def _widest(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Line by line the wider of two."""
    return [max(pair) for pair in zip_longest(one, other, fillvalue=0.0)]


def _widths(form: AnswerForm, tree: Tree, number: str) -> list[float]:
    """How wide the answer at a node may become, and the right one below it."""
    match form:
        case NumberPerNode():  # which may be given as a bound where the search reports one
            return [pill_width(f"≤ {number}")] * 2
        case IntervalPerNode():
            return [pill_width(f"[−∞, {number}]")] * 2
        case NumbersPerNode(labels=labels):
            return [pill_width(f"[{', '.join([number] * len(labels))}]")] * 2
        case CutList():
            return [pill_width(*(f"{write_name(name)[:_LONGEST_NAME]} α" for name in tree.names))] * 2
        case NodeSet(meaning="visited") | NodeOrder():
            return [pill_width(str(len(tree)))]
        case (
            NodeSet() | WindowsPerNode() | ChildOrder() | OneNumber() | WindowList() | Options() | Claim()
            | FreeText() | NumberSet() | WrittenTree() | OncePerDepth()
        ):  # fmt: skip
            return [pill_width()]
    assert_never(form)


def _longest_number(tree: Tree) -> str:
    """As long a number as is to be expected, judging by the leaves and by whether there is chance."""
    shown = [tree.pretty(leaf.utility) for leaf in tree.leaves if isinstance(leaf.utility, int | Fraction)]
    usual = "−12.25" if tree.in_decimals else "13/12" if Kind.CHANCE in tree.kinds else "−12"
    return max([usual, *shown], key=lambda text: text_width(text, SMALL_SIZE))[:_LONGEST_NUMBER]
