"""Steps into a file, by the names of fields and the positions in lists → the value that stands there."""

from __future__ import annotations

from grader.document import Mapping, Sequence, Value


def find(value: Value | None, *steps: str | int) -> Value | None:
    """What stands there, or None where nothing was given."""
    for step in steps:
        value = _step(value, step)
    return value


def _step(value: Value | None, step: str | int) -> Value | None:
    match value, step:
        case Mapping(), str():
            return next((item for key, item in value.entries if key.text == step), None)
        case Sequence(), int() if step < len(value.items):
            return value.items[step]
    return None
