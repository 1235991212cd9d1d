"""Rule and its presets: fields come in, a rule that can be searched by goes out, or all that is wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from grader.rule.field_values import FieldError, word_meant
from grader.rule.rule_fields import (
    FIELDS,
    OPEN,
    BestWord,
    ChanceWord,
    CutoffsWord,
    DeepeningWord,
    DepthUnit,
    ExitWord,
    LastChildWord,
    OrderWord,
    ReturnsWord,
    RuleField,
    SearchWord,
    TiesWord,
    Window,
)
from grader.text.numbers import pretty_number
from grader.text.sentences import Say, sentences
from grader.tree.node import Features

PRESETS: Mapping[str, Mapping[str, object]] = {
    "aima": {"chance": "star1"},
    "cs188": {"ties": "keep", "chance": "none", "depth-unit": "rounds"},
    "mit-6034": {},
    "canterbury": {"last-child": "event"},
    "nyu": {"best": "last"},
}


@dataclasses.dataclass(frozen=True, slots=True)
class Rule:
    """The conventions of a search; `stated` names the fields that somebody gave rather than left silent.

    A field may be given as Python, YAML, JSON or the command line write it, such as `(-10, 10)` or
    `"-10,10"`, and is kept in one form.
    """

    search: SearchWord = "alpha-beta"
    ties: TiesWord = "cut"
    order: OrderWord = "left-to-right"
    cutoffs: CutoffsWord = "deep"
    returns: ReturnsWord = "soft"
    chance: ChanceWord = "reset"
    utilities: Window | None = None
    window: Window = OPEN
    depth: int | None = None
    depth_unit: DepthUnit = "moves"
    agents: int = 2
    evaluation: Features | None = None
    best: BestWord = "first"
    last_child: LastChildWord = "silent"
    exit: ExitWord = "updated"
    deepening: DeepeningWord = "none"
    stated: frozenset[str] = dataclasses.field(default=frozenset(), compare=False, repr=False)

    def __post_init__(self) -> None:
        problems = [problem for field in FIELDS if (problem := _settle(self, field)) is not None]
        if problems := problems or _contradictions(self):
            raise RuleError(problems)
        changed = {
            field.name for field in FIELDS if getattr(self, field.attribute) != _default(field.attribute)
        }
        object.__setattr__(self, "stated", self.stated | changed)

    @classmethod
    def preset(cls, name: str) -> Rule:
        """The rule of that name; it states every field, also those that it leaves as they are by default."""
        if name not in PRESETS:
            raise RuleError([RuleFault("preset", f"no preset is called `{name}`", word_meant(name, PRESETS))])
        rule = cls.from_fields(PRESETS[name])
        return dataclasses.replace(rule, stated=frozenset(field.name for field in FIELDS))

    @classmethod
    def from_fields(cls, fields: Mapping[str, object], under: Rule | None = None) -> Rule:
        """The rule `under`, changed where `fields` say so; a `preset` starts afresh, `default` unsets."""
        problems = _unknown_fields(fields)
        rule = under or cls()
        try:
            rule = cls.preset(str(fields["preset"])) if "preset" in fields else rule
        except RuleError as refused:
            problems += refused.problems
        try:
            named = [field for field in FIELDS if field.name in fields]
            rule = rule.changed(**{field.attribute: fields[field.name] for field in named})
        except RuleError as refused:
            problems += refused.problems
        if problems:
            raise RuleError(problems)
        return rule

    def changed(self, **fields: Any) -> Rule:
        """The same rule but for these fields, which count as stated; None or `default` unsets."""
        if not fields:
            return self
        unset = {name for name, value in fields.items() if value is None or value == "default"}
        fields |= {name: _default(name) for name in unset}
        stated = self.stated.union(map(_hyphenated, fields)) - set(map(_hyphenated, unset))
        return dataclasses.replace(self, **fields, stated=stated)

    @property
    def limit(self) -> int | None:
        """How many edges below the root the tree ends, if the rule has a depth."""
        if self.depth is None:
            return None
        return self.depth * self.agents if self.depth_unit == "rounds" else self.depth

    @property
    def bounds(self) -> Window:
        """What every leaf is known to lie in."""
        return OPEN if self.utilities is None else self.utilities

    @property
    def root_window(self) -> Window:
        """Alpha and beta at the root: the window and the bounds of the utilities together."""
        low, high = self.bounds
        return max(self.window[0], low), min(self.window[1], high)

    def closes(self, window: Window) -> bool:
        """Whether a player's node is cut once its alpha and beta are these."""
        alpha, beta = window
        return alpha > beta or (alpha == beta and self.ties == "cut")

    def in_words(
        self, say: Say | None = None, *, chance: bool = False, players: bool = False
    ) -> tuple[str, ...]:
        """The rule in sentences, English ones by default; plain minimax needs none about pruning.

        With `chance` nodes in the trees, minimax is called expectimax; of several `players` each has an aim
        of its own, and nothing is pruned either.
        """
        say = say or sentences()
        if self.search != "minimax" and not players:
            return self._said(FIELDS, say)
        search, *others = self._said((field for field in FIELDS if not field.about_pruning), say)
        if players:
            return say("rule.search-max-n"), *others
        return say("rule.search-expectimax") if chance else search, *others

    def _said(self, fields: Iterable[RuleField], say: Say) -> tuple[str, ...]:
        words = (field.words(self, say) for field in fields)
        return tuple(sentence for sentence in words if sentence is not None)

    def to_dict(self) -> dict[str, object]:
        """All fields as JSON holds them; `from_fields` reads them back."""
        return {field.name: field.write(getattr(self, field.attribute)) for field in FIELDS}


class RuleFault(NamedTuple):
    """One thing that is wrong with a rule: in which field, what, and what to do about it."""

    field: str
    message: str
    hint: str | None = None


class RuleError(ValueError):
    """A rule that cannot be, with everything that is wrong with it."""

    def __init__(self, problems: Sequence[RuleFault]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(
            f"`{field}`: {message}" + (f"; {hint}" if hint else "") for field, message, hint in self.problems
        )


def _default(attribute: str) -> object:
    return Rule.__dataclass_fields__[attribute].default


def _hyphenated(attribute: str) -> str:
    return attribute.replace("_", "-")


def _settle(rule: Rule, field: RuleField) -> RuleFault | None:
    """Bring a field to its one form, or say why it has none."""
    value = getattr(rule, field.attribute)
    if value is None and _default(field.attribute) is None:
        return None
    try:
        object.__setattr__(rule, field.attribute, field.read(value))
    except FieldError as refused:
        return RuleFault(field.name, refused.message, refused.hint)
    return None


def _contradictions(rule: Rule) -> list[RuleFault]:
    """Whether the root's window is empty: no search could then say anything about the value."""
    alpha, beta = rule.root_window
    if alpha < beta or (alpha == beta and rule.ties == "keep"):
        return []
    shown = f"alpha {pretty_number(alpha)} and beta {pretty_number(beta)}"
    blamed = "utilities" if rule.window == OPEN else "window"
    hint = "leave room between them; `window` and `utilities` must overlap"
    return [RuleFault(blamed, f"the search would start with nothing between {shown}", hint)]


def _unknown_fields(fields: Mapping[str, object]) -> list[RuleFault]:
    known = ["preset", *(field.name for field in FIELDS)]
    return [
        RuleFault(name, "a rule has no field of this name", word_meant(name, known))
        for name in fields
        if name not in known
    ]
