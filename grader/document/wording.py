"""Names that were mistyped or not found → words for a message about them."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST_NAME = 40


def closest(name: str, options: Iterable[str]) -> str | None:
    """The option that was probably meant, if there is one."""
    if len(name) > _LONGEST_NAME:
        return None
    folded = {option.casefold(): option for option in options}
    found = get_close_matches(name.casefold(), folded, n=1)
    return folded[found[0]] if found else None


def listed(names: Iterable[str], conjunction: str) -> str:
    """Names as a sentence has them: `a`, `b` and `c`."""
    *first, last = [f"`{name}`" for name in names] or ["nothing"]
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def shortened(text: str, longest: int = _LONGEST_NAME) -> str:
    """A text that is short enough to stand in a sentence."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
