"""A written tree and what is asked about it → fair variants: other numbers and names, and the same search.

A variant has the shape of the written tree. Under the rule of every question, and with `ties`, `order` and
`cutoffs` changed one at a time, its search does the same at the same positions, and the same wrong ideas show
in the same questions. Names do not matter to a search, so that numbers are tried and names are not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from grader.generating.arrangements import arrangements
from grader.generating.draws import Draws
from grader.generating.name_series import NameSeries
from grader.generating.numberings import NumberingRow, Numberings, with_numbers_changed
from grader.generating.search_pattern import Pattern
from grader.memory import Memorable, remembered
from grader.questions import Question
from grader.rule import OPEN, Rule
from grader.text.numbers import Number
from grader.tree import Tree
from grader.tree.new_names import NewNames

NUMBERINGS = 100  # at most, for what ideas predict is worked out anew for each; others are other names only

_TRIES = 60  # numberings that are verified before the written numbers are taken
_DRAWS = 3_000  # numberings that are drawn until one belongs to the place
_CANDIDATES = (
    10  # of which a variant has its numbers at least; so there are no more variants than that allows
)
_MOST_FEW = (
    30  # where these are fewer, fair numberings are looked for one after the other, until there are so many
)
_MOST_TRIES = 250  # … or so many were verified
_MOST_NODES = 3_000  # the numbers of a larger tree stay, because to verify others takes too long


class Numbered(NamedTuple):
    """The written tree with other numbers, and the fields of its rule that have other ones, too."""

    tree: Tree
    changes: Mapping[str, object]


class FairVariant(NamedTuple):
    """A tree, the new names of the written tree's nodes, and what is other in the rule."""

    tree: Tree
    names: NewNames
    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FairVariants(Memorable):
    """All variants of a tree that a seed gives, each made when it is first asked for.

    `stated` are the numbers that the problem itself speaks of: they stay what they are. The ends of the
    utilities and of the window in `bounds`, the rule of all questions, move with the others.
    """

    written: Tree
    questions: tuple[Question, ...]
    seed: bytes = field(repr=False)
    stated: frozenset[Number] = frozenset()
    bounds: Rule | None = None
    frozen: tuple[Numbered, ...] = ()  # the variants, where they are written out

    @remembered
    def variant(self, place: int) -> FairVariant:
        """The variant at that place, counted from 0."""
        tree, changes = self.in_written_names(place)
        named = self.frozen[place].tree if self.frozen else tree.with_names(_series(self).names(place))
        return FairVariant(named, NewNames.between(self.written, named), changes)

    def names(self, place: int) -> NewNames:
        """The new names of the nodes there, for which no numbers have to be found."""
        if self.frozen:
            return NewNames.between(self.written, self.frozen[place].tree)
        return NewNames.between(self.written, self.written.with_names(_series(self).names(place)))

    def changes(self, place: int) -> Mapping[str, object]:
        """What is other in the rule there, for which no numbers have to be found where nothing can be."""
        if self.frozen:
            return self.frozen[place].changes
        return self.in_written_names(place).changes if _moving_bounds(self) else {}

    def in_written_names(self, place: int) -> Numbered:
        """The variant at that place with the names of the written tree."""
        if self.frozen:
            tree, changes = self.frozen[place]
            return Numbered(tree.with_names(self.written.given_names), changes)
        return self._numbered(self.alike(place))

    def alike(self, place: int) -> int:
        """The first place whose variant differs in nothing but names."""
        if self.frozen:
            return _first_alike(self)[place]
        return place % self.numberings

    @property
    def numberings(self) -> int:
        """How many variants differ in more than names, as far as all of them find numbers of their own."""
        if self.frozen:
            return len(self.frozen)
        return len(_few(self)) or _owners(self) or 1

    @remembered
    def _numbered(self, place: int) -> Numbered:
        """The written tree with the numbers of that place, and the names that it has."""
        if len(self.written) > _MOST_NODES:
            return Numbered(self.written, {})
        if few := _few(self):
            return few[place]
        return next(_fair(self, _of_place(self, place), _TRIES), Numbered(self.written, {}))


@remembered
def pattern_of(variants: FairVariants) -> Pattern:
    """What all variants have in common."""
    return Pattern(variants.written, variants.questions)


def _draws(variants: FairVariants, *purpose: object) -> Draws:
    return Draws.with_secret(variants.seed, *purpose)


@remembered
def _series(variants: FairVariants) -> NameSeries:
    return NameSeries(variants.written, lambda length: _draws(variants, "names", length))


def _fair(variants: FairVariants, proposals: Iterator[Numbered], tries: int) -> Iterator[Numbered]:
    """Those of the next proposals that are fair."""
    for numbered in islice(proposals, tries):
        asked = [with_changes(question, numbered.changes) for question in variants.questions]
        if not any(pattern_of(variants).differences(numbered.tree, asked)):
            yield numbered


def with_changes(question: Question, changes: Mapping[str, object]) -> Question:
    """A question under the rule that a variant has."""
    return question.with_rule(question.rule.changed(**changes)) if changes else question


@remembered
def _few(variants: FairVariants) -> tuple[Numbered, ...]:
    """All trees that there are, where numbers lie so close, or depend so much on others, that few are fair.

    Nothing where there are so many that each place looks for its own.
    """
    numberings = _numberings(variants)
    if len(variants.written) > _MOST_NODES or _owners(variants):
        return ()
    others = (
        islice(_fair(variants, _each_once(variants, numberings), _MOST_TRIES), _MOST_FEW)
        if numberings
        else ()
    )
    return (*others,) or tuple(Numbered(tree, {}) for tree in _arranged(variants))


@remembered
def _numberings(variants: FairVariants) -> Numberings | None:
    return Numberings.of(variants.written, variants.stated, _moving_bounds(variants))


def _moving_bounds(variants: FairVariants) -> Sequence[Number]:
    """The finite ends of the utilities and of the window at the root, as far as they may move."""
    rule = variants.bounds or Rule()
    ends = (*(rule.utilities or ()), *rule.window)
    return [end for end in ends if not isinstance(end, float) and end not in variants.stated]


@remembered
def _arranged(variants: FairVariants) -> Sequence[Tree]:
    return arrangements(pattern_of(variants), variants.stated, _draws(variants, "children"))


def _each_once(variants: FairVariants, numberings: Numberings) -> Iterator[Numbered]:
    """Trees with other numbers, none of them twice."""
    seen: set[Hashable] = set()
    for proposal in islice(_proposals(variants, numberings, "few"), _DRAWS):
        if proposal.units not in seen:
            seen.add(proposal.units)
            yield _made(variants, numberings, proposal)


@remembered
def _row(variants: FairVariants) -> NumberingRow | None:
    """All numberings, where each is as good as another: below chance nodes few are fair."""
    numberings = _numberings(variants)
    if numberings is None or variants.written.has_chance or len(variants.written) > _MOST_NODES:
        return None
    return NumberingRow(numberings)


@remembered
def _owners(variants: FairVariants) -> int:
    """Among how many variants the numberings are dealt out; 0 where they are too few for it."""
    row = _row(variants)
    number = 0 if row is None else min(NUMBERINGS, row.number // _CANDIDATES)
    return number if number > _MOST_FEW else 0


def _of_place(variants: FairVariants, place: int) -> Iterator[Numbered]:
    """Trees with numbers that belong to a place, so that two places differ without knowing each other."""
    numberings, row, owners = _numberings(variants), _row(variants), _owners(variants)
    if numberings is None or row is None or not owners:
        return
    arranged, draws = _arranged(variants), _draws(variants, "numbers", place)
    first = (place + _draws(variants, "owners").below(owners)) % owners
    while True:
        units = row.at(first + owners * draws.below(row.number // owners))
        tree = draws.choice(arranged)
        if units != numberings.units:
            yield _made(variants, numberings, _Proposal(units, tree))


class _Proposal(NamedTuple):
    """Numbers for a tree that has perhaps some children in other places."""

    units: tuple[int, ...]
    tree: Tree


def _proposals(variants: FairVariants, numberings: Numberings, *purpose: object) -> Iterator[_Proposal]:
    """Other numbers in the same order, without end where there are any."""
    arranged, draws = _arranged(variants), _draws(variants, *purpose)
    ways = [numberings.drawn]
    if variants.written.has_chance:
        ways += [numberings.congruent(variants.written).drawn, numberings.stretched]
    while True:
        units = draws.choice(ways)(draws)
        tree = draws.choice(arranged)
        if units != numberings.units:
            yield _Proposal(units, tree)
        elif all(len(choices) < 2 for choices in numberings.choices):
            return


def _made(variants: FairVariants, numberings: Numberings, proposal: _Proposal) -> Numbered:
    numbers = numberings.mapping(proposal.units)
    tree, rule = with_numbers_changed(proposal.tree, numbers), variants.bounds
    changes: dict[str, object] = {}
    if rule is not None and rule.utilities is not None:
        changes["utilities"] = tuple(numbers.get(number, number) for number in rule.utilities)
    if rule is not None and rule.window != OPEN:
        changes["window"] = tuple(numbers.get(number, number) for number in rule.window)
    return Numbered(tree, changes)


@remembered
def _first_alike(variants: FairVariants) -> list[int]:
    """For each variant that is written out, the first one with the same numbers."""
    first: dict[Hashable, int] = {}
    return [
        first.setdefault((tree.utilities, tree.estimates, tree.labels, *map(repr, changes.items())), place)
        for place, (tree, changes) in enumerate(variants.frozen)
    ]
