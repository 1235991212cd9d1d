"""The JSON Schemas of all documents → their files, and a page that lists the fields of records and sheets."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from grader.grading.record import results_schema
from grader.problems.json_schema import set_schema, sheet_schema
from tools.kinds import in_words
from tools.tables import code, table

SCHEMAS = {"set": set_schema, "sheet": sheet_schema, "results": results_schema}
INTRODUCTION = """\
# JSON Schemas

| document | schema | printed by |
| --- | --- | --- |
| a problem set | [set.schema.json](set.schema.json) | `grader schema set` |
| an answer sheet | [sheet.schema.json](sheet.schema.json) | `grader schema sheet` |
| `results.json`, and what `grader grade --format json` prints \
| [results.schema.json](results.schema.json) | `grader schema results` |

The fields of a set have [a page of their own](set-fields.md). Numbers that are not whole are strings: \
`"7/3"`, `"inf"`. `[]` stands for each item of a list, `*` for each name in a group.
"""


def schemas_page() -> str:
    """What the schemas of sheets and results say, field by field."""
    return "\n".join([
        INTRODUCTION,
        "## An answer sheet\n", _fields(sheet_schema()),
        "## A record\nOne item of the list in `results.json`.\n", _fields(results_schema()["items"]),
    ])  # fmt: skip


def schema_text(name: str) -> str:
    """A schema as its file holds it."""
    return json.dumps(SCHEMAS[name](), indent=2, ensure_ascii=False) + "\n"


def _fields(schema: Mapping[str, Any]) -> str:
    rows = [(code(path), in_words(field), field.get("description", "")) for path, field in _paths(schema, "")]
    return table(("field", "value", "description"), rows)


def _paths(schema: Mapping[str, Any], above: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, field in schema.get("properties", {}).items():
        path = f"{above}{name}"
        yield path, field
        yield from _below(field, path)


def _below(field: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for choice in field.get("anyOf", [field]):
        yield from _paths(choice, f"{path}.")
        yield from _paths(choice.get("items", {}), f"{path}[].")
        others = choice.get("additionalProperties")
        yield from _paths(others if isinstance(others, dict) else {}, f"{path}.*.")
