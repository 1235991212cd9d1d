"""The flags of a rule ↔ Rule: one for each field, and `--rule` for a preset."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from grader.rule import FIELDS, PRESETS, Rule, RuleError
from grader.source import InputError, Mistake, Source


def add_rule_arguments(parser: ArgumentParser) -> None:
    """Let a command take a rule."""
    group = parser.add_argument_group("rule", "the conventions of the search, by preset, by field, or both")
    group.add_argument("--rule", metavar="PRESET", help=f"one of {', '.join(PRESETS)}")
    for field in FIELDS:
        metavar = field.metavar or f"{{{','.join(field.choices)}}}"
        group.add_argument(field.flag, dest=f"rule_{field.attribute}", metavar=metavar, help=field.help)


def read_rule(arguments: Namespace) -> Rule:
    """The rule that the flags give; an `InputError` says all that is wrong with them."""
    flags = {field.name: getattr(arguments, f"rule_{field.attribute}") for field in FIELDS}
    fields = {"preset": arguments.rule, **flags}
    try:
        return Rule.from_fields({name: text for name, text in fields.items() if text is not None})
    except RuleError as refused:
        raise InputError(
            Mistake(message, Source("", "--rule" if field == "preset" else f"--{field}"), hint=hint)
            for field, message, hint in refused.problems
        ) from None
