"""A ProblemSet → an exam paper as a LaTeX document, or its key, which compile with pdflatex."""

from __future__ import annotations

from pathlib import Path

from grader.drawing.tex.tikz import STYLES, unicode_fonts
from grader.problems import ProblemSet
from grader.reports.sheets.paper import paper
from grader.reports.tex_templates import TeX, chinese_font, fill_tex, settable
from grader.text.sentences import sentences


def exam_tex(
    problems: ProblemSet, student: str | None = None, *, key: bool = False, templates: Path | None = None
) -> str:
    """The paper with the student's variants and places for the answers; with `key`, filled in."""
    say = sentences(problems.language)
    written = fill_tex("exam/body.tex", templates, paper=paper(problems, student, key=key), say=say)
    chinese = chinese_font(written)
    body = settable(written, chinese)
    return fill_tex(
        "exam.tex",
        templates,
        body=TeX(body),
        chinese=None if chinese is None else TeX(chinese),
        strange=r"\character{" in body,
        fonts=TeX(unicode_fonts(written)),
        tree_styles=TeX(STYLES),
    )
