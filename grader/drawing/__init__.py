"""Tree or Solution → a drawing: plain text, SVG, TikZ, or an outline in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from grader.drawing.marks import Marks
from grader.drawing.svg_drawing import draw_svg
from grader.drawing.text_drawing import draw_outline, draw_text
from grader.drawing.tikz import draw_tikz
from grader.text.sentences import Say
from grader.tree import Tree

if TYPE_CHECKING:
    from grader.solving import Solution

__all__ = ["FORMS", "Marks", "draw", "draw_outline", "draw_svg", "draw_text", "draw_tikz"]


def draw(
    drawn: Tree | Solution, form: str = "text", marks: Marks | None = None, say: Say | None = None
) -> str:
    """A tree, or a solution with what its search found, as a drawing of that form, one of `FORMS`.

    Its words are those of `say`, else English.
    """
    if form not in FORMS:
        raise ValueError(f"no drawing has the form `{form}`; choose one of {', '.join(FORMS)}")
    if isinstance(drawn, Tree):
        return FORMS[form](drawn, marks, say)
    from grader.drawing.marks import marks_of

    _check_type(drawn)
    # The rule's depth has been applied, so that inner nodes need no evaluations.
    return FORMS[form](drawn.tree.without_evaluations(), marks or marks_of(drawn), say)


def _check_type(drawn: object) -> None:
    from grader.solving import Solution

    if not isinstance(drawn, Solution):
        hint = "; `parse_tree` makes a tree from text" if isinstance(drawn, str) else ""
        raise TypeError(f"a Tree or a Solution can be drawn, not {type(drawn).__name__}{hint}")


FORMS: Mapping[str, Callable[[Tree, Marks | None, Say | None], str]] = {
    "text": draw_text,
    "svg": draw_svg,
    "tikz": draw_tikz,
    "outline": draw_outline,
}
