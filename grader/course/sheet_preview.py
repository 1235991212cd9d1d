"""The answer sheet of a hand-in → for each question whether there is an answer that can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from grader.course.released_files import Released
from grader.document import Answer
from grader.document.sheet_notes import retold
from grader.grading.matched_answers import Matched, match_submission, place_of
from grader.grading.ready_questions import squeezed
from grader.grading.submission_notes import notes_about
from grader.problems import Problem
from grader.problems.question_name import names_in_problem
from grader.questions import Question, Unread, Unreadable
from grader.reports.sheets.sheet_page import PAGE_MARK
from grader.solving import Solution
from grader.submissions import Submission, student_name
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.text.source import Mistake
from grader.text.spelling import shortened
from grader.tree.notation import write_name

PreviewState: TypeAlias = Literal["answered", "missing", "unreadable", "stopped"]


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found of a question, or of a program, which can also have `stopped` too early."""

    name: str
    state: PreviewState
    said: tuple[str, ...] = ()


class Sheeted(NamedTuple):
    """What was found of each problem of the sheet, by its id, and notes about the sheet as a whole."""

    looked: Mapping[str, tuple[Looked, ...]]
    notes: tuple[Mistake, ...] = ()


def preview_sheet(released: Released, submission: Submission, say: Say) -> Sheeted:
    """Look at the sheet, whatever is wrong with it."""
    matched = match_submission(released.problems, submission)
    return Sheeted(
        {
            problem.id: tuple(_problem(problem, number, submission, matched, say))
            for number, problem in enumerate(released.problems.problems, 1)
            if problem.program is None
        },
        tuple(_notes(released, submission, matched, say)),
    )


def _notes(released: Released, submission: Submission, matched: Matched, say: Say) -> Iterator[Mistake]:
    """What is odd about the sheet as a whole: what cannot be understood, and for which set and whom it is."""
    variants = {problem.id: problem.variant(submission.student) for problem in released.problems.on_sheet}
    about = notes_about(released.problems, submission, variants, say)
    for note in sorted((*matched.mistakes, *matched.notes, *about), key=place_of):
        yield retold(note, say)
    yield from _of_owner(released, submission, say)


def _of_owner(released: Released, submission: Submission, say: Say) -> Iterator[Mistake]:
    """Somebody else's variants cannot be answered."""
    sheet = submission.sheet
    if released.student is None or sheet is None or sheet.student is None:
        return
    named, owner = (student_name(text) or "" for text in (sheet.student.text, released.student))
    if named.casefold() != owner.casefold():
        names = {"student": visible(owner), "name": visible(shortened(sheet.student.text))}
        yield Mistake(say("preview.other-student", **names), sheet.source, sheet.student.span)


def _problem(
    problem: Problem, number: int, submission: Submission, matched: Matched, say: Say
) -> Iterator[Looked]:
    answers = matched.answers.get(problem.id, {})
    absent: PreviewState = "unreadable" if _is_unreadable(submission) else "missing"
    variant = problem.variant(submission.student)
    for asked, name in zip(problem.questions, names_in_problem(problem, number, say), strict=True):
        question = asked.question
        solution = problem.solution_for(question, variant)
        answer = answers.get(question.id)
        state, said = (absent, ()) if answer is None else _looked(question, answer, solution, say)
        yield Looked(visible(str(name)), state, said)


def _is_unreadable(submission: Submission) -> bool:
    """Whether there is a sheet of which nothing at all can be read."""
    return submission.sheet is None and any(mistake.severity == "error" for mistake in submission.mistakes)


def _looked(
    question: Question, answer: Answer, solution: Solution, say: Say
) -> tuple[PreviewState, tuple[str, ...]]:
    """Whether there is an answer that can be read, and what to say about it."""
    if answer.mistake is not None:
        mistake = answer.mistake
        place = answer.source.place(mistake.span.start) if mistake.span else answer.place
        return "unreadable", (_cannot_read(answer, place, retold(mistake, say).message, say),)
    blank = squeezed(question.blank(solution))
    if not answer.text or (blank and squeezed(answer.text) == blank):
        return "missing", ()
    try:
        given = question.read(answer.text, solution)
    except Unreadable as trouble:
        end = len(answer.text) if trouble.end is None else trouble.end
        place = answer.source.place(answer.locate(trouble.start, end).start)
        return "unreadable", (_cannot_read(answer, place, trouble.quoting(answer.text).in_words(say), say),)
    return _parts(question, question.given_parts(given), solution, say)


def _parts(
    question: Question, given: Mapping[str, object], solution: Solution, say: Say
) -> tuple[PreviewState, tuple[str, ...]]:
    """Of an answer about several nodes, what cannot be read and what is not there yet."""
    unread = tuple(
        say("nodes.unreadable", node=visible(shortened(name)), why=part.why.in_words(say))
        for name, part in given.items()
        if isinstance(part, Unread)
    )
    left = [write_name(name) for name in question.parts(solution) if name not in given]
    missing = (say("preview.parts-missing", nodes=tuple(left)),) if left else ()
    return "unreadable" if unread else "missing" if left else "answered", (*unread, *missing)


def _cannot_read(answer: Answer, place: tuple[int, int], why: str, say: Say) -> str:
    """Why; and where, unless the page wrote the file, whose lines nobody has seen."""
    if answer.source.text.startswith(PAGE_MARK):
        return say("preview.unread-field", why=why)
    line, column = place
    return say("grading.unreadable", line=line, column=column, why=why)
