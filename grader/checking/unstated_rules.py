"""Where a set is silent about its rule, and the key depends on what it does not say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grader.checking.asked_questions import PosedQuestion, posed
from grader.checking.finding import Finding, warning
from grader.problems import ProblemSet
from grader.questions import Question
from grader.rule import FIELDS, Rule, RuleField
from grader.solving import Solution
from grader.solving.unknown_leaf import solve_as_far, with_numbers
from grader.text.source import InputError
from grader.text.spelling import shortened
from grader.tree import Tree

_LONGEST_KEY = 60
_TIES_OF_MOVES = "best"  # a warning of its own says where moves are equally good


def rules_are_stated(problems: ProblemSet) -> Iterator[Finding]:
    """A warning for every field that nothing states, where the key is another under another value."""
    for entry in posed(problems):
        for field in _silent(entry.question) if entry.is_small else ():
            if found := _first_difference(entry, field):
                yield _warning(entry, field, found)


class _Difference(NamedTuple):
    """Another value of a field, the key as it is, and the key that it would be."""

    value: str
    key: str
    other: str


def _silent(question: Question) -> Iterator[RuleField]:
    """The fields that could have been stated, and were not."""
    for field in FIELDS:
        implied = field.name == "search" and question.pruning != "no"
        if field.choices and field.name not in {*question.rule.stated, _TIES_OF_MOVES} and not implied:
            yield field


def _first_difference(entry: PosedQuestion, field: RuleField) -> _Difference | None:
    question = entry.question
    for value in field.choices:
        other = question.rule.changed(**{field.attribute: value})
        if other == question.rule or _is_accepted(other, entry):
            continue
        for tree, solution in zip(entry.problem.trees, entry.solutions, strict=False):
            key, changed = _key(question, solution), _key_under(question, tree.tree, other)
            if changed is not None and key != changed:
                return _Difference(value, key, changed)
    return None


def _is_accepted(rule: Rule, entry: PosedQuestion) -> bool:
    """Whether answers under the other rule earn everything, too."""
    return any(
        accepted.rule is not None and accepted.credit == 1 and accepted.under(entry.question.rule) == rule
        for accepted in (*entry.problem.accept, *entry.asked.accept)
    )


def _key(question: Question, solution: Solution) -> str:
    return question.show(question.key(solution), solution)


def _key_under(question: Question, tree: Tree, rule: Rule) -> str | None:
    """The key under another rule; None where the tree cannot be searched by it."""
    try:
        return _key(question.with_rule(rule), solve_as_far(with_numbers(tree, dict(question.given)), rule))
    except InputError:
        return None
    except LookupError:  # the search never gets to a node that is asked about
        return "no answer"


def _warning(entry: PosedQuestion, field: RuleField, found: _Difference) -> Finding:
    stated = getattr(entry.question.rule, field.attribute)
    key, other = (shortened(key, _LONGEST_KEY) for key in (found.key, found.other))
    keys = f"{key} with `{stated}`, {other} with `{found.value}`"
    message = f"the key of {entry.title} depends on `{field.name}`, which nothing states: {keys}"
    hint = f"state it, such as `rule: {{{field.name}: {stated}}}`, or name a preset"
    return warning("silent-rule", message, hint, entry.spot, f"{entry.problem.id} {field.name}")
