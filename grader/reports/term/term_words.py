"""A cell of the term, and a total → words and numbers that people read."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grader.reports.record_words import shown_percent, shown_points
from grader.term.course import WHOLE, Course, CourseSet, Part
from grader.term.term_table import WITHOUT_POINTS, CellKind, TermCell, TermRow
from grader.text.numbers import pretty_decimal
from grader.text.sentences import Say


def cell_words(cell: TermCell, say: Say, *, slips: bool = True) -> str:
    """`22`, `22 → 19.8` where lateness costs something, in parentheses where it is dropped; or what it is."""
    days = cell.slip if slips else 0
    return _cell_words(_Shown(cell.kind, cell.earned, cell.after, days, cell.dropped, cell.shown), say)


class _Shown(NamedTuple):
    """All of a cell that its words depend on."""

    kind: CellKind
    earned: Fraction
    after: Fraction
    slip: int
    dropped: bool
    shown: bool


@lru_cache(maxsize=8192)  # many students have the same
def _cell_words(cell: _Shown, say: Say) -> str:
    if cell.kind in WITHOUT_POINTS:
        words = say("term.not-shown" if cell.kind == "open" and not cell.shown else f"term.{cell.kind}")
    else:
        words = shown_points(cell.earned)
        words = words if cell.after == cell.earned else f"{words} → {shown_points(cell.after)}"
        words = say("term.with-slip", points=words, number=cell.slip) if cell.slip else words
        words = words if cell.kind == "marked" else f"{words} {say(f'term.{cell.kind}')}"
    return f"({words})" if cell.dropped else words


def total_words(row: TermRow, course: Course) -> str:
    """The rounded total with all its decimals, or nothing where nothing counts yet."""
    rounded, decimals = row.reckoned.rounded, course.total.decimals
    if rounded is None:
        return ""
    whole, rest = divmod(int(rounded * 10**decimals), 10**decimals)
    return f"{whole}.{rest:0{decimals}}" if decimals else str(whole)


def reckoning_lines(row: TermRow, course: Course, say: Say) -> Iterator[str]:
    """How the total came about, step by step."""
    reckoned = row.reckoned
    if reckoned.share is None or reckoned.total is None:
        yield say("term.nothing-yet")
        return
    for part in reckoned.parts:
        entries = [
            entry for entry in course.sets
            if entry.part == part.part.id and _counts(row.cells[entry.id])
        ]  # fmt: skip
        terms = " + ".join(
            f"{_number(entry.weight)} × {shown_percent(row.cells[entry.id].share or Fraction(0))} %"
            for entry in entries
        )
        shares = ((row.cells[entry.id].share or Fraction(0)) * entry.weight for entry in entries)
        mean = sum(shares, Fraction(0)) / part.weight
        parts = {"terms": terms, "weight": _number(part.weight), "percent": shown_percent(mean)}
        line = say("term.part" if part.part.id else "term.whole", part=part.part.id, **parts)
        yield _capped(line, mean, part.share if part.part.id else reckoned.share, say)
    if reckoned.parts[0].part.id != WHOLE:
        terms = " + ".join(
            f"{_number(part.part.weight)} × {shown_percent(part.share)} %" for part in reckoned.parts
        )
        weight = sum((part.part.weight for part in reckoned.parts), Fraction(0))
        mean = sum((part.part.weight * part.share for part in reckoned.parts), Fraction(0)) / weight
        line = say("term.of-parts", terms=terms, weight=_number(weight), percent=shown_percent(mean))
        yield _capped(line, mean, reckoned.share, say)
    yield say(
        "term.total-line", percent=shown_percent(reckoned.share), of=_number(course.total.of),
        exact=pretty_decimal(reckoned.total), total=total_words(row, course),
    )  # fmt: skip


def _capped(line: str, mean: Fraction, share: Fraction, say: Say) -> str:
    """A line that ends in a mean, and what counts of it where that is less."""
    return line if mean == share else say("term.capped", line=line, percent=shown_percent(share))


def rule_lines(course: Course, say: Say) -> Iterator[str]:
    """How totals are made in this course, in sentences."""
    for part in course.total.parts:
        weights = say("list.comma").join(
            _weighed(entry, say) for entry in course.sets if entry.part == part.id
        )
        weighs = say("term.rule-part" if part.id else "term.rule-sets", part=part.id, weights=weights,
                     weight=_number(part.weight))  # fmt: skip
        yield " ".join((weighs, *_limits(part, say)))
    if course.slip is not None:
        how = "term.rule-slip" if course.slip.said is None else "term.rule-slip-said"
        yield say(how, number=course.slip.days, most=course.slip.per_set)
    yield " ".join((
        say("term.rule-total", of=_number(course.total.of), number=course.total.decimals),
        *_limit(course.total.cap, say),
    ))  # fmt: skip


def _limits(part: Part, say: Say) -> Iterator[str]:
    if part.drop:
        yield say("term.rule-drop", number=part.drop)
    yield from _limit(part.cap, say)


def _limit(cap: Fraction | None, say: Say) -> Iterator[str]:
    if cap is not None:
        yield say("term.rule-cap", percent=shown_percent(cap))


def _weighed(entry: CourseSet, say: Say) -> str:
    weight = _number(entry.weight)
    if entry.cap is not None:
        weight = say("term.weight-capped", weight=weight, percent=shown_percent(entry.cap))
    words = f"{entry.title} ({weight})"
    return say("term.bonus", set=words) if entry.bonus else words


def _counts(cell: TermCell) -> bool:
    return cell.share is not None and not cell.dropped


def _number(number: Fraction) -> str:
    return pretty_decimal(number)
