"""What grading again changes → a table, Markdown or a record, to decide whether to store it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grader.gradebook.entries import Points
from grader.gradebook.regrades import Difference, Regraded, Reworded, Underneath, Why
from grader.grading import Check, Grade
from grader.problems import ProblemSet
from grader.reports.record_words import points_in_words, shown_answer, shown_points
from grader.rule import plain_number
from grader.text.columns import visible
from grader.text.escapes import markdown_text
from grader.text.spelling import shortened

_LONGEST = 60
_SAME_MARK = "the same marks, with other feedback"
_AS_IT_WAS = "nothing was written: everything that counts is already graded with this set"


def regraded_lines(regraded: Iterable[Regraded], _problems: ProblemSet, *, applied: bool) -> Iterator[str]:
    """A line for every student whose grade changes, and below it one for every question and its reasons."""
    count = _Count()
    for one in count.over(regraded):
        if not _is_news(one):
            continue
        yield f"{visible(one.student)}: {_totals(one)}"
        names = _names(one)
        for difference, reasons in _with_reasons(one.differences):
            yield f"    {names[difference.question]}: {_marks(difference)}"
            yield from (f"        {reason}" for reason in reasons)
        for reworded in one.reworded:
            yield f"    {names[reworded.question]}: {_SAME_MARK}"
            yield from (f"        {sentence}" for sentence in reworded_sentences(reworded))
        for note in one.underneath:
            yield f"    {names[note.adjustment.question]}: {_underneath(note)}"
    yield from count.lines(applied=applied)


def regraded_markdown(regraded: Iterable[Regraded], problems: ProblemSet, *, applied: bool) -> Iterator[str]:
    """The same as a table for a comment or a wiki."""
    count = _Count()
    yield f"## {markdown_text(problems.title)}"
    yield ""
    yield "| student | before | after | change | question | why |"
    yield "|---|---|---|---|---|---|"
    for one in count.over(regraded):
        if _is_news(one):
            yield from _rows(one)
    yield ""
    yield from map(markdown_text, count.lines(applied=applied))


def regraded_record(regraded: Iterable[Regraded], problems: ProblemSet, *, applied: bool) -> dict[str, Any]:
    """The same as a value; numbers as in a grade's record."""
    count = _Count()
    students = [_student(one) for one in count.over(regraded) if _is_news(one)]
    return {
        "set": problems.id,
        "hash": problems.hash,
        "applied": applied,
        "students": students,
        "counts": {name: count.counts[name] for name in ("same", "up", "down", "otherwise", "reworded")},
    }


def why_in_words(why: Why) -> str:
    """What was one thing and is now another."""
    if why.what == "question":
        return "the question is new" if why.was is None else "the question is gone"
    was, now = _apart(shown_answer(why.was), shown_answer(why.now))
    return f"{why.what}: {was} → {now}"


def _with_reasons(differences: Iterable[Difference]) -> Iterator[tuple[Difference, list[str]]]:
    """Every difference with its reasons; another tree is told once for all questions of its problem."""
    told: set[str] = set()
    for difference in differences:
        problem = difference.question.partition(".")[0]
        again = problem in told
        yield (
            difference,
            [
                "tree: as above" if again and why.what == "tree" else why_in_words(why)
                for why in difference.why
            ],
        )
        told |= {problem for why in difference.why if why.what == "tree"}


class _Count:
    """How many grades go up, down, change otherwise, stay the same, or have only other words."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._marked = 0

    def over(self, regraded: Iterable[Regraded]) -> Iterator[Regraded]:
        for one in regraded:
            self.counts[_direction(one)] += 1
            self._marked += len(one.marked)
            yield one

    def lines(self, *, applied: bool) -> Iterator[str]:
        up, down, otherwise = (self.counts[name] for name in ("up", "down", "otherwise"))
        would = "changed" if applied else "would change"
        total = self.counts.total()
        changed = f"{up + down + otherwise:,} of {total:,} grade{'' if total == 1 else 's'} {would}"
        yield f"{changed}: {up} up, {down} down, {otherwise} otherwise"
        if reworded := self.counts["reworded"]:
            others = "1 other keeps its" if reworded == 1 else f"{reworded:,} others keep their"
            yield f"{others} marks, and only the feedback {would}"
        if not applied:
            yield "nothing was written; `--apply` stores the new grades"
        else:
            yield "the new grades are stored" if self._marked else _AS_IT_WAS


def _direction(one: Regraded) -> str:
    if not one.changes:
        return "reworded" if one.reworded else "same"
    return "up" if one.change > 0 else "down" if one.change < 0 else "otherwise"


def _is_news(one: Regraded) -> bool:
    return one.changes or bool(one.reworded or one.underneath)


def _names(one: Regraded) -> Mapping[str, str]:
    """By its id the name of each question, as the set has it now, or had it where it is gone."""
    grades = one.before.grade, one.after.grade
    ids = {check.id: check.id for grade in grades for check in grade.checks}
    adjusted = {note.adjustment.question: note.adjustment.question for note in one.underneath}
    names = (name for grade in grades for name in grade.question_names.values())
    return ids | adjusted | {name.id: visible(name.with_id) for name in names}


def _totals(one: Regraded) -> str:
    before, after = (_total(standing.grade) for standing in (one.before, one.after))
    if before == after:
        return before
    change = f" ({_signed(one.change)})" if one.change else ""
    return f"{before} → {after}{change}"


def _total(grade: Grade) -> str:
    late = f" after {shown_points(grade.penalty)} off for lateness" if grade.penalty else ""
    status = "" if grade.status == "graded" else f", {grade.status}"
    waits = f", {grade.pending} pending" if grade.pending else ""
    return f"{shown_points(grade.after)} of {shown_points(grade.possible)}{late}{status}{waits}"


def _signed(points: Points) -> str:
    return f"−{shown_points(-points)}" if points < 0 else f"+{shown_points(points)}"


def _marks(difference: Difference) -> str:
    return f"{_mark(difference.before)} → {_mark(difference.after)} ({_signed(difference.change)})"


def reworded_sentences(reworded: Reworded) -> Iterator[str]:
    """What is no longer said, and what is said instead; where only the order differs, all of it."""
    gone, new = reworded.gone, reworded.new
    if not gone and not new:
        gone, new = reworded.before, reworded.after
    yield from (f"− {visible(sentence)}" for sentence in gone)
    yield from (f"+ {visible(sentence)}" for sentence in new)


def _mark(check: Check | None) -> str:
    if check is None:
        return "not asked"
    earned = "?" if check.earned is None else shown_points(check.earned)
    return f"{check.verdict} {earned} of {shown_points(check.possible)}"


def _underneath(note: Underneath) -> str:
    """A decision that stands, though what it was about has changed."""
    adjustment = note.adjustment
    assert adjustment.points is not None
    stay = "stays" if adjustment.points == 1 else "stay"
    return (
        f"{visible(adjustment.by)} gave {points_in_words(adjustment.points)},"
        f" which {stay}; the mark underneath was {_plain_mark(note.then)}, and is now {_plain_mark(note.now)}"
        + ("; the answer is another one" if _answers_differ(note) else "")
    )


def _plain_mark(check: Mapping[str, Any] | None) -> str:
    return "not there" if check is None else f"{check['verdict']} {check['earned']} of {check['possible']}"


def _answers_differ(note: Underneath) -> bool:
    return note.then is not None and note.now is not None and note.then["raw"] != note.now["raw"]


def _rows(one: Regraded) -> Iterator[str]:
    cells = [one.student, _total(one.before.grade), _total(one.after.grade), _signed(one.change)]
    told = [(difference.question, [_marks(difference), *reasons])
            for difference, reasons in _with_reasons(one.differences)]  # fmt: skip
    told += [(each.question, [_SAME_MARK, *reworded_sentences(each)]) for each in one.reworded]
    told += [(note.adjustment.question, [_underneath(note)]) for note in one.underneath]
    names = {"": "", **_names(one)}
    for question, reasons in told or [("", [])]:
        row = (*cells, names[question], "; ".join(reasons))
        yield f"| {' | '.join(markdown_text(cell) for cell in row)} |"
        cells = ["", "", "", ""]


def _student(one: Regraded) -> dict[str, Any]:
    return {
        "student": one.student,
        "before": _total_record(one.before.grade),
        "after": _total_record(one.after.grade),
        "change": plain_number(one.change),
        "questions": [_question(difference) for difference in one.differences],
        "reworded": [
            {"question": each.question, "before": list(each.before), "after": list(each.after)}
            for each in one.reworded
        ],
        "adjusted": [_underneath_record(note) for note in one.underneath],
    }


def _total_record(grade: Grade) -> dict[str, Any]:
    points = {name: plain_number(getattr(grade, name)) for name in ("earned", "possible", "penalty", "after")}
    return {"status": grade.status, **points, "pending": grade.pending}


def _question(difference: Difference) -> dict[str, Any]:
    before, after = (
        None if check is None else {name: check.to_dict()[name] for name in ("verdict", "earned", "possible")}
        for check in (difference.before, difference.after)
    )
    why = [reason.to_dict() for reason in difference.why]
    return {"question": difference.question, "before": before, "after": after, "why": why}


def _underneath_record(note: Underneath) -> dict[str, Any]:
    adjustment = note.adjustment
    assert adjustment.points is not None
    decided = {
        "question": adjustment.question, "points": plain_number(adjustment.points),
        "because": adjustment.because, "by": adjustment.by,
    }  # fmt: skip
    return {**decided, "then": note.then, "now": note.now}


def _apart(was: str, now: str) -> tuple[str, str]:
    """Two texts as a sentence shows them; of long ones the part where they begin to differ."""
    same = next((place for place, (one, other) in enumerate(zip(was, now, strict=False)) if one != other), 0)
    start = max(0, same - _LONGEST // 3) if max(len(was), len(now)) > _LONGEST else 0
    first, second = (visible(shortened(text[start:], _LONGEST)) for text in (was, now))
    return (f"…{first}", f"…{second}") if start else (first, second)
