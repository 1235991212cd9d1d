"""The Grades of a class → the same with only what its figures need, and that once for all who are alike."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from grader.grading import Check, Grade, Ran


def lean_grades(grades: Iterable[Grade]) -> tuple[Grade, ...]:
    """The grades without feedback, what was typed, and where; most answers were given by somebody before."""
    checks: dict[Hashable, Check] = {}
    runs: dict[Hashable, Ran] = {}
    return tuple(
        replace(
            grade,
            checks=tuple([_shared_check(check, checks) for check in grade.checks]),
            runs=tuple([_shared_run(ran, runs) for ran in grade.runs]),
            notes=(),
            name="",
        )
        for grade in grades
    )


def _shared_check(check: Check, known: dict[Hashable, Check]) -> Check:
    answer = f"{check.given!r} {check.expected!r} {check.parts!r}"
    key = (
        check.problem, check.question, check.verdict, check.earned, check.possible, check.void, answer,
        check.misconception, check.convention, check.adjusted is None,
    )  # fmt: skip
    if key not in known:
        known[key] = replace(
            check,
            raw=None,
            place=None,
            reckoning=None,
            feedback=(),
            carried=(),
            early={},
            counterexample=None,
        )
    return known[key]


def _shared_run(ran: Ran, known: dict[Hashable, Ran]) -> Ran:
    key = (ran.problem, ran.tree, ran.outcome, ran.looked, ran.skipped, repr(ran.verdicts))
    if key not in known:
        known[key] = replace(ran, visited=(), said=(), traceback=(), printed="", returned="")
    return known[key]
