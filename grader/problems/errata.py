"""`errata: [{date: 2027-02-03, problem: textbook, text: …}]` → Errata: corrections after the release."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from grader.document import Fields, Reader, Value, as_scalar, mistake_at
from grader.document.schema import Schema, described, group, refer
from grader.problems.field_readers import as_id, as_line, list_within
from grader.text.spelling import did_you_mean, listed, shortened

MAX_ERRATA = 100

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOST_LISTED = 12
_FIELDS: dict[str, Schema] = {
    "date": described(
        {"type": "string", "pattern": r"^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}\s*$", "examples": ["2027-02-03"]},
        "when it was announced",
    ),
    "problem": described(refer("id"), "the problem it is about, if only one"),
    "text": described(refer("line"), "what was wrong, and what is right"),
}
ERRATUM: Schema = group(_FIELDS, "date", "text")


@dataclass(frozen=True, slots=True)
class Erratum:
    """A correction of a set, or of one of its problems, that students read on the sheet and in the report."""

    date: date
    text: str
    problem: str | None = None


def errata_reader(problems: Collection[str]) -> Reader[tuple[Erratum, ...]]:
    """A reader of errata, in the order of their dates, about these problems."""

    def read_erratum(value: Value) -> Erratum:
        fields = Fields(value)
        day = fields.read("date", _as_day)
        problem = fields.read("problem", as_problem, None)
        text = fields.read("text", as_line)
        fields.finish()
        return Erratum(day, text, problem)

    def as_problem(value: Value) -> str:
        name = as_id(value)
        if problems and name not in problems:
            known = f"there are {listed(list(problems)[:_MOST_LISTED], 'and')}"
            message = f"the set has no problem `{shortened(name)}`"
            raise mistake_at(value, message, did_you_mean(name, problems, known))
        return name

    def read(value: Value) -> tuple[Erratum, ...]:
        errata = list_within(0, MAX_ERRATA, read_erratum)(value)
        return tuple(sorted(errata, key=lambda erratum: erratum.date))

    return read


def _as_day(value: Value) -> date:
    text = as_scalar(value).text.strip()
    hint = "write year, month and day, such as `2027-02-03`"
    if _DAY.fullmatch(text) is None:
        raise mistake_at(value, f"`{shortened(text)}` is not a date", hint)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise mistake_at(value, f"there is no day `{text}`", hint) from None
