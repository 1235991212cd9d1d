"""YAML and JSON whose fields know their place in the file: an instructor's document, a student's sheet."""

from __future__ import annotations

from grader.document.answer_sheet import Sheet, read_sheet
from grader.document.fields import Fields
from grader.document.readers import (
    Reader,
    as_boolean,
    as_integer,
    as_list,
    as_mapping,
    as_number,
    as_scalar,
    as_text,
    checked,
    list_of,
    mapping_of,
    one_of,
)
from grader.document.typed_answer import Answer
from grader.document.values import Mapping, Scalar, Sequence, Value, mistake_at
from grader.text.source import Source

__all__ = [
    "Answer", "Fields", "Mapping", "Reader", "Scalar", "Sequence", "Sheet", "Value", "as_boolean",
    "as_integer", "as_list", "as_mapping", "as_number", "as_scalar", "as_text", "checked", "list_of",
    "load_document", "mapping_of", "mistake_at", "one_of", "read_sheet",
]  # fmt: skip


def load_document(source: Source) -> Value:
    """What an instructor's YAML or JSON file says, with the place of everything in it."""
    from grader.document.loader import read_document  # brings YAML along, which not every command needs

    return read_document(source)
