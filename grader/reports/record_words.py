"""Points, totals, verdicts, answers and notes of a record → text as people read it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from textwrap import dedent
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.document.brackets import QUOTED, unquoted
from grader.grading import Check, Grade
from grader.grading.grade_record import CheckStanding
from grader.problems import ProblemSet
from grader.text.columns import beginning, visible, width
from grader.text.sentences import Say
from grader.text.source import Mistake

if TYPE_CHECKING:
    from grader.drawing.svg_overlay import PillVerdict

LONGEST_NAME = 200
LONGEST_TEXT, _MOST_LINES = 20_000, 1000
LONGEST_ANSWER, MOST_LINES = 2000, 60  # characters and lines of an answer that are shown

# What stays together on a line, and the blank before it: a word, or one wide letter. Before an opening and
# after a closing mark, a line may end; the other way round it may not.
_WIDE = r"\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
_OPENING, _CLOSING = "（「『《〈【", "，。、：；？！）」』》〉】"
_UNIT = re.compile(rf"( ?)([{_OPENING}]*(?:[^ {_WIDE}]+|[{_WIDE}]|)[{_CLOSING}]*)")


def shown(text: str, longest: int, say: Say, lines: int = _MOST_LINES) -> str:
    """A text without signs that do harm, its lines kept; of a long one the beginning, and how long it is."""
    begun = text[:longest].splitlines()
    told = "\n".join(map(visible, begun[:lines]))
    whole = len(text) <= longest and len(begun) <= lines
    return told if whole else say("student-page.shortened", text=told, number=len(text))


def shown_points(points: int | Fraction) -> str:
    """Exact points, rounded once to at most two decimals: `3`, `1.5`, `1.67`."""
    return _decimal(points, 2)


def points_in_words(points: int | Fraction) -> str:
    """The same as an English phrase: `1 point`, `1.5 points`."""
    return f"{shown_points(points)} point{'' if points == 1 else 's'}"


def shown_percent(share: Fraction) -> str:
    """A share of 1 as a percentage with at most one decimal; 100 only where it is all."""
    percent = _decimal(share * 100, 1)
    return "99.9" if percent == "100" and share < 1 else percent


def shown_answer(answer: Any) -> str:
    """An answer as JSON holds it, in few signs: `B: 3, C: 2`, `C2, C3`."""
    if isinstance(answer, dict):
        return ", ".join(f"{name}: {_nested(value)}" for name, value in answer.items())
    if isinstance(answer, list):
        return ", ".join(map(_nested, answer)) or "none"
    return _single(answer)


def answer_text(raw: str) -> str:
    """An answer as it was meant, in its lines: without the quotes and the indentation that its file needs."""
    if QUOTED.fullmatch(raw):
        return unquoted(raw, 0, len(raw)).strip()
    first, line_end, rest = raw.partition("\n")
    return f"{first}{line_end}{dedent(rest)}".rstrip() if rest else first.rstrip()


def typed_answer(raw: str) -> str:
    """The same, of a long one only the beginning."""
    text = answer_text(raw)
    begun = beginning(text, LONGEST_ANSWER, MOST_LINES)
    return text if begun == text else f"{begun}…"


def reckoning_told(check: Check) -> str | None:
    """How the points came about, where that is not plain: something is right, and something is not."""
    explains = check.standing == "partly" or (check.standing == "wrong" and "right" in check.parts.values())
    return check.reckoning if explains else None


def note_text(note: Mistake, say: Say) -> str:
    """A note about a sheet over several lines, with its place and a hint."""
    return note.written(lambda word: say(f"note.{word}"))


def wrapped(text: str, columns: int) -> list[str]:
    """Lines of at most that many columns, broken at blanks where there are any, or between wide letters."""
    lines = [""]
    for blank, unit in _UNIT.findall(text):
        joined = f"{lines[-1]}{blank}{unit}" if lines[-1] else unit
        if width(joined) <= columns:
            lines[-1] = joined
        else:
            lines += _broken(unit, columns)
    return [line for line in lines if line] or [""]


@lru_cache(maxsize=4096)  # many students have the same
def _decimal(number: int | Fraction, places: int) -> str:
    """The number rounded half up, without needless zeros."""
    if isinstance(number, int):
        return str(number)
    units = (2 * number.numerator * 10**places + number.denominator) // (2 * number.denominator)
    whole, rest = divmod(units, 10**places)
    return f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")


def _nested(answer: Any) -> str:
    if isinstance(answer, dict):
        return "{" + shown_answer(answer) + "}"
    if isinstance(answer, list):
        return "[" + ", ".join(map(_nested, answer)) + "]"
    return _single(answer)


def _single(answer: Any) -> str:
    if isinstance(answer, bool):
        return "true" if answer else "false"
    return "–" if answer is None else str(answer)


def _broken(word: str, columns: int) -> list[str]:
    """A word in pieces that fit."""
    pieces = [""]
    for character in word:
        if width(pieces[-1] + character) > columns:
            pieces.append("")
        pieces[-1] += character
    return pieces


SIGNS: Mapping[CheckStanding | PillVerdict, str] = {
    "right": "✓",
    "partly": "◐",
    "wrong": "✗",
    "missing": "○",
    "missed": "○",
    "carried": "↪",
    "unreadable": "?",
    "pending": "…",
    "failed": "!",
    "answered": "•",
    "given": "•",
    "hidden": "–",
    "granted": "⊕",
    "excluded": "∅",
}


class Totals(NamedTuple):
    """What a row of a table says of a whole grade; no percentage while something waits for a person."""

    earned: str
    possible: str
    percent: str
    penalty: str
    after: str


def totals_of(grade: Grade, pending: int) -> Totals:
    """The totals of a grade, of which so many questions wait."""
    return _totals(grade.earned, grade.possible, 0 if grade.late is None else grade.late.share, pending > 0)


@lru_cache(maxsize=4096)  # many students have the same
def _totals(earned: int | Fraction, possible: int | Fraction, lost: int | Fraction, waits: bool) -> Totals:
    penalty = earned * lost
    after = Fraction(earned - penalty)
    percent = "" if waits or not possible else shown_percent(after / possible)
    return Totals(
        shown_points(earned), shown_points(possible), percent, shown_points(penalty), shown_points(after)
    )


def total_in_words(grade: Grade, say: Say) -> str:
    """What was earned of what is known, which leaves out the questions that wait for a person."""
    pending, known = grade.pending, grade.known
    if pending and not known:
        return say("report.all-pending", number=pending)
    table = "late" if grade.penalty else "report"
    points = {"earned": grade.earned, "possible": known}
    if grade.penalty:
        points |= {"penalty": grade.penalty, "after": grade.after}
    parts: dict[str, object] = {name: shown_points(number) for name, number in points.items()}
    total = say(f"{table}.total", percent=shown_percent(grade.share_after), number=known, **parts)
    return say("report.total-pending", total=total, number=pending) if pending else total


def lateness_in_words(grade: Grade, problems: ProblemSet, say: Say) -> Iterator[str]:
    """When it came and when it was due, where the student has a due date of their own or is late."""
    late, due = grade.late, problems.due
    if late is None or due is None:
        return
    own = due.moved(late.due).text
    if late.slip is not None:
        yield say("late.slip", number=late.slip.days, left=late.slip.left)
    if late.at is None or late.at <= late.due or problems.late is None:
        if grade.problems is None or grade.problems.due is None or late.due > grade.problems.due.at:
            yield say("late.extended", due=own)
    elif late.share:
        parts = {"at": due.moved(late.at).text, "due": own, "percent": shown_percent(late.share)}
        yield say("late.handed-in", number=late.days, **parts)
    else:
        yield say("late.in-grace", at=due.moved(late.at).text, due=own)
