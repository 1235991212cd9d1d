"""What an author writes and draws → HTML in which nothing runs and nothing is fetched, inside the page."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markupsafe import Markup
from base64 import b64encode
from pathlib import Path

from grader.memory import remembered
from grader.problems import Problem

_ADDRESS = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_LEVELS_ABOVE = 2  # the headings of the page and of the problem
_LOWEST = 6


@lru_cache(maxsize=1024)
def prose(text: str) -> Markup:
    """The text as HTML; its own HTML stays text, and so do pictures, and links to anywhere but the web."""
    from markupsafe import Markup

    return Markup(_reader().render(text))  # noqa: S704 - the reader escapes all that is not Markdown


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # An entity could stand for a sign that turns the text around, which has been taken out before.
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "entity"])
    reader.validateLink = _is_harmless  # type: ignore[assignment, method-assign]
    reader.core.ruler.push("lowered", _lower_headings)
    return reader


def _is_harmless(address: str) -> bool:
    return _ADDRESS.fullmatch(address) is not None


def _lower_headings(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + _LEVELS_ABOVE, _LOWEST)}"


MAX_BYTES = 1_000_000
MAX_BYTES_IN_REPORT = 200_000  # a report is sent to every student, often by mail

_TYPES = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


@remembered
def figure_in_report(problem: Problem) -> str | None:
    """The address of a problem's figure, where there is one and it is not too large; read only once."""
    return None if problem.figure is None else figure_address(problem.figure, MAX_BYTES_IN_REPORT)


def figure_address(path: Path, most: int = MAX_BYTES) -> str | None:
    """A `data:` address of the picture; None where it is none, is too large, or cannot be read."""
    kind = _TYPES.get(path.suffix.lower())
    try:
        if kind is None or path.stat().st_size > most:
            return None
        return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"
    except OSError:
        return None
