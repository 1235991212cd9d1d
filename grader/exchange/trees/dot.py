"""Tree → Graphviz's DOT: a triangle for Max, one upside down for Min, a circle for chance."""

from __future__ import annotations

from collections.abc import Iterator

from grader.text.columns import visible
from grader.tree import Kind, Node, Tree, Unknown

_SHAPES = {
    Kind.MAX: "triangle", Kind.MIN: "invtriangle", Kind.CHANCE: "circle", Kind.LEAF: "plaintext",
    Kind.P1: "triangle", Kind.P2: "invtriangle", Kind.P3: "diamond", Kind.P4: "hexagon",
    Kind.P5: "house", Kind.P6: "trapezium", Kind.P7: "invtrapezium", Kind.P8: "parallelogram",
    Kind.P9: "octagon",
}  # fmt: skip
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "&": "&amp;"})


def write_dot(tree: Tree) -> str:
    """The tree as a graph whose nodes stay in their order from left to right."""
    lines = ["digraph tree {", "  graph [ordering=out]", '  node [fontname="sans-serif"]']
    lines += ['  edge [fontname="sans-serif", arrowhead=none]', *_statements(tree), "}"]
    return "\n".join(lines) + "\n"


def _statements(tree: Tree) -> Iterator[str]:
    for node in tree:
        yield f'  n{node.index} [shape={_SHAPES[node.kind]}, label="{_caption(node, tree)}"]'
        if node.parent is not None:
            label = _edge(node, tree)
            yield f"  n{node.parent} -> n{node.index}" + (f' [label="{label}"]' if label else "")


def _caption(node: Node, tree: Tree) -> str:
    """The name, and below it the number or the features."""
    lines = [f"{node.name}: {node.kind}" if node.kind.is_player else node.name]
    if node.features is not None:
        lines += [f"{name} = {tree.pretty(number)}" for name, number in node.features]
    elif isinstance(node.utility, Unknown):
        lines.append(str(node.utility))
    elif (number := node.utility if node.is_leaf else node.estimate) is not None:
        lines.append(("" if node.is_leaf else "~") + tree.pretty(number))
    return r"\n".join(map(_escaped, lines))


def _edge(node: Node, tree: Tree) -> str:
    probability = [] if node.probability is None else [tree.pretty(node.probability)]
    return _escaped(" ".join([*probability, *([] if node.label is None else [node.label])]))


def _escaped(text: str) -> str:
    """A text of which nothing is an escape, an entity or the end of the quotes."""
    return visible(text).translate(_ESCAPES)
