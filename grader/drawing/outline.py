"""Tree and marks → an indented list in plain words, a node on each line, for reading aloud."""

from __future__ import annotations

from collections.abc import Iterator

from grader.columns import visible
from grader.drawing.captions import Caption, captions
from grader.drawing.description import KIND_WORDS
from grader.drawing.marks import Marks
from grader.node import Node, Unknown
from grader.tree import Tree

DEEPEST = 20  # below this depth lines are not indented further, and say their depth instead


def draw_outline(tree: Tree, marks: Marks | None = None) -> str:
    """The tree as `B: Min, by move a1, value 3`, line by line."""
    marks = marks or Marks()
    texts = captions(tree, marks)
    lines = []
    for node, depth in zip(tree, tree.depths(), strict=True):
        words = ", ".join(_words(tree, node, depth, texts[node.index], marks))
        lines.append(f"{'  ' * min(depth, DEEPEST)}{texts[node.index].name}: {words}\n")
    return "".join(lines)


def _words(tree: Tree, node: Node, depth: int, text: Caption, marks: Marks) -> Iterator[str]:
    yield KIND_WORDS[node.kind]
    if depth > DEEPEST:
        yield f"depth {depth}"
    if node.probability is not None:
        yield f"with probability {tree.pretty(node.probability)}"
    if node.label is not None:
        yield f"by move {visible(node.label)}"
    yield from _numbers(tree, node, marks)
    yield from _state(node, text, marks)


def _numbers(tree: Tree, node: Node, marks: Marks) -> Iterator[str]:
    if isinstance(node.utility, Unknown):
        yield f"unknown {visible(node.utility.name)}" if node.utility.name else "blank"
    elif node.utility is not None:
        yield f"utility {tree.pretty(node.utility)}"
    if node.estimate is not None:
        yield f"static evaluation {tree.pretty(node.estimate)}"
    for name, number in node.features or ():
        yield f"{visible(name)} {tree.pretty(number)}"
    if node.index in marks.values:
        yield f"value {visible(marks.values[node.index])}"


def _state(node: Node, text: Caption, marks: Marks) -> Iterator[str]:
    if node.index in marks.windows:
        alpha, beta = map(visible, marks.windows[node.index])
        yield f"alpha {alpha}, beta {beta}"
    if node.index in marks.line:
        yield "on the best line"
    if node.index in marks.cut:
        yield "cut off here"
    if node.index in marks.faded:
        yield "pruned"
    if text.changed:
        yield f"changed: {text.changed}"
