"""A template's name and its data → a LaTeX document in which every text stays text.

In these templates `<< … >>` is a value, `<% … %>` a statement and `<%# … %>` a comment. A value is escaped
unless it is `TeX` already.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from grader.drawing.tex_text import escape_tex, pdftex_can_set
from grader.reports.page_templates import environment, fill_by

if TYPE_CHECKING:
    from jinja2 import Environment

_BLANKS = re.compile(r"\s+")
_STRANGE = re.compile(r"[^\n -~]")

# The fonts for Chinese that CJKutf8 has, by the characters that each of them has.
_CHINESE = {"bsmi": "big5", "gbsn": "gb2312"}


class TeX(str):
    """A text that is TeX already."""

    __slots__ = ()


def fill_tex(name: str, templates: Path | None = None, **data: object) -> str:
    """The template of that name filled in; one of `templates` that is mistaken is an `InputError`."""
    return fill_by(_environment, name, templates, data)


def tex(text: str) -> TeX:
    """A text as TeX sets it, on one line; a bracket at its beginning is no option of what stands before."""
    return TeX("{}" + escape_tex(_BLANKS.sub(" ", text)))


def chinese_font(document: str) -> str | None:
    """The font that has most of the Chinese characters of a document, if it has any."""
    wide = {character for character in document if unicodedata.east_asian_width(character) in "WF"}
    has = {font: sum(_is_in(character, code) for character in wide) for font, code in _CHINESE.items()}
    best = max(has, key=lambda font: has[font])
    return best if has[best] else None


def settable(document: str, font: str | None) -> str:
    """The same document, in which pdfLaTeX has every character, or shows its number instead."""

    def shown(found: re.Match[str]) -> str:
        character = found[0]
        if pdftex_can_set(character) or (font is not None and _is_in(character, _CHINESE[font])):
            return character
        number = f"{ord(character):04X}"
        hidden = unicodedata.category(character)[0] in "CZ"
        return rf"\codepoint{{{number}}}" if hidden else rf"\character{{{number}}}{{{character}}}"

    return _STRANGE.sub(shown, document)


@cache
def _environment(templates: Path | None) -> Environment:
    return environment(templates).overlay(
        block_start_string="<%", block_end_string="%>", variable_start_string="<<", variable_end_string=">>",
        comment_start_string="<%#", comment_end_string="%>", finalize=_finalized,
    )  # fmt: skip


def _finalized(value: object) -> str:
    return value if isinstance(value, TeX) else tex(str(value))


def _is_in(character: str, code: str) -> bool:
    if character < "\u2000":
        return False
    try:
        return bool(character.encode(code))
    except UnicodeEncodeError:
        return False
