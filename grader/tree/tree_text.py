"""Nodes in preorder → text of the tree language, on one line or laid out over several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grader.text.columns import width
from grader.text.numbers import Number, Payoffs, show_number
from grader.tree.node import Features, Node, Unknown
from grader.tree.notation import write_name

LINE_WIDTH = 88

Show: TypeAlias = Callable[[Number], str]

_INDENT = 2
_DEEPEST_INDENT = 80  # deeper nodes stay in this column, or a tree 100,000 deep would be 20 GB of blanks


@dataclass(frozen=True, slots=True)
class Remarks:
    """Comments that belong to a node; an empty one is an empty line.

    They stand on lines above it, behind its opening bracket, before its closing one, and behind it.
    """

    above: tuple[str, ...] = ()
    opening: str | None = None
    closing: tuple[str, ...] = ()
    behind: str | None = None


_NONE = Remarks()


def write_line(nodes: Iterable[Node], show: Show = show_number) -> str:
    """The tree on one line, in the one form that equal trees share unless numbers are shown otherwise."""
    nodes = tuple(nodes)
    return _line(nodes, [_head(node, show) for node in nodes])


def lay_out(
    nodes: Sequence[Node], remarks: Mapping[int, Remarks] | None = None, show: Show = show_number
) -> str:
    """The tree over several lines, as a person would write it: what fits on a line stays on one.

    `show` writes the numbers, one after the other in the order of the text.
    """
    remarks = remarks or {}
    heads = [_head(node, show) for node in nodes]
    spread = _spread(nodes, heads, remarks)
    lines: list[str] = []
    open_nodes: list[Node] = []
    index = 0
    while index < len(nodes):
        node = nodes[index]
        while open_nodes and open_nodes[-1].end <= index:
            lines += _closing(open_nodes, remarks)
        indent = _indent(len(open_nodes))
        remark = remarks.get(index, _NONE)
        lines += _own_lines(remark.above, indent)
        if spread[index]:
            lines.append(indent + heads[index] + _behind(remark.opening))
            open_nodes.append(node)
            index += 1
        else:
            comma = "," if open_nodes else ""
            line = _line(nodes[index : node.end], heads[index : node.end])
            lines.append(indent + line + comma + _behind(remark.behind))
            index = node.end
    while open_nodes:
        lines += _closing(open_nodes, remarks)
    return "\n".join(lines)


def _line(nodes: Sequence[Node], heads: Sequence[str]) -> str:
    parts: list[str] = []
    open_ends: list[int] = []
    just_opened = True
    for node, head in zip(nodes, heads, strict=True):
        while open_ends and open_ends[-1] <= node.index:
            open_ends.pop()
            parts.append(")")
        if not just_opened:
            parts.append(", ")
        parts.append(head)
        just_opened = not node.is_leaf
        if just_opened:
            open_ends.append(node.end)
    parts.append(")" * len(open_ends))
    return "".join(parts)


def _closing(open_nodes: list[Node], remarks: Mapping[int, Remarks]) -> list[str]:
    node = open_nodes.pop()
    remark = remarks.get(node.index, _NONE)
    bracket = _indent(len(open_nodes)) + ")" + ("," if open_nodes else "")
    return [*_own_lines(remark.closing, _indent(len(open_nodes) + 1)), bracket + _behind(remark.behind)]


def _own_lines(comments: Iterable[str], indent: str) -> list[str]:
    return [indent + comment if comment else "" for comment in comments]


def _indent(depth: int) -> str:
    return " " * min(_INDENT * depth, _DEEPEST_INDENT)


def _behind(comment: str | None) -> str:
    return f"  {comment}" if comment else ""


def _spread(nodes: Sequence[Node], heads: Sequence[str], remarks: Mapping[int, Remarks]) -> list[bool]:
    """For each node, whether its children stand on lines of their own."""
    depths = [0] * len(nodes)
    lengths = [width(head) for head in heads]
    broken = [False] * len(nodes)
    for index, remark in remarks.items():
        broken[index] = bool(remark.opening or remark.closing)
    for node in nodes:
        if node.parent is not None:
            depths[node.index] = depths[node.parent] + 1
    for node in reversed(nodes):  # every child before its parent
        lengths[node.index] += 0 if node.is_leaf else 1
        broken[node.index] |= lengths[node.index] + len(_indent(depths[node.index])) > LINE_WIDTH
        if node.parent is not None:
            lengths[node.parent] += lengths[node.index] + len(", ")
            broken[node.parent] |= broken[node.index] or node.index in remarks
    return [broken[node.index] and not node.is_leaf for node in nodes]


def _head(node: Node, show: Show) -> str:
    """A node up to its opening bracket; a leaf whole."""
    name = f"{write_name(node.name)} = " if node.named else ""
    return _edge(node, show) + name + (_leaf(node, show) if node.is_leaf else _inner(node, show))


def _leaf(node: Node, show: Show) -> str:
    if node.features is not None:
        return _features(node.features, show)
    if node.utility is None or isinstance(node.utility, Unknown):
        return str(node.utility)
    if isinstance(node.utility, Payoffs):
        return node.utility.shown(show)
    return show(node.utility)


def _inner(node: Node, show: Show) -> str:
    estimate = "" if node.estimate is None else f"~{show(node.estimate)}"
    features = "" if node.features is None else _features(node.features, show)
    return f"{node.kind}{estimate}{features}("


def _edge(node: Node, show: Show) -> str:
    parts = []
    if node.probability is not None:
        parts.append(show(node.probability))
    if node.label is not None:
        parts.append(write_name(node.label))
    return " ".join(parts) + " -> " if parts else ""


def _features(features: Features, show: Show) -> str:
    return "{" + ", ".join(f"{write_name(name)}={show(number)}" for name, number in features) + "}"
