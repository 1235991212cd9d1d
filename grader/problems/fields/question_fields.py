"""An entry of `questions:` → Asked: the kind of question, its own fields, and what all questions have."""

from __future__ import annotations

from fractions import Fraction
from math import isinf
from textwrap import dedent
from typing import Any, get_args

from grader.document import Fields, Mapping, Reader, Scalar, Value, as_number, mapping_of, one_of
from grader.document.readers import checked
from grader.document.schema import Schema, described, group, only_one, refer, several
from grader.problems.asked_question import Accepted, Asked, Void, VoidKind
from grader.problems.field_readers import as_id, as_line, as_reasons, as_share, list_within
from grader.problems.fields.set_folder import LoadContext
from grader.problems.settings import DEFAULTS, SETTINGS, TABLE, Settings, read_settings
from grader.problems.stated_rules import read_change
from grader.questions import KINDS, Question
from grader.questions.credit import Credit
from grader.questions.question import Given
from grader.rule import Rule
from grader.text.source import InputError, Span
from grader.text.spelling import listed

MAX_ACCEPTED = 50
VOIDS: tuple[VoidKind, ...] = get_args(VoidKind)

GIVEN: Schema = {"type": "object", "minProperties": 1, "additionalProperties": refer("number")}
_FIELDS: dict[str, Schema] = {
    "id": described(refer("id"), "the question's name on sheets (default: what it asks)"),
    "title": described(refer("line"), "the question's title in reports (default: by what it asks)"),
    **SETTINGS,
    "accept": described(several("accepted", 1, MAX_ACCEPTED), "further rules or answers that earn a share"),
    "given": described(GIVEN, "numbers for unknown leaves such as `?x`"),
    "void": described(
        {"enum": list(VOIDS)}, "takes the question out: full points for everybody, or not counted"
    ),
    "because": described(refer("line"), "why the question is taken out"),
    "allow": described(refer("reasons"), "warnings of `grader check` to silence, and why"),
}
_TOGETHER = {"dependentRequired": {"void": ["because"], "because": ["void"]}}


def question_schema(kind: type[Question]) -> Schema:
    """The fields of a question of this kind; a table is of no use if there is only one thing to answer."""
    words: Schema = {"enum": list(kind.credits)}
    alone = kind.single and "depths" not in kind.schema
    credit = described(words if alone else {"anyOf": [words, TABLE]}, "how a partly right answer is credited")
    fields = {"ask": {"const": kind.ask}, **_FIELDS, "credit": credit, **kind.schema}
    once: Schema = {"if": {"not": {"required": ["depths"]}}, "then": {"properties": {"credit": words}}}
    return group(fields, "ask", *kind.required) | _TOGETHER | (once if kind.single and not alone else {})


def accepted_schema(*choices: str) -> Schema:
    """An entry of `accept:`, which gives one of the choices."""
    given: dict[str, Schema] = {"rule": refer("rule"), "answer": {"not": {"type": "null"}}}
    fields = {choice: given[choice] for choice in choices} | {
        "credit": described(refer("share"), "the share of the points that it earns (default: 1)"),
        "because": described(refer("line"), "why it is accepted"),
    }
    return group(fields) | only_one(*choices)


def read_question(value: Value, above: Settings, reading: LoadContext) -> Asked | None:
    """The question, with what it says itself and what it has from above; what is wrong is noted."""
    opened = reading.attempt(_open, value)
    return _read_fields(*opened, above, reading) if opened else None


def _open(value: Value) -> tuple[Fields, type[Question]]:
    fields = Fields(value)
    return fields, KINDS[fields.decide("ask", one_of(KINDS))]


def _read_fields(fields: Fields, kind: type[Question], above: Settings, reading: LoadContext) -> Asked | None:
    question_id = fields.read("id", as_id, kind.ask)
    title = fields.read("title", as_line, "")
    settings = read_settings(fields, above)
    rule = settings.rule or Rule()
    own: dict[str, Any] | None = kind.own_fields(fields)
    if "text" in kind.required:
        fields.read("text", as_line)  # notes that it is missing, or says nothing
    credit = _credit(fields, kind, settings.credit, single=kind.is_single(own or {}))
    accept = fields.read("accept", list_within(1, MAX_ACCEPTED, accepted_reader(rule, "rule", "answer")), ())
    given = fields.read("given", _as_given, ())
    void = _read_void(fields)
    allow = fields.read("allow", as_reasons, {})
    if not reading.passes(fields.finish):
        own = _own_alone(kind, fields.mapping) if settings.rule else None
    if own is None:
        return None
    question = kind.kind_for(own)(
        id=question_id, rule=rule, points=settings.points, credit=credit,
        carry=settings.carry, rounding=settings.rounding, given=given, **own,
    )  # fmt: skip
    return Asked(question, settings.reveal, accept, void, allow, _place(fields.mapping), title)


def _own_alone(kind: type[Question], mapping: Mapping) -> dict[str, Any] | None:
    """The fields of the kind alone, if they are right: then the question can be checked against the tree."""
    entries = tuple(entry for entry in mapping.entries if entry[0].text in kind.schema)
    fields = Fields(Mapping(entries, mapping.source, mapping.span))
    own = kind.own_fields(fields)
    try:
        fields.finish()
    except InputError:
        return None
    return own


def accepted_reader(rule: Rule, *choices: str) -> Reader[Accepted]:
    """A reader of an entry of `accept:`, which gives one of the choices: a rule, or an answer."""

    def read(value: Value) -> Accepted:
        fields = Fields(value)
        choice = fields.only_one(*choices) if len(choices) > 1 else choices[0]
        given: dict[str, Any] = fields.read(choice, _CHOICES[choice](rule))
        credit = fields.read("credit", as_share, Fraction(1))
        because = fields.read("because", as_line, None)
        fields.finish()
        return Accepted(credit, because, **given)

    return read


def _rule_reader(rule: Rule) -> Reader[dict[str, Any]]:
    def read(value: Value) -> dict[str, Any]:
        change = read_change(value, rule)
        return {"rule": change.rule, "changes": change.fields}

    return read


def _answer_reader(_rule: Rule) -> Reader[dict[str, Any]]:
    return lambda value: {"answer": typed_text(value)}


_CHOICES = {"rule": _rule_reader, "answer": _answer_reader}


def typed_text(value: Value) -> str:
    """An answer as a student would have typed it."""
    if isinstance(value, Scalar):
        return value.text
    _, column = value.source.place(value.span.start)
    return dedent(" " * (column - 1) + value.source.text[value.span.start : value.span.end])


def _as_given(value: Value) -> Given:
    """Numbers by unknown, `{x: 4}`; the sign of an unknown does no harm."""
    finite = checked(
        as_number, lambda number: not isinf(number), "an unknown is a finite number", "such as `4`"
    )
    return tuple((name.removeprefix("?"), number) for name, number in mapping_of(finite)(value).items())


def _read_void(fields: Fields) -> Void | None:
    how = fields.read("void", one_of(VOIDS), None)
    because = fields.read("because", as_line, None)
    if "void" in fields and "because" not in fields:
        fields.note(
            "void", "there is no reason for taking this question out", "add `because: …`, for the students"
        )
    if "because" in fields and "void" not in fields:
        fields.note(
            "because",
            "there is nothing here that this reason explains",
            "add `void: full` or `void: excluded`",
        )
    return Void(how, because) if how and because else None


def _credit(fields: Fields, kind: type[Question], credit: Credit, *, single: bool) -> Credit:
    """How partial credit is given; what comes from above and makes no sense here is passed over."""
    if (credit in kind.credits) if isinstance(credit, str) else not single:
        return credit
    if "credit" in fields:
        _note_credit(fields, kind, credit)
    return DEFAULTS.credit


def _note_credit(fields: Fields, kind: type[Question], credit: Credit) -> None:
    words = [f"credit: {word}" for word in kind.credits]
    hint = f"write {listed(words, 'or')}" if words else "delete it"
    if isinstance(credit, str):
        fields.note("credit", f"`{kind.ask}` cannot be marked by `credit: {credit}`", hint)
    else:
        fields.note("credit", "a table is of no use if there is only one thing to answer", hint)


def _place(mapping: Mapping) -> Span:
    """Where to point for a question as a whole: at what it asks."""
    return next(value.span for key, value in mapping.entries if key.text == "ask")
