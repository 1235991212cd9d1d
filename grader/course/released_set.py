"""The file of a released set → a ProblemSet whose form can be checked, with stand-ins where the keys were."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from grader.document import Mapping, Scalar, Sequence, Value
from grader.document.values import find
from grader.problems import ProblemSet, load_problems
from grader.problems.set_file import RELEASED
from grader.questions import KINDS

# Any tree and rule will do, since no program is run on a hidden tree.
_NO_TREE = {"tree": "max(0, 0)", "rule": "mit-6034", "hidden": "true"}


@dataclass(frozen=True, slots=True)
class Released:
    """What students have of a set; `student` is None where everybody has the same.

    Nothing may be marked by these problems: what they take for right is made up.
    """

    problems: ProblemSet
    student: str | None = None


def load_released(path: str | os.PathLike[str]) -> Released:
    """The released set in a file, or in the `set.yaml` of a folder; a set with its keys will do as well."""
    students: list[str] = []

    def complete(document: Value) -> Value:
        if not isinstance(document, Mapping) or find(document, RELEASED) is None:
            return document
        student = find(document, "student")
        if isinstance(student, Scalar) and student.text:
            students.append(student.text)
        return _changed(_without(document, RELEASED, "student"), "problems", _each(_complete_problem))

    problems = load_problems(path, complete)
    return Released(problems, next(iter(students), None))


def _complete_problem(problem: Value) -> Value:
    trees = find(problem, "trees")
    if isinstance(trees, Sequence) and not trees.items:
        problem = _changed(
            problem, "trees", lambda value: Sequence((_no_tree(value),), value.source, value.span)
        )
    return _changed(problem, "questions", _each(_complete_question))


def _complete_question(question: Value) -> Value:
    """The question with an answer that stands in for the key, where the file has to give one."""
    ask = find(question, "ask")
    kind = KINDS.get(ask.text) if isinstance(ask, Scalar) else None
    for path, text in kind.stand_ins.items() if kind else ():
        question = _completed(question, path, text)
    return question


def _completed(value: Value, path: tuple[str, ...], text: str) -> Value:
    """The same with a text at the end of a path, unless it is there already; of a list, in the first item."""
    if isinstance(value, Sequence) and value.items:
        first, *others = value.items
        return Sequence((_completed(first, path, text), *others), value.source, value.span)
    if len(path) == 1:
        return _with(value, path[0], text)
    return _changed(value, path[0], lambda item: _completed(item, path[1:], text))


def _no_tree(place: Value) -> Mapping:
    entries = tuple((_scalar(name, place), _scalar(text, place)) for name, text in _NO_TREE.items())
    return Mapping(entries, place.source, place.span)


def _each(change: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """The change made to every item of a list; what is no list stays for the loader to complain about."""

    def change_all(value: Value) -> Value:
        if not isinstance(value, Sequence):
            return value
        return Sequence(tuple(map(change, value.items)), value.source, value.span)

    return change_all


def _changed(value: Value, field: str, change: Callable[[Value], Value]) -> Value:
    """The same fields, where one of them is changed if it is given."""
    if not isinstance(value, Mapping):
        return value
    entries = ((key, change(item) if key.text == field else item) for key, item in value.entries)
    return Mapping(tuple(entries), value.source, value.span)


def _with(value: Value, field: str, text: str) -> Value:
    """The same fields and one more, unless it is given already."""
    if not isinstance(value, Mapping) or find(value, field) is not None:
        return value
    return Mapping((*value.entries, (_scalar(field, value), _scalar(text, value))), value.source, value.span)


def _without(mapping: Mapping, *fields: str) -> Mapping:
    entries = tuple((key, item) for key, item in mapping.entries if key.text not in fields)
    return Mapping(entries, mapping.source, mapping.span)


def _scalar(text: str, place: Value) -> Scalar:
    return Scalar(text, place.source, place.span, None, quoted=True)
