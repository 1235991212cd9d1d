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


def cell_words(cell: TermCell, say: Say) -> str:
    """`22`, `22 → 19.8` where lateness costs something, in parentheses where it is dropped; or what it is."""
    return _cell_words(_Shown(cell.kind, cell.earned, cell.after, cell.slip, cell.dropped, cell.shown), say)


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
        parts = {"terms": terms, "weight": _number(part.weight), "percent": shown_percent(part.share)}
        yield say("term.part" if part.part.id else "term.whole", part=part.part.id, **parts)
    if len(reckoned.parts) > 1 or reckoned.parts[0].part.id != WHOLE:
        terms = " + ".join(
            f"{_number(part.part.weight)} × {shown_percent(part.share)} %" for part in reckoned.parts
        )
        weight = sum((part.part.weight for part in reckoned.parts), Fraction(0))
        yield say("term.of-parts", terms=terms, weight=_number(weight), percent=shown_percent(reckoned.share))
    yield say(
        "term.total-line", percent=shown_percent(reckoned.share), of=_number(course.total.of),
        exact=pretty_decimal(reckoned.total), total=total_words(row, course),
    )  # fmt: skip


def rule_lines(course: Course, say: Say) -> Iterator[str]:
    """How totals are made in this course, in sentences."""
    for part in course.total.parts:
        weights = say("list.comma").join(
            _weighed(entry, say) for entry in course.sets if entry.part == part.id
        )
        yield say("term.rule-part" if part.id else "term.rule-sets", part=part.id, weights=weights,
                  weight=_number(part.weight))  # fmt: skip
        yield from _limits(part, say)
    if course.total.cap is not None:
        yield say("term.rule-cap", percent=shown_percent(course.total.cap))
    if course.slip is not None:
        how = "term.rule-slip" if course.slip.said is None else "term.rule-slip-said"
        yield say(how, number=course.slip.days, most=course.slip.per_set)
    yield say("term.rule-total", of=_number(course.total.of), number=course.total.decimals)


def _limits(part: Part, say: Say) -> Iterator[str]:
    if part.drop:
        yield say("term.rule-drop", number=part.drop)
    if part.cap is not None:
        yield say("term.rule-cap", percent=shown_percent(part.cap))


def _weighed(entry: CourseSet, say: Say) -> str:
    words = f"{entry.title} ({_number(entry.weight)})"
    return say("term.bonus", set=words) if entry.bonus else words


def _counts(cell: TermCell) -> bool:
    return cell.share is not None and not cell.dropped


def _number(number: Fraction) -> str:
    return pretty_decimal(number)
