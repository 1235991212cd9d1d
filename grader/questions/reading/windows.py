"""An answer of windows in order → these, `[[-inf, inf], [3, inf]]`; and how far two such lists agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from grader.questions.credit import right_beginning
from grader.questions.question import Unreadable
from grader.questions.reading.node_names import is_arrow
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, as_typed
from grader.questions.reading.quantities import SIDES, Interval, interval_in
from grader.questions.verdict import Parts
from grader.text.numbers import same_number, show_number
from grader.text.spelling import shortened
from grader.tree import Tree

Windows: TypeAlias = tuple[Interval, ...]

JOINT_WORDS = frozenset(("then", "and", "然後", "和"))


def windows_in(item: Item) -> Windows:
    """One window or several, each in brackets of its own; raises `Unreadable`."""
    parts = list(_parts(item))
    if not any(isinstance(part, Group) for part in parts):
        return (interval_in(item),)
    return tuple(map(_window, parts))


def show_windows(windows: Windows, tree: Tree) -> str:
    """The windows as the sheet of this tree prints them."""
    return f"[{', '.join(show_window(window, tree) for window in windows)}]"


def show_window(window: Interval, tree: Tree) -> str:
    return f"[{', '.join(map(show_number, tree.in_style(window)))}]"


def same_ends(one: Interval, other: Interval, rounding: int) -> tuple[bool, bool]:
    """Whether alpha is the same in two windows, and whether beta is."""
    alpha, beta = (same_number(*pair, rounding) for pair in zip(one, other, strict=True))
    return alpha, beta


def windows_compared(
    given: Windows, key: Windows, same: Callable[[Interval, Interval], bool], prefix: str = ""
) -> Parts:
    """The verdict on each window by its number: those are right that begin or end the list as in the key."""
    pairs = zip(given, key, strict=False)
    start = right_beginning([same(*pair) for pair in pairs], [True] * min(len(given), len(key)))
    rest = min(len(given), len(key)) - start
    backwards = zip(reversed(given), reversed(key), strict=False)
    end = min(right_beginning([same(*pair) for pair in backwards], [True] * (start + rest)), rest)
    longest = max(len(given), len(key))
    return {
        f"{prefix}{place + 1}": "right"
        if place < start or place >= longest - end
        else "wrong"
        if place < len(given) - end
        else "missed"
        for place in range(longest)
    }


def _parts(item: Item) -> Iterator[Item]:
    """The windows of a list, without what stands between them: arrows, `then`."""
    items: Sequence[Item] = item.items if isinstance(item, Group) else (item,)
    for inner in items:
        if isinstance(inner, Pair) and inner.key.text.lower() not in SIDES and inner.value is not None:
            yield inner.value  # a node, say, at which it is so
        elif not (isinstance(inner, Phrase) and _is_joint(inner)):
            yield inner


def _is_joint(phrase: Phrase) -> bool:
    return all(is_arrow(word) or word.text.lower() in JOINT_WORDS for word in phrase.words)


def _window(item: Item) -> Interval:
    if isinstance(item, Group):
        return interval_in(item)
    raise Unreadable("unreadable.no-interval", item.start, item.end, text=shortened(as_typed(item)))
