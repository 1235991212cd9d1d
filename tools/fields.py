"""The JSON Schema of a problem set → the page of all its fields."""

from collections.abc import Iterator, Mapping
from typing import Any

from grader.problems.json_schema import set_schema
from grader.questions import KINDS
from tools.kinds import PLAIN, in_words
from tools.tables import code, codes, table

HEAD = ("field", "value", "description")
INTRODUCTION = """\
# Fields of a set

Every field of a problem set, as `grader schema set` prints it for editors. \
[Problem sets](../problem-sets.md) explains them with examples; fields in bold are required.
"""


def set_page() -> str:
    """The fields of a set, then of each part that has a name of its own, then of each kind of question."""
    schema = set_schema()
    return "\n".join([INTRODUCTION, "## set\n", _table(schema), *_parts(schema["$defs"])])


def _parts(parts: Mapping[str, Any]) -> Iterator[str]:
    for name, part in parts.items():
        if not name.startswith("ask-") and (group := _group(part)) and name != "question":
            yield f"## {name}\n{_also(part)}"
            yield _table(group)
    yield from _questions(parts)


def _also(part: Mapping[str, Any]) -> str:
    """What may be written instead of a group of fields."""
    others = [in_words(choice) for choice in part.get("anyOf", ()) if {"type", "enum"} & choice.keys()]
    others = [words for words in dict.fromkeys(others) if words != PLAIN["object"]]
    return f"{', or '.join(others)}; or a group of fields:\n" if others else ""


def _group(part: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The part of a schema that has the fields; the last one is the fullest."""
    groups = [choice for choice in (part, *part.get("anyOf", ())) if "properties" in choice]
    return groups[-1] if groups else None


def _table(schema: Mapping[str, Any], only: frozenset[str] | None = None) -> str:
    fields = {name: field for name, field in schema["properties"].items() if only is None or name in only}
    needed = schema.get("required", ())
    return table(HEAD, (_row(name, field, name in needed) for name, field in fields.items()))


def _row(name: str, field: Mapping[str, Any], is_needed: bool) -> tuple[str, str, str]:
    written = f"**{code(name)}**" if is_needed else code(name)
    return written, in_words(field), field.get("description", "")


def _questions(parts: Mapping[str, Any]) -> Iterator[str]:
    yield f"## question\nThe fields that every question may have; `ask` is one of {codes(KINDS)}.\n"
    own = {field for kind in KINDS.values() for field in kind.schema}
    shared = parts[f"ask-{next(iter(KINDS))}"]
    yield _table(shared, frozenset(shared["properties"]) - own - {"ask"})
    yield "And those of one kind alone:\n"
    yield table(("question", *HEAD), (row for name in KINDS for row in _own(name, parts[f"ask-{name}"])))


def _own(name: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    needed = schema.get("required", ())
    for field in KINDS[name].schema:
        yield code(name), *_row(field, schema["properties"][field], field in needed)
