"""The words and signs of the tree language that are needed outside its grammar."""

from __future__ import annotations

import re

from grader.text.source import Source, Span

# Words that mean something in the language, in any case; as a name they stand in quotes.
WORDS = frozenset(("max", "min", "chance", "inf", "infinity"))

# A letter, then letters, digits, `_` and `'`. Python's `\w` leaves out the vowel signs and accents
# that many scripts write as characters of their own, so whatever stands outside the blocks of
# punctuation and symbols is allowed too.
PLAIN_NAME = (
    r"[^\W\d_\u00B2\u00B3\u00B9\u00BC-\u00BE\u2000-\u2BFF](?:[\w']|[^\u0000-\u02FF\u060C\u061B\u061F\u06D4\u0964\u0965\u2000-\u2BFF"
    r"\u2E00-\u2E7F\u3000-\u303F\uD800-\uF8FF\uFE10-\uFE6F\uFEFF-\uFFFF])*+"
)
_PLAIN_NAME = re.compile(PLAIN_NAME)
_FIRST_WORD = re.compile(r"""
    " (?: [^"\\]++ | \\. )*+ "   # a name in quotes
  | [^\s,()\[\]{}=~]++          # a plain name, a kind or a number
  | .                         # the bracket of a short list or of features
""", re.VERBOSE)  # fmt: skip
_POINTS = re.compile(r'"(?:[^"\\\r\n]++|\\.)*+"?|#[^\r\n]*+|\.')
_HALF = re.compile("[\ud800-\udfff]")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_UNESCAPED = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class EscapeError(ValueError):
    """An escape that means nothing, with its place in the quoted text, and a hint."""

    def __init__(self, message: str, place: Span, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint


def is_plain_name(text: str) -> bool:
    """Whether `text` can be a name or a label without quotes."""
    return _PLAIN_NAME.fullmatch(text) is not None and text.lower() not in WORDS


def is_unknown(text: str) -> bool:
    """Whether `text` writes a leaf without a number: `?x`, or the blank `_`."""
    return text == "_" or (text[:1] == "?" and _PLAIN_NAME.fullmatch(text, 1) is not None)


def has_half_a_character(text: str) -> bool:
    """Whether a lone surrogate stands in the text, which no file can hold."""
    return not text.isascii() and _HALF.search(text) is not None


def write_name(name: str) -> str:
    """A name or label as the language writes it, in quotes where it needs them."""
    if is_plain_name(name):
        return name
    return '"' + "".join(map(_escape, name)) + '"'


def read_quoted(text: str) -> str:
    """What stands in double quotes; an `EscapeError` where an escape means nothing."""
    return _ESCAPED.sub(_unescape, text[1:-1])


def first_word(source: Source, start: int) -> Span:
    """The name, kind, number or bracket that begins at `start`."""
    found = _FIRST_WORD.match(source.text, start)
    return Span(start, found.end() if found else start)


def has_decimals(source: Source) -> bool:
    """Whether a decimal point stands in the text, outside of comments and quotes."""
    if source.text.find(".", source.start, source.end) < 0:
        return False
    return any(found[0] == "." for found in _POINTS.finditer(source.text, source.start, source.end))


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    return f"\\u{ord(character):04x}" if character <= "\uffff" else f"\\U{ord(character):08x}"


def _unescape(found: re.Match[str]) -> str:
    place = Span(found.start() + 1, found.end() + 1)  # behind the opening quote
    if found[3] is not None:
        if found[3] not in _UNESCAPED:
            hint = 'only `\\"`, `\\\\`, `\\n`, `\\t` and `\\u` with four digits do'
            raise EscapeError(f"`\\{found[3]}` means nothing in quotes", place, hint)
        return _UNESCAPED[found[3]]
    code = int(found[1] or found[2], 16)
    if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        hint = "write the character itself, or `\\U` with the eight digits of its number"
        raise EscapeError(f"`{found[0]}` is not a character", place, hint)
    return chr(code)
