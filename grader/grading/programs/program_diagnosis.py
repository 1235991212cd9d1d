"""What a program answered on all trees → the checks with the idea that does exactly the same, if one does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from grader.diagnosis import Diagnosis, Evidence, Idea, diagnose, ideas
from grader.grading.grade_record import Check, Convention, Misconception
from grader.grading.programs.program_answers import AnsweredSeries, AnswerOnTree
from grader.grading.visibility import tells_ideas
from grader.problems.problem_set import DiagnosisFor
from grader.questions.verdict import SeenVerdict
from grader.text.sentences import Say

_WRONG: frozenset[SeenVerdict] = frozenset(("wrong", "partly"))


def diagnosed(
    checks: Sequence[Check], rows: Sequence[AnsweredSeries], diagnosis: DiagnosisFor, say: Say
) -> tuple[tuple[Check, ...], tuple[Misconception, ...]]:
    """The checks, of which those that are wrong name an idea that does what the program did on every tree.

    The second part are the misconceptions among which the idea must be, with the trees that each explains.
    Students are told what follows from the trees that they know: on a hidden one a program could follow one
    idea or another, to say what it saw there.
    """
    if diagnosis == "off" or not any(check.verdict in _WRONG for check in checks):
        return tuple(checks), ()
    secretive = any(answer.tree.hidden for answer in rows[0].answers)
    whole = _find(rows)
    named = () if whole is None else tuple(_named(whole, say, hidden=secretive))
    staff = [_with_idea(check, whole, diagnosis, say) for check in checks]
    if not secretive:
        return tuple(staff), named
    public = _find([replace(row, answers=row.public) for row in rows])
    students = [_with_idea(check, public, diagnosis, say) for check in checks]
    return tuple(map(_both, checks, staff, students)), named


def _both(check: Check, staff: Check, student: Check) -> Check:
    """The check as the staff sees it, with what a student sees instead."""
    before = len(check.feedback)
    whole, public = (one.feedback[: len(one.feedback) - before] for one in (staff, student))
    unseen: dict[str, Any] = {
        name: getattr(student, name)
        for name in ("convention", "misconception")
        if getattr(student, name) != getattr(staff, name)
    }
    if whole and whole != public:
        unseen["feedback"] = {whole[0]: public[0] if public else None}
    feedback = (*(whole or public), *check.feedback)
    return replace(staff, feedback=feedback, unseen={**check.unseen, **unseen})


class _Finding(NamedTuple):
    """An idea behind the answers of `rows`, or at least of those that were looked at."""

    rows: Sequence[AnsweredSeries]
    looked_at: Sequence[AnsweredSeries]
    diagnosis: Diagnosis


def _find(rows: Sequence[AnsweredSeries]) -> _Finding | None:
    """The first idea that there is; where not all answers speak for it, it has to explain several trees.

    A program that never gets to a leaf does not search, whatever search would end as early.
    """
    if not any(answer.observed.saw_a_leaf for row in rows for answer in row.answers):
        return None
    for looked_at in _ways_to_look(rows):
        found = diagnose([_evidence(column) for column in _columns(looked_at)])
        if found is not None and found.slip is None:
            alone = len(found.questions) == 1 and looked_at is not rows
            return None if alone else _Finding(rows, looked_at, found)
    return None


def _ways_to_look(rows: Sequence[AnsweredSeries]) -> Iterator[Sequence[AnsweredSeries]]:
    """All questions; and those about what the program returned, which may follow from an idea by itself.

    What it looks at says nothing against an idea about values: it may prune in a way of its own, or not.
    """
    yield rows
    returned = [row for row in rows if row.question.is_returned]
    if 0 < len(returned) < len(rows):
        yield returned


def _told(finding: _Finding, say: Say) -> str:
    """Which idea it is, and on how many trees it does what the program did."""
    found = finding.diagnosis
    same, tried = _trees_alike(found.ideas[0], finding.looked_at)
    counts = {"same": same, "number": tried}
    shift = found.ideas[0].shift
    if shift is not None:
        return say("code.convention", convention=say(f"convention.{shift.field}-{shift.value}"), **counts)
    ways = [say(f"misconception-idea.{idea.id}") for idea in found.ideas[:3]]
    key = "code.idea" if len(ways) == 1 else "code.idea-either"
    if _is_plain_minimax(finding.rows):
        luck = any(one.observed.tree.has_chance for one in finding.rows[0].answers if not one.tree.hidden)
        key = "code.plain-expectimax" if luck else "code.plain-minimax"
    return say(key, idea=say.alternatives(ways), **counts)


def _is_plain_minimax(rows: Sequence[AnsweredSeries]) -> bool:
    """Whether the program looks at everything and is right about what that is worth."""
    if any(row.question.is_returned and row.share < 1 for row in rows):
        return False
    seen = [answer.observed for answer in rows[0].answers]
    return all(len(observed.visited) == len(observed.tree) and not observed.beyond for observed in seen)


def _named(finding: _Finding, say: Say, *, hidden: bool) -> Iterator[Misconception]:
    """The misconceptions, with the trees on which the first of them does what the program did."""
    same, tried = _trees_alike(finding.diagnosis.ideas[0], finding.looked_at)
    for idea in finding.diagnosis.ideas:
        if idea.shift is None:
            yield Misconception(idea.id, say(f"misconception-name.{idea.id}"), same, tried, hidden=hidden)


def _columns(rows: Sequence[AnsweredSeries]) -> Iterator[tuple[AnswerOnTree, ...]]:
    """The answers tree by tree."""
    return zip(*(row.answers for row in rows), strict=True)


def _evidence(answers: Sequence[AnswerOnTree]) -> Evidence:
    """What the answers on one tree say about ideas; nothing where the program gave none."""
    return Evidence(tuple(unit for answer in answers for unit in answer.evidence.units))


def _explains(found: Diagnosis, row: AnsweredSeries) -> bool:
    """Whether the idea gives a wrong answer to this question that the program gave, too."""
    bit = ideas().index(found.ideas[0])
    units = (unit for answer in row.answers for unit in answer.evidence.units)
    return any(unit.wrong and unit.agrees >> bit & 1 for unit in units)


def _with_idea(check: Check, finding: _Finding | None, diagnosis: DiagnosisFor, say: Say) -> Check:
    """The check with the idea, where that explains what is wrong there."""
    rows = () if finding is None else finding.looked_at
    row = next((row for row in rows if row.question.id == check.question), None)
    if finding is None or row is None or not _explains(finding.diagnosis, row):
        return check
    found, first = finding.diagnosis, finding.diagnosis.ideas[0]
    tells = found.is_convention or tells_ideas(diagnosis)
    feedback = (_told(finding, say), *check.feedback) if tells else check.feedback
    if first.shift is not None:
        return replace(check, convention=Convention(first.shift.field, first.shift.value), feedback=feedback)
    alone = Misconception(first.id, say(f"misconception-name.{first.id}")) if len(found.ideas) == 1 else None
    return replace(check, misconception=alone, feedback=feedback)


def _trees_alike(idea: Idea, rows: Sequence[AnsweredSeries]) -> tuple[int, int]:
    """On how many trees the idea does what the program did, and of how many."""
    bit = ideas().index(idea)
    trees = [_evidence(column).units for column in _columns(rows)]
    tried = [
        [unit for unit in units if unit.predicted >> bit & 1]
        for units in trees
        if any(unit.predicted >> bit & 1 for unit in units)
    ]
    return sum(all(unit.agrees >> bit & 1 for unit in units) for units in tried), len(tried)
