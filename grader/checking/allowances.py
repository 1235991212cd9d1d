"""Findings → those that no `allow` silences, and every `allow` that silences nothing or is misspelt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grader.checking.finding import WARNINGS, Finding, error
from grader.document import Mapping, Scalar, load_document
from grader.document.values import find
from grader.problems import ProblemSet
from grader.text.source import Mistake
from grader.text.spelling import did_you_mean, listed


class Allowance(NamedTuple):
    """An entry of `allow:`, at a problem or at one of its questions."""

    name: Scalar
    problem: str
    question: str | None

    def covers(self, finding: Finding) -> bool:
        """Whether it silences the finding; at a problem it does so for all of the questions."""
        return (
            not finding.is_error
            and (finding.name, finding.problem) == (self.name.text, self.problem)
            and self.question in (None, finding.question)
        )


def without_allowed(problems: ProblemSet, findings: Iterable[Finding]) -> Iterator[Finding]:
    """What is left to say when everything that is allowed is left out."""
    allowances = tuple(_allowances(problems))
    used: set[Allowance] = set()
    for finding in findings:
        covering = [allowance for allowance in allowances if allowance.covers(finding)]
        used.update(covering)
        if not covering:
            yield finding
    for allowance in allowances:
        if allowance.name.text not in WARNINGS:
            yield _unknown(allowance)
        elif allowance not in used:
            yield _unused(allowance)


def _allowances(problems: ProblemSet) -> Iterator[Allowance]:
    """Every entry where it stands: the set itself keeps only what they say."""
    if not any(
        problem.allow or any(asked.allow for asked in problem.questions) for problem in problems.problems
    ):
        return
    document = load_document(problems.source)
    for place, problem in enumerate(problems.problems):
        given = find(document, "problems", place)
        for name in _names(find(given, "allow")):
            yield Allowance(name, problem.id, None)
        for position, asked in enumerate(problem.questions):
            for name in _names(find(given, "questions", position, "allow")):
                yield Allowance(name, problem.id, asked.question.id)


def _names(value: object) -> list[Scalar]:
    return [key for key, _ in value.entries] if isinstance(value, Mapping) else []


def _unknown(allowance: Allowance) -> Finding:
    name = allowance.name
    hint = did_you_mean(name.text, WARNINGS, f"the warnings are {listed(WARNINGS, 'and')}")
    return error("allow-unknown", f"no warning is called `{name.text}`", name.source, name.span, hint)


def _unused(allowance: Allowance) -> Finding:
    name = allowance.name
    message = f"there is nothing here that `{name.text}` would warn about"
    mistake = Mistake(message, name.source, name.span, "take it out", severity="warning")
    return Finding("allow-unused", mistake, allowance.problem, allowance.question)
