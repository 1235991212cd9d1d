"""The flags of a rule ↔ Rule: one for each field, and `--rule` for a preset."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from dataclasses import replace

from grader.rule import FIELDS, PRESETS, Rule, RuleError
from grader.text.source import InputError, Mistake, Source


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
            Mistake(
                message, Source("", "--rule" if field == "preset" else f"--{field}"), hint=_hint(field, hint)
            )
            for field, message, hint in refused.problems
        ) from None


def in_flags(error: InputError) -> InputError:
    """The same error, with hints that say how a field of the rule is given on the command line."""
    mistakes = (
        mistake if mistake.hint is None else replace(mistake, hint=_with_flags(mistake.hint))
        for mistake in error.mistakes
    )
    return InputError(mistakes, error.more)


_EXAMPLES = {"utilities": "-10,10", "window": "-10,10", "evaluation": "mobility=3,material=1"}


def _hint(field: str, hint: str | None) -> str | None:
    if hint is not None and hint.startswith("such as") and field in _EXAMPLES:
        return f"such as `--{field} {_EXAMPLES[field]}`"
    return hint


def _with_flags(hint: str) -> str:
    hint = re.sub(r"the rule's `([a-z-]+)`", r"`--\1`", hint)
    return re.sub(r"`evaluation: \{(.*)\}`", _weights_flag, hint)


def _weights_flag(found: re.Match[str]) -> str:
    return f"`--evaluation {found[1].replace(': ', '=').replace(', ', ',')}`"
