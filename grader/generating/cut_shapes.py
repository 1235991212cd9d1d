"""Goals → a shape and a search in it that has just the cuts that are wanted, neither of them drawn in vain.

What a subtree has room for depends on its leaves, its levels, and how its root comes out. So the combinations
of cuts that are possible in a tree of some size are worked out from those of smaller ones, before any shape
is drawn; and a shape is drawn from the root down, each choice among those that still lead to what is wanted.
A set of combinations is written as the bits of one number, and a combination as the place of its bit.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from grader.generating.cut_plan import best_place
from grader.generating.cut_room import AT_PARENT, FURTHER, NOWHERE, ChildOutcome, Pattern, turned
from grader.generating.draws import Draws
from grader.generating.goal_fields import GoalRange
from grader.generating.goals import Goals
from grader.generating.possible_shapes import SizeMode, splits, uniform_widths
from grader.generating.shape import NodeSketch, completed, is_lopsided, kinds_of_levels
from grader.rule import OPEN, Rule
from grader.tree import Kind

MOST_LEAVES = 20  # larger trees have so much room that shapes need not be chosen for it
_MOST_COMBINATIONS = 400  # beyond which the last counts are left to luck
_TRIES = 40  # kinds of the levels, until they have room
_COUNTED = ("cutoffs", "deep", "leaves_pruned", "inner_pruned", "cutoffs_at_max", "cutoffs_at_min")
_MANY = {
    "cutoffs": 3, "deep": 2, "cutoffs_at_max": 2, "cutoffs_at_min": 3, "leaves_pruned": 6, "inner_pruned": 2,
}  # fmt: skip

# What a tree is for the player above it; `fresh` below chance, `skipped` where the search does not come.
_Task: TypeAlias = ChildOutcome | Literal["fresh", "skipped"]
_NO_PLACE, _PASSED = -1, -2  # of the last improvement: none is wanted, or it was


def has_many_cuts(goals: Goals) -> bool:
    """Whether so many cuts are wanted that few shapes have room for them."""
    spans: list[tuple[str, GoalRange | None]] = [(name, getattr(goals, name)) for name in _MANY]
    return any(span is not None and span.least >= _MANY[name] for name, span in spans)


def are_foreseen(goals: Goals, rule: Rule) -> bool:
    """Whether a search under this rule cuts exactly where a plan says."""
    by_chance = Kind.CHANCE in (goals.layers or goals.kinds) and rule.chance != "reset"
    opens = rule.utilities is None and rule.window == OPEN and rule.limit is None
    return opens and not by_chance and rule.search != "minimax" and rule.cutoffs == "deep"


@dataclass(slots=True)
class CutShapes:
    """The shapes for some goals in which the wanted cuts have room."""

    goals: Goals
    rule: Rule
    _counts: _Counts = field(init=False)
    _tables: dict[Hashable, _Table] = field(default_factory=dict)
    _without_room: set[tuple[int, int]] = field(default_factory=set)  # as far as so many tries can tell

    def __post_init__(self) -> None:
        self._counts = _Counts(self.goals)

    def draw(self, draws: Draws) -> tuple[NodeSketch, Mapping[NodeSketch, Pattern]] | None:
        """A shape, and how the children of the nodes come out that are entered.

        None where no shape is found that has room, and for trees so large that most have.
        """
        while sizes := [size for size in self.goals.sizes if size not in self._without_room]:
            size = draws.choice(sizes)
            if size[0] > MOST_LEAVES:
                return None
            if drawn := self._of_size(*size, draws):
                return drawn
            self._without_room.add(size)
        return None

    def _of_size(
        self, leaves: int, levels: int, draws: Draws
    ) -> tuple[NodeSketch, Mapping[NodeSketch, Pattern]] | None:
        for _ in range(_TRIES):
            kinds = kinds_of_levels(self.goals, levels, draws)
            widths = self._widths(leaves, levels, draws)
            if kinds is None or widths is None:
                return None
            table = self._table(kinds, widths)
            moves = draws.choice(widths[0])
            best = _NO_PLACE if kinds[0] is Kind.CHANCE else self._best(moves, draws)
            way = _Children(0, leaves, moves, self._mode, *table.task(0, "improves", NOWHERE, NOWHERE), best)
            wanted = table.wanted(way)
            if not wanted:
                continue
            drawn = _Drawn(table, kinds, draws, is_reversed=self.rule.order == "right-to-left")
            root = drawn.node(way, draws.choice(wanted))
            if (self.goals.shape != "lopsided" or is_lopsided(root)) and completed(
                root, self.goals, self.rule, draws
            ):
                return root, drawn.patterns
        return None

    @property
    def _mode(self) -> SizeMode:
        return "even" if self.goals.shape in ("even", "uniform") else "reach"

    def _widths(self, leaves: int, levels: int, draws: Draws) -> tuple[Sequence[int], ...] | None:
        """The numbers of children that nodes may have on each level."""
        least, most = self.goals.branching_range
        if self.goals.shape != "uniform":
            return (range(least, most + 1),) * levels
        choices = uniform_widths(least, most, leaves, levels)
        return tuple((width,) for width in draws.choice(choices)) if choices else None

    def _best(self, moves: int, draws: Draws) -> int:
        """Which child of the root is to be the last that improves, in the order of search."""
        goals = self.goals
        best = None
        if goals.best_move is not None or goals.best_move_not is not None or goals.no_guess:
            best = best_place(goals, moves, draws)
        if best is None:
            return _NO_PLACE
        return best if self.rule.order == "left-to-right" else moves - 1 - best

    def _table(self, kinds: tuple[Kind, ...], widths: tuple[Sequence[int], ...]) -> _Table:
        # Max and Min are treated alike unless their cuts are counted.
        if not self.goals.cutoffs_at_max and not self.goals.cutoffs_at_min:
            players = [kind for kind in kinds if kind is not Kind.CHANCE]
            if players and players[0] is Kind.MIN:
                other = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}
                kinds = tuple(other.get(kind, kind) for kind in kinds)
        key = kinds, widths
        if key not in self._tables:
            fitting = tuple(
                tuple(width for width in choices if splits(self.goals.probabilities, width))
                if kind is Kind.CHANCE else tuple(choices)
                for kind, choices in zip(kinds, widths, strict=True)
            )  # fmt: skip
            self._tables[key] = _Table(kinds, fitting, self._counts, self.rule.last_child == "event")
        return self._tables[key]


class _Count(NamedTuple):
    """What is counted; one more moves a combination's bit by `unit` places.

    Above `most` is as good as `most` where the goal has no end, and cannot be elsewhere.
    """

    name: str
    span: GoalRange
    unit: int

    @property
    def most(self) -> int:
        return self.span.least if self.span.most is None else self.span.most

    @property
    def radix(self) -> int:
        """How many numbers there can be for a moment: of two subtrees together, and one cut more."""
        return 2 * self.most + 2

    def of(self, combination: int) -> int:
        return combination // self.unit % self.radix


class _Counts:
    """All that is counted, and sets of combinations of it."""

    def __init__(self, goals: Goals) -> None:
        counts: list[_Count] = []
        unit = 1
        combinations = 1
        for name in _COUNTED:
            span: GoalRange | None = getattr(goals, name)
            if span is not None and span != (0, None):
                count = _Count(name, span, unit)
                combinations *= count.most + 1
                if combinations > _MOST_COMBINATIONS:
                    break
                counts.append(count)
                unit *= count.radix
        self._counts = counts
        self._units = {count.name: count.unit for count in counts}
        self._too_many = [
            (number - count.most, self._all(count, number, unit), count)
            for count in counts
            for number in range(count.most + 1, count.radix)
        ]
        self._fitting = (1 << unit) - 1
        for _, places, _ in self._too_many:
            self._fitting &= ~places

    @staticmethod
    def _all(count: _Count, number: int, end: int) -> int:
        """The combinations in which a count is this number, as bits."""
        block = (1 << count.unit) - 1
        starts = range(number * count.unit, end, count.unit * count.radix)
        return sum(block << start for start in starts)

    def unit(self, name: str) -> int:
        """By how many places one more moves a combination's bit; what nobody counts moves it by none."""
        return self._units.get(name, 0)

    def kept(self, bits: int) -> int:
        """The combinations without those that cannot be, and with counts that are high enough as one."""
        if not bits & ~self._fitting:
            return bits
        for excess, places, count in self._too_many:
            if (found := bits & places) and count.span.most is None:
                bits |= found >> excess * count.unit
        return bits & self._fitting

    def sums(self, one: int, other: int, added: int = 0) -> int:
        """All sums of a combination of each set."""
        if one.bit_count() > other.bit_count():
            one, other = other, one
        found = 0
        for place in _places(one):
            found |= other << place
        return self.kept(found << added)

    def wanted(self, bits: int) -> list[int]:
        """The combinations that meet the goals."""
        return [each for each in _places(bits) if all(count.of(each) in count.span for count in self._counts)]

    def of_two(self, one: int, other: int, added: int, wanted: int) -> list[tuple[int, int]]:
        """A combination of each set, so that they and what is added are the wanted one."""
        goal = 1 << wanted
        return [
            (mine, rest)
            for mine in _places(one)
            if self.kept(other << mine + added) & goal
            for rest in _places(other)
            if self.kept(1 << mine + rest + added) == goal
        ]


class _Subtree(NamedTuple):
    """A subtree from a level down: how it comes out, and where its player's bound and the other's stand."""

    level: int
    leaves: int
    mode: SizeMode
    task: _Task
    own: int
    other: int


class _Children(NamedTuple):
    """Children that are still to be searched, below a node on a level; `cut` is what a cut there adds."""

    level: int
    leaves: int
    number: int
    mode: SizeMode
    task: _Task
    own: int
    other: int
    cut: int
    best: int = _NO_PLACE


class _Step(NamedTuple):
    """What the first child may be, which leaves these others; and what a cut after it adds."""

    outcome: _Task
    child: _Subtree
    rest: _Children
    added: int


@dataclass(slots=True)
class _Table:
    """The combinations of cuts that are possible, by kinds of the levels and numbers of children."""

    kinds: tuple[Kind, ...]
    widths: tuple[Sequence[int], ...]
    counts: _Counts
    cuts_after_last: bool
    _found: dict[_Subtree | _Children, int] = field(default_factory=dict)

    def wanted(self, children: _Children) -> list[int]:
        """The combinations that are possible with these children, and meet the goals."""
        return self.counts.wanted(self.of_children(children))

    def task(self, level: int, task: _Task, own: int, other: int) -> tuple[_Task, int, int, int]:
        """What the children of a node are for, the bounds that they find, and what a cut there adds."""
        kind = self.kinds[level]
        if task == "skipped":
            return task, NOWHERE, NOWHERE, 0
        if kind is Kind.CHANCE:
            return "fresh", NOWHERE, NOWHERE, 0
        cut = 0
        if task == "beyond":
            at = "cutoffs_at_max" if kind is Kind.MAX else "cutoffs_at_min"
            unit = self.counts.unit
            cut = unit("cutoffs") + unit(at) + (other == FURTHER) * unit("deep")
        return task, FURTHER if own else NOWHERE, FURTHER if other else NOWHERE, cut

    def of_subtree(self, subtree: _Subtree) -> int:
        """The combinations in a subtree, as bits."""
        is_skipped = subtree.task == "skipped"
        if subtree.leaves == 1:
            fits = subtree.mode == "any" or subtree.level == len(self.kinds)
            return self.counts.kept(fits << (is_skipped * self.counts.unit("leaves_pruned")))
        if subtree.level == len(self.kinds):
            return 0
        if subtree not in self._found:
            found = 0
            for children in self.ways(subtree):
                found |= self.of_children(children)
            self._found[subtree] = self.counts.kept(found << (is_skipped * self.counts.unit("inner_pruned")))
        return self._found[subtree]

    def ways(self, subtree: _Subtree) -> Iterator[_Children]:
        """All children that its root may have together."""
        task = self.task(subtree.level, subtree.task, subtree.own, subtree.other)
        for number in self.widths[subtree.level]:
            if number <= subtree.leaves:
                yield _Children(subtree.level, subtree.leaves, number, subtree.mode, *task)

    def of_children(self, children: _Children) -> int:
        """The combinations below these children, as bits."""
        if not children.number:
            is_over = children.task != "beyond" and (children.task != "improves" or children.own == AT_PARENT)
            return int(is_over and not children.leaves)
        if children not in self._found:
            found = 0
            for step in self.steps(children):
                if first := self.of_subtree(step.child):
                    found |= self.counts.sums(first, self.of_children(step.rest), step.added)
            self._found[children] = found
        return self._found[children]

    def steps(self, children: _Children) -> Iterator[_Step]:
        """All that the first of these children can be."""
        level, leaves, number, mode, _, _, _, cut, _ = children
        modes: Sequence[tuple[SizeMode, SizeMode]] = ((mode, mode),)
        if mode == "reach" and number > 1:  # one of them reaches the last level
            modes = (("any", "reach"), ("reach", "any"))
        for outcome, rest in self._outcomes(children):
            added = cut if outcome == "beyond" and (number > 1 or self.cuts_after_last) else 0
            state = self._seen(level, outcome, children.own, children.other)
            for below in range(1, leaves - number + 2):
                for of_child, of_rest in modes:
                    child = _Subtree(level + 1, below, of_child, *state)
                    yield _Step(outcome, child, rest._replace(leaves=leaves - below, mode=of_rest), added)

    def _outcomes(self, children: _Children) -> Iterator[tuple[_Task, _Children]]:
        """What the first one can do, and what the others are for then."""
        task, best = children.task, children.best
        rest = children._replace(number=children.number - 1, best=best - 1 if best > 0 else best)
        if task in ("fresh", "skipped", "short"):
            yield task, rest
            return
        if best != _PASSED:
            last = _PASSED if best == 0 else rest.best
            yield "improves", rest._replace(own=AT_PARENT, best=last)
        if children.own != NOWHERE and best != 0:
            yield "short", rest
        if task == "beyond":
            yield "beyond", rest._replace(task="skipped", own=NOWHERE, other=NOWHERE, cut=0)

    def _seen(self, level: int, outcome: _Task, own: int, other: int) -> tuple[_Task, int, int]:
        """An outcome and bounds as the child sees them."""
        kind = self.kinds[level + 1] if level + 1 < len(self.kinds) else Kind.LEAF
        if outcome == "skipped":
            return "skipped", NOWHERE, NOWHERE
        if outcome == "fresh" or kind in (Kind.CHANCE, Kind.LEAF):
            return "improves", NOWHERE, NOWHERE
        if kind is self.kinds[level]:
            return outcome, own, other
        return turned(outcome), other, own


@dataclass(slots=True)
class _Drawn:
    """One draw: the nodes that were made, and what their children do."""

    table: _Table
    kinds: tuple[Kind, ...]
    draws: Draws
    is_reversed: bool
    patterns: dict[NodeSketch, Pattern] = field(default_factory=dict)

    def node(self, children: _Children, wanted: int) -> NodeSketch:
        """A node with these children, whose cuts are what is wanted."""
        spot = NodeSketch(self.kinds[children.level], children.level)
        pattern: list[ChildOutcome] = []
        while children.number:
            step, part, wanted = self._step(children, wanted)
            spot.children.append(self._subtree(step.child, part))
            match step.outcome:
                case "improves" | "short" | "beyond" as outcome:
                    pattern.append(outcome)
            children = step.rest
        if pattern:
            self.patterns[spot] = tuple(pattern)
        if self.is_reversed:
            spot.children.reverse()
        return spot

    def _step(self, children: _Children, wanted: int) -> tuple[_Step, int, int]:
        """What the first child is; and what is wanted below it, and below the others."""
        table = self.table
        steps = []
        for step in table.steps(children):
            if first := table.of_subtree(step.child):
                parts = table.counts.of_two(first, table.of_children(step.rest), step.added, wanted)
                if parts:
                    steps.append((step, parts))
        step, parts = self.draws.choice(steps)
        return (step, *self.draws.choice(parts))

    def _subtree(self, subtree: _Subtree, wanted: int) -> NodeSketch:
        if subtree.leaves == 1:
            return NodeSketch(Kind.LEAF, subtree.level)
        table, added = self.table, 0
        if subtree.task == "skipped":
            added = table.counts.unit("inner_pruned")
        ways = [
            (way, part)
            for way in table.ways(subtree)
            for part, _ in table.counts.of_two(table.of_children(way), 1, added, wanted)
        ]
        return self.node(*self.draws.choice(ways))


def _places(bits: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
