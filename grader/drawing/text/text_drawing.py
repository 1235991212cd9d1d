"""Tree and marks → a drawing in plain text: top-down where it fits the width, else sideways."""

from __future__ import annotations

from collections.abc import Iterator

from grader.drawing.captions import captions
from grader.drawing.marks import Marks
from grader.drawing.text.sideways import sideways
from grader.drawing.text.topdown import topdown
from grader.text.sentences import Say, sentences
from grader.tree import Tree

WIDTH = 100


def draw_text(tree: Tree, marks: Marks | None = None, say: Say | None = None, *, width: int = WIDTH) -> str:
    """The tree in box-drawing characters, at most `width` columns wide where that can be."""
    marks, say = marks or Marks(), say or sentences()
    texts = captions(tree, marks)
    lines = topdown(tree, texts, marks, width)
    signs = [*_signs(tree, marks), *(["pruned"] if marks.faded and lines else [])]
    lines = lines or sideways(tree, texts, marks, say)
    legend = say("list.comma").join(say(f"legend.{sign}") for sign in signs)
    return "\n".join([*lines, *(["", legend] if legend else [])]) + "\n"


def _signs(tree: Tree, marks: Marks) -> Iterator[str]:
    """The signs that are used, whose meaning the legend says."""
    if marks.next_on_line(tree):
        yield "line"
    if marks.cut:
        yield "cut"
