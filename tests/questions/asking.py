"""What the tests of questions share: a question asked about a tree, and an answer to it marked."""

from collections.abc import Mapping
from typing import Any, TypeVar

from grader.questions import Mark, Marking, Question
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.numbers import Number
from grader.text.sentences import sentences
from grader.tree.language import parse_tree

TEXTBOOK = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"

Kind = TypeVar("Kind", bound=Question)


def solved(tree: str = TEXTBOOK, **rule: Any) -> Solution:
    return solve(parse_tree(tree), Rule(**rule))


def asked(kind: type[Kind], **fields: Any) -> Kind:
    return kind(id=kind.ask, rule=Rule(), **fields)


def marked(
    question: Question, text: str, solution: Solution | None = None, own: Mapping[str, Number] | None = None
) -> Mark:
    """The mark of an answer, with the values that it gives itself among the student's own."""
    solution = solution or solved()
    given = question.read(text, solution)
    own = {**(own or {}), **question.own_values(given, solution)}
    return question.mark(given, Marking(solution, sentences(), own))
