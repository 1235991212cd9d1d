"""The JSON Schemas agree with the loader: on every field, on every bundled set, and on what is wrong."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from grader.document import Mapping, Scalar, Value, load_document
from grader.document.sheet_content import EXPECT, FIELDS, VERSION
from grader.problems import load_problems
from grader.problems.json_schema import set_schema, sheet_schema
from grader.questions import KINDS
from grader.text.source import InputError, Source

CHECKOUT = Path(__file__).parents[2]
SETS = sorted((CHECKOUT / "problems").glob("*/set.yaml"))
SCHEMA = set_schema()
PARTS = SCHEMA["$defs"]

PROBE = "qqqqqqqqqqqq"


def in_problem(fields: str) -> str:
    return f"set: week-1\nproblems:\n  - {{id: one, tree: [3, 4], {fields}}}"


def in_code(fields: str) -> str:
    return f"set: week-1\nproblems:\n  - {{id: one, code: {{file: a.py, function: f}}, {fields}}}"


def in_question(fields: str) -> str:
    return in_problem(f"questions: [{{ask: {fields}}}]")


# Where a field nobody knows is put, and the part of the schema that describes the fields there.
PLACES: dict[str, tuple[str, dict[str, Any]]] = {
    "set": (f"set: week-1\n{PROBE}: 1", SCHEMA),
    "problem": (in_problem(f"{PROBE}: 1"), PARTS["sheet-problem"]),
    "code problem": (in_code(f"{PROBE}: 1"), PARTS["code-problem"]),
    "code": (f"problems: [{{code: {{function: f, {PROBE}: 1}}}}]", PARTS["code"]),
    "tree of code": (in_code(f"trees: [{{game: nim, {PROBE}: 1}}]"), PARTS["code-tree"]["anyOf"][1]),
    "random tree": (in_code(f"trees: [{{random: {{{PROBE}: 1}}}}]"), PARTS["random"]),
    "rule": (f"rule: {{{PROBE}: 1}}", PARTS["rule"]["anyOf"][1]),
    "reveal": (f"reveal: {{{PROBE}: 1}}", PARTS["reveal"]["anyOf"][2]),
    "diagnosis": (f"diagnosis: {{{PROBE}: 1}}", SCHEMA["properties"]["diagnosis"]["anyOf"][1]),
    "moment of a reveal": (f"reveal: {{key: {{{PROBE}: 1}}}}", PARTS["when"]["anyOf"][1]),
    "accepted by a problem": (in_problem(f"accept: [{{{PROBE}: 1}}]"), PARTS["accepted-rule"]),
    "accepted by a question": (
        in_question(f"value, accept: [{{rule: nyu, {PROBE}: 1}}]"),
        PARTS["accepted"],
    ),
    "tree": (f"problems: [{{tree: {{game: nim, {PROBE}: 1}}}}]", PARTS["tree"]["anyOf"][1]),
    "variant": (f"problems: [{{variants: [3, {{game: nim, {PROBE}: 1}}]}}]", PARTS["variant"]["anyOf"][1]),
    **{f"ask {kind}": (in_question(f"{kind}, {PROBE}: 1"), PARTS[f"ask-{kind}"]) for kind in KINDS},
}


@pytest.mark.parametrize(("text", "part"), PLACES.values(), ids=PLACES)
def test_the_schema_has_the_fields_that_the_loader_asks_for(text: str, part: dict[str, Any]) -> None:
    assert part["additionalProperties"] is False
    assert fields_here(text) == set(part["properties"])


def fields_here(text: str) -> set[str]:
    """The fields that the loader names where it finds one that it does not know."""
    with pytest.raises(InputError) as caught:
        load_problems(Source(text))
    (hint,) = [mistake.hint for mistake in caught.value.mistakes if PROBE in mistake.message]
    assert hint is not None
    return set(re.findall(r"`([^`]+)`", hint))


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_requires_of_a_question_what_the_loader_misses(kind: str) -> None:
    try:
        load_problems(Source(in_question(kind)))
        missing = []
    except InputError as error:
        missing = re.findall(r"`(\w+)` is missing", str(error))
    assert set(PARTS[f"ask-{kind}"]["required"]) == {"ask", *missing}


def test_the_schemas_are_schemas() -> None:
    for schema in (set_schema(), sheet_schema()):
        Draft202012Validator.check_schema(json.loads(json.dumps(schema)))


def plain(value: Value) -> Any:
    """What an editor takes a value for, which knows the types of YAML 1.2."""
    if isinstance(value, Scalar):
        if value.empty:
            return None
        return value.text if value.quoted or not _TYPED.fullmatch(value.text) else json.loads(value.text)
    if isinstance(value, Mapping):
        return {key.text: plain(item) for key, item in value.entries}
    return [plain(item) for item in value.items]


_TYPED = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?|true|false|null")


def mistakes(schema: dict[str, Any], text: str) -> list[str]:
    validator = Draft202012Validator(json.loads(json.dumps(schema)))
    return [error.message for error in validator.iter_errors(plain(load_document(Source(text))))]


@pytest.mark.parametrize("path", SETS, ids=[path.parent.name for path in SETS])
def test_every_bundled_set_fits_the_schema(path: Path) -> None:
    assert mistakes(SCHEMA, path.read_text(encoding="utf-8")) == []


REFUSED = (
    "set-missing", "set-cannot-be-an-id", "set-id-too-long", "field-unknown", "title-is-a-list",
    "language-unknown", "diagnosis-unknown", "diagnosis-idea-unknown", "diagnosis-field-unknown",
    "problems-missing", "problems-empty", "problem-id-missing",
    "tree-missing", "tree-and-variants", "tree-from-nowhere", "tree-from-two-places",
    "figure-is-no-picture", "variants-alone", "variants-with-a-rule", "questions-empty",
    "question-kind-missing", "question-kind-misspelt", "question-field-unknown", "points-negative",
    "points-not-a-number", "credit-unknown", "credit-above-everything", "carry-unclear",
    "round-not-whole", "rule-preset-unknown", "rule-field-unknown", "rule-value-unknown",
    "reveal-unknown", "reveal-part-unknown", "due-without-time", "void-unknown", "void-without-because",
    "because-without-void", "accept-nothing", "accept-an-empty-list", "credit-empty", "title-empty",
    "credit-table-for-one-answer", "text-missing", "right-missing", "choice-without-options",
    "accept-rule-and-answer", "accept-answer-of-a-problem",
)  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_the_schema_refuses_what_an_editor_can_know_to_be_wrong(name: str) -> None:
    text = (
        (CHECKOUT / "tests" / "problems" / "set-errors" / f"{name}.txt")
        .read_text(encoding="utf-8")
        .partition("----\n")[0]
    )
    assert mistakes(SCHEMA, text)


SHEET = "set: week-1\nstudent: ada\nanswers:\n  one:\n    value: {A: 3}\n    pruned: [C2, C3]\n    line:\n"


def test_a_sheet_fits_its_schema() -> None:
    assert mistakes(sheet_schema(), SHEET) == []


@pytest.mark.parametrize(
    "text", ["answers:", "set:\nstudent:\nanswers:\n  one:", "expect: {earned: 1}\nanswers:"]
)
def test_a_sheet_may_leave_things_empty_and_be_a_sample(text: str) -> None:
    assert mistakes(sheet_schema(), text) == []


def test_a_sheet_with_a_misspelt_field_does_not_fit_its_schema() -> None:
    assert mistakes(sheet_schema(), SHEET.replace("answers", "answer"))


def test_a_sheet_has_the_fields_that_its_schema_has() -> None:
    assert set(sheet_schema()["properties"]) == {*FIELDS, VERSION, EXPECT}
