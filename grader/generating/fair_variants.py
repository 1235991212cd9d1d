"""A written tree and what is asked about it → fair variants: other numbers and names, and the same search.

A variant has the shape of the written tree. Under the rule of every question, and with `ties`, `order` and
`cutoffs` changed one at a time, its search does the same at the same positions, and the same wrong ideas show
in the same questions. Names do not matter to a search, so that numbers are tried and names are not.
"""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from itertools import count, islice, repeat
from math import ceil, floor, gcd, lcm
from typing import NamedTuple

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
from grader.tree import Tree
from grader.tree.new_names import NewNames, renamed

NUMBERINGS = 100  # after so many variants the numbers come again, under other names

_TRIES = 60  # numberings that are verified before the written numbers are taken
_DRAWS = 3_000  # numberings that are drawn until one belongs to the place
_FINEST = 1_000  # the largest common denominator with which numbers are changed
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
        return FairVariant(*renamed(self.in_written_names(place), draws(self.seed, "names", place)))

    def in_written_names(self, place: int) -> Tree:
        """The variant at that place with the names of the written tree."""
        if self.frozen:
            return self.frozen[place].with_names(self.written.given_names)
        return self._numbered(self.alike(place))

    def alike(self, place: int) -> int:
        """The first place whose variant differs in nothing but names."""
        if self.frozen:
            return _first_alike(self)[place]
        return place % NUMBERINGS

    @remembered
    def _numbered(self, place: int) -> Tree:
        """The written tree with the numbers of that place, and the names that it has."""
        if len(self.written) > _MOST_NODES:
            return self.written
        for tree in islice(_proposals(self, place), _TRIES):
            if not any(self._pattern.differences(tree, _ideas(self.written))):
                return tree
        return self.written

    @property
    def _pattern(self) -> Pattern:
        return _pattern_of(self)


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


def _proposals(variants: FairVariants, place: int) -> Iterator[Tree]:
    """The written tree with other numbers in the same order.

    Each numbering belongs to one place, so that two places have different ones without knowing each other.
    """
    written = variants.written
    steps = _Steps.of(written, variants.stated)
    if steps is None:
        return
    draw = draws(variants.seed, "numbers", place)
    for _ in range(_DRAWS):
        units = steps.shifted(draw) if written.has_chance and next(draw) % 2 else steps.drawn(draw)
        if units == steps.units or _owner(variants.seed, units) != place:
            continue
        yield _with_numbers(written, dict(zip(steps.old, steps.numbers(units), strict=True)))


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

    def shifted(self, draw: Iterator[int]) -> tuple[int, ...]:
        """All numbers moved by the same, which leaves expectations as nice as they were."""
        most = max(2, (self.units[-1] - self.units[0]) // (4 * self.finest))
        by = (next(draw) % (2 * most + 1) - most) * self.finest
        units = tuple(one + by for one in self.units)
        same_sign = all((one > 0) == (own > 0) for one, own in zip(units, self.units, strict=True))
        return units if same_sign else self.units

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
