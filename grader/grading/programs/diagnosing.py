"""What a program answered on all trees → the checks with the idea that does exactly the same, if one does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from grader.diagnosis import Diagnosis, Evidence, Idea, diagnose, ideas
from grader.grading.grade import Check, Convention, Misconception
from grader.grading.programs.answering import Answered, Row
from grader.sentences import Say

_WRONG = frozenset(("wrong", "partly"))
_RETURNED = frozenset(("value", "best-move"))  # what is asked about the result, and not about the way to it


def diagnosed(
    checks: Sequence[Check], rows: Sequence[Row], diagnosis: str, say: Say
) -> tuple[tuple[Check, ...], tuple[Misconception, ...]]:
    """The checks, of which those that are wrong name an idea that does what the program did on every tree.

    The second part are the misconceptions among which the idea must be, with the trees that each explains.
    """
    if diagnosis == "off" or not any(check.verdict in _WRONG for check in checks):
        return tuple(checks), ()
    finding = next(filter(None, map(_find, _ways_to_look(rows))), None)
    if finding is None or (finding.trees_wrong == 1 and finding.rows is not rows):
        return tuple(checks), ()
    found = finding.diagnosis
    named = () if found.is_convention else tuple(_named(idea, finding, say) for idea in found.ideas)
    told = _told(finding, rows, say) if found.is_convention or diagnosis == "students" else None
    explained = {row.question.id for row in finding.rows if _explains(found, row)}
    return tuple(
        _with_idea(check, found, named, told) if check.question in explained else check for check in checks
    ), named


class _Finding(NamedTuple):
    """An idea behind the answers to some questions, the trees on which it does the same, and of how many."""

    rows: Sequence[Row]
    diagnosis: Diagnosis
    same: int
    tried: int

    @property
    def trees_wrong(self) -> int:
        """The trees on which it explains what is wrong."""
        return len(self.diagnosis.questions)


def _ways_to_look(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """All questions; and those about what the program returned, which may follow from an idea by itself.

    What it looks at says nothing against an idea about values: it may prune in a way of its own, or not.
    """
    yield rows
    returned = [row for row in rows if row.question.ask in _RETURNED]
    if 0 < len(returned) < len(rows):
        yield returned


def _find(rows: Sequence[Row]) -> _Finding | None:
    trees = [_evidence(column) for column in zip(*(row.answers for row in rows), strict=True)]
    found = diagnose(trees)
    if found is None or found.slip is not None:
        return None
    return _Finding(rows, found, *_trees_alike(found, trees))


def _told(finding: _Finding, rows: Sequence[Row], say: Say) -> str:
    """Which idea it is, and on how many trees it does what the program did."""
    found, counts = finding.diagnosis, {"same": finding.same, "number": finding.tried}
    shift = found.ideas[0].shift
    if shift is not None:
        return say("code.convention", convention=say(f"convention.{shift.field}-{shift.value}"), **counts)
    ways = [say(f"misconception-idea.{idea.id}") for idea in found.ideas[:3]]
    key = "code.idea" if len(ways) == 1 else "code.idea-either"
    if _is_plain_minimax(rows):
        key = "code.plain-minimax"
    return say(key, idea=say.alternatives(ways), **counts)


def _is_plain_minimax(rows: Sequence[Row]) -> bool:
    """Whether the program looks at everything and is right about what that is worth."""
    if any(row.question.ask in _RETURNED and row.share < 1 for row in rows):
        return False
    seen = [answer.observed for answer in rows[0].answers]
    return all(len(observed.visited) == len(observed.tree) and not observed.beyond for observed in seen)


def _named(idea: Idea, finding: _Finding, say: Say) -> Misconception:
    return Misconception(idea.id, say(f"misconception-name.{idea.id}"), finding.same, finding.tried)


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
