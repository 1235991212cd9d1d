"""Answers that a person marks → a list for the terminal, and a table to fill in, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from grader.gradebook.answers_to_mark import Agreement, AnswerGroup, agreements
from grader.gradebook.decision_tables import ID, POINTS, REASON
from grader.problems.question_name import QuestionName
from grader.reports.record_words import LONGEST_ANSWER, MOST_LINES, points_in_words, shown_points
from grader.text.columns import beginning, visible
from grader.text.escapes import spreadsheet_text
from grader.text.numbers import pretty_decimal

UsedReasons = Callable[[str], Sequence[str]]


def answer_lines(
    groups: Iterable[AnswerGroup],
    names: Mapping[str, QuestionName],
    reasons: UsedReasons,
    *,
    anonymous: bool,
) -> Iterator[str]:
    """Every question with its answers, the most frequent first, and how far those agree who marked it."""
    for number, (question, some) in enumerate(groupby(groups, key=lambda group: group.question)):
        answers = list(some)
        yield from [""] if number else []
        facts = f"{points_in_words(answers[0].possible)}, {_waiting(answers)}"
        yield f"{visible(names[question].with_id)}: {facts}"
        for variant, alike in groupby(answers, key=lambda group: group.variant):
            yield from _variant_lines(variant, list(alike), anonymous=anonymous)
        for place, because in enumerate(reasons(question), 1):
            yield f"  reason {place}: {visible(because)}"
        yield from (f"  {agreement_in_words(one)}" for one in agreements(answers))


def agreement_in_words(agreement: Agreement) -> str:
    """How often two markers gave the same points."""
    one, other = (visible(name) for name in agreement.markers)
    answers = "1 answer" if agreement.both == 1 else f"{agreement.both:,} answers"
    return f"{one} and {other} both marked {answers}, and agree on {agreement.same:,}"


def marking_table(
    groups: Iterable[AnswerGroup], reasons: UsedReasons, *, by: str | None, anonymous: bool
) -> str:
    """A row for each answer, with what `by` has given already; a reason stands there by its number."""
    file = io.StringIO()
    writer = csv.writer(file)
    names = () if anonymous else ("students",)
    writer.writerow(
        [ID, "question", "variant", "count", *names, "answer", "of", POINTS, REASON, "used before"]
    )
    for group in groups:
        writer.writerow(_row(group, reasons(group.question), by, anonymous=anonymous))
    return file.getvalue()


def _row(group: AnswerGroup, used: Sequence[str], by: str | None, *, anonymous: bool) -> list[str]:
    own = None if by is None else group.mark_by(by)
    points, reason = ("", "") if own is None else (pretty_decimal(own[0]), str(used.index(own[1]) + 1))
    students = [] if anonymous else [spreadsheet_text(" ".join(answer.student for answer in group.answers))]
    offered = "\n".join(f"{place}: {spreadsheet_text(because)}" for place, because in enumerate(used, 1))
    answer = "\n".join(map(spreadsheet_text, group.text.splitlines()))
    return [
        group.id, spreadsheet_text(group.question), str(group.variant or ""), str(len(group.answers)),
        *students, answer, shown_points(group.possible), points, reason, offered,
    ]  # fmt: skip


def _variant_lines(variant: int, groups: Sequence[AnswerGroup], *, anonymous: bool) -> Iterator[str]:
    of = f"variant {variant}: " if variant else ""
    yield from (f"  {of}{visible(line)}" for line in groups[0].words.splitlines())
    if groups[0].model is not None:
        yield from _indented("model answer: ", groups[0].model, "  ")
    for group in groups:
        yield from _indented(f"{len(group.answers):,} × ", group.text, "  ")
        if not anonymous:
            yield f"      {', '.join(visible(answer.student) for answer in group.answers)}"
        for (by, points, because), number in group.marks().items():
            of_them = "" if number == len(group.answers) else f" ({number:,} of {len(group.answers):,})"
            yield f"      {visible(by)}: {points_in_words(points)}{of_them}, {visible(because)}"
        if group.pending:
            yield f"      pending{_of_all(group)}"


def _of_all(group: AnswerGroup) -> str:
    return "" if group.pending == len(group.answers) else f": {group.pending:,} of {len(group.answers):,}"


def _indented(head: str, text: str, indent: str) -> Iterator[str]:
    """A text below its head, of a long one the beginning."""
    begun = beginning(text, LONGEST_ANSWER, MOST_LINES)
    lines = (begun if begun == text else f"{begun}…").splitlines() or [""]
    for place, line in enumerate(lines):
        yield f"{indent}{' ' * len(head) if place else head}{visible(line)}".rstrip()


def _waiting(groups: Iterable[AnswerGroup]) -> str:
    listed = list(groups)
    total, pending = sum(len(group.answers) for group in listed), sum(group.pending for group in listed)
    answers = "1 answer" if total == 1 else f"{total:,} answers"
    return f"{answers}, {pending:,} pending"
