"""The page that a platform makes of what was typed into its text box → the sheet that was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

ONLINE = "onlinetext.html"
_LINES = frozenset(
    ("address", "blockquote", "br", "div", "h1", "h2", "h3", "li", "ol", "p", "pre", "tr", "ul")
)
_UNSEEN = frozenset(("head", "title"))
_BLANKS = str.maketrans({"\xa0": " ", "\u3000": "  ", "\u200b": None, "\ufeff": None})
_FIELD = re.compile(r"^[ \t]*+(?:set|student|answers)[ \t]*+:", re.MULTILINE | re.IGNORECASE)
_END = r"(?:>|\Z)"
_ATTRIBUTES = r"""(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+"""
# Python's own reader takes the square of the time on tags that are never closed. Here each of them ends
# with the page, so that no character is looked at twice.
_PART = re.compile(
    rf"""<!--.*?(?:-->|\Z)
       | <(?P<code>script|style)\b{_ATTRIBUTES}{_END}.*?(?:</(?P=code)\b[^>]*+{_END}|\Z)
       | <(?P<closes>/?)(?P<tag>[a-z][a-z0-9]*+){_ATTRIBUTES}{_END}
       | <[!?/][^>]*+{_END}
       | (?P<text>(?:[^<]++|<(?![a-z/!?]))++)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_LONG_NUMBER = re.compile(r"&#(?:[0-9]{8,}+|x[0-9a-f]{8,}+);?", re.IGNORECASE)  # of no character at all


def text_of_page(page: str) -> str:
    """The lines as a reader sees them, from the first that a sheet can begin with."""
    text = "".join(_said(page)).translate(_BLANKS)
    lines = re.sub(r"\n{2,}+", "\n", text).strip("\n")
    first = _FIELD.search(lines)
    return lines[first.start() :] if first else lines


def _said(page: str) -> Iterator[str]:
    """What is to be seen, stretch by stretch, with a line's end where a block begins or ends."""
    unseen = as_typed = 0
    for part in _PART.finditer(page):
        if part["text"] is not None:
            if not unseen:
                text = unescape(_LONG_NUMBER.sub("\N{REPLACEMENT CHARACTER}", part["text"]))
                yield text if as_typed else re.sub(r"[ \t\r\n]++", " ", text)
        elif part["tag"] is not None:
            tag, step = part["tag"].lower(), -1 if part["closes"] else 1
            unseen = max(unseen + step * (tag in _UNSEEN), 0)
            as_typed = max(as_typed + step * (tag == "pre"), 0)
            if tag in _LINES:
                yield "\n"
