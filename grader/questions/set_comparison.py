"""Two sets, the student's and the key's → what is right, wrong and missed, and how a sentence names it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from grader.questions.reading.node_names import names_of
from grader.questions.verdict import Parts, PartVerdict
from grader.solving import Solution
from grader.text.sentences import Say

MOST_NAMES = 12  # as many as a reader takes in; the rest of a long list is counted
MOST_REASONS = 6


def compared(given: Collection[str], key: Collection[str]) -> Parts:
    """For every item of either set whether it is "right", "wrong" or "missed"."""
    named = set(given)
    parts: Parts = {item: "right" if item in named else "missed" for item in key}
    return {**parts, **{item: "wrong" for item in given if item not in parts}}


def having(verdict: PartVerdict, parts: Parts) -> list[str]:
    """The items with that verdict."""
    return [item for item, found in parts.items() if found == verdict]


def some(items: Collection[str], say: Say) -> str:
    """The items as a sentence has them; of many only the first, and how many more there are."""
    names = list(items)
    if len(names) <= MOST_NAMES:
        return say.listed(names)
    return say("set.more", items=say("list.comma").join(names[:MOST_NAMES]), number=len(names) - MOST_NAMES)


def said_of(key: str, items: Collection[str], say: Say, **parts: object) -> str:
    """A sentence about one item or many."""
    return say(key, items=some(items, say), number=len(items), **parts)


def written_list(items: Iterable[str], solution: Solution) -> str:
    """The items as the sheet prints them; `none` unless a node is called so."""
    if listed := ", ".join(items):
        return f"[{listed}]"
    return "none" if names_of(solution).find("none") is None else "[]"
