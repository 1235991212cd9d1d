"""`random:` in a set → a tree of that shape, grown from a seed and the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from grader.document import (
    Fields,
    Reader,
    Scalar,
    Sequence,
    Value,
    as_boolean,
    as_integer,
    as_text,
    list_of,
    mistake_at,
    one_of,
)
from grader.document.schema import BOOLEAN, Schema, described, group, refer, whole
from grader.generating.draws import Draws
from grader.problems.field_readers import list_within, whole_within
from grader.tree import Kind, Tree, TreeBuilder

MAX_NODES = 200_000

_MAX_DEPTH = 40
_MAX_BRANCHING = 40
_KINDS = ("max", "min", "chance")

_BOUNDS: Schema = {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}
_LEVELS: Schema = {"type": "array", "items": {"enum": list(_KINDS)}, "minItems": 1}
_FIELDS: dict[str, Schema] = {
    "seed": described(refer("text"), "the same seed gives the same tree"),
    "depth": whole(1, _MAX_DEPTH),
    "branching": described(_BOUNDS, f"how many children, at most {_MAX_BRANCHING}: a number, or a range"),
    "utilities": described(_BOUNDS, "the range of the leaves"),
    "kinds": described(_LEVELS, "the kinds of the levels from the root down, repeated"),
    "uneven": described(BOOLEAN, "whether some branches end early"),
    "uniform": described(BOOLEAN, "whether the outcomes of a chance node are equally likely"),
    "estimates": described(BOOLEAN, "whether inner nodes have static evaluations"),
}
RANDOM: Schema = group(_FIELDS, "seed", "depth")

GrowingBranch: TypeAlias = tuple[int, Fraction | None]  # a node to come: its level, and its probability


@dataclass(frozen=True, slots=True)
class RandomShape:
    """What a random tree looks like; `kinds` are those of its levels from the root down, over and over."""

    seed: str
    depth: int
    branching: tuple[int, int]
    utilities: tuple[int, int]
    kinds: tuple[Kind, ...]
    uneven: bool
    uniform: bool
    estimates: bool


def read_random(value: Value) -> Tree:
    """The tree that these fields describe."""
    fields = Fields(value)
    shape = RandomShape(
        seed=fields.read("seed", as_text),
        depth=fields.read("depth", whole_within(1, _MAX_DEPTH)),
        branching=fields.read("branching", _range_reader(1, _MAX_BRANCHING), (2, 2)),
        utilities=fields.read("utilities", _as_range, (-9, 9)),
        kinds=fields.read("kinds", list_within(1, _MAX_DEPTH, _as_kind), (Kind.MAX, Kind.MIN)),
        uneven=fields.read("uneven", as_boolean, False),
        uniform=fields.read("uniform", as_boolean, False),
        estimates=fields.read("estimates", as_boolean, False),
    )
    fields.finish()
    tree = grow(shape)
    if tree is None:
        message = f"this tree has more than {MAX_NODES:,} nodes"
        raise mistake_at(value, message, "make it less deep, or narrower")
    return tree


def grow(shape: RandomShape) -> Tree | None:
    """A tree of that shape; None where it would be too large."""
    draw = Draws(shape.seed)
    builder = TreeBuilder()
    pending: list[GrowingBranch | None] = [(0, None)]
    while pending:
        branch = pending.pop()
        if branch is None:  # everything below the node opened last is done
            builder.close()
        elif len(builder.kinds) == MAX_NODES:
            return None
        else:
            pending += _add(builder, shape, draw, branch)
    return builder.tree()


def _add(
    builder: TreeBuilder, shape: RandomShape, draw: Draws, branch: GrowingBranch
) -> list[GrowingBranch | None]:
    """Add a leaf, or open a node and say what is still to come below it."""
    level, probability = branch
    if level == shape.depth or (shape.uneven and level and draw.one_in(4)):
        builder.leaf(draw.between(*shape.utilities), probability=probability)
        return []
    kind = shape.kinds[level % len(shape.kinds)]
    estimate = draw.between(*shape.utilities) if shape.estimates else None
    builder.open(kind, probability=probability, estimate=estimate)
    children = draw.between(*shape.branching)
    weighed = kind is Kind.CHANCE and not shape.uniform
    probabilities = _probabilities(draw, children) if weighed else [None] * children
    return [None, *((level + 1, probability) for probability in probabilities)]


def _probabilities(draw: Draws, children: int) -> list[Fraction]:
    """Shares of a whole, one for each child."""
    parts = [1 + draw.below(4) for _ in range(children)]
    return [Fraction(part, sum(parts)) for part in parts]


def _as_kind(value: Value) -> Kind:
    return Kind(one_of(_KINDS)(value))


def _as_range(value: Value) -> tuple[int, int]:
    """One whole number, or the least and the most."""
    if isinstance(value, Scalar):
        number = as_integer(value)
        return number, number
    numbers = list_of(as_integer)(value)
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        raise mistake_at(value, "the least and the most are expected", "write them as `[2, 4]`")
    return numbers[0], numbers[1]


def _range_reader(least: int, most: int) -> Reader[tuple[int, int]]:
    """A reader of a range, both ends of which lie between these two."""
    within = whole_within(least, most)

    def read(value: Value) -> tuple[int, int]:
        for item in value.items if isinstance(value, Sequence) else (value,):
            within(item)
        return _as_range(value)

    return read
