"""Tree and marks → a drawing: plain text, SVG, TikZ, or an outline in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.drawing.marks import Marks
from grader.drawing.outline import draw_outline
from grader.drawing.svg import draw_svg
from grader.drawing.text import draw_text
from grader.drawing.tikz import draw_tikz
from grader.tree import Tree

__all__ = ["FORMS", "Marks", "draw", "draw_outline", "draw_svg", "draw_text", "draw_tikz"]


def draw(tree: Tree, form: str = "text", marks: Marks | None = None) -> str:
    """The tree as a drawing of that form, one of `FORMS`, with a solution's marks where there are any."""
    if form not in FORMS:
        raise ValueError(f"no drawing has the form `{form}`; choose one of {', '.join(FORMS)}")
    return FORMS[form](tree, marks)


FORMS: Mapping[str, Callable[[Tree, Marks | None], str]] = {
    "text": draw_text,
    "svg": draw_svg,
    "tikz": draw_tikz,
    "outline": draw_outline,
}
