"""A problem and one of its trees → its questions made ready for marking, once for all students.

Where a problem accepts further rules, there is a list of ready questions for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, TypeVar

from grader.diagnosis import Evidence, Predictions, own_values, predict
from grader.memory import Memorable, remembered, remembered_text
from grader.problems import Accepted, Asked, Problem
from grader.problems.problem import FairTrees
from grader.questions import Question, Unreadable
from grader.questions.question import Shown
from grader.questions.reading.subtrees import item_texts
from grader.rule import Rule
from grader.solving import Solution
from grader.text.numbers import Number
from grader.tree import Tree

T = TypeVar("T")

_WORDS = re.compile(r"[\w'./+-]+")


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """A further answer that is accepted, as the question reads it, and what it earns."""

    given: Any
    credit: Fraction
    because: str | None


class Twin(NamedTuple):
    """The question as it is written, about a tree that differs in nothing but the names of its nodes."""

    predictions: Predictions
    names: _OtherNames


@dataclass(frozen=True, slots=True)
class Ready(Memorable):
    """A question on one tree under one rule, with all that does not depend on the student.

    `basis` is what true values depend on besides the tree: questions that agree in it share the values that a
    student has. `shown` is what of a student's work the answer shows.
    `own` are the values that a student goes on with who answered nothing. `accepted` is the further
    rule, if it is asked under one; `rule` has the fields that are not the set's.
    """

    problem: str
    asked: Asked
    question: Question
    solution: Solution
    basis: Hashable
    shown: Shown
    key: Any
    expected: Any
    blank: str
    own: Mapping[str, Number]
    rule: Mapping[str, Any] | None
    others: tuple[OtherAnswer, ...] = ()
    accepted: Accepted | None = None
    twin: Twin | None = None

    @property
    def example(self) -> str | None:
        """An answer in good form, which is shown where one cannot be read."""
        return _example(self.question, self.key, self.solution)

    @remembered_text
    def own_values(self, _text: str, *, given: Any) -> tuple[tuple[int, Number], ...]:
        """The values of nodes that an answer has, by the index of the node."""
        return tuple(own_values([(self.question, self.solution, self.question.given_parts(given))]).items())

    @remembered_text
    def evidence(self, _text: str, own: tuple[tuple[int, Number], ...], *, given: Any) -> Evidence:
        """What an answer says for and against ideas, beside the student's own values of nodes."""
        predictions, parts = predict(self.solution, self.question), self.question.given_parts(given)
        twin = None
        if self.twin is not None:
            theirs = _renamed_answer(dict(parts), self.twin.names)
            twin = _shared(self.twin.predictions, repr(theirs), own, self.problem, parts=theirs)
        return Evidence(self.problem, predictions, parts, dict(own), twin)


@remembered_text
def _shared(
    predictions: Predictions,
    _text: str,
    own: tuple[tuple[int, Number], ...],
    problem: str,
    *,
    parts: Mapping[str, Any],
) -> Evidence:
    """What the same answer says in the names of the written tree, for all who gave it."""
    return Evidence(problem, predictions, parts, dict(own))


@remembered
def make_ready(problem: Problem, variant: int, set_rule: Rule) -> tuple[tuple[Ready, ...], ...]:
    """The questions under the stated rule, and then under each further rule that is accepted."""
    there = problem.at(variant)
    written = {asked.question.id: asked.question for asked in problem.questions}

    def pose(asked: Asked, accepted: Accepted | None) -> Ready:
        ready = _ready(there, asked, variant, set_rule, accepted)
        return replace(ready, twin=_twin(problem, written[ready.question.id], variant, ready))

    return under_each_rule(there, pose, lambda ready: ready.key)


def _twin(problem: Problem, written: Question, variant: int, ready: Ready) -> Twin | None:
    if not isinstance(problem.trees, FairTrees) or not written.about_search:
        return None
    question = _under(written, ready.question.rule)
    solution = problem.trees.in_written_names(variant).solution(question.rule, question.given)
    names = _other_names(ready.solution, solution)
    return None if names is None else Twin(predict(solution, question), names)


@remembered
def _under(question: Question, rule: Rule) -> Question:
    return question if question.rule == rule else question.with_rule(rule)


def under_each_rule(
    problem: Problem, pose: Callable[[Asked, Accepted | None], T], key: Callable[[T], object]
) -> tuple[tuple[T, ...], ...]:
    """The questions as they are posed under the stated rule, and then under each that is accepted.

    Those that do not accept a rule, or to which it makes no difference, are as stated.
    """
    stated = tuple(pose(asked, None) for asked in problem.questions)

    def under(changes: Mapping[str, object]) -> Iterator[T]:
        for asked, usual in zip(problem.questions, stated, strict=True):
            entries = (entry for entry in (*asked.accept, *problem.accept) if entry.rule)
            accepted = next((entry for entry in entries if entry.changes == changes), None)
            other = pose(asked, accepted) if accepted else usual
            yield usual if key(other) == key(usual) else other

    return (stated, *(tuple(under(changes)) for changes in _changes(problem)))


def squeezed(text: str) -> str:
    """A text without its blanks, by which a form that was left as it is can be told."""
    return "".join(text.split())


def _changes(problem: Problem) -> Iterator[Mapping[str, object]]:
    """What the accepted rules of a problem and its questions change, each once."""
    seen: list[Mapping[str, object]] = []
    for accepted in (*problem.accept, *(entry for asked in problem.questions for entry in asked.accept)):
        if accepted.rule is not None and accepted.changes not in seen:
            seen.append(accepted.changes)
            yield accepted.changes


def _ready(problem: Problem, asked: Asked, variant: int, set_rule: Rule, accepted: Accepted | None) -> Ready:
    question = asked.question
    if accepted is not None:
        question = question.with_rule(accepted.under(question.rule))
    solution = problem.solution_for(question, variant)
    key = question.key(solution)
    return Ready(
        problem=problem.id,
        asked=asked,
        question=question,
        solution=solution,
        basis=(question.rule.limit, question.rule.evaluation, question.given),
        shown=question.shown,
        key=key,
        expected=question.plain_key(solution),
        blank=squeezed(question.blank(solution)),
        own=question.own_values(None, solution),
        rule=rule_difference(question.rule, set_rule),
        others=tuple(_other_answers(asked, question, solution)),
        accepted=accepted,
    )


def _example(question: Question, key: Any, solution: Solution) -> str | None:
    """An answer in good form; of one that happens to be right only the form, with nothing filled in."""
    example = question.example_for(solution)
    try:
        is_key = question.read(example, solution) == key
    except Unreadable:
        return example
    form = _WORDS.sub("…", example) if is_key else example
    return form if form != "…" else None


def _other_answers(asked: Asked, question: Question, solution: Solution) -> Iterator[OtherAnswer]:
    for accepted in asked.accept:
        if accepted.answer is not None:
            given = question.read_in_set(accepted.answer, solution)
            yield OtherAnswer(given, accepted.credit, accepted.because)


def rule_difference(rule: Rule, usual: Rule) -> dict[str, Any] | None:
    """The fields of a rule that are not as usual; None where all are."""
    if rule == usual:
        return None
    fields, usual_fields = rule.to_dict(), usual.to_dict()
    return {name: value for name, value in fields.items() if value != usual_fields[name]} or None


_OtherNames: TypeAlias = Mapping[str, str]  # what nodes, edges and moves of one tree are called in another

_BOUNDS = frozenset(("alpha", "beta"))  # which an answer may name besides


@remembered
def _other_names(solution: Solution, other: Solution) -> _OtherNames | None:
    """The other names of everything that an answer may name; none where a name may mean two things."""
    names: dict[str, str] = {}
    for own, theirs in _called(solution, other):
        if names.setdefault(own, theirs) != theirs:
            return None
    return names if _BOUNDS.isdisjoint(names) else None


def _called(solution: Solution, other: Solution) -> Iterator[tuple[str, str]]:
    for form in ("nodes", "edges"):
        yield from zip(item_texts(form, solution), item_texts(form, other), strict=True)
    yield from zip(_moves(solution.tree), _moves(other.tree), strict=True)


def _moves(tree: Tree) -> Iterable[str]:
    return (tree[index].move for index in range(1, len(tree)))


def _renamed_answer(answer: Any, names: _OtherNames) -> Any:
    """The answer, or a part of it, in the other names; what names nothing stays."""
    match answer:
        case str():
            return names.get(answer, answer)
        case dict():
            return {names.get(name, name): _renamed_answer(part, names) for name, part in answer.items()}
        case tuple() | frozenset():
            items = [_renamed_answer(item, names) for item in answer]
            if all(new is old for new, old in zip(items, answer, strict=True)):
                return answer  # numbers, say, which may be of a kind of their own
            return getattr(type(answer), "_make", tuple if isinstance(answer, tuple) else frozenset)(items)
    return answer
