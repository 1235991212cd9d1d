"""An entry of `problems:` → Problem: its trees and its questions, and whether they fit one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import NamedTuple

from grader.document import Fields, Value, as_text, mistake_at
from grader.problems.fitting import misfits
from grader.problems.places import find
from grader.problems.problem_set import Asked, Problem
from grader.problems.question_fields import MAX_ACCEPTED, accepted_reader, read_question
from grader.problems.readers import (
    as_id,
    as_line,
    as_reasons,
    doubled_ids,
    list_within,
    read_entries,
)
from grader.problems.reading import Reading
from grader.problems.settings import Settings, read_settings
from grader.problems.trees import Planted, read_tree
from grader.rule import Rule

MAX_QUESTIONS = 200
MAX_VARIANTS = 500


class Draft(NamedTuple):
    """A question that could be read, and what the file says of it."""

    asked: Asked
    given: Value


def read_problem(value: Value, above: Settings, reading: Reading, seed: str) -> Problem | None:
    """The problem; what is wrong with it is noted, and the rest is read all the same."""
    fields = reading.attempt(_open, value)
    if fields is None:
        return None
    described = _described(fields, reading, seed)
    settings = read_settings(fields, above)
    planted = reading.attempt(_plant, fields, reading, settings.rule) or ()
    if planted:
        settings = replace(settings, rule=planted[0].rule)
    drafts = _read_questions(fields, reading, settings)
    problem = _completed(described, fields, settings, planted, drafts)
    reading.attempt(fields.finish)
    if settings.rule is not None:
        trees = tuple(tree.place for tree in planted)
        for asked, given in drafts:
            reading.note(misfits(problem, trees, asked, given))
    return problem


def _open(value: Value) -> Fields:
    fields = Fields(value)
    if code := find(value, "code"):
        message = "problems that run students' code are not supported yet"
        raise mistake_at(code, message, "ask for the answers on the sheet, with `tree:`")
    return fields


def _plant(fields: Fields, reading: Reading, rule: Rule | None) -> Sequence[Planted]:
    """The one tree, or the variants."""

    def one(value: Value) -> Sequence[Planted]:
        return [read_tree(value, reading.folder, rule)]

    def variant(value: Value) -> Planted:
        return read_tree(value, reading.folder, rule, own_rule=False)

    readers = {"tree": one, "variants": list_within(2, MAX_VARIANTS, variant)}
    name = fields.only_one(*readers)
    planted: Sequence[Planted] = fields.read(name, readers[name], ())
    for tree in planted:
        reading.count(tree.tree, tree.place)
    return planted


def _read_questions(fields: Fields, reading: Reading, settings: Settings) -> Sequence[Draft]:
    """The questions that can be read; those that cannot are noted."""
    values = read_entries(fields, "questions", MAX_QUESTIONS)
    reading.note(doubled_ids(values, "question of this problem", "id", "ask"))
    read = [(read_question(value, settings, reading), value) for value in values]
    drafts = [Draft(asked, value) for asked, value in read if asked is not None]
    if drafts and len(drafts) == len(values) and not sum(draft.asked.question.points for draft in drafts):
        fields.note("questions", "these questions are worth 0 points together", "give one of them `points:`")
    return drafts


def _described(fields: Fields, reading: Reading, seed: str) -> Problem:
    """The problem in its own words, without trees and questions."""
    problem_id = fields.read("id", as_id)
    return Problem(
        id=problem_id,
        title=fields.read("title", as_line, None) or problem_id,
        text=fields.read("text", as_text, ""),
        figure=fields.read("figure", reading.folder.find_picture, None),
        trees=(),
        rule=Rule(),
        questions=(),
        accept=(),
        allow=fields.read("allow", as_reasons, {}),
        place=(find(fields.mapping, "id") or fields.mapping).span,
        seed=blake2b(f"{seed}/{problem_id}".encode()).digest(),
    )


def _completed(
    described: Problem,
    fields: Fields,
    settings: Settings,
    planted: Sequence[Planted],
    drafts: Sequence[Draft],
) -> Problem:
    rule = settings.rule or Rule()
    accept_reader = list_within(1, MAX_ACCEPTED, accepted_reader(rule, "rule"))
    return replace(
        described,
        trees=tuple(tree.tree for tree in planted),
        rule=rule,
        questions=tuple(draft.asked for draft in drafts),
        accept=fields.read("accept", accept_reader, ()),
    )
