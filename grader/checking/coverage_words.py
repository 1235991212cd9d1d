"""Coverage and Suggestion → lines that an instructor reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.checking.coverage import Coverage
from grader.checking.suggestion import Change, Example, Suggestion
from grader.document.wording import listed
from grader.text.numbers import pretty_number
from grader.text.sentences import sentences


def coverage_lines(coverage: Coverage) -> Iterator[str]:
    """How many misconceptions the questions of a set detect, which they do not, and which look alike."""
    if coverage.applies:
        yield f"detects {len(coverage.detected)} of {len(coverage.applies)} misconceptions that apply"
    else:
        yield "asks for nothing in which a misconception could show"
    if coverage.undetected:
        yield f"no question detects {', '.join(coverage.undetected)}"
    for group in coverage.alike:
        yield f"no question tells apart {', '.join(group)}"
    if coverage.too_large:
        yield f"not tried, because the trees are large: {', '.join(coverage.too_large)}"


def suggestion_lines(suggestion: Suggestion) -> Iterator[str]:
    """Where a misconception shows, or would show."""
    idea = f"{suggestion.misconception} (“{title_of(suggestion.misconception)}”)"
    if suggestion.shown_by:
        yield f"{idea} shows in {listed(suggestion.shown_by, 'and')} already"
        return
    yield f"to detect {idea}:"
    for change in suggestion.changes:
        yield f"  {change_in_words(change)}"
    if suggestion.example:
        yield f"  {example_in_words(suggestion.example)}"
    if not suggestion.changes and not suggestion.example:
        yield "  neither a change of two leaves nor a small tree was found in which it shows"


def title_of(misconception: str) -> str:
    return sentences()(f"misconception-name.{misconception}")


def change_in_words(change: Change) -> str:
    """Such as `textbook: with B1 = 2 instead of 3 it shows in …`."""
    leaves = (
        f"{name} = {pretty_number(new)} instead of {pretty_number(old)}" for name, old, new in change.leaves
    )
    lost = f"; but then nothing detects {', '.join(change.loses)}" if change.loses else ""
    return f"{change.problem}: with {' and '.join(leaves)} it shows in {_questions(change.questions)}{lost}"


def example_in_words(example: Example) -> str:
    """Such as `a tree in which it shows: max(1, 0), if one asks for value`."""
    rule = f" under `rule: {_flow(example.rule)}`" if example.rule else ""
    return f"a tree in which it shows{rule}: {example.tree!s}, if one asks for {listed(example.asks, 'or')}"


def _questions(names: Iterable[str]) -> str:
    return listed((name.partition(".")[2] for name in names), "and")


def _flow(fields: object) -> str:
    """Fields of a rule as YAML writes them on one line."""
    return str(fields).replace("'", "")
