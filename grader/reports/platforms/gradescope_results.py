"""A Grade → Gradescope's `results.json`, in which nothing can be seen before `reveal` shows it.

Each question is a test with its points, visible from when the marks are. What is shown earlier or later than
the marks stands in further tests without points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from grader.grading import Check, Grade, seen_by_student
from grader.problems import ProblemSet
from grader.problems.question_name import QuestionName
from grader.reports.platforms.rounded_points import hundredths, hundredths_above
from grader.reports.record_words import shown_answer, typed_answer
from grader.reports.student.marks_table import expected_on_sheet, run_details
from grader.reports.student.search_drawings import drawn
from grader.reports.student.student_page import student_page
from grader.text.escapes import json_text, markdown_block, markdown_code, markdown_text
from grader.text.sentences import Say, sentences

VISIBLE, AFTER_DUE, HIDDEN = "visible", "after_due_date", "hidden"

_PASSED = frozenset(("right", "granted"))
_FAILED = frozenset(("partly", "wrong", "missing", "unreadable"))


@dataclass(frozen=True, slots=True)
class Stage:
    """What is seen of one question at a time, and Gradescope's word for that time."""

    visibility: str
    check: Check
    runs: tuple[str, ...]  # what was seen of a program, in lines
    expected: object


def gradescope_json(grade: Grade, problems: ProblemSet, *, now: datetime | None = None) -> str:
    """The file that Gradescope reads."""
    return json_text(gradescope_record(grade, problems, now))


def gradescope_record(grade: Grade, problems: ProblemSet, now: datetime | None = None) -> dict[str, Any]:
    """The same as a value; `now` is when it is made, and so what is visible at once."""
    moment = now or datetime.now(UTC)
    say = sentences(problems.language)
    units = hundredths([check.earned or 0 for check in grade.checks])
    names = problems.question_names
    tests = [
        test
        for stages, points in zip(_stages(grade, problems, moment), units, strict=True)
        for test in _tests(stages, points, names[stages[0].check.id], say)
    ]
    return {
        "score": _decimal(hundredths([grade.after])[0] if grade.penalty else sum(units)),
        "output": _overview(grade, problems, moment),
        "output_format": "md",
        "visibility": VISIBLE,
        "stdout_visibility": HIDDEN,
        "tests": tests,
    }


def _stages(grade: Grade, problems: ProblemSet, now: datetime) -> Iterator[tuple[Stage, ...]]:
    """For each question what is seen now, after the due date, and by the staff alone."""
    due = now if problems.due is None else max(now, problems.due.at)
    views = [seen_by_student(grade, problems, now), seen_by_student(grade, problems, due), grade]
    say = sentences(problems.language)
    for checks in zip(*(view.checks for view in views), strict=True):
        yield tuple(
            Stage(word, check, tuple(run_details(view, check, say)), expected_on_sheet(check, problems))
            for word, view, check in zip((VISIBLE, AFTER_DUE, HIDDEN), views, checks, strict=True)
        )


def _tests(stages: Sequence[Stage], points: int, name: QuestionName, say: Say) -> Iterator[dict[str, Any]]:
    said: list[str] = []
    marked = False
    for stage in stages:
        news = [paragraph for paragraph in _paragraphs(stage, say) if paragraph not in said]
        scored = not marked and stage.check.earned is not None
        marked = marked or scored
        # What only the staff sees stands elsewhere: any hidden test would hide the total from students.
        if not scored and (not news or stage.visibility == HIDDEN):
            continue
        said += news
        yield {
            "number": name.number,
            "name": name.title if scored or not marked else say("files.more", name=name.title),
            **(_score(stage.check, points) if scored else {}),
            "output": "\n\n".join(news),
            "output_format": "md",
            "visibility": stage.visibility,
        }


def _score(check: Check, points: int) -> dict[str, Any]:
    status = "passed" if check.standing in _PASSED else "failed" if check.standing in _FAILED else None
    return {
        "score": _decimal(points),
        "max_score": _decimal(hundredths_above(check.possible)),
        **({} if status is None else {"status": status}),
    }


def _paragraphs(stage: Stage, say: Say) -> Iterator[str]:
    """What is said of a question, in Markdown; nothing while nothing is seen."""
    check = stage.check
    if check.verdict == "hidden":
        return
    yield markdown_text(say("files.verdict", verdict=say(f"verdict.{check.standing}")))
    if check.raw is not None:
        yield say("files.given", answer=_typed(typed_answer(check.raw)))
    if stage.expected is not None:
        yield say("files.expected", answer=markdown_code(shown_answer(stage.check.as_seen(stage.expected))))
    if check.reckoning:
        yield markdown_text(check.reckoning)
    yield from map(markdown_text, check.feedback)
    if (example := check.counterexample) is not None and example.solution is not None:
        yield markdown_block(drawn(example, example.solution, say))
    if stage.runs:
        yield markdown_block("\n".join(stage.runs))


def _typed(answer: str) -> str:
    return f"\n\n{markdown_block(answer)}" if "\n" in answer else markdown_code(answer)


def _overview(grade: Grade, problems: ProblemSet, now: datetime) -> str:
    """What a student may see at once of the whole."""
    page = student_page(grade, problems, now=now)
    total = () if page.total is None else (page.total,)
    notes = [markdown_block(note) for note in page.notes]
    return "\n\n".join([*map(markdown_text, (*total, *page.summary)), *notes])


def _decimal(units: int) -> int | float:
    whole, rest = divmod(units, 100)
    return whole if not rest else units / 100
