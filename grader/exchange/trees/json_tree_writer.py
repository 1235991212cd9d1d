"""Tree → JSON that any program can read, and that reads back as the same tree."""

from __future__ import annotations

import json
from collections.abc import Iterator

from grader.rule import plain_number
from grader.text.numbers import Number
from grader.tree import Kind, Node, Tree, Unknown

_DEEPEST_INDENT = 40  # deeper nodes stay in this column, or a deep tree would be blanks for the most part


def write_json_tree(tree: Tree) -> str:
    """Every node with children is an object; a leaf that is nothing but a number is that number."""
    spread = _spread(tree)
    parts: list[str] = []
    open_nodes: list[Node] = []
    for node in tree:
        while open_nodes and open_nodes[-1].end <= node.index:
            open_nodes.pop()
            parts.append("]}")
        if node.parent is not None:
            first = node.index == node.parent + 1
            parts += ["" if first else ",", _gap(len(open_nodes), own_line=spread[node.parent], first=first)]
        parts.append(_head(node))
        if not node.is_leaf:
            open_nodes.append(node)
    return "".join([*parts, "]}" * len(open_nodes), "\n"])


def _spread(tree: Tree) -> list[bool]:
    """For each node, whether its children stand on lines of their own: where one of them has children."""
    spread = [False] * len(tree)
    for index in range(1, len(tree)):
        spread[tree.parents[index]] |= tree.kinds[index] is not Kind.LEAF
    return spread


def _gap(depth: int, *, own_line: bool, first: bool) -> str:
    if own_line:
        return "\n" + " " * min(depth, _DEEPEST_INDENT)
    return "" if first else " "


def _head(node: Node) -> str:
    """A leaf whole; another node up to its children."""
    fields = dict(_fields(node))
    if node.is_leaf:
        return _json(fields["utility"] if list(fields) == ["utility"] else fields)
    return _json(fields)[:-1] + ', "children": ['


def _fields(node: Node) -> Iterator[tuple[str, object]]:
    if node.label is not None:
        yield "move", node.label
    if node.probability is not None:
        yield "probability", plain_number(node.probability)
    if node.named:
        yield "name", node.name
    if not node.is_leaf:
        yield "kind", str(node.kind)
    if node.utility is not None:
        yield "utility", _utility(node.utility)
    if node.estimate is not None:
        yield "estimate", plain_number(node.estimate)
    if node.features is not None:
        yield "features", {name: plain_number(number) for name, number in node.features}


def _utility(utility: Number | Unknown) -> object:
    return str(utility) if isinstance(utility, Unknown) else plain_number(utility)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
