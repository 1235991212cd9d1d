"""What a program answered on all trees → the checks with the idea that does exactly the same, if one does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.diagnosis import Diagnosis, Evidence, Idea, diagnose, ideas
from grader.grading.grade import Check, Convention, Misconception
from grader.grading.programs.answering import Answered, Row
from grader.sentences import Say

_WRONG = frozenset(("wrong", "partly"))


def diagnosed(
    checks: Sequence[Check], rows: Sequence[Row], diagnosis: str, say: Say
) -> tuple[tuple[Check, ...], tuple[Misconception, ...]]:
    """The checks, of which those that are wrong name an idea that does what the program did on every tree.

    The second part are the misconceptions among which the idea must be, with the trees that each explains.
    """
    if diagnosis == "off" or not any(check.verdict in _WRONG for check in checks):
        return tuple(checks), ()
    trees = [_evidence(column) for column in zip(*(row.answers for row in rows), strict=True)]
    found = diagnose(trees)
    if found is None or found.slip is not None:
        return tuple(checks), ()
    same, tried = _trees_alike(found, trees)
    named = () if found.is_convention else tuple(_named(idea, same, tried, say) for idea in found.ideas)
    told = _sentence(found, same, tried, say) if found.is_convention or diagnosis == "students" else None
    pairs = zip(checks, rows, strict=True)
    return tuple(
        _with_idea(check, found, named, told) if _explains(found, row) else check for check, row in pairs
    ), named


def _named(idea: Idea, same: int, tried: int, say: Say) -> Misconception:
    return Misconception(idea.id, say(f"misconception-name.{idea.id}"), same, tried)


def _evidence(answers: Sequence[Answered]) -> Evidence:
    """What the answers on one tree say about ideas; nothing where the program gave none."""
    return Evidence(tuple(unit for answer in answers for unit in answer.evidence.units))


def _explains(found: Diagnosis, row: Row) -> bool:
    """Whether the idea gives a wrong answer to this question that the program gave, too."""
    bit = ideas().index(found.ideas[0])
    units = (unit for answer in row.answers for unit in answer.evidence.units)
    return any(unit.wrong and unit.agrees >> bit & 1 for unit in units)


def _with_idea(check: Check, found: Diagnosis, named: tuple[Misconception, ...], told: str | None) -> Check:
    feedback = check.feedback if told is None else (told, *check.feedback)
    shift = found.ideas[0].shift
    if shift is not None:
        return replace(check, convention=Convention(shift.field, shift.value), feedback=feedback)
    alone = replace(named[0], explains=None, of=None) if len(named) == 1 else None
    return replace(check, misconception=alone, feedback=feedback)


def _trees_alike(found: Diagnosis, trees: Sequence[Evidence]) -> tuple[int, int]:
    """On how many trees the idea does what the program did, and of how many."""
    bit = ideas().index(found.ideas[0])
    tried = [
        [unit for unit in tree.units if unit.predicted >> bit & 1]
        for tree in trees
        if any(unit.predicted >> bit & 1 for unit in tree.units)
    ]
    return sum(all(unit.agrees >> bit & 1 for unit in units) for units in tried), len(tried)


def _sentence(found: Diagnosis, same: int, tried: int, say: Say) -> str:
    """Which idea it is, and on how many trees it does what the program did."""
    shift = found.ideas[0].shift
    if shift is not None:
        convention = say(f"convention.{shift.field}-{shift.value}")
        return say("code.convention", convention=convention, number=same, of=tried)
    ways = [say(f"misconception-idea.{idea.id}") for idea in found.ideas[:3]]
    key = "code.idea" if len(ways) == 1 else "code.idea-either"
    return say(key, idea=say.alternatives(ways), number=same, of=tried)
