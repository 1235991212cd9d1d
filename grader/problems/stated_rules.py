"""`rule:` in a set → the fields that it names, and the Rule that they make of the one above."""

from __future__ import annotations

from collections.abc import Mapping as Map
from typing import NamedTuple

from grader.document import (
    Fields,
    Mapping,
    Reader,
    Sequence,
    Value,
    as_text,
    list_of,
    mapping_of,
    mistake_at,
)
from grader.document.schema import Schema, described, group, refer
from grader.rule import FIELDS, PRESETS, Rule, RuleError, RuleField

_WHOLE: Schema = {"type": "integer", "minimum": 1}
_PAIR: Schema = {"type": "array", "items": refer("number"), "minItems": 2, "maxItems": 2}
_WEIGHTS: Schema = {"type": "object", "additionalProperties": refer("number"), "minProperties": 1}
_NUMBERS = {
    "utilities": _PAIR, "window": _PAIR, "depth": _WHOLE, "agents": _WHOLE, "evaluation": _WEIGHTS,
}  # fmt: skip
_PRESETS: Schema = {"enum": list(PRESETS)}


def _field_schema(field: RuleField) -> Schema:
    """What a field of the rule can be: one of its words, or numbers; `default` unsets it."""
    meaning = {"enum": list(field.choices)} if field.choices else _NUMBERS[field.name]
    return described({"anyOf": [meaning, {"const": "default"}]}, field.help)


_FIELDS: dict[str, Schema] = {
    "preset": described(_PRESETS, "start afresh from this rule"),
    **{field.name: _field_schema(field) for field in FIELDS},
}
RULE: Schema = {"anyOf": [_PRESETS, group(_FIELDS)]}


class RuleChange(NamedTuple):
    """A rule, and the fields by which it differs from the rule above."""

    rule: Rule
    fields: Map[str, object]


def rule_reader(above: Rule) -> Reader[Rule]:
    """A reader of a preset's name, or of fields; it changes only what it names of the rule above."""
    return lambda value: read_change(value, above).rule


def read_change(value: Value, above: Rule) -> RuleChange:
    """The rule that `value` makes of the one above; what is wrong with it is said at its field."""
    if not isinstance(value, Mapping):
        return _read_preset(value, above)
    fields = Fields(value)
    named = {name: typed for name in _FIELDS if (typed := fields.read(name, _as_typed, None)) is not None}
    rule = _changed(fields, named, above)
    fields.finish()
    return RuleChange(rule, named)


def _read_preset(value: Value, above: Rule) -> RuleChange:
    named = {"preset": as_text(value)}
    try:
        return RuleChange(Rule.from_fields(named, under=above), named)
    except RuleError as refused:
        (problem,) = refused.problems
        raise mistake_at(value, problem.message, problem.hint) from None


def _changed(fields: Fields, named: Map[str, object], above: Rule) -> Rule:
    try:
        return Rule.from_fields(named, under=above)
    except RuleError as refused:
        for field, message, hint in refused.problems:
            # Two fields may exclude each other of which only one is given here: then it is that one's fault.
            fields.note(field if field in fields else next(iter(named)), message, hint)
    return above


def _as_typed(value: Value) -> object:
    """A text, a list of texts, or texts by name: the rule itself reads them."""
    if isinstance(value, Sequence):
        return list_of(as_text)(value)
    return mapping_of(as_text)(value) if isinstance(value, Mapping) else as_text(value)
