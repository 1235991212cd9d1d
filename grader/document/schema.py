"""Parts of a JSON Schema → larger ones, by which groups of fields are described beside their readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

# What YAML takes for a number or a truth value is still a text to us where a text is wanted.
TEXT: Schema = {"type": ["string", "number", "boolean"]}
STRING: Schema = {"type": "string"}
BOOLEAN: Schema = {"enum": [True, False, "yes", "no"]}


def described(schema: Schema, words: str) -> Schema:
    """The same with what an editor shows of it."""
    return schema | {"description": words}


def refer(part: str) -> Schema:
    """What the schema defines once, under that name."""
    return {"$ref": f"#/$defs/{part}"}


def whole(least: int, most: int) -> Schema:
    """A whole number in this range."""
    return {"type": "integer", "minimum": least, "maximum": most}


def several(part: str, least: int = 0, most: int | None = None) -> Schema:
    """A list of such parts."""
    schema: Schema = {"type": "array", "items": refer(part), "minItems": least}
    return schema | ({"maxItems": most} if most else {})


def group(fields: Mapping[str, Schema], *required: str) -> Schema:
    """A mapping with these fields and no others."""
    schema: Schema = {"type": "object", "properties": dict(fields), "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {})


def only_one(*names: str) -> Schema:
    """Of these fields one alone is given."""
    return {"oneOf": [{"required": [name]} for name in names]}
