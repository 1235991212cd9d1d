"""A page that a student typed into a learning platform's text box → the plain text of the sheet in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

ONLINE = "onlinetext.html"

_LINES = frozenset(
    ("address", "blockquote", "br", "div", "h1", "h2", "h3", "li", "ol", "p", "pre", "tr", "ul")
)
_UNSEEN = frozenset(("head", "script", "style", "title"))
_BLANKS = str.maketrans({"\xa0": " ", "\u3000": "  ", "\u200b": None, "\ufeff": None})
_FIELD = re.compile(r"^[ \t]*(?:set|student|answers)[ \t]*:", re.MULTILINE | re.IGNORECASE)


def plain_text(page: str) -> str:
    """The lines as a reader sees them, from the first that a sheet can begin with."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    text = "".join(reader.said).translate(_BLANKS)
    lines = re.sub(r"\n{2,}", "\n", text).strip("\n")
    first = _FIELD.search(lines)
    return lines[first.start() :] if first else lines


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self.unseen = 0
        self.as_typed = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.unseen += tag in _UNSEEN
        self.as_typed += tag == "pre"
        if tag in _LINES:
            self.said.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.unseen = max(self.unseen - (tag in _UNSEEN), 0)
        self.as_typed = max(self.as_typed - (tag == "pre"), 0)
        if tag in _LINES:
            self.said.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.said.append(data if self.as_typed else re.sub(r"[ \t\r\n]+", " ", data))
