"""The marked answers of a sheet → its checks with the idea behind the wrong ones, where one fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.diagnosis import NO_EVIDENCE, Diagnosis, Evidence, Idea, diagnose
from grader.grading.grade_record import Check, Convention, Misconception
from grader.grading.idea_words import IdeaWords, idea_words
from grader.grading.sheet_marks import MarkedAnswer
from grader.grading.visibility import tells_ideas
from grader.problems.diagnosis_policy import DiagnosisPolicy
from grader.questions.verdict import SeenVerdict
from grader.text.sentences import Say

_WRONG: frozenset[SeenVerdict] = frozenset(("wrong", "partly"))


def explained(
    marked: Sequence[MarkedAnswer], diagnosis: DiagnosisPolicy, say: Say
) -> tuple[list[Check], tuple[Misconception, ...]]:
    """The checks, with a convention or a misconception where it explains them; and those of the whole sheet.

    `diagnosis` is the set's own: for the staff alone there is no sentence, and no idea that is switched off.
    """
    checks = [entry.check for entry in marked]
    if diagnosis.tell == "off" or not any(check.verdict in _WRONG for check in checks):
        return checks, ()
    sheet = [_evidence(entry) for entry in marked]
    found = diagnose(sheet, diagnosis.without)
    if found is None:
        return checks, ()
    if found.is_convention:
        return _with_convention(checks, found, say), ()
    named = tuple(_named(idea, found, say) for idea in found.ideas)
    checks = _with_misconception(checks, found, named)
    if tells_ideas(diagnosis):
        first, wrong = found.questions[0], sum(evidence.wrong for evidence in sheet)
        words = idea_words([idea.id for idea in found.ideas], say)
        told = (*words.sentences, *_extent(checks, found, wrong, say))
        checks[first] = _told(checks[first], told, words)
    return checks, named


def _evidence(entry: MarkedAnswer) -> Evidence:
    if entry.reading.state != "read" or entry.ready.asked.void is not None:
        return NO_EVIDENCE
    evidence = entry.ready.evidence(entry.reading.text, given=entry.reading.given)
    return evidence.forgiving(entry.check.carried) if entry.check.carried else evidence


def _named(idea: Idea, found: Diagnosis, say: Say) -> Misconception:
    return Misconception(idea.id, say(f"misconception-name.{idea.id}"), found.explains, found.of)


def _with_convention(checks: list[Check], found: Diagnosis, say: Say) -> list[Check]:
    """Say at every answer that the other convention explains that it is right under that one."""
    shift = found.ideas[0].shift
    assert shift is not None
    sentence = say(f"convention.{shift.field}-{shift.value}")
    for place in found.questions:
        check = checks[place]
        convention = Convention(shift.field, shift.value)
        checks[place] = replace(check, convention=convention, feedback=(sentence, *check.feedback))
    return checks


def _with_misconception(
    checks: list[Check], found: Diagnosis, named: tuple[Misconception, ...]
) -> list[Check]:
    """Name the misconception at every answer that it explains, if it is one alone."""
    alone = replace(named[0], explains=None, of=None) if len(named) == 1 else None
    for place in found.questions:
        checks[place] = replace(checks[place], misconception=alone)
    return checks


def _told(check: Check, told: tuple[str, ...], words: IdeaWords) -> Check:
    """The first answer that the idea explains, with what the student is told of it."""
    return replace(check, feedback=(*check.feedback, *told), idea=told, early={**check.early, **words.early})


def _extent(checks: Sequence[Check], found: Diagnosis, wrong: int, say: Say) -> Iterator[str]:
    """How many of the `wrong` answers follow from the idea, and which one does not."""
    explained = len(found.questions)
    if wrong > 1:
        key = "diagnosis.explains-all" if explained == wrong else "diagnosis.explains-some"
        yield say(key, number=explained, of=wrong)
    if found.slip is not None:
        yield say("diagnosis.slip-answer", question=checks[found.slip].id)
