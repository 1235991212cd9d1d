"""JSON Schemas of problem sets and of answer sheets, by which editors complete and check as one types.

Every group of fields is described where it is read; here the groups are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.document.schema import TEXT, Schema, described, group, refer
from grader.problems.errata import ERRATUM
from grader.problems.field_readers import ID, LINE, POINTS, REASONS, SHARE
from grader.problems.fields.problem_fields import CODE_PROBLEM, SHEET_PROBLEM
from grader.problems.fields.program_fields import CODE
from grader.problems.fields.question_fields import accepted_schema, question_schema
from grader.problems.fields.random_trees import RANDOM
from grader.problems.fields.tree_fields import CODE_TREE, FAIR_VARIANTS, TREE, VARIANT
from grader.problems.late_policy import LATE
from grader.problems.moment import MOMENT
from grader.problems.policies import idea_schema
from grader.problems.reveal import REVEAL, WHEN
from grader.problems.set_file import SET
from grader.problems.settings import CREDIT
from grader.problems.stated_rules import RULE
from grader.questions import KINDS

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def set_schema() -> Schema:
    """The schema of a problem set."""
    title = "a problem set for grading game-tree puzzles"
    return {"$schema": _DIALECT, "title": title, **SET, "$defs": _parts()}


def sheet_schema() -> Schema:
    """The schema of an answer sheet; what an answer looks like is up to its question."""
    answers = {"type": ["object", "null"], "additionalProperties": {"type": ["object", "null"]}}
    said = {"type": [*TEXT["type"], "null"]}
    fields: dict[str, Schema] = {
        "set": described(said, "the set that is answered"),
        "student": described(said, "who answers"),
        "version": described(said, "the version of the set, if it has versions"),
        "answers": described(answers, "the answers by problem, then by question"),
        "expect": described({}, "in a sample: what it must earn, as `grader check` verifies"),
    }
    title = "an answer sheet for game-tree puzzles"
    return {"$schema": _DIALECT, "title": title, **group(fields, "answers")}


SCHEMAS: Mapping[str, Callable[[], Schema]] = {"set": set_schema, "sheet": sheet_schema}


def _parts() -> dict[str, Schema]:
    """What the schema of a set refers to by name; whether a problem has `code` decides who answers it."""
    return {
        "text": TEXT,
        "line": LINE,
        "id": ID,
        "number": {"type": ["number", "string"]},
        "points": POINTS,
        "share": SHARE,
        "credit": CREDIT,
        "moment": MOMENT,
        "late": LATE,
        "erratum": ERRATUM,
        "when": WHEN,
        "reveal": REVEAL,
        "idea": idea_schema(),
        "reasons": REASONS,
        "rule": RULE,
        "tree": TREE,
        "variant": VARIANT,
        "fair-variants": FAIR_VARIANTS,
        "accepted-rule": accepted_schema("rule"),
        "accepted": accepted_schema("rule", "answer"),
        "problem": {
            "if": {"required": ["code"]},
            "then": refer("code-problem"),
            "else": refer("sheet-problem"),
        },
        "sheet-problem": SHEET_PROBLEM,
        "code-problem": CODE_PROBLEM,
        "code": CODE,
        "code-tree": CODE_TREE,
        "random": RANDOM,
        "question": _any_question(),
        **{f"ask-{name}": question_schema(kind) for name, kind in KINDS.items()},
    }


def _any_question() -> Schema:
    """A question, whose further fields depend on what it asks."""
    cases = [
        {"if": {"properties": {"ask": {"const": name}}, "required": ["ask"]}, "then": refer(f"ask-{name}")}
        for name in KINDS
    ]
    ask = described({"enum": list(KINDS)}, "the kind of question")
    return {"type": "object", "properties": {"ask": ask}, "required": ["ask"], "allOf": cases}
