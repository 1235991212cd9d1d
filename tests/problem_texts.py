"""Texts of sets, and what is read from them or why it is refused."""

from collections.abc import Callable

import pytest

from grader.problems import Problem, ProblemSet, load_problems
from grader.text.source import InputError, Source


def load(text: str) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def one_problem(*lines: str, top: str = "", question: str = "{ask: value}") -> Problem:
    """A set of one problem that has these lines, and one question."""
    body = "".join(f"    {line}\n" for line in lines)
    text = f"set: week-1\n{top}problems:\n  - id: one\n{body}    questions:\n      - {question}\n"
    return load(text).problems[0]


def refusal_of(act: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        act()
    return str(caught.value)
