"""The one table of a rule's fields: names, readers, what `--help` says, and sentences for answer sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from grader.rule.field_values import read_choice, read_pair, read_weights, read_whole
from grader.text.numbers import Number, Payoffs, pretty_number
from grader.text.sentences import Say
from grader.tree.node import Features

if TYPE_CHECKING:
    from grader.rule.rule import Rule

Window: TypeAlias = tuple[Number, Number]

SearchWord: TypeAlias = Literal["minimax", "alpha-beta"]
TiesWord: TypeAlias = Literal["cut", "keep"]
OrderWord: TypeAlias = Literal["left-to-right", "right-to-left"]
CutoffsWord: TypeAlias = Literal["deep", "shallow"]
ReturnsWord: TypeAlias = Literal["soft", "hard"]
ChanceWord: TypeAlias = Literal["reset", "star1", "none"]
DepthUnit: TypeAlias = Literal["moves", "rounds"]
BestWord: TypeAlias = Literal["first", "last", "any"]
LastChildWord: TypeAlias = Literal["silent", "event"]
ExitWord: TypeAlias = Literal["updated", "tested"]
DeepeningWord: TypeAlias = Literal["none", "reorder"]

OPEN: Window = (-inf, inf)


@dataclass(frozen=True, slots=True)
class RuleField:
    """A field of the rule: its name in YAML, how it is read and written, and what it says in words."""

    name: str
    help: str
    read: Callable[[object], object]
    words: Callable[[Rule, Say], str | None]
    write: Callable[[Any], object]
    choices: tuple[str, ...] = ()
    metavar: str | None = None
    about_pruning: bool = False

    @property
    def attribute(self) -> str:
        """The field's name in Python."""
        return self.name.replace("-", "_")

    @property
    def flag(self) -> str:
        """The field's option on the command line."""
        return f"--{self.name}"


def plain_number(number: Number | Payoffs) -> Any:
    """A number as JSON holds it: a whole one as it is, any other as text; of several players a list."""
    if isinstance(number, Payoffs):
        return list(map(plain_number, number))
    return number if isinstance(number, int) else str(number)


def _choice(name: str, help_text: str, words: Any, about_pruning: bool = False) -> RuleField:
    """A field that is one of several words, each with its sentence in the catalogue."""
    attribute, choices = name.replace("-", "_"), get_args(words)

    def in_words(rule: Rule, say: Say) -> str:
        return say(f"rule.{name}-{getattr(rule, attribute)}")

    return RuleField(
        name, help_text, read_choice(choices), in_words, str, choices, about_pruning=about_pruning
    )


def _utilities(rule: Rule, say: Say) -> str | None:
    if rule.utilities is None:
        return None
    low, high = rule.utilities
    return say("rule.utilities", low=low, high=high)


def _window(rule: Rule, say: Say) -> str | None:
    if rule.window == OPEN:
        return None
    alpha, beta = rule.window
    return say("rule.window", alpha=alpha, beta=beta)


def _depth(rule: Rule, say: Say) -> str | None:
    if rule.depth is None:
        return None
    moves = say("rule.moves", number=rule.limit)
    rounds, agents = say("rule.rounds", number=rule.depth), say("rule.agents", number=rule.agents)
    return say(f"rule.depth-{rule.depth_unit}", moves=moves, rounds=rounds, agents=agents)


def _evaluation(rule: Rule, say: Say) -> str | None:
    if rule.evaluation is None:
        return None
    terms = " + ".join(f"{pretty_number(weight)}·{name}" for name, weight in rule.evaluation)
    return say("rule.evaluation", terms=terms.replace("+ −", "− "))


def _deepening(rule: Rule, say: Say) -> str | None:
    return None if rule.deepening == "none" else say(f"rule.deepening-{rule.deepening}")


def _nothing(_rule: Rule, _say: Say) -> None:
    """The field has its say in the sentence of another one."""


def _write_pair(pair: Window | None) -> list[int | str] | None:
    return None if pair is None else [plain_number(number) for number in pair]


def _write_weights(weights: Features | None) -> dict[str, int | str] | None:
    return None if weights is None else {name: plain_number(weight) for name, weight in weights}


def _as_it_is(value: int | None) -> int | None:
    return value


FIELDS: tuple[RuleField, ...] = (
    _choice("search", "whether anything is pruned", SearchWord),
    _choice("ties", "whether a tie between alpha and beta is cut", TiesWord, about_pruning=True),
    _choice("order", "the order in which children are searched", OrderWord),
    _choice("cutoffs", "whose bounds can cut", CutoffsWord, about_pruning=True),
    _choice("returns", "what a cut node reports", ReturnsWord, about_pruning=True),
    _choice("chance", "what is pruned at and below chance nodes", ChanceWord, about_pruning=True),
    RuleField(
        "utilities", "known bounds of all utilities", read_pair, _utilities, _write_pair, metavar="LOW,HIGH"
    ),
    RuleField(
        "window", "the window at the root", read_pair, _window, _write_pair, metavar="ALPHA,BETA",
        about_pruning=True,
    ),
    RuleField("depth", "how far below the root the search stops", read_whole, _depth, _as_it_is, metavar="N"),
    RuleField(
        "depth-unit", "what the depth counts: single moves, or rounds in which every agent moves once",
        read_choice(get_args(DepthUnit)), _nothing, str, choices=get_args(DepthUnit),
    ),
    RuleField("agents", "how many agents move in a round", read_whole, _nothing, _as_it_is, metavar="N"),
    RuleField(
        "evaluation", "the weights of features", read_weights, _evaluation, _write_weights,
        metavar="FEATURE=WEIGHT,…",
    ),
    _choice("best", "which of several equally good moves is right", BestWord),
    _choice("last-child", "whether a cut that skips nothing is a cutoff", LastChildWord, about_pruning=True),
    _choice("exit", "whether a bound is updated before the cut is tested", ExitWord, about_pruning=True),
    RuleField(
        "deepening", "with several depths, whether each search orders children by their true values at the "
        "previous depth",
        read_choice(get_args(DeepeningWord)), _deepening, str, choices=get_args(DeepeningWord),
    ),
)  # fmt: skip
