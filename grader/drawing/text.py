"""Tree and marks → a drawing in plain text: top-down where it fits the width, else sideways."""

from __future__ import annotations

from collections.abc import Iterator

from grader.drawing.captions import captions
from grader.drawing.marks import Marks
from grader.drawing.sideways import sideways
from grader.drawing.topdown import topdown
from grader.tree import Tree

WIDTH = 100


def draw_text(tree: Tree, marks: Marks | None = None, width: int = WIDTH) -> str:
    """The tree in box-drawing characters, at most `width` columns wide where that can be."""
    marks = marks or Marks()
    texts = captions(tree, marks)
    lines = topdown(tree, texts, marks, width)
    legend = [*_legend(tree, marks), *(["(…) pruned"] if marks.faded and lines else [])]
    lines = lines or sideways(tree, texts, marks)
    return "\n".join([*lines, *(["", ", ".join(legend)] if legend else [])]) + "\n"


def _legend(tree: Tree, marks: Marks) -> Iterator[str]:
    """What the signs mean, of those that are used."""
    if marks.next_on_line(tree):
        yield "━ best line"
    if marks.cut:
        yield "✂ cut off"
