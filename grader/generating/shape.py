"""Goals and draws → a shape: nodes with kinds and probabilities, still without numbers at the leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from grader.generating.draws import Draws
from grader.generating.goals import Goals
from grader.generating.possible_shapes import (
    SizeMode,
    possible_sizes,
    sizes_of_several,
    splits,
    uniform_widths,
)
from grader.rule import Rule
from grader.text.numbers import Finite, exact
from grader.tree import Kind, Tree, TreeBuilder

_TRIES = 40
_ROOM_FOR_DEEP = 4  # levels


@dataclass(eq=False, slots=True)
class NodeSketch:
    """A node to be: what stands below it, and the number of a leaf or of where the rule's depth ends."""

    kind: Kind
    level: int
    children: list[NodeSketch] = field(default_factory=list)
    probabilities: tuple[Fraction, ...] = ()
    number: Finite | None = None
    is_limit: bool = False  # a search ends here, and takes `number` for a static evaluation

    @property
    def is_end(self) -> bool:
        """Whether a search finds a number here."""
        return self.is_limit or not self.children

    def walk(self) -> Iterator[NodeSketch]:
        """The node and everything below it, in preorder."""
        pending = [self]
        while pending:
            spot = pending.pop()
            yield spot
            pending += reversed(spot.children)


def draw_shape(goals: Goals, rule: Rule, draws: Draws) -> NodeSketch | None:
    """A shape with the size and the kinds that are wanted; none where the draws led nowhere."""
    leaves, levels = draws.choice(goals.sizes)
    root = _grown(goals, leaves, levels, draws)
    if root is None or not _give_kinds(root, goals, levels, draws):
        return None
    return root if completed(root, goals, rule, draws) else None


def completed(root: NodeSketch, goals: Goals, rule: Rule, draws: Draws) -> bool:
    """Give chance its probabilities, and the search its depth; whether there are such probabilities."""
    for spot in root.walk():
        if spot.kind is Kind.CHANCE:
            choices = splits(goals.probabilities, len(spot.children))
            if not choices:
                return False
            spot.probabilities = draws.choice(choices)
        spot.is_limit = bool(spot.children) and spot.level == rule.limit
    return True


def sketched_tree(root: NodeSketch) -> Tree:
    """The tree, with the numbers as they are now."""
    builder = TreeBuilder()
    _build(builder, root, None)
    return builder.tree()


def _build(builder: TreeBuilder, spot: NodeSketch, probability: Finite | None) -> None:
    if not spot.children:
        assert spot.number is not None
        builder.leaf(spot.number, probability=probability)
        return
    builder.open(spot.kind, probability=probability, estimate=spot.number if spot.is_limit else None)
    uniform = len(set(spot.probabilities)) == 1  # all equally likely: nothing has to be written
    for place, child in enumerate(spot.children):
        given = exact(spot.probabilities[place]) if spot.probabilities and not uniform else None
        _build(builder, child, given)
    builder.close()


def _give_kinds(root: NodeSketch, goals: Goals, levels: int, draws: Draws) -> bool:
    """Say who moves where: by levels, or from branch to branch; whether all kinds that are wanted occur."""
    if goals.layers:
        _by_levels(root, _layers(goals, levels))
        return True
    wanted, repeats = set(goals.kinds), _repeats(goals, levels)
    for _ in range(_TRIES):
        first = goals.root or draws.choice(sorted(wanted - {Kind.CHANCE}))
        if Kind.CHANCE in wanted and draws.one_in(2):
            root.kind = first
            _by_branches(root, (first,), wanted, draws, repeats=repeats)
        else:
            _by_levels(root, _drawn_levels(first, levels, wanted, draws, repeats=repeats))
        if {spot.kind for spot in root.walk()} - {Kind.LEAF} == wanted:
            return True
    return False


def kinds_of_levels(goals: Goals, levels: int, draws: Draws) -> tuple[Kind, ...] | None:
    """A kind for each level, so that all kinds that are wanted occur; none where the draws led nowhere."""
    if goals.layers:
        return tuple(_layers(goals, levels))
    wanted = set(goals.kinds)
    for _ in range(_TRIES):
        first = goals.root or draws.choice(sorted(wanted - {Kind.CHANCE}))
        kinds = _drawn_levels(first, levels, wanted, draws, repeats=_repeats(goals, levels))
        if set(kinds) == wanted:
            return tuple(kinds)
    return None


def _layers(goals: Goals, levels: int) -> list[Kind]:
    return [goals.layers[level % len(goals.layers)] for level in range(levels)]


def _repeats(goals: Goals, levels: int) -> bool:
    """In four levels a deep cutoff has room; in fewer one player has to move twice in a row."""
    return bool(goals.deep and goals.deep.least) and levels < _ROOM_FOR_DEEP


def _drawn_levels(first: Kind, levels: int, wanted: set[Kind], draws: Draws, *, repeats: bool) -> list[Kind]:
    kinds = [first]
    while len(kinds) < levels:
        kinds.append(draws.choice(_following(kinds, wanted, repeats=repeats and draws.one_in(2))))
    return kinds


def _by_levels(root: NodeSketch, kinds: Sequence[Kind]) -> None:
    for spot in root.walk():
        if spot.children:
            spot.kind = kinds[spot.level]


def _by_branches(
    spot: NodeSketch, path: tuple[Kind, ...], wanted: set[Kind], draws: Draws, *, repeats: bool
) -> None:
    for child in spot.children:
        if child.children:
            child.kind = draws.choice(_following(path, wanted, repeats=repeats and draws.one_in(2)))
            _by_branches(child, (*path, child.kind), wanted, draws, repeats=repeats)


def _following(kinds: Sequence[Kind], wanted: set[Kind], *, repeats: bool) -> list[Kind]:
    """The kinds that may come below these: the other player, or chance between two moves of players."""
    players: list[Kind] = [kind for kind in (Kind.MAX, Kind.MIN) if kind in wanted]
    last = next((kind for kind in reversed(kinds) if kind is not Kind.CHANCE), None)
    turn = [kind for kind in players if kind is not last or len(players) == 1 or repeats]
    if kinds[-1] is Kind.CHANCE or Kind.CHANCE not in wanted:
        return turn
    return [Kind.CHANCE] if len(players) == 1 else [*turn, Kind.CHANCE]


def _grown(goals: Goals, leaves: int, levels: int, draws: Draws) -> NodeSketch | None:
    """A shape with so many leaves and levels, in which nobody moves yet."""
    if goals.shape == "uniform":
        widths = draws.choice(uniform_widths(*goals.branching_range, leaves, levels) or [()])
        return _uniformly(widths, 0) if widths else None
    mode: SizeMode = "even" if goals.shape == "even" else "reach"
    for _ in range(_TRIES):
        root = _dealt(_Room(goals.branching_range, levels, mode), leaves, draws)
        if goals.shape != "lopsided" or is_lopsided(root):
            return root
    return None


def is_lopsided(root: NodeSketch) -> bool:
    """Whether leaves are on different levels."""
    return len({spot.level for spot in root.walk() if not spot.children}) > 1


class _Room(NamedTuple):
    """How many children a node may have, how many levels there are below it, and how they are to be used."""

    branching: tuple[int, int]
    levels: int
    mode: SizeMode

    def below(self, mode: SizeMode) -> _Room:
        return _Room(self.branching, self.levels - 1, mode)


def _dealt(room: _Room, leaves: int, draws: Draws, level: int = 0) -> NodeSketch:
    """A node with so many leaves below it, which are dealt out to its children."""
    if leaves == 1:
        return NodeSketch(Kind.LEAF, level)
    number = draws.choice(_widths(room, leaves))
    parts: list[tuple[int, _Room]] = []
    for left in range(number, 0, -1):
        # The tree that reaches the last level is dealt last, and put anywhere afterwards.
        mode: SizeMode = "any" if room.mode == "reach" and left > 1 else room.mode
        parts.append((draws.choice(_parts(room, left, leaves)), room.below(mode)))
        leaves -= parts[-1][0]
    if room.mode == "reach":
        parts = draws.shuffled(parts)
    return NodeSketch(Kind.MAX, level, [_dealt(below, size, draws, level + 1) for size, below in parts])


@cache
def _widths(room: _Room, leaves: int) -> tuple[int, ...]:
    """How many children a node with so many leaves can have."""
    least, most = room.branching
    return tuple(
        width
        for width in range(least, most + 1)
        if sizes_of_several(least, most, room.levels - 1, room.mode, width) >> leaves & 1
    )


@cache
def _parts(room: _Room, number: int, leaves: int) -> tuple[int, ...]:
    """How many of the leaves the first of so many trees can have."""
    mode: SizeMode = "any" if room.mode == "reach" and number > 1 else room.mode
    sizes = possible_sizes(*room.branching, room.levels - 1, mode)
    rest = sizes_of_several(*room.branching, room.levels - 1, room.mode, number - 1)
    return tuple(size for size in range(1, leaves + 1) if sizes >> size & 1 and rest >> (leaves - size) & 1)


def _uniformly(widths: Sequence[int], level: int) -> NodeSketch:
    if level == len(widths):
        return NodeSketch(Kind.LEAF, level)
    return NodeSketch(Kind.MAX, level, [_uniformly(widths, level + 1) for _ in range(widths[level])])
