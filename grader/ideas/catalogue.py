"""The catalogue of wrong ideas: each replaces one piece of a student's work; and smallest trees for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from grader.ideas import wrong_programs
from grader.ideas.search import Search
from grader.ideas.value_step import Facet, ValueStep
from grader.ideas.wrong_searches import (
    WRONG_SEARCHES,
    AlphaNeverTightens,
    BetaNeverTightens,
    MaxNeverTests,
    MinNeverTests,
)
from grader.ideas.wrong_values import (
    WRONG_VALUES,
    WRONG_WISHES,
    BestCaseWithoutCuts,
    ChanceAsBestCase,
    ChanceAsWorstCase,
    OutcomesAdded,
    PlayersInverted,
    RoundedExpectation,
    WorstCaseWithoutCuts,
)
from grader.ideas.wrong_words import (
    WRONG_MOVES,
    WRONG_WORDS,
    BoundsByRole,
    LabelsSwapped,
    LabelsSwappedThroughout,
    Moves,
    TriggerAlsoPruned,
    TriggerLeafAlsoPruned,
    Words,
)
from grader.rule import Rule
from grader.solving.max_n import Wish, own_utility
from grader.tree import Tree
from grader.tree.language import parse_tree

# How a sheet is filled in: as one search had it; all values first, and then a search that knows nothing of
# them; or a search that goes by the values that were worked out before.
Way: TypeAlias = Literal["run", "values-first", "own-values"]
# The fields of a rule that somebody takes to be others; none where that makes no difference.
Depth: TypeAlias = Callable[[Rule], Mapping[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Work:
    """How somebody works: each piece is done rightly, or by an idea; `depth` is a wrong one of the rule's."""

    step: type[ValueStep] = ValueStep
    search: type[Search] = Search
    words: type[Words] = Words
    moves: type[Moves] = Moves
    depth: Depth | None = None
    wish: Wish = own_utility

    def __or__(self, other: Work) -> Work:
        """The same with all that somebody else does by an idea."""
        return Work(
            self.step if other.step is ValueStep else other.step,
            self.search if other.search is Search else other.search,
            self.words if other.words is Words else other.words,
            self.moves if other.moves is Moves else other.moves,
            other.depth or self.depth,
            self.wish if other.wish is own_utility else other.wish,
        )


@dataclass(frozen=True, slots=True, eq=False)  # each is itself, which is quick to look up
class WrongIdea:
    """An idea, the facet of the work that it spoils, and the work of whoever has it.

    Where it may come about `otherwise`, as by a bound that is known but not tested, that is another work.
    """

    id: str
    facet: Facet
    work: Work
    always_right: bool = True
    otherwise: Work | None = None

    @property
    def shows_in(self) -> str:
        """Which answers show it best: values, moves, the search or its windows."""
        return {"chance": "values", "labels": "search"}.get(self.facet, self.facet)

    @property
    def is_of_players(self) -> bool:
        """Whether it is about a tree of several players, and else about Max and Min."""
        return self.work.wish is not own_utility

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways in which somebody with the idea may fill in a sheet."""
        if self.is_of_players:
            return ("values-first",)
        if self.facet in ("values", "chance"):
            return ("values-first", "own-values", "run")
        return ("values-first", "run")


RIGHT = Work()
# The same ideas, as they show in windows, in the bounds of cutoffs or in what is cut at chance.
_OTHERWISE: dict[str, Work] = {
    PlayersInverted.id: Work(step=PlayersInverted, words=BoundsByRole),
    ChanceAsWorstCase.id: Work(step=WorstCaseWithoutCuts),
    ChanceAsBestCase.id: Work(step=BestCaseWithoutCuts),
    BetaNeverTightens.id: Work(search=MaxNeverTests),
    AlphaNeverTightens.id: Work(search=MinNeverTests),
    TriggerAlsoPruned.id: Work(words=TriggerLeafAlsoPruned),
    LabelsSwapped.id: Work(words=LabelsSwappedThroughout),
}
# What anybody may believe, on a sheet or in a program …
CATALOGUE: tuple[WrongIdea, ...] = (
    *(
        WrongIdea(step.id, step.facet, Work(step=step), always_right=False, otherwise=_OTHERWISE.get(step.id))
        for step in WRONG_VALUES
    ),
    *(
        WrongIdea(
            search.id, search.facet, Work(search=search), search.always_right, _OTHERWISE.get(search.id)
        )
        for search in WRONG_SEARCHES
    ),
    *(
        WrongIdea(words.id, words.facet, Work(words=words), otherwise=_OTHERWISE.get(words.id))
        for words in WRONG_WORDS
    ),
    *(WrongIdea(moves.id, moves.facet, Work(moves=moves)) for moves in WRONG_MOVES),
)
# … and what happens in programs alone, or is called by another name there.
OF_PROGRAMS: tuple[WrongIdea, ...] = (
    *(
        WrongIdea(id_, "search", Work(depth=depth), always_right=False)
        for id_, depth in (
            ("depth-one-round-too-deep", wrong_programs.one_round_too_deep),
            ("depth-one-round-too-shallow", wrong_programs.one_round_too_shallow),
            ("depth-one-ply-too-deep", wrong_programs.one_ply_too_deep),
            ("depth-one-ply-too-shallow", wrong_programs.one_ply_too_shallow),
            ("every-move-a-round", wrong_programs.every_move_a_round),
        )
    ),
    WrongIdea(
        "only-first-opponent",
        "values",
        Work(step=wrong_programs.OnlyFirstOpponent, depth=wrong_programs.two_agents),
        always_right=False,
    ),
    WrongIdea("generates-all-first", "search", Work(search=wrong_programs.GeneratesAllFirst)),
    WrongIdea(
        "alpha-beta-exchanged-in-calls",
        "search",
        Work(search=wrong_programs.ExchangedInCalls),
        always_right=False,
    ),
    *(
        WrongIdea(step.id, step.facet, Work(step=step), always_right=False)
        for step in (wrong_programs.MaxStartsAtZero, wrong_programs.MinStartsAtZero)
    ),
    WrongIdea("sum-instead-of-average", "chance", Work(step=OutcomesAdded), always_right=False),
    WrongIdea("floor-division", "chance", Work(step=RoundedExpectation), always_right=False),
)
# What anybody may believe of several players.
OF_PLAYERS: tuple[WrongIdea, ...] = tuple(
    WrongIdea(idea.id, "values", Work(wish=idea.wish), always_right=False) for idea in WRONG_WISHES
)
BY_ID: dict[str, WrongIdea] = {idea.id: idea for idea in (*CATALOGUE, *OF_PROGRAMS, *OF_PLAYERS)}


_FILE = Path(__file__).parent / "smallest.yaml"


@dataclass(frozen=True, slots=True)
class _SmallestTree:
    """A tree on which an idea shows; `rule` is one under which it does, though it may under others."""

    idea: str
    tree: Tree
    rule: Rule


@cache
def smallest_tree(idea: str) -> _SmallestTree:
    """The smallest tree of the idea with that id."""
    case = _cases()[idea]
    fields = {name: case[name] for name in ("utilities",) if name in case}
    return _SmallestTree(idea, parse_tree(str(case["tree"])), Rule.from_fields({"chance": "star1", **fields}))


@cache
def _cases() -> dict[str, dict[str, Any]]:
    import yaml

    cases = yaml.load(_FILE.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - it only makes texts
    return {case["id"]: case for case in cases}
