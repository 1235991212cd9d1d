"""An entry of `problems:` → Problem: who answers it, its trees and its questions, and whether they fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from typing import Any, NamedTuple

from grader.document import Fields, Mapping, Scalar, Value, as_boolean, as_text
from grader.document import Sequence as List
from grader.document.schema import BOOLEAN, Schema, described, group, only_one, refer, several
from grader.document.values import find
from grader.generating.fair_variants import FairVariants
from grader.problems.asked_question import Asked
from grader.problems.field_readers import as_id, as_line, as_reasons, doubled_ids, list_within, read_entries
from grader.problems.fields.program_fields import read_code
from grader.problems.fields.question_fields import MAX_ACCEPTED, accepted_reader, read_question
from grader.problems.fields.question_fit import misfits, misfits_of_agents
from grader.problems.fields.set_folder import PICTURE, LoadContext
from grader.problems.fields.tree_fields import (
    ONE_TREE,
    SEVERAL_TREES,
    FairNumber,
    Planted,
    read_trees,
    without_tree,
)
from grader.problems.problem import FairTrees, Problem
from grader.problems.settings import SETTINGS, Settings, read_settings
from grader.questions import Question
from grader.rule import Rule
from grader.text.numbers import Number, NumberError, read_number

MAX_QUESTIONS = 200

_FIELDS: dict[str, Schema] = {
    "id": described(refer("id"), "what sheets and reports call the problem"),
    "title": refer("line"),
    "text": described(refer("text"), "what the problem says, in Markdown"),
    "figure": described(PICTURE, "a picture in the set's folder"),
    "accept": described(
        several("accepted-rule", 1, MAX_ACCEPTED), "further rules under which an answer earns a share"
    ),
    "allow": described(refer("reasons"), "warnings of `grader check` to silence, and why"),
    "questions": several("question", 1, MAX_QUESTIONS),
    **SETTINGS,
}
_OF_PROGRAMS: dict[str, Schema] = {
    "code": described(refer("code"), "the program that answers, run on `trees`"),
    **SEVERAL_TREES,
    "all-or-nothing": described(
        BOOLEAN, "whether every question must be right on every tree to earn anything"
    ),
}
# Where every question asks for a tree of one's own, or for no tree at all, there need be none.
_TREELESS: Schema = {
    "not": {"anyOf": [{"required": [name]} for name in ONE_TREE]},
    "properties": {
        "questions": {
            "items": {
                "anyOf": [
                    {"required": ["shape"]},
                    {"properties": {"ask": {"enum": ["choice", "true-false", "manual"]}}},
                ]
            }
        }
    },
}
_TREES: Schema = {
    "if": {"properties": {"variants": {"type": "object"}}, "required": ["variants"]},
    "then": {"required": ["tree"]},
    "else": {"anyOf": [only_one(*ONE_TREE), _TREELESS]},
}
SHEET_PROBLEM: Schema = group(_FIELDS | ONE_TREE, "id", "questions") | _TREES
CODE_PROBLEM: Schema = group(_FIELDS | _OF_PROGRAMS, "id", "code", "trees", "questions")


class _Draft(NamedTuple):
    """A question that could be read, and what the file says of it."""

    asked: Asked
    given: Value


def read_problem(value: Value, above: Settings, reading: LoadContext, seed: str) -> Problem | None:
    """The problem; what is wrong with it is noted, and the rest is read all the same."""
    fields = reading.attempt(Fields, value)
    if fields is None:
        return None
    described = _describe(fields, reading, seed)
    settings = read_settings(fields, above)
    program = fields.read("code", read_code, None) if "code" in fields else None
    names_tree = "code" in fields or any(name in fields for name in ONE_TREE)
    planted = read_trees(fields, reading, settings.rule) if names_tree else Planted((), settings.rule)
    trees, rule, fair = planted
    drafts = _read_questions(fields, reading, replace(settings, rule=rule))
    has_tree = names_tree or any(draft.asked.question.needs_tree for draft in drafts)
    if not has_tree:
        trees = without_tree(described["place"])
    elif not names_tree:
        reading.attempt(fields.only_one, *ONE_TREE)  # notes that there is none
    accepted = accepted_reader(rule or Rule(), "rule")
    problem = Problem(
        **described,
        program=program,
        trees=trees,
        rule=rule or Rule(),
        questions=tuple(draft.asked for draft in drafts),
        accept=fields.read("accept", list_within(1, MAX_ACCEPTED, accepted), ()),
        all_or_nothing="code" in fields and fields.read("all-or-nothing", as_boolean, False),
        has_tree=has_tree,
    )
    reading.attempt(fields.finish)
    if rule is not None and (program is not None or "code" not in fields):
        _note_misfits(problem, drafts, reading, value)
    return _with_variants(problem, fair, value) if fair else problem


def _with_variants(problem: Problem, fair: FairNumber, value: Value) -> Problem:
    """The problem with fair variants in the place of its tree."""
    (written,) = problem.trees
    questions = tuple(asked.question for asked in problem.questions)
    rules = list(_rules(problem))
    common = rules[0] if len({(rule.utilities, rule.window) for rule in rules}) == 1 else None
    stated = frozenset((*_stated_in_fields(questions, () if common else rules), *_stated_in_words(value)))
    variants = FairVariants(written.tree, questions, problem.seed, stated, common, fair.variants)
    return replace(problem, trees=FairTrees(written, variants, fair.number))


def _rules(problem: Problem) -> Iterator[Rule]:
    """All rules under which answers to a problem are marked."""
    yield problem.rule
    for asked in problem.questions:
        yield asked.question.rule
        for accepted in (*asked.accept, *problem.accept):
            if accepted.rule is not None:
                yield accepted.under(asked.question.rule)


def _stated_in_fields(questions: Iterable[Question], rules: Iterable[Rule]) -> Iterator[Number]:
    """The numbers of unknown leaves; and those in rules, where these differ from question to question."""
    for question in questions:
        yield from (number for _, number in question.given)
    for rule in rules:
        yield from (*rule.window, *(rule.utilities or ()))


_NUMBER = re.compile(r"(?<![\w.'])-?\d{1,20}(?:[./]\d{1,20})?(?![\w'])")
_LISTS = ("questions", "accept", "options")
_WORDS = ("text", "answer", "given", "holds", "feedback")


def _stated_in_words(value: Value, *, everything: bool = False) -> Iterator[Number]:
    """The numbers in all that is said of the tree: answers, conditions and texts for students."""
    match value:
        case Scalar() if everything:
            for found in _NUMBER.findall(value.text):
                with suppress(NumberError):
                    yield read_number(found)
        case Mapping():
            for key, each in value.entries:
                if everything or key.text in _LISTS or key.text in _WORDS:
                    yield from _stated_in_words(each, everything=everything or key.text in _WORDS)
        case List():
            for each in value.items:
                yield from _stated_in_words(each, everything=everything)


def _describe(fields: Fields, reading: LoadContext, seed: str) -> dict[str, Any]:
    """What a problem says of itself, without trees and questions."""
    problem_id = fields.read("id", as_id)
    return {
        "id": problem_id,
        "title": fields.read("title", as_line, None) or problem_id,
        "text": fields.read("text", as_text, ""),
        "figure": fields.read("figure", reading.folder.find_picture, None),
        "allow": fields.read("allow", as_reasons, {}),
        "place": (find(fields.mapping, "id") or fields.mapping).span,
        "seed": blake2b(f"{seed}/{problem_id}".encode()).digest(),
    }


def _read_questions(fields: Fields, reading: LoadContext, settings: Settings) -> Sequence[_Draft]:
    """The questions that can be read; those that cannot are noted."""
    values = read_entries(fields, "questions", MAX_QUESTIONS)
    reading.note(doubled_ids(values, "question of this problem", "id", "ask"))
    read = [(read_question(value, settings, reading), value) for value in values]
    drafts = [_Draft(asked, value) for asked, value in read if asked is not None]
    if drafts and len(drafts) == len(values) and not sum(draft.asked.question.points for draft in drafts):
        fields.note("questions", "these questions are worth 0 points together", "give one of them `points:`")
    return drafts


def _note_misfits(problem: Problem, drafts: Sequence[_Draft], reading: LoadContext, value: Value) -> None:
    if problem.program:
        reading.note(misfits_of_agents(problem, value.source))
    for asked, given in drafts:
        reading.note(misfits(problem, asked, given))
