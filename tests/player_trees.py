"""Trees of several players for Hypothesis, and max^n as the plainest recursion, apart from our own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from hypothesis import strategies as st

from grader.text.numbers import Number
from grader.tree import Tree
from grader.tree.language import parse_tree

Sketch: TypeAlias = Any  # a tuple of numbers, or a kind and children
Wish: TypeAlias = Callable[[int, tuple[Any, ...]], Any]

_NUMBERS = st.sampled_from((-2, 0, 1, 2, 3, Fraction(1, 2)))


@st.composite
def player_trees(draw: st.DrawFn) -> Tree:
    """Trees of two to four players with chance nodes and many ties."""
    players = draw(st.integers(2, 4))
    leaves = st.tuples(*[_NUMBERS] * players)
    kinds = st.sampled_from([*(f"p{number}" for number in range(1, players + 1)), "chance"])
    sketches: st.SearchStrategy[Sketch] = st.recursive(
        leaves, lambda below: st.tuples(kinds, st.lists(below, min_size=1, max_size=3)), max_leaves=14
    )
    below = draw(st.lists(sketches, min_size=1, max_size=3))
    return parse_tree(_written((f"p{draw(st.integers(1, players))}", below)))


def _written(sketch: Sketch) -> str:
    first, *rest = sketch
    if isinstance(first, str):
        return f"{first}({', '.join(map(_written, rest[0]))})"
    return f"({', '.join(map(str, sketch))})"


# What a player looks at who has an idea; the player counts from 0.
PLAIN_WISHES: dict[str, Wish] = {
    "others-minimise-the-first": lambda player, utilities: (-1 if player else 1) * utilities[0],
    "everyone-maximises-the-first": lambda _, utilities: utilities[0],
    "sum-is-maximised": lambda _, utilities: sum(utilities),
    "utilities-in-wrong-order": lambda player, utilities: utilities[::-1][player],
}


def plain_max_n(
    tree: Tree,
    *,
    last: bool = False,
    mirrored: bool = False,
    wish: Wish = lambda player, utilities: utilities[player],
) -> dict[str, tuple[Number, ...]]:
    """What every node is worth to each player; `last` of equals is taken, `mirrored` from the right."""
    found: dict[str, tuple[Number, ...]] = {}

    def visit(name: str) -> tuple[Number, ...]:
        node = tree[name]
        values = [visit(child.name) for child in tree.children(node)]
        if not values:
            assert isinstance(node.utility, tuple)
            found[name] = tuple(node.utility)
        elif node.kind == "chance":
            chances = [child.probability or Fraction(1, len(values)) for child in tree.children(node)]
            found[name] = tuple(
                sum(chance * value[player] for chance, value in zip(chances, values, strict=True))
                for player in range(len(values[0]))
            )
        else:
            player = int(node.kind[1]) - 1
            best = None
            for value in reversed(values) if mirrored else values:
                if (
                    best is None
                    or (more := wish(player, value) - wish(player, best)) > 0
                    or (last and not more)
                ):
                    best = value
            assert best is not None
            found[name] = best
        return found[name]

    visit(tree.names[0])
    return found
