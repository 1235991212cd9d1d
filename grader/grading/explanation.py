"""The marked answers of a sheet → its checks with what explains the wrong ones, where something does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.diagnosis import Diagnosis, Evidence, diagnose, own_values
from grader.grading.grade_record import Check, Convention, Misconception
from grader.grading.sheet_marks import MarkedAnswer
from grader.grading.visibility import tells_ideas
from grader.problems.problem_set import DiagnosisFor
from grader.questions.verdict import SeenVerdict
from grader.text.sentences import Say

_WRONG: frozenset[SeenVerdict] = frozenset(("wrong", "partly"))


def explained(
    marked: Sequence[MarkedAnswer], diagnosis: DiagnosisFor, say: Say
) -> tuple[list[Check], tuple[Misconception, ...]]:
    """The checks, with a convention or a misconception where it explains them; and those of the whole sheet.

    `diagnosis` is the set's own word: `students`, `staff` (no sentence for students), or `off`.
    """
    checks = [entry.check for entry in marked]
    if diagnosis == "off" or not any(check.verdict in _WRONG for check in checks):
        return checks, ()
    places = dict(_evidence(marked))
    named: list[Misconception] = []
    for found in diagnose(tuple(places.values())):
        explains = {place: answer for place, answer in places.items() if answer in found.answers}
        if found.shifts:
            _tell_convention(checks, found, explains, say)
        else:
            named += _tell_ideas(checks, found, explains, say if tells_ideas(diagnosis) else None, say)
    return checks, tuple(named)


def _evidence(marked: Sequence[MarkedAnswer]) -> Iterator[tuple[int, Evidence]]:
    """The answers that say something about how the sheet was filled in, each with its place."""
    for place, entry in enumerate(marked):
        ready, reading = entry.ready, entry.reading
        if reading.state != "read" or ready.asked.void is not None or not ready.question.about_search:
            continue
        beside = [other for other in marked if _is_beside(other, entry)]
        own = own_values(
            [
                (o.ready.question, o.ready.solution, o.ready.question.given_parts(o.reading.given))
                for o in beside
            ]
        )
        yield place, ready.evidence(reading.text, tuple(own.items()), given=reading.given)


def _is_beside(other: MarkedAnswer, entry: MarkedAnswer) -> bool:
    """Whether an answer has values that another may go on with."""
    same = other.ready.problem == entry.ready.problem and other.ready.basis == entry.ready.basis
    return same and other.reading.state == "read"


def _tell_convention(checks: list[Check], found: Diagnosis, answers: dict[int, Evidence], say: Say) -> None:
    """Say at every answer that the other convention explains that it is right under that one."""
    hypothesis = found.explanation.hypothesis
    for place, answer in answers.items():
        if not answer.explained(hypothesis):
            continue
        shift = found.shifts[0]
        sentences: list[str] = []
        convention = Convention(shift.field, shift.value)
        check = checks[place]
        checks[place] = replace(check, convention=convention, feedback=(*sentences, *check.feedback))


def _tell_ideas(
    checks: list[Check], found: Diagnosis, answers: dict[int, Evidence], told: Say | None, say: Say
) -> Iterator[Misconception]:
    hypothesis = found.explanation.hypothesis
    wrong = {place: answer.wrong_parts() for place, answer in answers.items()}
    explains = {place: answer.explained(hypothesis) for place, answer in answers.items()}
    number, of = sum(map(len, explains.values())), sum(map(len, wrong.values()))
    for ideas in found.named:
        for idea in ideas:
            either = tuple(other.id for other in ideas if other is not idea)
            yield Misconception(idea.id, idea.id, number, of, either=either)
