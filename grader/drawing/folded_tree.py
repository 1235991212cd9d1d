"""A tree with changed leaves → the same with all that has not changed folded into nodes with their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.drawing.marks import Marks
from grader.text.numbers import Number
from grader.tree import Kind, Node, Tree, TreeBuilder


def fold_unchanged(tree: Tree, marks: Marks, worth: Sequence[Number]) -> tuple[Tree, Marks]:
    """Only what lies above a changed leaf stays open; `worth` are the values of all nodes."""
    open_nodes = _with_ancestors(tree, marks.changed)
    builder = TreeBuilder(in_decimals=tree.in_decimals)
    places, ends, index = dict[int, int](), list[int](), 0
    while index < len(tree):
        while ends and ends[-1] <= index:
            builder.close()
            ends.pop()
        places[index] = len(builder.kinds)
        if index in open_nodes and tree.kinds[index] is not Kind.LEAF:
            _open(builder, tree[index])
            ends.append(tree.ends[index])
            index += 1
        else:
            _fold(builder, tree[index], worth[index])
            index = tree.ends[index]
    for _ in ends:
        builder.close()
    return builder.tree(), _moved(marks, open_nodes, places)


def _open(builder: TreeBuilder, node: Node) -> None:
    builder.open(node.kind, name=node.name, label=node.label, probability=node.probability)


def _fold(builder: TreeBuilder, node: Node, worth: Number) -> None:
    builder.leaf(worth, name=node.name, label=node.label, probability=node.probability)


def _with_ancestors(tree: Tree, indexes: Iterable[int]) -> set[int]:
    found: set[int] = set()
    for start in indexes:
        index = start
        while index >= 0 and index not in found:
            found.add(index)
            index = tree.parents[index]
    return found


def _moved(marks: Marks, open_nodes: set[int], places: dict[int, int]) -> Marks:
    """The marks of the nodes that stay open, at their new places."""
    return Marks(
        values={places[index]: value for index, value in marks.values.items() if index in open_nodes},
        changed={places[index]: words for index, words in marks.changed.items()},
    )
