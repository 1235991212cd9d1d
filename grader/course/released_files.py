"""A ProblemSet → the files that students may have of it, by name; and the set again, as they have it.

Every field of the set that is written is named, here or by its kind of question, so that one that a set may
have some day is not released by chance.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any

from grader.document import Mapping, Scalar, Sequence, Value
from grader.document.values import find
from grader.grading.visibility import public_trees
from grader.problems import Asked, Code, Problem, ProblemSet, ProblemTree, load_problems
from grader.problems.errata import Erratum
from grader.problems.set_file import FILE, RELEASED
from grader.questions import KINDS
from grader.reports.practice.practice_files import PRACTICE_PAGE, practice_of_set
from grader.reports.sheets.blank_sheet import blank_sheet
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.sheets.starter_files import starter_files
from grader.rule import Rule
from grader.submissions import SHEETS
from grader.text.sentences import Say, sentences

PAGE = "sheet.html"

_MEGABYTE = 1 << 20
_UNSET = "default"
_ENDS = ("won", "lost")


def release_files(problems: ProblemSet, student: str | None = None) -> dict[str, str | bytes]:
    """By name, with `/` between folders; with a student's name, those with that student's variants."""
    problems = problems.given_to(student)
    return {
        SHEETS[0]: blank_sheet(problems, student),
        PAGE: sheet_html(problems, student),
        FILE: _released_text(problems, student),
        **starter_files(problems),
        **dict(_trees(problems)),
        **dict(_figures(problems)),
    }


def practice_files(problems: ProblemSet) -> dict[str, str]:
    """The page to practise on, the same for everybody, where the set says `practice: yes`."""
    return {PRACTICE_PAGE: practice_of_set(problems)} if problems.practice == "yes" else {}


def needs_student(problems: ProblemSet) -> bool:
    """Whether not everybody gets the same."""
    return problems.differs


def _trees(problems: ProblemSet) -> Iterator[tuple[str, str]]:
    """The trees that programs are run on, without comments and without those that are hidden."""
    for problem in problems.by_program:
        for tree in public_trees(problem):
            yield _tree_file(problem, tree), f"{tree.tree.text}\n"


def _figures(problems: ProblemSet) -> Iterator[tuple[str, bytes]]:
    for problem in problems.problems:
        file = _figure_file(problem)
        if file is not None and problem.figure is not None:
            yield file, problem.figure.read_bytes()


def _released_text(problems: ProblemSet, student: str | None = None) -> str:
    """The released set as YAML; with a name, the one with that student's variants."""
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: Any) -> bool:
            del data  # a set has no aliases
            return True

    def write_text(dumper: Dumper, text: str) -> yaml.ScalarNode:
        style = "|" if "\n" in text else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)

    Dumper.add_representer(str, write_text)
    data = _released(problems, student)
    written = yaml.dump(data, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=10**9)
    return f"# {sentences(problems.language)('release.heading')}\n{written}"


def _tree_file(problem: Problem, tree: ProblemTree) -> str:
    """Where a tree that programs are run on is released."""
    return f"trees/{problem.id}/{tree.id}.tree"


def _figure_file(problem: Problem) -> str | None:
    """Where the picture of a problem is released, under the name that the sheet has for it."""
    return None if problem.figure is None else f"figures/{problem.id}/{PurePosixPath(problem.figure).name}"


def _released(problems: ProblemSet, student: str | None) -> dict[str, Any]:
    say = sentences(problems.language)
    return _given(
        {
            RELEASED: True,
            "student": student,
            "set": problems.id,
            "title": problems.title,
            "language": problems.language,
            "due": None if problems.due is None else str(problems.due),
            "rule": _change(problems.rule, Rule()),
            "errata": [_erratum(erratum) for erratum in problems.errata] or None,
            "problems": [
                _problem(problem.seen_by(student).at(problem.variant(student)), problems.rule, student, say)
                for problem in problems.problems
            ],
        }
    )


def _erratum(erratum: Erratum) -> dict[str, Any]:
    return _given({"date": str(erratum.date), "problem": erratum.problem, "text": erratum.text})


def _problem(problem: Problem, above: Rule, student: str | None, say: Say) -> dict[str, Any]:
    return _given(
        {
            "id": problem.id,
            "title": problem.title,
            "text": problem.text,
            "figure": _figure_file(problem),
            "rule": _change(problem.rule, above),
            **_searched(problem, student),
            "questions": [
                _question(asked, problem, problem.variant(student), say) for asked in problem.questions
            ],
        }
    )


def _searched(problem: Problem, student: str | None) -> dict[str, Any]:
    """The tree; or what is handed in and the trees that are no secret, which may be none."""
    if not problem.has_tree:
        return {}
    if problem.program is None:
        return {"tree": problem.trees[problem.variant(student)].tree.text}
    trees = [_tree(problem, tree) for tree in public_trees(problem)]
    whole = True if problem.all_or_nothing else None
    return {"code": _code(problem.code), "trees": trees, "all-or-nothing": whole}


def _tree(problem: Problem, tree: ProblemTree) -> dict[str, Any]:
    ends = tree.ends
    named = {} if ends is None else {end: [name for name in ends if ends[name] == end] for end in _ENDS}
    return _given(
        {"id": tree.id, "file": _tree_file(problem, tree), "rule": _plain(dict(tree.changes)), **named}
    )


def _code(code: Code) -> dict[str, Any]:
    memory = f"{code.memory // _MEGABYTE} MB" if code.memory % _MEGABYTE == 0 else code.memory
    return {
        "file": code.file,
        code.way.written: list(code.command) or code.name,
        "api": code.api,
        "seconds": _plain(code.seconds),
        "memory": memory,
        "visits": code.visits,
        "seconds-in-all": _plain(code.seconds_in_all),
    }


def _question(asked: Asked, problem: Problem, variant: int, say: Say) -> dict[str, Any]:
    question = asked.question
    if problem.program:
        own, unsaid = question.public_fields(), question.sheet_only
    else:
        own, unsaid = question.released_fields(problem.solution_for(question, variant), say), ()
    return _given(
        {
            "ask": question.ask,
            "id": question.id,
            "title": asked.own_title,
            "rule": _change(question.rule, problem.rule),
            "points": _plain(question.points),
            "given": _plain(dict(question.given)),
            **{name: _plain(value) for name, value in own.items() if name not in unsaid},
        }
    )


def _change(rule: Rule, above: Rule) -> dict[str, Any]:
    """The fields of a rule that are not those of the one above."""
    fields, usual = rule.to_dict(), above.to_dict()
    changed = {name: value for name, value in fields.items() if value != usual[name]}
    return {name: _UNSET if value is None else value for name, value in changed.items()}


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields without those that say nothing; a list may be empty."""
    return {name: value for name, value in fields.items() if value is not None and value not in ("", {})}


def _plain(value: Any) -> Any:
    """Numbers and names as YAML holds them."""
    match value:
        case Fraction():
            return str(value)
        case tuple() | list():
            return [_plain(item) for item in value]
        case dict():
            return {name: _plain(item) for name, item in value.items()}
    return value


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
