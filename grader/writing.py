"""Nodes in preorder → text of the tree language, on one line or laid out over several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.columns import width
from grader.node import Features, Node
from grader.notation import write_name
from grader.numbers import show_number

LINE_WIDTH = 88
_INDENT = 2
_DEEPEST_INDENT = 80  # deeper nodes stay in this column, or a tree 100,000 deep would be 20 GB of blanks


@dataclass(frozen=True, slots=True)
class Remarks:
    """Comments that belong to a node: on lines above it, behind it, and before its closing bracket."""

    above: tuple[str, ...] = ()
    behind: str | None = None
    closing: tuple[str, ...] = ()


def write_line(nodes: Iterable[Node]) -> str:
    """The tree on one line, in the one form that equal trees share."""
    parts: list[str] = []
    open_ends: list[int] = []
    just_opened = True
    for node in nodes:
        while open_ends and open_ends[-1] <= node.index:
            open_ends.pop()
            parts.append(")")
        if not just_opened:
            parts.append(", ")
        parts.append(_head(node))
        just_opened = not node.is_leaf
        if just_opened:
            open_ends.append(node.end)
    parts.append(")" * len(open_ends))
    return "".join(parts)


def lay_out(nodes: Sequence[Node], remarks: Mapping[int, Remarks] | None = None) -> str:
    """The tree over several lines, as a person would write it: what fits on a line stays on one."""
    remarks = remarks or {}
    heads = [_head(node) for node in nodes]
    spread = _spread(nodes, heads, remarks)
    lines: list[str] = []
    open_nodes: list[Node] = []
    index = 0
    while index < len(nodes):
        node = nodes[index]
        while open_nodes and open_nodes[-1].end <= index:
            lines += _closing(open_nodes, remarks)
        indent = _indent(len(open_nodes))
        remark = remarks.get(index, Remarks())
        lines += [indent + comment for comment in remark.above]
        if spread[index]:
            lines.append(indent + heads[index] + _behind(remark))
            open_nodes.append(node)
            index += 1
        else:
            comma = "," if open_nodes else ""
            lines.append(indent + write_line(nodes[index : node.end]) + comma + _behind(remark))
            index = node.end
    while open_nodes:
        lines += _closing(open_nodes, remarks)
    return "\n".join(lines)


def _closing(open_nodes: list[Node], remarks: Mapping[int, Remarks]) -> list[str]:
    node = open_nodes.pop()
    remark = remarks.get(node.index, Remarks())
    comments = [_indent(len(open_nodes) + 1) + comment for comment in remark.closing]
    return [*comments, _indent(len(open_nodes)) + ")" + ("," if open_nodes else "")]


def _indent(depth: int) -> str:
    return " " * min(_INDENT * depth, _DEEPEST_INDENT)


def _behind(remark: Remarks) -> str:
    return f"  {remark.behind}" if remark.behind else ""


def _spread(nodes: Sequence[Node], heads: Sequence[str], remarks: Mapping[int, Remarks]) -> list[bool]:
    """For each node, whether its children stand on lines of their own."""
    depths = [0] * len(nodes)
    lengths = [width(head) for head in heads]
    broken = [node.index in remarks and bool(remarks[node.index].closing) for node in nodes]
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


def _head(node: Node) -> str:
    """A node up to its opening bracket; a leaf whole."""
    edge = _edge(node)
    name = f"{write_name(node.name)} = " if node.named else ""
    if node.is_leaf:
        return edge + name + (str(node.utility) if node.features is None else _features(node.features))
    estimate = "" if node.estimate is None else f"~{show_number(node.estimate)}"
    features = "" if node.features is None else _features(node.features)
    return f"{edge}{name}{node.kind}{estimate}{features}("


def _edge(node: Node) -> str:
    parts = []
    if node.probability is not None:
        parts.append(show_number(node.probability))
    if node.label is not None:
        parts.append(write_name(node.label))
    return " ".join(parts) + " -> " if parts else ""


def _features(features: Features) -> str:
    return "{" + ", ".join(f"{write_name(name)}={show_number(number)}" for name, number in features) + "}"
