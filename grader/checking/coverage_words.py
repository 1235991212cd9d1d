"""Coverage and Suggestion → lines and tables that an instructor reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import TypeAlias

from grader.checking.coverage import Coverage, Exposure
from grader.checking.suggestion import ExampleTree, LeafChange, Suggestion
from grader.problems.question_name import QuestionName
from grader.text.numbers import pretty_number
from grader.text.sentences import sentences
from grader.text.spelling import listed

Names: TypeAlias = Mapping[str, QuestionName]


def coverage_lines(coverage: Coverage) -> Iterator[str]:
    """How many misconceptions the questions of a set detect, which they do not, and which look alike."""
    if coverage.applies:
        alone = sum(number == 1 for number in coverage.named.values())
        yield (
            f"detects {len(coverage.detected)} of {len(coverage.applies)} misconceptions that apply; "
            f"would name {len(coverage.named)}, {alone} of them alone"
        )
    else:
        yield "asks for nothing in which a misconception could show"
    if coverage.undetected:
        yield f"no question detects {', '.join(coverage.undetected)}"
    if unnamed := [idea for idea in coverage.detected if idea not in coverage.named]:
        yield f"detects but would not name {', '.join(unnamed)}"
    for group in coverage.alike:
        yield f"no question tells apart {', '.join(group)}"
    if coverage.too_large:
        yield f"not tried, because the trees are large: {', '.join(coverage.too_large)}"


def suggestion_lines(suggestion: Suggestion, names: Names) -> Iterator[str]:
    """Where a misconception shows, or would show."""
    idea = f"{suggestion.misconception} (“{title_of(suggestion.misconception)}”)"
    if suggestion.shown_by:
        yield f"{idea} shows in {_questions(suggestion.shown_by, names)} already"
        return
    yield f"to detect {idea}:"
    for change in suggestion.changes:
        yield f"  {change_in_words(change, names)}"
    if suggestion.example:
        yield f"  {example_in_words(suggestion.example)}"
    if not suggestion.changes and not suggestion.example:
        yield "  no change of one or two leaves and no small tree was found in which it shows"


def title_of(misconception: str) -> str:
    return sentences()(f"misconception-name.{misconception}")


def change_in_words(change: LeafChange, names: Names) -> str:
    """Such as `textbook: with B1 = 2 instead of 3 it shows in 1.3 Which leaves are pruned?`."""
    leaves = (
        f"{name} = {pretty_number(new)} instead of {pretty_number(old)}" for name, old, new in change.leaves
    )
    loses = [f"“{title_of(idea)}”" for idea in change.loses]
    lost = f"; but then nothing detects {', '.join(loses)}" if loses else ""
    where = _questions(change.questions, names)
    return f"{change.problem}: with {' and '.join(leaves)} it shows in {where}{lost}"


def example_in_words(example: ExampleTree) -> str:
    """Such as `a tree in which it shows: max(1, 0), if you ask for value`."""
    rule = f" under `rule: {_flow(example.rule)}`" if example.rule else ""
    return f"a tree in which it shows{rule}: {example.tree!s}, if you ask for {listed(example.asks, 'or')}"


def _questions(asked: Iterable[str], names: Names) -> str:
    return ", ".join(names[question].with_id for question in asked)


def _flow(fields: object) -> str:
    """Fields of a rule as YAML writes them on one line."""
    return str(fields).replace("'", "")


LOOKS_RIGHT, ALONE = "·", "●"
LEGEND = (
    f"{LOOKS_RIGHT} looks right; {ALONE} shows; "
    "a letter: shows, with the same answer as others with that letter; "
    "in the last column, among how many the whole sheet would name it"
)


def matrix_rows(coverage: Coverage) -> list[tuple[str, list[str]]]:
    """For every misconception that applies, what each question makes of it, and whether it is named."""
    columns = [_column(exposure) for exposure in coverage.exposures]
    return [
        (idea, [*(column.get(idea, LOOKS_RIGHT) for column in columns), _named(coverage, idea)])
        for idea in coverage.applies
    ]


def _named(coverage: Coverage, idea: str) -> str:
    return str(coverage.named[idea]) if idea in coverage.named else LOOKS_RIGHT


def matrix_text(coverage: Coverage, names: Names) -> str:
    """The table with the number of each question, and below it what the numbers stand for."""
    return "\n".join([*_table(coverage, names), "", LEGEND, "", *_numbered(coverage.exposures, names)])


def _column(exposure: Exposure) -> dict[str, str]:
    alone = dict.fromkeys(exposure.exposes, ALONE)
    shared = zip(ascii_lowercase, exposure.alike, strict=False)  # no more groups than letters
    return alone | {idea: letter for letter, group in shared for idea in group}


def _table(coverage: Coverage, names: Names) -> Iterator[str]:
    margin = max(map(len, coverage.applies), default=0)
    numbers = [names[exposure.question].number for exposure in coverage.exposures]
    wide = max(map(len, numbers), default=1)
    yield " ".join([" " * margin, *(f"{number:>{wide}}" for number in numbers), f"{'named':>{wide}}"])
    for idea, cells in matrix_rows(coverage):
        yield " ".join([f"{idea:<{margin}}", *(f"{cell:>{wide}}" for cell in cells)])


def _numbered(exposures: Sequence[Exposure], names: Names) -> Iterator[str]:
    for exposure in exposures:
        yield f"{names[exposure.question].with_id}: exposes {len(exposure.exposes)}"
