"""Items of an answer → numbers, bounds such as `<= 2`, and intervals such as `[3, inf]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from grader.questions.question import Unreadable
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word, as_typed
from grader.questions.reading.typography import plainly_typed, read_numeral
from grader.solving import Solution
from grader.text.numbers import MAX_DIGITS, Number, NumberError, Payoffs, show_number
from grader.text.sentences import Say
from grader.text.spelling import shortened
from grader.tree import Kind

Interval: TypeAlias = tuple[Number, Number]

SIDES = {"alpha": 0, "α": 0, "low": 0, "lower": 0, "beta": 1, "β": 1, "high": 1, "upper": 1}
BOUND_SIGNS = {
    "<=": "<=", "=<": "<=", "≤": "<=", "⩽": "<=", "≦": "<=", "at most": "<=",
    ">=": ">=", "=>": ">=", "≥": ">=", "⩾": ">=", "≧": ">=", "at least": ">=",
    "<": "<", "less than": "<", ">": ">", "more than": ">",
    "至多": "<=", "最多": "<=", "至少": ">=", "最少": ">=", "小於": "<", "大於": ">",
}  # fmt: skip
BETWEEN_WORDS = frozenset(
    (
        "between",
        "from",
        "in",
        "∈",
        "to",
        "and",
        "..",
        "...",
        "…",
        "介於",
        "在",
        "從",
        "到",
        "至",
        "和",
        "與",
        "之間",
    )
)


@dataclass(frozen=True, slots=True)
class Bound:
    """What is known of a value: that it is `<=` (or `>=`, `<`, `>`) a number."""

    sign: str
    number: Number

    def __str__(self) -> str:
        return f"{self.sign} {show_number(self.number)}"


def number_in(item: Item) -> Number:
    """A number; raises `Unreadable`, as all of these do."""
    return _number(_phrase(item, "unreadable.one-number"))


def payoffs_in(item: Item, players: int) -> Payoffs:
    """What something is worth to each of several players: `(8, 3, 1)`, `[8, 3, 1]`, `8 3 1`."""
    found = Payoffs(_number(word) for word in _utilities(item))
    if len(found) != players:
        parts = {"number": players, "example": str(Payoffs.example(players))}
        raise Unreadable("unreadable.no-payoffs", item.start, item.end, **parts)
    return found


def _utilities(item: Item | None) -> Iterator[Word]:
    match item:
        case Group(items=items):
            for inner in items:
                yield from _utilities(inner)
        case Pair(value=value):  # `p2: 3`, or `p2 = 3`
            yield from _utilities(value)
        case Phrase(words=words):
            for word in numerals(words):
                if word.kind == "quoted":
                    texts = _QUOTED_NUMBERS.findall(word.text)
                    yield from (Word(text, word.start, word.end) for text in texts)
                elif word.text not in BETWEEN_WORDS:
                    yield word


_QUOTED_NUMBERS = re.compile(r"[^\s,;()\[\]{}]++")


def is_number(phrase: Phrase | Word) -> bool:
    """Whether a phrase can be read as a number."""
    try:
        read_numeral(phrase.text)
    except NumberError:
        return False
    return True


def number_or_bound_in(item: Item) -> Number | Bound:
    """A number, or a bound such as `<= 2` or `at most 2`."""
    phrase = _phrase(item, "unreadable.no-bound")
    for length in (1, 2):
        sign = BOUND_SIGNS.get(Phrase(phrase.words[:length]).text.lower())
        if sign is not None and len(phrase.words) > length:
            return Bound(sign, _number(Phrase(phrase.words[length:])))
    if len(phrase.words) > 1 and not is_number(phrase):
        raise _refused("unreadable.no-bound", phrase)
    return _number(phrase)


def interval_in(item: Item) -> Interval:
    """Two numbers: `[3, inf]`, `3 to inf`, `alpha: 3, beta: inf`."""
    found = list(_ends(item))
    ends = {place if side is None else side: _number(word) for place, (side, word) in enumerate(found)}
    if len(found) != 2 or len(ends) != 2:
        text = shortened(as_typed(item))
        raise Unreadable("unreadable.no-interval", item.start, item.end, text=text)
    return ends[0], ends[1]


def interval_or_bound_in(item: Item) -> Interval | Bound:
    """An interval, also by its bound: `<= 2` is everything up to 2, and `2` is 2 alone.

    A strict bound stays one: it leaves out a number that no search can leave out.
    """
    try:
        known = number_or_bound_in(item)
    except Unreadable:
        return interval_in(item)
    if not isinstance(known, Bound):
        return known, known
    return _CLOSED[known.sign](known.number) if known.sign in _CLOSED else known


_CLOSED: Mapping[str, Callable[[Number], Interval]] = {
    "<=": lambda number: (-inf, number),
    ">=": lambda number: (number, inf),
}


def numerals(words: Iterable[Word]) -> list[Word]:
    """The words, of which a sign and the number that it stands apart from are one: `- 3`."""
    found: list[Word] = []
    for word in words:
        if found and plainly_typed(found[-1].text) in ("-", "+"):
            sign = found.pop()
            word = Word(f"{sign.text}{word.text}", sign.start, word.end)  # noqa: PLW2901
        found.append(word)
    return found


def with_rounding(question: str, decimals: int, solution: Solution, say: Say) -> str:
    """A question in words, which also says how to round if not every number in the tree need be whole."""
    whole = all(_is_whole(number) for number in solution.true.numbers)
    if whole and Kind.CHANCE not in solution.tree.kinds:
        return question
    return say("number.rounding", question=question, number=decimals)


def _is_whole(number: object) -> bool:
    if isinstance(number, Payoffs):
        return all(map(_is_whole, number))
    return isinstance(number, int | float | None)


def _phrase(item: Item, wanted: str) -> Phrase:
    """The one phrase that an item is, also in brackets."""
    if isinstance(item, Group) and len(item.items) == 1:
        return _phrase(item.items[0], wanted)
    if isinstance(item, Phrase):
        return item
    if isinstance(item, Group) and (meant := _decimal_comma(item)):
        raise Unreadable("unreadable.decimal-comma", item.start, item.end, meant=meant)
    raise Unreadable(wanted, item.start, item.end, text=shortened(as_typed(item)))


def _decimal_comma(group: Group) -> str | None:
    """The decimal that was meant by two whole numbers with nothing but one sign between them."""
    texts = [item.text.replace(" ", "") for item in group.items if isinstance(item, Phrase)]
    if len(texts) != 2 or len(group.items) != 2 or group.items[0].end + 1 != group.items[1].start:
        return None
    whole, digits = texts
    return f"{whole}.{digits}" if whole.lstrip("+-−").isdecimal() and digits.isdecimal() else None


def _number(part: Phrase | Word) -> Number:
    try:
        return read_numeral(part.text)
    except NumberError:
        if found := _WITH_COMMA.fullmatch(plainly_typed(part.text)):
            raise Unreadable(
                "unreadable.decimal-comma", part.start, part.end, meant=shortened(".".join(found.groups()))
            ) from None
        is_long = sum(map(str.isdigit, part.text)) > MAX_DIGITS
        several = isinstance(part, Phrase) and len(part.words) > 1
        key = "long-number" if is_long else "one-number" if several else "no-number"
        raise _refused(f"unreadable.{key}", part) from None


_WITH_COMMA = re.compile("([+-]?[0-9]+),([0-9]+)")  # in quotes, where a comma separates nothing


def _refused(key: str, part: Phrase | Word) -> Unreadable:
    return Unreadable(key, part.start, part.end, text=shortened(part.text), number=MAX_DIGITS)


def _ends(item: Item | None, side: int | None = None) -> Iterator[tuple[int | None, Phrase | Word]]:
    """The numbers of an interval, each with the side that it is said to be."""
    match item:
        case Group(items=items):
            for inner in items:
                if len(items) > 1 and isinstance(inner, Phrase) and is_number(inner):
                    yield None, inner  # also `2 2/3`
                else:
                    yield from _ends(inner)
        case Pair(key=key, value=value):
            yield from _ends(value, SIDES.get(key.text.lower()))
        case Phrase(words=words):
            for word in numerals(words):
                if word.text.lower() in SIDES:
                    side = SIDES[word.text.lower()]
                elif word.text not in BETWEEN_WORDS:
                    yield from ((side, part) for part in _parts(word))


def _parts(word: Word) -> Iterator[Word]:
    """The two numbers in `3..5`, or the word as it is."""
    start = word.start
    for text in word.text.split(".."):
        yield Word(text, start, start + len(text))
        start += len(text) + 2
