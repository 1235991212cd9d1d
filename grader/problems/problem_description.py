"""What a problem says of itself, and its questions, however they are answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from grader.document import Fields, Value, as_text
from grader.problems.asked_question import Asked
from grader.problems.fields.file_places import find
from grader.problems.fields.load_context import Reading
from grader.problems.fields.question_fields import read_question
from grader.problems.set_readers import as_id, as_line, as_reasons, doubled_ids, read_entries
from grader.problems.settings import Settings
from grader.text.source import Span

MAX_QUESTIONS = 200


class Described(NamedTuple):
    """A problem in its own words, without trees and questions."""

    id: str
    title: str
    text: str
    figure: Path | None
    allow: Mapping[str, str]
    place: Span
    seed: bytes


class Draft(NamedTuple):
    """A question that could be read, and what the file says of it."""

    asked: Asked
    given: Value


def describe(fields: Fields, reading: Reading, seed: str) -> Described:
    """The fields that every problem has."""
    problem_id = fields.read("id", as_id)
    return Described(
        id=problem_id,
        title=fields.read("title", as_line, None) or problem_id,
        text=fields.read("text", as_text, ""),
        figure=fields.read("figure", reading.folder.find_picture, None),
        allow=fields.read("allow", as_reasons, {}),
        place=(find(fields.mapping, "id") or fields.mapping).span,
        seed=blake2b(f"{seed}/{problem_id}".encode()).digest(),
    )


def read_questions(fields: Fields, reading: Reading, settings: Settings) -> Sequence[Draft]:
    """The questions that can be read; those that cannot are noted."""
    values = read_entries(fields, "questions", MAX_QUESTIONS)
    reading.note(doubled_ids(values, "question of this problem", "id", "ask"))
    read = [(read_question(value, settings, reading), value) for value in values]
    drafts = [Draft(asked, value) for asked, value in read if asked is not None]
    if drafts and len(drafts) == len(values) and not sum(draft.asked.question.points for draft in drafts):
        fields.note("questions", "these questions are worth 0 points together", "give one of them `points:`")
    return drafts
