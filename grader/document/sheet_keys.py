"""A line of a sheet, or a piece between commas → the name before its colon."""

from __future__ import annotations

import re

from grader.document.quoted_text import QUOTED, unquoted
from grader.document.sheet_content import Key
from grader.text.source import Span

_WORD = re.compile(r"(\w[\w.-]*+):(?=\s|\Z)")  # nearly every name is a single word
_DASHES = re.compile(r"(?:-[ \t]++)*+")
_COLON = re.compile(r":(?=\s|\Z)")
_AFTER_QUOTES = re.compile(r"[ \t]*+[:：]")
_TIGHT = re.compile(r"[\w.-]++[ \t]*+(?::(?=[\[{\"'(])|：)")
_TIGHTEST = re.compile(r"[\w.-]++(?=:)")
_WORD_AND_COLON = re.compile(r"(?:-[ \t]++)*+(?:[\w.'-]++|\"[^\"\n]*+\")[ \t]*+:(?=\s|\Z)")
_COMMENT = re.compile(r"\s#")


def find_key(text: str, begin: int, end: int) -> Key | None:
    """The name that a line starts with, after any dashes; `name:value` without a blank is understood too."""
    if word := _WORD.match(text, begin, end):
        return Key(word[1], Span(begin, word.end(1)), word.end())
    dashes = _DASHES.match(text, begin, end)
    begin = dashes.end() if dashes else begin
    if text[begin : begin + 1] in ('"', "'"):
        return _quoted_key(text, begin, end)
    if tight := _TIGHT.match(text, begin, end):
        return key_between(text, begin, tight.end() - 1)
    colon = _COLON.search(text, begin, end)
    if colon and colon.start() > begin and not _COMMENT.search(text, begin, colon.start()):
        return key_between(text, begin, colon.start())
    return tight_key(text, begin, end)


def key_between(text: str, begin: int, colon: int) -> Key:
    """The name that stands from `begin` up to the colon."""
    end = begin + len(text[begin:colon].rstrip())
    return Key(unquoted(text, begin, end), Span(begin, max(end, begin)), colon + 1)


def tight_key(text: str, begin: int, end: int) -> Key | None:
    """The name in `name:value`, which YAML would take for one text."""
    found = _TIGHTEST.match(text, begin, end)
    return key_between(text, begin, found.end()) if found else None


def is_word_and_colon(text: str, begin: int, end: int) -> bool:
    """Whether a line starts like a question of its own: one word, a colon and a blank."""
    return _WORD_AND_COLON.match(text, begin, end) is not None


def _quoted_key(text: str, begin: int, end: int) -> Key | None:
    quoted = QUOTED.match(text, begin, end)
    colon = _AFTER_QUOTES.match(text, quoted.end(), end) if quoted else None
    return key_between(text, begin, colon.end() - 1) if colon else None
