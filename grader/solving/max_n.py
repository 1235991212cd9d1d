"""A tree of several players → what each node is worth to every one of them: max^n, in one backward sweep.

Each player takes the child that is best for itself, and chance averages every player's utility. Whoever is
as well off with several children takes the first or the last of them, as the rule's `best` says; where that
makes a difference to others and the rule leaves it open, the tree has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, cast

from grader.rule import Rule
from grader.solving.minimax import TrueValues, expected
from grader.text.numbers import Number, Payoffs
from grader.text.source import Mistake, Source, first_mistakes
from grader.tree import Kind, Tree
from grader.tree.node import PLAYERS
from grader.tree.notation import write_name

# What a player, counted from 0, makes as large as possible, of what an outcome is worth to all.
Wish: TypeAlias = Callable[[int, Payoffs], Number]


def own_utility(player: int, payoffs: Payoffs) -> Number:
    """What everybody should wish for."""
    return payoffs[player]


@dataclass(frozen=True)  # without slots: the column is kept in the instance's own dictionary
class PayoffValues(TrueValues):
    """What each node is worth to all players, who take what they `wish` for; ties go by the rule.

    A `Payoffs` stands wherever a number does between Max and Min; nobody adds or compares them but here.
    """

    rule: Rule
    wish_of: Wish = own_utility

    @cached_property
    def column(self) -> list[Number]:
        column = list(self.numbers)
        for index in range(len(column) - 1, -1, -1):  # every child before its parent
            if column[index] is None:
                outcomes = [column[child] for child in self.tree.child_indexes(index)]
                column[index] = self.result(index, cast("list[Number]", outcomes))
        return cast("list[Number]", column)

    def wish(self, index: int, value: Number) -> Number:
        return self.wish_of(PLAYERS.index(self.tree.kinds[index]), cast("Payoffs", value))

    def result(self, index: int, outcomes: Sequence[Number]) -> Number:
        if self.tree.kinds[index] is Kind.CHANCE:
            return cast("Number", self._expected(index, cast("Sequence[Payoffs]", outcomes)))
        wishes = [self.wish(index, outcome) for outcome in outcomes]
        most = max(wishes)
        best = [outcome for outcome, wish in zip(outcomes, wishes, strict=True) if wish == most]
        mirrored = self.rule.order == "right-to-left"
        return best[-1 if (self.rule.best == "last") != mirrored else 0]

    def _expected(self, index: int, outcomes: Sequence[Payoffs]) -> Payoffs:
        return Payoffs(expected(self.tree, index, shares) for shares in zip(*outcomes, strict=True))


def payoff_values(tree: Tree, rule: Rule) -> PayoffValues:
    """The values of a tree of several players; an `InputError` names every node that has none."""
    mistakes = list(_of_leaves(tree, rule))
    values = PayoffValues(tree, cast("Sequence[Number | None]", tree.utilities), rule)
    if not mistakes and rule.best == "any":
        mistakes += _of_ties(values)
    if mistakes:
        raise first_mistakes(mistakes)
    return values


def _of_leaves(tree: Tree, rule: Rule) -> Iterator[Mistake]:
    low, high = rule.bounds
    for index, kind in enumerate(tree.kinds):
        payoffs = tree.utilities[index]
        name = f"`{write_name(tree.names[index])}`"
        if kind is Kind.LEAF and not isinstance(payoffs, Payoffs):
            message = f"{name} is where the depth ends, and several players have no static evaluation there"
            yield _mistake(tree, index, message, "leave the rule's `depth` out")
        elif isinstance(payoffs, Payoffs) and not all(low <= number <= high for number in payoffs):
            stated = f"the rule says that utilities lie between {tree.pretty(low)} and {tree.pretty(high)}"
            message = f"the leaf {name} is {tree.pretty(payoffs)}, but {stated}"
            yield _mistake(tree, index, message, "change the leaf, or the rule's `utilities`")


def _of_ties(values: PayoffValues) -> Iterator[Mistake]:
    """The nodes at which a player is as well off with several children, and others are not."""
    tree, column = values.tree, values.column
    for index, kind in enumerate(tree.kinds):
        if kind.is_player:
            most = values.wish(index, column[index])
            alike = [
                child for child in tree.child_indexes(index) if values.wish(index, column[child]) == most
            ]
            other = next((child for child in alike if column[child] != column[alike[0]]), None)
            if other is not None:
                names = [f"`{write_name(tree.names[each])}`" for each in (index, alike[0], other)]
                worth = f"{tree.pretty(column[alike[0]])} or {tree.pretty(column[other])}"
                message = f"at {names[0]} {kind} may take {names[1]} or {names[2]}, so it is worth {worth}"
                hint = "say which one with `best: first` or `best: last` in the rule, or change a leaf"
                yield _mistake(tree, index, message, hint)


def _mistake(tree: Tree, index: int, message: str, hint: str) -> Mistake:
    source = Source("", "<tree>") if tree.source is None else tree.source
    return Mistake(message, source, tree.span(index), hint)
