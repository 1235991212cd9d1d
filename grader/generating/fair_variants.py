"""A written tree and what is asked about it → fair variants: other numbers and names, and the same search.

A variant has the shape of the written tree. Under the rule of every question, and with `ties`, `order` and
`cutoffs` changed one at a time, its search does the same at the same positions, and the same wrong ideas show
in the same questions. Names do not matter to a search, so that numbers are tried and names are not.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from itertools import combinations, count, islice, repeat
from math import ceil, floor, gcd, lcm, prod
from typing import NamedTuple, TypeVar

from grader.diagnosis.exposure import EVERY_IDEA, shows
from grader.ideas import WrongIdea
from grader.memory import Memorable, remembered
from grader.questions import Question
from grader.rule import Rule, RuleError
from grader.solving import Solution
from grader.solving.unknown_cases import unknown_cases
from grader.solving.unknown_leaf import OpenSolution, solve_as_far, with_numbers
from grader.text.numbers import Number, Payoffs
from grader.text.source import InputError
from grader.tree import Kind, Tree
from grader.tree.new_names import NewNames, new_names

T = TypeVar("T")

NUMBERINGS = 100  # after so many variants the numbers come again, under other names

_SIDE_BY_SIDE = 4  # variants in which no node has the same name, if that can be …
_NAMINGS = 60  # … found in so many tries
_TRIES = 60  # numberings that are verified before the written numbers are taken
_DRAWS = 3_000  # numberings that are drawn until one belongs to the place
_FEW = 50_000  # where there are fewer numberings, fair ones are looked for one after the other …
_MOST_FEW = 30  # … until there are so many …
_MOST_TRIES = 250  # … or so many were verified
_FINEST = 1_000  # the largest common denominator with which numbers are changed
_SWAPS = 12  # pairs of children that are tried in each other's place …
_ARRANGEMENTS = 4  # … until so many are fair …
_MOST_ARRANGED = 60  # … in a tree of at most so many nodes
_MOST_NODES = 3_000  # the numbers of a larger tree stay, because to verify others takes too long

_CHANGES = (
    ("ties", "cut", "keep"),
    ("order", "left-to-right", "right-to-left"),
    ("cutoffs", "deep", "shallow"),
)
# The ideas that look at more than which of two numbers is larger. Where nothing is left to chance, all others
# show in the same places for any numbers in the same order; a law of the tests holds this list to it.
OF_SIZES = frozenset(
    (
        "best-initialised-to-zero", "finite-infinity-sentinel", "zero-is-missing", "compare-truncated-values",
        "negamax-without-colour", "expectimax-for-minimax", "largest-by-magnitude",
        "integer-null-window-on-fractional-utilities", "pvs-without-re-search", "negamax-window-not-swapped",
        "max-starts-at-zero", "min-starts-at-zero", "sum-is-maximised",
    )
)  # fmt: skip


class FairVariant(NamedTuple):
    """A tree, and the new names of the written tree's nodes."""

    tree: Tree
    names: NewNames


@dataclass(frozen=True, slots=True)
class FairVariants(Memorable):
    """All variants of a tree that a seed gives, each made when it is first asked for.

    `stated` are the numbers that the problem itself speaks of: they stay what they are.
    """

    written: Tree
    questions: tuple[Question, ...]
    seed: bytes = field(repr=False)
    stated: frozenset[Number] = frozenset()
    frozen: tuple[Tree, ...] = ()  # the variants, where they are written out

    @remembered
    def variant(self, place: int) -> FairVariant:
        """The variant at that place, counted from 0."""
        if self.frozen:
            return FairVariant(self.frozen[place], NewNames.between(self.written, self.frozen[place]))
        tree = self.in_written_names(place)
        named = tree.with_names(self._new_names(place))
        return FairVariant(named, NewNames.between(tree, named))

    def names(self, place: int) -> NewNames:
        """The new names of the nodes there, for which no numbers have to be found."""
        if self.frozen:
            return NewNames.between(self.written, self.frozen[place])
        return NewNames.between(self.written, self.written.with_names(self._new_names(place)))

    @remembered
    def _new_names(self, place: int) -> tuple[str | None, ...]:
        """New names, none of which the same node has in a variant just before: versions lie side by side."""
        before = [self._new_names(other) for other in range(place - place % _SIDE_BY_SIDE, place)]
        draw = draws(self.seed, "names", place)
        drawn = (new_names(self.written, draw) for _ in range(_NAMINGS if before else 1))
        return _first_least(drawn, lambda names: sum(_in_common(names, other) for other in before))

    def in_written_names(self, place: int) -> Tree:
        """The variant at that place with the names of the written tree."""
        if self.frozen:
            return self.frozen[place].with_names(self.written.given_names)
        return self._numbered(self.alike(place))

    def alike(self, place: int) -> int:
        """The first place whose variant differs in nothing but names."""
        if self.frozen:
            return _first_alike(self)[place]
        return place % (len(_few(self)) or NUMBERINGS)

    @remembered
    def _numbered(self, place: int) -> Tree:
        """The written tree with the numbers of that place, and the names that it has."""
        if len(self.written) > _MOST_NODES:
            return self.written
        if few := _few(self):
            return few[place]
        return next(_fair(self, _of_place(self, place), _TRIES), self.written)


def _first_least(items: Iterable[T], cost: Callable[[T], int]) -> T:
    """The first item that costs nothing, or else the one that costs least."""
    best: tuple[int, T] | None = None
    for item in items:
        own = cost(item)
        if not own:
            return item
        if best is None or own < best[0]:
            best = own, item
    assert best is not None
    return best[1]


def _in_common(names: Iterable[str | None], others: Iterable[str | None]) -> int:
    return sum(own is not None and own == other for own, other in zip(names, others, strict=True))


def _fair(variants: FairVariants, proposals: Iterator[Tree], tries: int) -> Iterator[Tree]:
    """Those of the next proposals that are fair."""
    pattern, ideas = _pattern_of(variants), _ideas(variants.written)
    return (tree for tree in islice(proposals, tries) if not any(pattern.differences(tree, ideas)))


@remembered
def _few(variants: FairVariants) -> tuple[Tree, ...]:
    """All trees that there are, where numbers lie so close, or depend so much on others, that few are fair.

    Nothing where there are so many that each place looks for its own.
    """
    written = variants.written
    steps = _Steps.of(written, variants.stated)
    if len(written) > _MOST_NODES or (steps and steps.room > _FEW and not written.has_chance):
        return ()
    arranged = _arrangements(variants)
    others = (
        () if steps is None else islice(_fair(variants, _each_once(variants, steps), _MOST_TRIES), _MOST_FEW)
    )
    return (*others,) or tuple(arranged)


def _each_once(variants: FairVariants, steps: _Steps) -> Iterator[Tree]:
    """Trees with other numbers, none of them twice."""
    seen: set[Hashable] = set()
    for units, tree in islice(_proposals(variants, steps, "few"), _DRAWS):
        if units not in seen:
            seen.add(units)
            yield tree


def _of_place(variants: FairVariants, place: int) -> Iterator[Tree]:
    """Trees with numbers that belong to a place, so that two places differ without knowing each other."""
    steps = _Steps.of(variants.written, variants.stated)
    if steps is not None:
        for units, tree in islice(_proposals(variants, steps, "numbers", place), _DRAWS):
            if _owner(variants.seed, units) == place:
                yield tree


@remembered
def _arrangements(variants: FairVariants) -> list[Tree]:
    """The written tree, and the same with children of the same shape in other places, where that is fair.

    A search looks at children by position. So these are what two subtrees have at their leaves.
    """
    found = [variants.written]
    if len(variants.written) > _MOST_ARRANGED:
        return found
    swaps = list(_swaps(variants.written, variants.stated))
    draw = draws(variants.seed, "children")
    for _ in range(min(_SWAPS, len(swaps))):
        tree = _swapped(found[-1], *swaps.pop(next(draw) % len(swaps)))
        pattern = _pattern_of(variants)
        if tree.utilities != found[-1].utilities and not any(pattern.differences(tree)):
            found.append(tree)
            if len(found) > _ARRANGEMENTS:
                break
    return found


def _swaps(tree: Tree, stated: Collection[Number]) -> Iterator[tuple[int, int]]:
    """Pairs of siblings that have the same shape, and at their leaves numbers that may move."""
    for parent in range(len(tree)):
        for one, other in combinations(tree.child_indexes(parent), 2):
            if _subtree(tree, one) == _subtree(tree, other) and all(
                _may_move(tree, index, stated) for child in (one, other) for index in _range(tree, child)
            ):
                yield one, other


def _range(tree: Tree, index: int) -> range:
    return range(index, tree.ends[index])


def _subtree(tree: Tree, index: int) -> Hashable:
    nodes = slice(index, tree.ends[index])
    ends = tuple(end - index for end in tree.ends[nodes])
    return tree.kinds[nodes], ends, tree.probabilities[nodes]


def _may_move(tree: Tree, index: int, stated: Collection[Number]) -> bool:
    if tree.kinds[index] is not Kind.LEAF:
        return tree.estimates[index] is None and tree.features[index] is None
    utility = tree.utilities[index]
    numbers = utility if isinstance(utility, Payoffs) else (utility,)
    return all(isinstance(number, int | Fraction) and number not in stated for number in numbers)


def _swapped(tree: Tree, one: int, other: int) -> Tree:
    pairs = list(zip(_range(tree, one), _range(tree, other), strict=True))
    moved = [(new, tree.utilities[old]) for pair in pairs for old, new in (pair, pair[::-1])]
    return tree.with_utilities(
        {index: utility for index, utility in moved if isinstance(utility, int | Fraction | Payoffs)}
    )


@remembered
def _first_alike(variants: FairVariants) -> list[int]:
    """For each variant that is written out, the first one with the same numbers."""
    first: dict[Hashable, int] = {}
    return [
        first.setdefault((tree.utilities, tree.estimates, tree.labels), place)
        for place, tree in enumerate(variants.frozen)
    ]


@remembered
def _pattern_of(variants: FairVariants) -> Pattern:
    return Pattern(variants.written, variants.questions)


def _ideas(tree: Tree) -> Sequence[WrongIdea]:
    """The ideas that may show elsewhere when numbers change and their order does not."""
    if tree.has_chance or tree.players:
        return EVERY_IDEA
    return [idea for idea in EVERY_IDEA if idea.id in OF_SIZES]


class Pattern:
    """What must be the same in every fair variant of a tree, worked out as far as it is asked for."""

    def __init__(self, tree: Tree, questions: Iterable[Question]) -> None:
        self.tree = tree
        self.questions = tuple(question for question in questions if question.about_search)
        self._shown: dict[tuple[int, WrongIdea], bool] = {}

    @cached_property
    def posed(self) -> tuple[tuple[Question, Solution], ...]:
        """Every question about the written tree, under its rule and those that differ in one field."""
        return tuple(_posed(self.tree, self.questions))

    @cached_property
    def _traces(self) -> list[Hashable]:
        return [_trace(solution) for _, solution in self.posed]

    def differences(
        self, tree: Tree, ideas: Sequence[WrongIdea] = EVERY_IDEA, questions: Iterable[Question] | None = None
    ) -> Iterator[str]:
        """What is not the same in another tree, in words; `questions` are those about that tree."""
        if _shape(tree) != _shape(self.tree):
            yield "the shape is another"
            return
        asked = self.questions if questions is None else questions
        posed = tuple(_posed(tree, [question for question in asked if question.about_search]))
        if len(posed) != len(self.posed):
            yield "a rule cannot be used for it"
            return
        for (_, solution), mine, trace in zip(posed, self.posed, self._traces, strict=True):
            if _trace(solution) != trace or not _is_as_nice(solution, mine[1]):
                yield f"the search takes another course{_under(mine[0].rule, self.questions)}"
                return
        for place, (question, solution) in enumerate(posed):
            for idea in ideas:
                if shows(idea, question, solution) != self._shows(place, idea):
                    where = f"`{question.id}`{_under(question.rule, self.questions)}"
                    yield f"`{idea.id}` shows in {where} on one and not on the other"
                    return

    def _shows(self, place: int, idea: WrongIdea) -> bool:
        if (place, idea) not in self._shown:
            self._shown[place, idea] = shows(idea, *self.posed[place])
        return self._shown[place, idea]


def _under(rule: Rule, asked: Iterable[Question]) -> str:
    """In what a rule differs from that of all questions; nothing where it is theirs."""
    rules = [question.rule for question in asked]
    if rule in rules:
        return ""
    for name, *_ in _CHANGES:
        if all(getattr(rule, name) != getattr(other, name) for other in rules):
            return f" with `{name}: {getattr(rule, name)}`"
    return " under another rule"


def _posed(tree: Tree, questions: Iterable[Question]) -> Iterator[tuple[Question, Solution]]:
    solved: dict[Hashable, Solution | None] = {}
    for question in questions:
        for rule in _rules(question.rule):
            key = rule, question.given
            if key not in solved:
                solved[key] = _solved(tree, rule, question)
            if (solution := solved[key]) is not None:
                yield question.with_rule(solution.rule), solution


def _rules(rule: Rule) -> Iterator[Rule]:
    """The rule, and those that differ from it in one field on which courses disagree."""
    yield rule
    for name, usual, other in _CHANGES:
        try:
            yield rule.changed(**{name: other if getattr(rule, name) == usual else usual})
        except RuleError:  # some fields do not go together
            continue


def _solved(tree: Tree, rule: Rule, question: Question) -> Solution | None:
    try:
        return solve_as_far(with_numbers(tree, dict(question.given)), rule)
    except (InputError, RuleError):
        return None


def _shape(tree: Tree) -> Hashable:
    return tree.kinds, tree.ends, tree.probabilities


def _trace(solution: Solution) -> Hashable:
    """What a search does, by the positions of nodes."""
    at = solution.tree.index
    if isinstance(solution, OpenSolution):
        if len(solution.unknowns) != 1:
            return ()
        cases = unknown_cases(solution)
        return tuple((tuple(map(at, case.pruned)), _moves(solution, case.best_moves)) for case in cases)
    cutoffs = tuple(
        (at(cut.at), at(cut.after), cut.bound, None if cut.set_by is None else at(cut.set_by), cut.deep)
        for cut in solution.cutoffs
    )
    best = _moves(solution, solution.best_moves)
    return (
        tuple(map(at, solution.visited)),
        cutoffs,
        tuple(solution.bounds.values()),
        best,
        tuple(map(at, solution.line)),
    )


def _moves(solution: Solution, moves: Sequence[str]) -> tuple[int, ...]:
    """The positions of moves at the root."""
    tree = solution.tree
    return tuple(child for child in tree.child_indexes(0) if tree[child].move in moves)


def _is_as_nice(solution: Solution, written: Solution) -> bool:
    """Whether no value of a node is a finer fraction than it was."""
    if not solution.tree.has_chance or isinstance(solution, OpenSolution):
        return True
    pairs = zip(solution.values.values(), written.values.values(), strict=True)
    return all(_denominator(value) <= _denominator(own) for value, own in pairs)


def _denominator(number: object) -> int:
    return number.denominator if isinstance(number, int | Fraction) else 1


def _proposals(
    variants: FairVariants, steps: _Steps, *purpose: object
) -> Iterator[tuple[tuple[int, ...], Tree]]:
    """The written tree with other numbers in the same order, and perhaps some children in other places."""
    written = variants.written
    arranged = _arrangements(variants)
    draw = draws(variants.seed, *purpose)
    ways = [steps.drawn]
    if written.has_chance:
        ways += [steps.congruent(written).drawn, steps.stretched]
    while True:
        units = ways[next(draw) % len(ways)](draw)
        tree = arranged[next(draw) % len(arranged)]
        if units != steps.units:
            numbers: dict[Number, Number] = dict(zip(steps.old, steps.numbers(units), strict=True))
            yield units, _with_numbers(tree, numbers)
        elif all(len(choices) < 2 for choices in steps.choices):
            return


def _owner(seed: bytes, units: Sequence[int]) -> int:
    text = ",".join(map(str, units)).encode()
    return int.from_bytes(blake2b(text, key=seed[:64], digest_size=8).digest()) % NUMBERINGS


class _Steps(NamedTuple):
    """The numbers of a tree in their order, as multiples of a step, and those that each may become."""

    old: tuple[int | Fraction, ...]
    units: tuple[int, ...]
    finest: int
    choices: tuple[Sequence[int], ...]

    @staticmethod
    def of(tree: Tree, stated: Iterable[Number]) -> _Steps | None:
        """None where the numbers must stay: features are weighed, and very fine fractions stay fine."""
        old = tuple(sorted(set(_numbers(tree))))
        finest = lcm(*(number.denominator for number in old)) if old else 0
        if any(tree.features) or not 0 < finest <= _FINEST:
            return None
        fixed = sorted(number * finest for number in stated if not isinstance(number, float))
        units = [int(number * finest) for number in old]
        slack = max(2, (units[-1] - units[0]) // 4)
        bounds = [_bounds(one, fixed, slack) for one in units]
        lows, highs = [low for low, _ in bounds], [high for _, high in bounds]
        for place in range(1, len(lows)):
            lows[place] = max(lows[place], lows[place - 1] + 1)
        for place in reversed(range(len(highs) - 1)):
            highs[place] = min(highs[place], highs[place + 1] - 1)
        choices = map(_of_denominator, units, lows, highs, repeat(finest))
        return _Steps(old, tuple(units), finest, tuple(choices))

    def drawn(self, draw: Iterator[int]) -> tuple[int, ...]:
        """Other numbers in the same order; drawn from below or from above, so that neither is preferred."""
        upwards = next(draw) % 2 == 0
        found: list[int] = []
        for choices, own in zip(*((self.choices, self.units) if upwards else self._mirrored), strict=True):
            free = choices
            if found:
                last = found[-1]
                free = [one for one in choices if (one > last if upwards else one < last)]
            found.append(free[next(draw) % len(free)] if free else own)
        units = tuple(found if upwards else reversed(found))
        return units if all(map(operator.lt, units, units[1:])) else self.units

    @property
    def room(self) -> int:
        """How many choices of numbers there are, whatever their order."""
        return prod(map(len, self.choices))

    def congruent(self, tree: Tree) -> _Steps:
        """Only numbers that differ by multiples of all denominators, so that expectations stay as nice."""
        shares = (share for share in tree.probabilities if isinstance(share, int | Fraction))
        step = self.finest * lcm(*(share.denominator for share in shares))
        near = zip(self.units, self.choices, strict=True)
        choices = [[one for one in choices if (one - own) % step == 0] for own, choices in near]
        return self._replace(choices=tuple(choices))

    def stretched(self, draw: Iterator[int]) -> tuple[int, ...]:
        """X ↦ a·x + b for all numbers, which leaves most expectations as nice as they were."""
        low, gap = self.units[0], gcd(*(one - self.units[0] for one in self.units)) or 1
        span = (self.units[-1] - low) // gap
        wider = max(1, gap // 4)
        gaps = [one for one in range(gap - wider, gap + wider + 1) if one > 0 and span * one < 2 * span * gap]
        new = gaps[next(draw) % len(gaps)]
        most = max(2, span * gap // (4 * self.finest))
        start = low + (next(draw) % (2 * most + 1) - most) * self.finest
        units = tuple(start + (one - low) // gap * new for one in self.units)
        fits = (one in choices for one, choices in zip(units, self.choices, strict=True))
        return units if all(fits) else self.units

    def numbers(self, units: Iterable[int]) -> Iterator[Number]:
        return (_plain(Fraction(one, self.finest)) for one in units)

    @property
    def _mirrored(self) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
        return self.choices[::-1], self.units[::-1]


def _of_denominator(own: int, low: int, high: int, finest: int) -> Sequence[int]:
    """The multiples that have the denominator of this one."""
    if finest == 1:
        return range(low, high + 1)
    parts = gcd(own, finest)
    return [one for one in range(low, high + 1) if gcd(one, finest) == parts]


def _bounds(own: int, fixed: Sequence[Number], slack: int) -> tuple[int, int]:
    """The least and the most: the sign stays, and so does what is stated, and the order with it."""
    if own == 0 or own in fixed:
        return own, own
    low, high = own - slack, own + slack
    low, high = (max(low, 1), high) if own > 0 else (low, min(high, -1))
    for other in fixed:
        if other < own:
            low = max(low, floor(other) + 1)
        else:
            high = min(high, ceil(other) - 1)
    return low, high


def _plain(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number


def _numbers(tree: Tree) -> Iterator[int | Fraction]:
    """All finite numbers that are compared."""
    for utility in (*tree.utilities, *tree.estimates):
        for number in utility if isinstance(utility, Payoffs) else (utility,):
            if isinstance(number, int | Fraction):
                yield number


def _with_numbers(tree: Tree, numbers: Mapping[Number, Number]) -> Tree:
    """The tree with other numbers, at the leaves and in static evaluations."""

    def mapped(utility: object) -> Number | Payoffs | None:
        if isinstance(utility, Payoffs):
            return Payoffs(numbers.get(number, number) for number in utility)
        return numbers[utility] if isinstance(utility, int | Fraction) else None

    changed = {
        index: new for index, utility in enumerate(tree.utilities) if (new := mapped(utility)) is not None
    }
    estimates = tuple(None if own is None else numbers.get(own, own) for own in tree.estimates)
    return tree.with_utilities(changed).with_estimates(estimates)


def draws(seed: bytes, *purpose: object) -> Iterator[int]:
    """Numbers without end that follow from the seed and the purpose, the same on every machine."""
    start = blake2b("/".join(map(str, purpose)).encode(), key=seed[:64]).digest()
    for number in count():
        block = blake2b(str(number).encode(), key=start).digest()
        yield from (int.from_bytes(block[place : place + 4]) for place in range(0, len(block), 4))
