"""Memory: what was worked out for one student's answer → the same for the next who gives the same answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

MOST = 1000
LONGEST = 500


class Memory:
    """Results by the text of an answer, and by whatever else they depend on.

    In a class most answers have been given before. What is long, or comes after many others, is not kept.
    """

    __slots__ = ("_results",)

    def __init__(self) -> None:
        self._results: dict[Hashable, Any] = {}

    def recall(self, text: str, make: Callable[..., Any], *arguments: Any, besides: Hashable = None) -> Any:
        """What `make` gives for the arguments; it must depend on nothing but the text and `besides`."""
        key = text, besides
        if key in self._results:
            return self._results[key]
        result = make(*arguments)
        if len(self._results) < MOST and len(text) <= LONGEST:
            self._results[key] = result
        return result
