"""The marked answers of a sheet → its checks with the idea behind the wrong ones, where one fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.diagnosis import NO_EVIDENCE, Diagnosis, Evidence, Idea, diagnose
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
    sheet = [_evidence(entry) for entry in marked]
    found = diagnose(sheet)
    if found is None:
        return checks, ()
    if found.is_convention:
        return _with_convention(checks, found, say), ()
    named = tuple(_named(idea, found, say) for idea in found.ideas)
    return _with_misconception(checks, found, named, say if tells_ideas(diagnosis) else None), named


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
    checks: list[Check], found: Diagnosis, named: tuple[Misconception, ...], say: Say | None
) -> list[Check]:
    """Name the misconception at every answer that it explains, and say the sentence at the first of them."""
    alone = replace(named[0], explains=None, of=None) if len(named) == 1 else None
    for place in found.questions:
        checks[place] = replace(checks[place], misconception=alone)
    if say is not None:
        first = checks[found.questions[0]]
        sentence = _sentence(checks, found, say)
        checks[found.questions[0]] = replace(first, feedback=(*first.feedback, sentence))
    return checks


def _sentence(checks: Sequence[Check], found: Diagnosis, say: Say) -> str:
    """What the student is told: with some reserve from one answer alone, and from two as a fact."""
    ways = [say(f"misconception-idea.{idea.id}") for idea in found.ideas[:3]]
    parts: dict[str, object] = {"idea": say.alternatives(ways), "number": found.explains, "of": found.of}
    if found.slip is not None:
        return say("diagnosis.slip", question=checks[found.slip].id, **parts)
    if len(found.questions) == 1:
        return say("diagnosis.one-answer" if len(ways) == 1 else "diagnosis.one-answer-either", **parts)
    return say("diagnosis.several" if len(ways) == 1 else "diagnosis.several-either", **parts)
