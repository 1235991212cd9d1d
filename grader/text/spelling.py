"""A name that nobody knows, and those that are known → which was meant, and words for a message about it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from grader.text.columns import visible

_LONGEST_NAME = 40


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "", *, alike: float = 0.6) -> str:
    """A hint with the name that was probably meant; otherwise another hint."""
    close = closest(name, known, alike=alike)
    return otherwise if close is None else f"did you mean `{visible(close)}`?"


def closest(name: str, known: Iterable[str], *, alike: float = 0.6) -> str | None:
    """The name that was probably meant, if there is one; `alike` is how much of the two must agree."""
    if len(name) > _LONGEST_NAME:
        return None
    folded = {each.casefold(): each for each in known}
    found = get_close_matches(name.casefold(), folded, n=1, cutoff=alike)
    return folded[found[0]] if found else None


def listed(names: Iterable[str], conjunction: str) -> str:
    """Names as a sentence has them: `a`, `b` and `c`."""
    *first, last = [f"`{name}`" for name in names] or ["nothing"]
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def shortened(text: str, longest: int = _LONGEST_NAME) -> str:
    """A text that is short enough to stand in a sentence."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
