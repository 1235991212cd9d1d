"""A text in quotes → what it says, stretch by stretch, so that each character keeps its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

QUOTED = re.compile(r""" "(?:[^"\\]++|\\.)*+" | '(?:[^']++|'')*+' """, re.VERBOSE | re.DOTALL)

_BREAK = r"(?P<break>\r?\n\s*+)"
_SPECIAL = {
    "'": re.compile(rf"''|{_BREAK}"),
    '"': re.compile(
        rf"""{_BREAK}
        | \\u(?P<high>[dD][89abAB][0-9a-fA-F]{{2}})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{{2}})
        | \\(?:x(?P<two>[0-9a-fA-F]{{2}})|u(?P<four>[0-9a-fA-F]{{4}})|U(?P<eight>[0-9a-fA-F]{{8}}))
        | \\(?P<joined>\r?\n\s*+)
        | \\(?P<letter>.)""",
        re.VERBOSE | re.DOTALL,
    ),
}
_LETTERS = {"0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_LETTERS |= {"e": "\x1b", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"}


class Stretch(NamedTuple):
    """A part of a quoted text: where it starts in the file, and what it says."""

    start: int
    text: str


def unquoted(text: str, start: int, end: int) -> str:
    """What the text from `start` to `end` says: what is inside the quotes, if it stands in quotes."""
    if not QUOTED.fullmatch(text, start, end):
        return text[start:end]
    return "".join([stretch.text for stretch in stretches(text, start, end)])


def stretches(text: str, start: int, end: int) -> Iterator[Stretch]:
    """The quoted text from `start` to `end` as YAML and JSON read it, escapes and line ends apart."""
    begin, end, special = start + 1, end - 1, _SPECIAL[text[start]]
    for found in special.finditer(text, begin, end):
        before = text[begin : found.start()]
        if before:
            yield Stretch(begin, before.rstrip(" \t") if found["break"] else before)
        yield Stretch(found.start(), _meaning(found))
        begin = found.end()
    yield Stretch(begin, text[begin:end])


def _meaning(found: re.Match[str]) -> str:
    kind, word = found.lastgroup, found[found.lastgroup or 0]
    match kind:
        case "break":
            return "\n" * (word.count("\n") - 1) or " "
        case "two" | "four" | "eight":
            return _character(int(word, 16))
        case "low":
            return _character(0x10000 + ((int(found["high"], 16) & 0x3FF) << 10 | int(word, 16) & 0x3FF))
        case "joined":
            return ""
        case "letter":
            return _LETTERS.get(word, word)
    return "'"


def _character(code: int) -> str:
    """The character of that number, or a sign that there is none."""
    return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF else chr(code)
