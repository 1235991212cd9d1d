"""The one table of goals: their names, how each is read from a text or a list, and what `--help` says."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from grader.ideas import BY_ID, CATALOGUE
from grader.rule.field_values import FieldError
from grader.text.numbers import Finite, NumberError, exact, pretty_number, read_number
from grader.text.spelling import did_you_mean, listed
from grader.tree import Kind

ShapeWord: TypeAlias = Literal["any", "uniform", "even", "lopsided"]
TieWord: TypeAlias = Literal["any", "none", "leaves", "cut", "best-move"]
ExpectationWord: TypeAlias = Literal["any", "whole", "halves"]
ChangeWord: TypeAlias = Literal["value", "best-move"]

MOST_LEAVES = 200
MOST_LEVELS = 12
MOST_CHILDREN = 12
MOST_NUMBERS = 2_001

_RANGE = re.compile(r"(\d++)?\s*+(\.\.)?\s*+(\d++)?")
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


class GoalRange(NamedTuple):
    """A range of whole numbers, both ends included; `most` is None where there is no end."""

    least: int
    most: int | None

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.distance(number) == 0

    def __str__(self) -> str:
        if self.least == self.most:
            return str(self.least)
        return f"{self.least}..{'' if self.most is None else self.most}"

    def distance(self, number: int) -> int:
        """How far a number lies outside of the range."""
        if number < self.least:
            return self.least - number
        return 0 if self.most is None else max(0, number - self.most)


class NumberRange(NamedTuple):
    """The numbers that a leaf can have: from `low` to `high`, by `step`."""

    low: Finite
    high: Finite
    step: Fraction | int = 1

    @property
    def pool(self) -> tuple[Finite, ...]:
        """All of them, the smallest first."""
        steps = int((self.high - self.low) / self.step)
        return tuple(exact(Fraction(self.low + place * self.step)) for place in range(steps + 1))

    def __str__(self) -> str:
        return f"{self.low}..{self.high}{' halves' if self.step != 1 else ''}"


HEAD = NumberRange(0, 20)
USUAL_LEAVES, USUAL_DEPTH, USUAL_BRANCHING = GoalRange(8, 12), GoalRange(2, 4), GoalRange(2, 4)
DEPTH_FOR_DEEP = GoalRange(4, 5)  # where deep cutoffs have room


@dataclass(frozen=True, slots=True)
class GoalField:
    """A goal: its name in YAML and, behind `--`, on the command line; what it takes, and how it is read."""

    name: str
    read: Callable[[object], Any]
    help: str
    metavar: str = "RANGE"
    is_flag: bool = False

    @property
    def attribute(self) -> str:
        return self.name.replace("-", "_")

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def is_list(self) -> bool:
        return self.metavar.endswith(",…")


def read_span(least: int, most: int) -> Callable[[object], GoalRange]:
    """A reader of `3`, `2..4`, `2..` or `..4`, within these limits."""

    def read(value: object) -> GoalRange:
        text = _text(value)
        found = _RANGE.fullmatch(text)
        if found is None or not (found[1] or found[3]) or (found[3] and not found[2]):
            raise FieldError(f"`{text}` is not a range of whole numbers", "such as `3`, `2..4` or `2..`")
        low = least if found[1] is None else int(found[1])
        high = int(found[3]) if found[3] else None if found[2] else low
        return _within(text, low, high, least, most)

    return read


def _within(text: str, low: int, high: int | None, least: int, most: int) -> GoalRange:
    if high is not None and low > high:
        raise FieldError(f"`{text}` begins above its end", f"write the smaller number first: `{high}..{low}`")
    if low < least or max(low, high or low) > most:
        raise FieldError(f"`{text}` goes beyond what is possible here", f"it lies between {least} and {most}")
    return GoalRange(low, high)


def read_numbers(value: object) -> NumberRange:
    """The numbers of leaves: `0..20`, `-5..5 halves`, or `head`."""
    text = _text(value)
    if text == "head":
        return HEAD
    ends, _, word = text.partition(" ")
    low_text, dots, high_text = ends.partition("..")
    if not dots or word.strip() not in ("", "halves"):
        raise _no_numbers(text)
    try:
        low, high = read_number(low_text.strip()), read_number(high_text.strip())
    except NumberError:
        raise _no_numbers(text) from None
    if isinstance(low, float) or isinstance(high, float):
        raise FieldError(f"`{text}` has no end", "leaves get numbers from a range such as `0..20`")
    if low > high:
        hint = f"write the smaller number first: `{high}..{low}`"
        raise FieldError(f"`{text}` begins above its end", hint)
    numbers = NumberRange(low, high, Fraction(1, 2) if word.strip() else 1)
    if (high - low) / numbers.step >= MOST_NUMBERS:
        raise FieldError(f"`{text}` has more than {MOST_NUMBERS:,} numbers", "narrow the range")
    return numbers


def read_word(words: Sequence[str]) -> Callable[[object], str]:
    """A reader of one of these words."""

    def read(value: object) -> str:
        text = _text(value)
        if text in words:
            return text
        hint = did_you_mean(text, words, f"use {listed(words, 'or')}")
        raise FieldError(f"`{text}` is not one of its values", hint)

    return read


def read_kinds(value: object) -> tuple[Kind, ...]:
    """Kinds of nodes: `max,min,chance`."""
    return tuple(map(_kind, _items(value)))


def _kind(text: str) -> Kind:
    words = ("max", "min", "chance")
    if text not in words:
        hint = did_you_mean(text, words, f"use {listed(words, 'or')}")
        raise FieldError(f"`{text}` is not a kind of node", hint)
    return Kind(text)


def read_ideas(value: object) -> tuple[str, ...]:
    """Misconceptions by their ids."""
    known = [idea.id for idea in CATALOGUE]
    for text in (items := _items(value)):
        if text in BY_ID and text not in known:
            message = f"`{text}` shows only in programs, or where several players move"
            raise FieldError(message, "choose one that shows on a sheet about Max and Min")
        if text not in known:
            hint = did_you_mean(text, known, "`grader check SET --matrix` shows their names")
            raise FieldError(f"no misconception is called `{text}`", hint)
    return tuple(dict.fromkeys(items))


def read_place(value: object) -> str | int:
    """Where a move stands among those at the root: `first`, `last`, `middle`, or its number from 1."""
    text = _text(value)
    if text in ("first", "last", "middle"):
        return text
    if text.isdecimal() and 1 <= int(text) <= MOST_CHILDREN:
        return int(text)
    raise FieldError(
        f"`{text}` is not the position of a move", "use `first`, `middle`, `last`, or a number from 1"
    )


def stands(place: int, moves: int, where: str | int | None) -> bool | None:
    """Whether the move at this place, from 0, stands there; None where nothing is said."""
    if where is None:
        return None
    if where == "middle":
        return 0 < place < moves - 1
    return place == {"first": 0, "last": moves - 1}.get(
        str(where), where - 1 if isinstance(where, int) else -1
    )


def read_probabilities(value: object) -> tuple[Fraction, ...]:
    """Probabilities to choose from: `1/2,1/3,1/6`."""
    found = []
    for text in _items(value):
        try:
            number = read_number(text)
        except NumberError as error:
            raise FieldError(error.message, error.hint) from None
        if isinstance(number, float) or not 0 < number < 1:
            message = f"`{text}` is not between 0 and 1"
            raise FieldError(message, "write probabilities such as `1/2,1/3,1/6`")
        found.append(Fraction(number))
    return tuple(sorted(set(found)))


def read_flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    text = _text(value)
    if text.casefold() not in _BOOLEANS:
        raise FieldError(f"`{text}` is neither true nor false", "write `true` or `false`")
    return _BOOLEANS[text.casefold()]


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        raise FieldError("a single value is expected here, not a list", "write one")
    return str(value).strip()


def _items(value: object) -> list[str]:
    """The items of a list, or of a text with commas."""
    items = value if isinstance(value, list | tuple) else str(value).split(",")
    found = [str(item).strip() for item in items if str(item).strip()]
    if not found:
        raise FieldError("there is nothing in this list", "name at least one")
    return found


def _no_numbers(text: str) -> FieldError:
    return FieldError(f"`{text}` is not a range of numbers", "such as `0..20`, `-5..5 halves` or `head`")


def shown_probabilities(probabilities: Sequence[Fraction]) -> str:
    return ", ".join(map(pretty_number, probabilities))


_COUNT = read_span(0, MOST_LEAVES)
GOAL_FIELDS: tuple[GoalField, ...] = (
    GoalField(
        "leaves", read_span(2, MOST_LEAVES), f"how many leaves, such as 9..14 (default: {USUAL_LEAVES})"
    ),
    GoalField(
        "depth", read_span(1, MOST_LEVELS),
        f"how many moves from the root to the deepest leaf (default: {USUAL_DEPTH}, or {DEPTH_FOR_DEEP} "
        "where deep cutoffs are wanted)",
    ),
    GoalField(
        "branching", read_span(2, MOST_CHILDREN),
        f"how many children an inner node has (default: {USUAL_BRANCHING})",
    ),
    GoalField(
        "shape", read_word(get_args(ShapeWord)),
        "uniform: the same number of children on each level; even: all leaves on one level; lopsided: leaves "
        "on several levels",
        "{any,uniform,even,lopsided}",
    ),
    GoalField("kinds", read_kinds, "the kinds of nodes, all of which occur (default: max,min)", "KIND,…"),
    GoalField("layers", read_kinds, "the kinds of the levels from the root down, repeated", "KIND,…"),
    GoalField("root", lambda value: _kind(_text(value)), "the kind of the root", "KIND"),
    GoalField(
        "numbers", read_numbers, f"the leaves: 0..20, '-5..5 halves', or head (default: {HEAD})", "NUMBERS"
    ),
    GoalField("distinct", read_flag, "no two leaves are equal", is_flag=True),
    GoalField(
        "ties", read_word(get_args(TieWord)),
        "none: no comparison meets a tie; leaves: two are equal; cut: a tie decides what is pruned; "
        "best-move: two moves are equally good",
        "{any,none,leaves,cut,best-move}",
    ),
    GoalField("cutoffs", _COUNT, "how many cutoffs"),
    GoalField("deep", _COUNT, "how many of them are deep"),
    GoalField("cutoffs-at-max", _COUNT, "how many of them are at Max nodes"),
    GoalField("cutoffs-at-min", _COUNT, "how many of them are at Min nodes"),
    GoalField("leaves-pruned", _COUNT, "how many leaves are pruned"),
    GoalField("inner-pruned", _COUNT, "how many inner nodes are pruned"),
    GoalField("best-move", read_place, "the position of the best move: first, middle, last, or 2", "PLACE"),
    GoalField("best-move-not", read_place, "a position that the best move does not have", "PLACE"),
    GoalField("probabilities", read_probabilities, "the probabilities that chance nodes may have", "P,…"),
    GoalField(
        "expectations", read_word(get_args(ExpectationWord)),
        "whether the values of chance nodes are whole or halves", "{any,whole,halves}",
    ),
    GoalField(
        "depth-limit-changes", read_word(get_args(ChangeWord)),
        "what the rule's depth changes, compared with the whole tree", "{value,best-move}",
    ),
    GoalField("detect", read_ideas, "misconceptions that must lead to a wrong answer", "ID,…"),
    GoalField("name", read_ideas, "misconceptions that must be named, as in `grader check`", "ID,…"),
    GoalField("tell-apart", read_ideas, "misconceptions that must all lead to different answers", "ID,…"),
    GoalField("most-ideas", read_flag, "show as many misconceptions as possible", is_flag=True),
    GoalField(
        "no-guess", read_flag, "the first move, `nothing is pruned` and `all are equal` are wrong",
        is_flag=True,
    ),
    GoalField("difficulty", read_span(0, 10_000), "the figure of difficulty that `grader check` prints"),
)  # fmt: skip
