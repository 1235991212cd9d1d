"""An entry of `problems:` → Problem: its trees and its questions, and whether they fit one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.document import Fields, Value
from grader.problems.fields.load_context import Reading
from grader.problems.fields.program_fields import read_code_problem
from grader.problems.fields.question_fields import MAX_ACCEPTED, accepted_reader
from grader.problems.fields.question_fit import misfits
from grader.problems.fields.tree_sources import Planted, read_tree
from grader.problems.problem import Problem, ProblemTree
from grader.problems.problem_description import Described, Draft, describe, read_questions
from grader.problems.set_readers import list_within
from grader.problems.settings import Settings, read_settings
from grader.rule import Rule

MAX_VARIANTS = 500


def read_problem(value: Value, above: Settings, reading: Reading, seed: str) -> Problem | None:
    """The problem; what is wrong with it is noted, and the rest is read all the same."""
    fields = reading.attempt(Fields, value)
    if fields is None:
        return None
    if "code" in fields:
        return reading.attempt(read_code_problem, value, above, reading, seed)
    described = describe(fields, reading, seed)
    settings = read_settings(fields, above)
    planted = reading.attempt(_plant, fields, reading, settings.rule) or ()
    if planted:
        settings = replace(settings, rule=planted[0].rule)
    drafts = read_questions(fields, reading, settings)
    problem = _completed(described, fields, settings, planted, drafts)
    reading.attempt(fields.finish)
    if settings.rule is not None:
        trees = tuple(tree.place for tree in planted)
        for asked, given in drafts:
            reading.note(misfits(problem, trees, asked, given))
    return problem


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


def _completed(
    described: Described,
    fields: Fields,
    settings: Settings,
    planted: Sequence[Planted],
    drafts: Sequence[Draft],
) -> Problem:
    rule = settings.rule or Rule()
    accept_reader = list_within(1, MAX_ACCEPTED, accepted_reader(rule, "rule"))
    return Problem(
        **described._asdict(),
        program=None,
        trees=tuple(
            ProblemTree(f"tree-{number}", one.tree, one.place.span) for number, one in enumerate(planted, 1)
        ),
        rule=rule,
        questions=tuple(draft.asked for draft in drafts),
        accept=fields.read("accept", accept_reader, ()),
    )
