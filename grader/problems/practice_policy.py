"""`practice:` of a set: whether students get a page to practise on, and whether one may be made at all."""

from __future__ import annotations

from typing import Literal, TypeAlias

from grader.document import Scalar, Value, one_of
from grader.document.schema import Schema

PracticeWord: TypeAlias = Literal["yes", "allowed", "never"]

PRACTICE: tuple[PracticeWord, ...] = ("yes", "allowed", "never")
PRACTICE_SCHEMA: Schema = {"enum": [True, *PRACTICE]}


def as_practice(value: Value) -> PracticeWord:
    """A word; YAML may take `yes` for a truth value, which is the same."""
    if isinstance(value, Scalar) and value.text.lower() in ("yes", "true"):
        return "yes"
    return one_of(PRACTICE)(value)
