"""Goals, a rule and numbers on the command line → values, and mistakes in the words of the command line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from grader.generating.goal_fields import GOAL_FIELDS
from grader.generating.goals import GoalError, GoalFault
from grader.rule import PRESETS, Rule, RuleError
from grader.text.source import InputError, Mistake, Source, refusal


def add_goal_arguments(parser: ArgumentParser) -> None:
    """One flag for each goal."""
    goals = parser.add_argument_group("goals", "a RANGE is 3, 2..4, 2.. or ..4")
    for goal in GOAL_FIELDS:
        if goal.is_flag:
            goals.add_argument(
                goal.flag, dest=f"goal_{goal.attribute}", action="store_const", const="true", help=goal.help
            )
        else:
            goals.add_argument(goal.flag, dest=f"goal_{goal.attribute}", metavar=goal.metavar, help=goal.help)


def add_rule_argument(parser: ArgumentParser) -> None:
    """A rule by preset, by field, or both."""
    parser.add_argument(
        "--rule", metavar="RULE", action="append", default=[],
        help=f"a preset ({', '.join(PRESETS)}) or FIELD=VALUE, such as ties=keep; repeatable",
    )  # fmt: skip


def given_goals(arguments: Namespace) -> dict[str, object]:
    """The goals that were given, by their names."""
    given = {goal.name: getattr(arguments, f"goal_{goal.attribute}") for goal in GOAL_FIELDS}
    return {name: text for name, text in given.items() if text is not None}


@contextmanager
def goals_as_flags() -> Iterator[None]:
    """Says what is wrong with goals by the flags that give them."""
    try:
        yield
    except GoalError as error:
        raise InputError(
            Mistake(fault.message, Source("", f"--{fault.field}"), hint=_in_flags(fault))
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


def _in_flags(fault: GoalFault) -> str | None:
    """The hint, with goals as the command line writes them; some questions have the same names."""
    hint = fault.hint
    if hint is None or fault.field == "ask":
        return hint
    for goal in sorted(GOAL_FIELDS, key=lambda goal: -len(goal.name)):
        hint = hint.replace(f"`{goal.name}`", f"`{goal.flag}`")
    return hint
