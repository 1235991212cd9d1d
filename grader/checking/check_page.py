"""What became of checked sets → one HTML page, which needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.checking.coverage import Coverage
from grader.checking.coverage_words import ALONE, LOOKS_RIGHT, matrix_rows, suggestion_lines, title_of
from grader.checking.finding import Finding
from grader.checking.suggestion import Suggestion
from grader.checking.variant_checks import fairness
from grader.generating.difficulty import Difficulty
from grader.grading.visibility import unsaid
from grader.problems import ProblemSet
from grader.problems.question_name import QuestionName
from grader.reports.page_templates import fill
from grader.text.columns import visible
from grader.text.sentences import sentences
from grader.text.source import Source

_AROUND = 4  # lines of a long file that are shown before and after one that something is said of
_LONG = 400


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of one set; it has no problems and no coverage where it cannot be read."""

    file: str
    problems: ProblemSet | None
    findings: tuple[Finding, ...]
    coverage: Coverage | None = None
    suggestion: Suggestion | None = None
    difficulties: Mapping[str, Difficulty] = field(default_factory=dict)  # by problem

    @property
    def errors(self) -> int:
        return sum(finding.is_error for finding in self.findings)


class ShownFinding(NamedTuple):
    """A finding, where it is, and the line of the listing below that it is about."""

    is_error: bool
    name: str
    message: str
    hint: str
    place: str
    line: str


class ListedLine(NamedTuple):
    """A line of a file; one that something is said of has an `id`, and none stands before a gap."""

    number: int
    text: str
    id: str
    is_meant: bool
    follows_gap: bool


class MatrixCell(NamedTuple):
    """A cell of the matrix: its sign, how strongly it is shaded, and what it says in words."""

    sign: str
    shade: str
    words: str


@dataclass(frozen=True, slots=True)
class CheckedSet:
    """A checked set on the page; `listings` are its files as far as something is said of them, by name.

    `notes` are neither right nor wrong, and `variants` says of each problem that has some how fair they are.
    """

    id: str
    title: str
    checked: Checked
    findings: tuple[ShownFinding, ...]
    notes: tuple[str, ...]
    listings: Mapping[str, tuple[ListedLine, ...]]
    undetected: tuple[str, ...]
    unnamed: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...]
    alone: int
    difficulties: tuple[tuple[str, Difficulty], ...]
    variants: tuple[str, ...]
    too_large: tuple[str, ...]
    suggestion: tuple[str, ...]
    columns: tuple[QuestionName, ...]
    rows: tuple[tuple[str, bool, tuple[MatrixCell, ...]], ...]


def check_page(checked: Sequence[Checked], matrix: bool) -> str:
    """The page, with the tables where they are wanted."""
    sets = [_shown(f"set-{number}", one) for number, one in enumerate(checked, 1)]
    return fill("check.html", say=sentences(), sets=sets, matrix=matrix)


def _shown(own: str, one: Checked) -> CheckedSet:
    problems, coverage = one.problems, one.coverage
    names = {} if problems is None else problems.question_names
    sources = {finding.mistake.source.name: finding.mistake.source for finding in one.findings}
    files = {name: f"{own}-file-{number}" for number, name in enumerate(sources, 1)}
    titles = {} if problems is None else {each.id: visible(each.title) for each in problems.problems}
    return CheckedSet(
        id=own,
        title=visible(one.file if problems is None else problems.title),
        checked=one,
        findings=tuple(_finding(finding, files[finding.mistake.source.name]) for finding in one.findings),
        notes=() if problems is None else tuple(unsaid(problems)),
        listings={
            visible(name): lines
            for name, source in sources.items()
            if (lines := tuple(_listing(source, files[name], one.findings)))
        },
        undetected=() if coverage is None else _titles(coverage.undetected),
        unnamed=()
        if coverage is None
        else _titles([idea for idea in coverage.detected if idea not in coverage.named]),
        alike=() if coverage is None else tuple(map(_titles, coverage.alike)),
        alone=0 if coverage is None else sum(number == 1 for number in coverage.named.values()),
        difficulties=tuple((titles[problem], each) for problem, each in one.difficulties.items()),
        variants=() if problems is None else tuple(visible(each.words) for each in fairness(problems)),
        too_large=() if coverage is None else tuple(titles[problem] for problem in coverage.too_large),
        suggestion=() if one.suggestion is None else tuple(suggestion_lines(one.suggestion, names)),
        columns=() if coverage is None else tuple(names[each.question] for each in coverage.exposures),
        rows=() if coverage is None else tuple(_rows(coverage)),
    )


def _titles(ideas: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(title_of, ideas))


def _finding(finding: Finding, file: str) -> ShownFinding:
    mistake = finding.mistake
    name = visible(mistake.source.name)
    line = 0 if mistake.span is None else mistake.source.place(mistake.span.start)[0]
    return ShownFinding(
        is_error=finding.is_error,
        name=finding.name,
        message=visible(mistake.message),
        hint=visible(mistake.hint or ""),
        place=f"{name}:{line}" if line else name,
        line=f"{file}-line-{line}" if line else "",
    )


def _listing(source: Source, file: str, findings: Sequence[Finding]) -> Iterator[ListedLine]:
    """The file with the lines that something is said of; of a long one, only what stands around these."""
    spans = [each.mistake.span for each in findings if each.mistake.source.name == source.name]
    meant = {source.place(span.start)[0] for span in spans if span is not None}
    if not meant:
        return
    lines = source.text.splitlines()
    last = 0
    for number, text in enumerate(lines, source.first):
        if len(lines) <= _LONG or any(abs(number - each) <= _AROUND for each in meant):
            is_meant = number in meant
            own = f"{file}-line-{number}" if is_meant else ""
            yield ListedLine(number, visible(text), own, is_meant, follows_gap=last not in (0, number - 1))
            last = number


def _rows(coverage: Coverage) -> Iterator[tuple[str, bool, tuple[MatrixCell, ...]]]:
    undetected = frozenset(coverage.undetected)
    for idea, (*cells, among) in matrix_rows(coverage):
        yield title_of(idea), idea in undetected, (*map(_cell, cells), _among(among))


def _cell(sign: str) -> MatrixCell:
    if sign == LOOKS_RIGHT:
        return MatrixCell("", "none", "looks right")
    if sign == ALONE:
        return MatrixCell("", "alone", "shows, with an answer of its own")
    return MatrixCell(sign, "shared", f"shows, with the same answer as others with the letter {sign}")


def _among(number: str) -> MatrixCell:
    if number == LOOKS_RIGHT:
        return MatrixCell("", "none", "is not named")
    words = "is named alone" if number == "1" else f"is named among {number}"
    return MatrixCell(number, "alone" if number == "1" else "shared", words)
