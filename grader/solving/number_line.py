"""Sets of numbers as segments of a line, whose ends are in or out: joined, cut, compared and searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf
from typing import Literal, TypeAlias

from grader.text.numbers import Finite, Number, exact, show_number

Side: TypeAlias = Literal["low", "high"]
Segments: TypeAlias = tuple["Segment", ...]  # from left to right, with a gap between any two


@dataclass(frozen=True, slots=True)
class Segment:
    """The numbers from `low` to `high`; an infinite end is always out."""

    low: Number
    high: Number
    low_in: bool = False
    high_in: bool = False

    @property
    def is_empty(self) -> bool:
        return self.low > self.high or (self.low == self.high and not (self.low_in and self.high_in))

    @property
    def is_point(self) -> bool:
        return self.low == self.high

    def __str__(self) -> str:
        """As an interval is written: `[7, inf)`."""
        numbers = f"{show_number(self.low)}, {show_number(self.high)}"
        return f"{'[' if self.low_in else '('}{numbers}{']' if self.high_in else ')'}"

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int | Fraction):
            return False
        above = self.low < number or (self.low == number and self.low_in)
        return above and (number < self.high or (number == self.high and self.high_in))


LINE: Segments = (Segment(-inf, inf),)


@dataclass(frozen=True, slots=True)
class SegmentEnd:
    """An end of a segment, and whether it belongs to it."""

    side: Side
    number: Finite
    is_in: bool


def joined_up(segments: Iterable[Segment]) -> Segments:
    """The union of segments, each as long as it can be."""
    found: list[Segment] = []
    for segment in sorted(_finite_ends(segments), key=lambda each: (each.low, not each.low_in)):
        if segment.is_empty:
            continue
        last = found[-1] if found else None
        if last is None or _is_gap(last, segment):
            found.append(segment)
        elif (segment.high, segment.high_in) > (last.high, last.high_in):
            found[-1] = Segment(last.low, segment.high, last.low_in, segment.high_in)
    return tuple(found)


def common(one: Segments, other: Segments) -> Segments:
    """The numbers in both."""
    return joined_up(_overlap(first, second) for first in one for second in other)


def complement(segments: Segments) -> Segments:
    """All other numbers."""
    ends: list[tuple[Number, bool]] = [(-inf, False)]
    for segment in segments:
        ends += [(segment.low, not segment.low_in), (segment.high, not segment.high_in)]
    ends.append((inf, False))
    pairs = zip(ends[::2], ends[1::2], strict=True)
    return joined_up(Segment(low, high, low_in, high_in) for (low, low_in), (high, high_in) in pairs)


def whole_numbers(segments: Segments) -> Segments:
    """The whole numbers in them: each segment ends at one, and neighbours are together."""
    found: list[Segment] = []
    for segment in segments:
        low, high = _first_whole(segment), _last_whole(segment)
        if low > high:
            continue
        if found and low <= found[-1].high + 1:
            low = found.pop().low
        found.append(Segment(low, high, low > -inf, high < inf))
    return tuple(found)


def ends_of(segments: Segments, within: Segments = LINE) -> list[SegmentEnd]:
    """All finite ends, but for those that are the ends of everything."""
    outer = _ends(within)
    return [end for end in _ends(segments) if end not in outer]


def simplest_number(segments: Segments) -> Finite | None:
    """A number in them that is easy to reckon with: a whole one near 0 if there is one."""
    numbers = [_simplest(segment) for segment in segments]
    return min(numbers, key=lambda number: (Fraction(number).denominator, abs(number)), default=None)


def contains(segments: Segments, number: Finite) -> bool:
    return any(number in segment for segment in segments)


def set_text(
    segments: Segments, within: Segments, unknown: str, show: Callable[[Number], str] = show_number
) -> str:
    """The set as students write it: `5 < x <= 9`, `x < 2 or x > 9`, `always`; `within` is everything."""
    if segments == within:
        return "always"
    left = common(complement(segments), within)
    if left and len(segments) > 1 and all(segment.is_point for segment in left):
        return " and ".join(f"{unknown} != {show(segment.low)}" for segment in left)
    return " or ".join(_segment_text(segment, within, unknown, show) for segment in segments) or "never"


def _segment_text(segment: Segment, within: Segments, unknown: str, show: Callable[[Number], str]) -> str:
    if segment.is_point:
        return f"{unknown} = {show(segment.low)}"
    outer = _ends(within)
    low, high = (
        SegmentEnd("low", _finite(segment.low), segment.low_in),
        SegmentEnd("high", _finite(segment.high), segment.high_in),
    )
    has_low, has_high = segment.low > -inf and low not in outer, segment.high < inf and high not in outer
    signs = "<=" if segment.low_in else "<", "<=" if segment.high_in else "<"
    if has_low and has_high:
        return f"{show(segment.low)} {signs[0]} {unknown} {signs[1]} {show(segment.high)}"
    if has_low:
        return f"{unknown} {signs[0].replace('<', '>')} {show(segment.low)}"
    return f"{unknown} {signs[1]} {show(segment.high)}"


def _finite(number: Number) -> Finite:
    return 0 if isinstance(number, float) else number


def _finite_ends(segments: Iterable[Segment]) -> Iterator[Segment]:
    for each in segments:
        low_in, high_in = each.low_in and each.low > -inf, each.high_in and each.high < inf
        yield Segment(each.low, each.high, low_in, high_in)


def _is_gap(left: Segment, right: Segment) -> bool:
    return left.high < right.low or (left.high == right.low and not (left.high_in or right.low_in))


def _overlap(one: Segment, other: Segment) -> Segment:
    low, low_out = max((one.low, not one.low_in), (other.low, not other.low_in))
    high, high_in = min((one.high, one.high_in), (other.high, other.high_in))
    return Segment(low, high, not low_out, high_in)


def _first_whole(segment: Segment) -> Number:
    if segment.low == -inf:
        return -inf
    return ceil(segment.low) if segment.low_in else floor(segment.low) + 1


def _last_whole(segment: Segment) -> Number:
    if segment.high == inf:
        return inf
    return floor(segment.high) if segment.high_in else ceil(segment.high) - 1


def _ends(segments: Segments) -> Sequence[SegmentEnd]:
    found: list[SegmentEnd] = []
    for segment in segments:
        if not isinstance(segment.low, float):
            found.append(SegmentEnd("low", segment.low, segment.low_in))
        if not isinstance(segment.high, float):
            found.append(SegmentEnd("high", segment.high, segment.high_in))
    return found


def _simplest(segment: Segment) -> Finite:
    low, high = _first_whole(segment), _last_whole(segment)
    if low <= high:
        number = 0 if low <= 0 <= high else low if low > 0 else high
        return int(number)
    if segment.is_point:
        return exact(Fraction(segment.low))
    denominator = 2
    while True:  # both ends are finite here
        number = Fraction(floor(Fraction(segment.low) * denominator) + 1, denominator)
        if number in segment:
            return exact(number)
        denominator += 1
