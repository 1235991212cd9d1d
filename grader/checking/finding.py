"""Finding: one thing that is wrong or weak in a set, and the `allow` that silences it by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from grader.document import Mapping, Scalar, load_document
from grader.document.values import find
from grader.problems import ProblemSet
from grader.text.source import Mistake, Source, Span
from grader.text.spelling import did_you_mean, listed

WARNINGS = (
    "silent-rule", "nothing-pruned", "answer-in-text", "tied-best-move", "equal-leaves", "near-duplicate",
    "variants-differ", "few-variants", "names-in-text",
    "nothing-to-find", "all-hidden", "untested-rule", "tight-limits",
)  # fmt: skip


class Subject(NamedTuple):
    """What a warning is about: a problem, or a question of it, by their ids, and where it stands."""

    source: Source
    span: Span
    problem: str
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, as a mistake whose severity is `error` or `warning`.

    `problem` and `question` are the ids of what it is about. Of findings with the same `topic` one is
    enough: what mends it mends the others.
    """

    name: str
    mistake: Mistake
    problem: str | None = None
    question: str | None = None
    topic: str | None = None

    @property
    def is_error(self) -> bool:
        return self.mistake.severity == "error"

    @property
    def order(self) -> tuple[str, int]:
        """Where it stands among others: by file and place."""
        return self.mistake.source.name, self.mistake.span.start if self.mistake.span else -1

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON holds it."""
        mistake = self.mistake
        place = None if mistake.span is None else list(mistake.source.place(mistake.span.start))
        return {
            "name": self.name,
            "severity": mistake.severity,
            "file": mistake.source.name,
            "place": place,
            "problem": self.problem,
            "question": self.question,
            "message": mistake.message,
            "hint": mistake.hint,
        }


def error(name: str, message: str, source: Source, span: Span | None, hint: str | None = None) -> Finding:
    return Finding(name, Mistake(message, source, span, hint))


def warning(name: str, message: str, hint: str, spot: Subject, topic: str | None = None) -> Finding:
    """A weakness of a problem, or of one of its questions, which `allow` there silences."""
    assert name in WARNINGS
    hint = f"{hint}, or write `allow: {{{name}: REASON}}`"
    mistake = Mistake(message, spot.source, spot.span, hint, severity="warning")
    return Finding(name, mistake, spot.problem, spot.question, topic)


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
