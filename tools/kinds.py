"""A JSON Schema → in a few words, what values it allows."""

from collections.abc import Mapping, Sequence
from typing import Any

from tools.tables import code, codes

# What the schema can only say by a pattern.
NAMED = {
    "text": "a string",
    "line": "a line of text",
    "id": "a name: letters, digits, `.`, `_`, `-`",
    "number": "a number",
    "points": "a number that is not negative, such as `3` or `7/2`",
    "share": "a number from 0 to 1, such as `1/2`",
    "credit": "`each`, `all`, `prefix`, or what is left after so many wrong items, such as `{1: 1/2}`",
    "reasons": "the name of each warning, with a reason",
    "problem": "[sheet-problem](#sheet-problem) or [code-problem](#code-problem)",
    "moment": "a date, a time and a zone, such as `2027-02-01 23:59 Europe/Berlin`",
}
PLAIN = {
    "string": "a string", "number": "a number", "integer": "a whole number", "boolean": "`true` or `false`",
    "array": "a list", "object": "a group of fields", "null": "null",
}  # fmt: skip
PLURALS = {
    "a string": "strings", "a line of text": "lines of text", "a number": "numbers", "a list": "lists",
    "a whole number": "whole numbers", "a whole number, at least 1": "whole numbers, at least 1",
    "a group of fields": "groups of fields",
}  # fmt: skip
BOOLEAN = {True, False, "yes", "no"}
TEXT = {"string", "number", "boolean"}  # what YAML makes of a text that is not in quotes


def in_words(schema: Mapping[str, Any]) -> str:
    """What a value may be; parts with a name of their own become links to it."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return NAMED.get(name, f"[{name}](#{name})")
    if "const" in schema:
        return code(schema["const"])
    if "enum" in schema:
        return "`true` or `false`" if set(schema["enum"]) == BOOLEAN else _words(schema["enum"])
    if "anyOf" in schema:
        return ", or ".join(map(in_words, schema["anyOf"]))
    return _typed(schema)


def _words(choices: Sequence[object]) -> str:
    """The choices, of which YAML may read one as no text: `true` and true are the same to people."""
    return codes(dict.fromkeys(str(choice).lower() if choice is True else choice for choice in choices))


def _typed(schema: Mapping[str, Any]) -> str:
    given = schema.get("type", [])
    types = [given] if isinstance(given, str) else given
    if types == ["array"] and "items" in schema:
        items = in_words(schema["items"])
        return f"a list of {PLURALS.get(items, items)}"
    if set(types) >= TEXT:
        types = ["string", *(kind for kind in types if kind not in TEXT)]
    said = " or ".join(dict.fromkeys(PLAIN[kind] for kind in types)) or "anything"
    return said + _limits(schema) + _examples(schema)


def _limits(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" from {low:,} to {high:,}"
    return f", at least {low:,}" if low is not None else ""


def _examples(schema: Mapping[str, Any]) -> str:
    return f", such as {codes(schema['examples'])}" if "examples" in schema else ""
