"""An author's Markdown → HTML in which nothing runs and nothing is fetched, to stand in a problem."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markupsafe import Markup

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
