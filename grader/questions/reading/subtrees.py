"""Nodes that were named, each standing for its whole subtree → the same claim in the form that was asked for.

The leaves, the nodes, the topmost nodes and the edges above these determine one another: a node whose
leaves are all named is named too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence

from grader.memory import remembered
from grader.questions.answer_form import NodeItems, SetItems
from grader.questions.reading.node_names import names_of
from grader.solving import Solution
from grader.tree import Kind, Tree
from grader.tree.notation import write_name


def in_form(form: NodeItems, named: Iterable[int], solution: Solution) -> tuple[str, ...]:
    """The items of a claim, in the order of the tree; `named` are indexes of nodes.

    What was named below the depth at which the search ends comes last, as it is.
    """
    tree, texts = solution.tree, item_texts(form, solution)
    indexes = sorted(set(named))
    known = bisect_left(indexes, len(tree))
    members = _MEMBERS[form](tree, topmost(tree, indexes[:known]))
    return tuple([texts[index] for index in (*members, *indexes[known:])])


def item_texts(form: NodeItems, solution: Solution) -> Sequence[str]:
    """What every node is called in a form, by its index."""
    return _edges(solution) if form == "edges" else names_of(solution).all_names


def item_index(form: SetItems, item: str, solution: Solution) -> int:
    """The node that an item is about; of an edge the lower one."""
    return _lower_ends(solution)[item] if form == "edges" else names_of(solution).index(item)


def topmost(tree: Tree, named: Iterable[int]) -> list[int]:
    """The roots of the subtrees that were named whole, in the order of the tree."""
    whole = outermost(tree, named)
    members = set(whole)
    left: dict[int, int] = {}  # how many children of a node were not named
    for index in whole:  # which grows
        parent = tree.parents[index]
        if parent >= 0:
            left[parent] = left.get(parent, 0) or len(tree.child_indexes(parent))
            left[parent] -= 1
            if not left[parent]:
                members.add(parent)
                whole.append(parent)
    return sorted(index for index in whole if tree.parents[index] not in members)


def outermost(tree: Tree, named: Iterable[int]) -> list[int]:
    """The named nodes that stand below no other, in the order of the tree."""
    found: list[int] = []
    end = 0
    for index in sorted(set(named)):
        if index >= end:
            found.append(index)
            end = tree.ends[index]
    return found


def _leaves(tree: Tree, tops: Iterable[int]) -> list[int]:
    return [index for index in _nodes(tree, tops) if tree.kinds[index] is Kind.LEAF]


def _nodes(tree: Tree, tops: Iterable[int]) -> list[int]:
    return [index for top in tops for index in range(top, tree.ends[top])]


def _tops(tree: Tree, tops: Iterable[int]) -> Iterable[int]:
    del tree
    return tops


_MEMBERS: Mapping[NodeItems, Callable[[Tree, Iterable[int]], Iterable[int]]] = {
    "leaves": _leaves,
    "nodes": _nodes,
    "subtrees": _tops,
    "edges": _tops,
}
FORMS = tuple(_MEMBERS)


@remembered
def _edges(solution: Solution) -> tuple[str, ...]:
    """The edge above every node; the root, and what lies below the depth, is called by its name."""
    root, *others = names = list(map(write_name, names_of(solution).all_names))
    below = others[len(solution.tree) - 1 :]
    pairs = zip(solution.tree.parents[1:], others, strict=False)
    return (root, *(f"{names[parent]}->{name}" for parent, name in pairs), *below)


@remembered
def _lower_ends(solution: Solution) -> Mapping[str, int]:
    return {edge: index for index, edge in enumerate(_edges(solution))}
