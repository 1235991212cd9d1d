"""Items of an answer → numbers, bounds such as `<= 2`, and intervals such as `[3, inf]`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from grader.document.wording import shortened
from grader.numbers import Number, NumberError, show_number
from grader.questions.answers import Group, Item, Pair, Phrase, Word
from grader.questions.question import Unreadable
from grader.questions.typography import read_numeral
from grader.sentences import Say
from grader.solving import Solution
from grader.tree import Kind

Interval: TypeAlias = tuple[Number, Number]

SIDES = {"alpha": 0, "α": 0, "low": 0, "lower": 0, "beta": 1, "β": 1, "high": 1, "upper": 1}
_SIGNS = {
    "<=": "<=", "=<": "<=", "≤": "<=", "⩽": "<=", "≦": "<=", "at most": "<=",
    ">=": ">=", "=>": ">=", "≥": ">=", "⩾": ">=", "≧": ">=", "at least": ">=",
    "<": "<", "less than": "<", ">": ">", "more than": ">",
}  # fmt: skip
_BETWEEN = frozenset(("to", "and", "..", "...", "…"))


@dataclass(frozen=True, slots=True)
class Bound:
    """What is known of a value: that it is `<=` (or `>=`, `<`, `>`) a number."""

    sign: str
    number: Number

    def __str__(self) -> str:
        return f"{self.sign} {show_number(self.number)}"


def number_in(item: Item) -> Number:
    """A number; raises `Unreadable`, as all of these do."""
    phrase = _phrase(item, "unreadable.no-number")
    if len(phrase.words) > 1:
        raise _refused("unreadable.no-number", phrase)
    return _number(phrase.words[0])


def is_number(phrase: Phrase) -> bool:
    """Whether a phrase can be read as a number."""
    try:
        number_in(phrase)
    except Unreadable:
        return False
    return True


def number_or_bound_in(item: Item) -> Number | Bound:
    """A number, or a bound such as `<= 2` or `at most 2`."""
    phrase = _phrase(item, "unreadable.no-bound")
    *words, last = phrase.words
    if not words:
        return _number(last)
    sign = _SIGNS.get(" ".join([word.text for word in words]).lower())
    if sign is None:
        raise _refused("unreadable.no-bound", phrase)
    return Bound(sign, _number(last))


def interval_in(item: Item) -> Interval:
    """Two numbers: `[3, inf]`, `3 to inf`, `alpha: 3, beta: inf`."""
    ends = {}
    count = 0
    for side, word in _ends(item):
        ends[count if side is None else side] = _number(word)
        count += 1
    if count != 2 or len(ends) != 2:
        raise Unreadable("unreadable.no-interval", item.start, item.end)
    return ends[0], ends[1]


def interval_or_bound_in(item: Item) -> Interval:
    """An interval, also by its bound: `<= 2` is everything up to 2, and `2` is 2 alone."""
    try:
        known = number_or_bound_in(item)
    except Unreadable:
        return interval_in(item)
    if not isinstance(known, Bound):
        return known, known
    return (-inf, known.number) if "<" in known.sign else (known.number, inf)


def with_rounding(question: str, decimals: int, solution: Solution, say: Say) -> str:
    """A question in words, which also says how to round if not every number in the tree need be whole."""
    whole = all(isinstance(number, int | float | None) for number in solution.true.numbers)
    if whole and Kind.CHANCE not in solution.tree.kinds:
        return question
    return say("number.rounding", question=question, number=decimals)


def _phrase(item: Item, wanted: str) -> Phrase:
    """The one phrase that an item is, also in brackets."""
    if isinstance(item, Group) and len(item.items) == 1:
        return _phrase(item.items[0], wanted)
    if isinstance(item, Phrase):
        return item
    if isinstance(item, Group) and (meant := _decimal_comma(item)):
        raise Unreadable("unreadable.decimal-comma", item.start, item.end, meant=meant)
    raise Unreadable(wanted, item.start, item.end, text="…")


def _decimal_comma(group: Group) -> str | None:
    """The decimal that was meant by two whole numbers with nothing but one sign between them."""
    texts = [item.text for item in group.items if isinstance(item, Phrase)]
    if len(texts) != 2 or len(group.items) != 2 or group.items[0].end + 1 != group.items[1].start:
        return None
    whole, digits = texts
    return f"{whole}.{digits}" if whole.lstrip("+-").isdecimal() and digits.isdecimal() else None


def _number(word: Word) -> Number:
    try:
        return read_numeral(word.text)
    except NumberError:
        raise _refused("unreadable.no-number", word) from None


def _refused(key: str, part: Phrase | Word) -> Unreadable:
    return Unreadable(key, part.start, part.end, text=shortened(part.text))


def _ends(item: Item | None, side: int | None = None) -> Iterator[tuple[int | None, Word]]:
    """The numbers of an interval, each with the side that it is said to be."""
    match item:
        case Group(items=items):
            for inner in items:
                yield from _ends(inner)
        case Pair(key=key, value=value):
            yield from _ends(value, SIDES.get(key.text.lower()))
        case Phrase(words=words):
            for word in words:
                if word.text.lower() in SIDES:
                    side = SIDES[word.text.lower()]
                elif word.text not in _BETWEEN:
                    yield from ((side, part) for part in _parts(word))


def _parts(word: Word) -> Iterator[Word]:
    """The two numbers in `3..5`, or the word as it is."""
    start = word.start
    for text in word.text.split(".."):
        yield Word(text, start, start + len(text))
        start += len(text) + 2
