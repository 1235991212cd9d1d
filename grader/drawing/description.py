"""Tree and marks → a title and a few sentences for somebody who cannot see the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.columns import visible
from grader.drawing.marks import Marks
from grader.node import Kind
from grader.tree import Tree

KIND_WORDS = {Kind.MAX: "Max", Kind.MIN: "Min", Kind.CHANCE: "Chance", Kind.LEAF: "leaf"}
_MOST_NAMES = 12


def title(tree: Tree) -> str:
    """What the drawing is."""
    return f"Game tree with {_count(len(tree), 'node')}"


def describe(tree: Tree, marks: Marks) -> str:
    """The root, its children, the size of the tree, and what is marked."""
    return " ".join(_sentences(tree, marks))


def _sentences(tree: Tree, marks: Marks) -> Iterator[str]:
    leaves = tree.kinds.count(Kind.LEAF)
    children = tree.child_indexes(0)
    kind = KIND_WORDS[tree.kinds[0]]
    if not children:
        yield f"The tree is the single leaf {visible(tree.names[0])}."
    else:
        names = _names(tree, children, with_kind=True)
        yield f"The root {visible(tree.names[0])} is a {kind} node over {names}."
        yield f"{_count(leaves, 'leaf')} of {_count(len(tree), 'node')}, depth {max(tree.depths())}."
    if 0 in marks.values:
        yield f"The root's value is {visible(marks.values[0])}."
    if marks.next_on_line(tree):
        yield f"Best line: {_names(tree, sorted(marks.line))}."
    if marks.faded:
        yield f"Pruned: {_names(tree, sorted(marks.faded))}."


def _names(tree: Tree, indexes: Iterable[int], *, with_kind: bool = False) -> str:
    """The nodes' names, as many as one likes to listen to."""
    indexes = list(indexes)
    shown = [
        visible(tree.names[index]) + (f" ({KIND_WORDS[tree.kinds[index]]})" if with_kind else "")
        for index in indexes[:_MOST_NAMES]
    ]
    if len(indexes) > _MOST_NAMES:
        shown.append(f"{len(indexes) - _MOST_NAMES} more")
    return ", ".join(shown)


def _count(number: int, noun: str) -> str:
    many = {"leaf": "leaves"}.get(noun, f"{noun}s")
    return f"{number} {noun if number == 1 else many}"
