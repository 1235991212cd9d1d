"""A Tree and marks → its drawing on an exam paper: upright, turned by 90 degrees, or else in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.drawing import draw
from grader.drawing.marks import Marks
from grader.drawing.tex.tikz import draw_forest, forest_size
from grader.reports.tex_templates import TeX
from grader.text.sentences import Say
from grader.tree import Tree

_TEXT_WIDTH, _TEXT_HEIGHT = 470.0, 500.0  # what a drawing may take of a page, in points
_SMALLEST_SCALE = 0.58  # at which names of leaves can still be read
_MOST_NODES = 200  # LaTeX takes long to draw more, and nobody takes them in
_NO_DRAWING = TeX()


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """A node in words, and how far its line is indented."""

    indent: TeX
    words: str


PaperLayout: TypeAlias = Literal["upright", "turned", "words"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A tree; on a key with what the search does on it and why, and `rule` where there are several.

    As `words` it has an `outline` of the tree, a node on each line.
    """

    layout: PaperLayout
    tree: TeX = _NO_DRAWING
    outline: tuple[OutlineLine, ...] = ()
    rule: str = ""
    reasons: tuple[str, ...] = ()


def drawing(tree: Tree, marks: Marks, say: Say, *, rule: str = "", reasons: tuple[str, ...] = ()) -> Drawing:
    """The drawing in the first layout in which it can be read."""
    layout = _layout(tree, marks)
    if layout == "words":
        return Drawing(layout, outline=_outline(tree, marks, say), rule=rule, reasons=reasons)
    return Drawing(layout, TeX(draw_forest(tree, marks)), rule=rule, reasons=reasons)


def _layout(tree: Tree, marks: Marks) -> PaperLayout:
    if len(tree) > _MOST_NODES:
        return "words"
    width, height = forest_size(tree, marks)
    rooms: Mapping[PaperLayout, tuple[float, float]] = {
        "upright": (_TEXT_WIDTH, _TEXT_HEIGHT),
        "turned": (_TEXT_HEIGHT / 0.75, _TEXT_WIDTH),
    }
    scales = {name: min(across / width, down / height) for name, (across, down) in rooms.items()}
    return next((name for name, scale in scales.items() if scale >= _SMALLEST_SCALE), "words")


def _outline(tree: Tree, marks: Marks, say: Say) -> tuple[OutlineLine, ...]:
    return tuple(map(_line, draw(tree, "outline", marks, say).splitlines()))


def _line(line: str) -> OutlineLine:
    words = line.lstrip()
    return OutlineLine(TeX(f"{(len(line) - len(words)) // 2}em"), words)
