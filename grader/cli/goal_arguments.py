"""Goals, a rule and numbers on the command line → values, and mistakes in the words of the command line."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from grader.generating.goal_fields import GOAL_FIELDS
from grader.generating.goals import GoalError
from grader.rule import PRESETS, Rule, RuleError
from grader.text.source import InputError, Mistake, Source, refusal


def add_goal_arguments(parser: ArgumentParser) -> None:
    """One flag for each goal."""
    goals = parser.add_argument_group("goals", "a RANGE is 3, 2..4, 2.. or ..4")
    for goal in GOAL_FIELDS:
        if goal.is_flag:
            goals.add_argument(
                goal.flag, dest=f"goal_{goal.attribute}", action="store_const", const=["true"], help=goal.help
            )
        else:
            goals.add_argument(
                goal.flag,
                dest=f"goal_{goal.attribute}",
                metavar=goal.metavar,
                action="append",
                help=goal.help,
            )


def add_rule_argument(parser: ArgumentParser) -> None:
    """A rule by preset, by field, or both."""
    parser.add_argument(
        "--rule", metavar="RULE", action="append", default=[],
        help=f"a preset ({', '.join(PRESETS)}) or FIELD=VALUE, such as ties=keep; repeatable",
    )  # fmt: skip


def given_goals(arguments: Namespace) -> dict[str, object]:
    """The goals that were given, by their names; a list may be given in several parts."""
    given: dict[str, object] = {}
    for goal in GOAL_FIELDS:
        texts: list[str] = getattr(arguments, f"goal_{goal.attribute}") or []
        if len(texts) > 1 and not goal.is_list:
            raise refusal(goal.flag, f"it is given {len(texts)} times", "give it once")
        if texts:
            given[goal.name] = ",".join(texts)
    return given


@contextmanager
def goals_as_flags() -> Iterator[None]:
    """Says what is wrong with goals by the flags that give them."""
    try:
        yield
    except GoalError as error:
        raise InputError(
            Mistake(
                fault.message if fault.is_about_value else _in_flags(fault.message),
                Source("", f"--{fault.field}"),
                hint=fault.hint if fault.is_about_value or fault.hint is None else _in_flags(fault.hint),
            )
            for fault in error.faults
        ) from None


def whole_number(text: str, flag: str, most: int) -> int:
    """A number of things, at least one."""
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise refusal(flag, f"`{text}` is not a whole number from 1 to {most:,}", "such as `20`")
    return int(text)


def given_rule(items: Sequence[str]) -> tuple[str | None, Rule]:
    """The preset, if there is one, and the rule that it makes with the fields."""
    fields: dict[str, object] = {}
    for item in items:
        name, equals, value = item.partition("=")
        fields |= {name.strip(): value.strip()} if equals else {"preset": item.strip()}
    preset = fields.get("preset")
    try:
        return None if preset is None else str(preset), Rule.from_fields(fields)
    except RuleError as refused:
        raise InputError(
            Mistake(message if name == "preset" else f"`{name}`: {message}", Source("", "--rule"), hint=hint)
            for name, message, hint in refused.problems
        ) from None


def _in_flags(text: str) -> str:
    """A text with goals and fields of the rule as the command line writes them."""
    for goal in sorted(GOAL_FIELDS, key=lambda goal: -len(goal.name)):
        text = text.replace(f"`{goal.name}`", f"`{goal.flag}`")
    return re.sub(r"`([a-z-]+): ([a-z-]+)`", r"`--rule \1=\2`", text)
