"""The columns of a tree of several players → what does not go together: kinds, and the leaves' utilities."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from grader.text.numbers import Payoffs
from grader.text.source import Mistake, Source
from grader.tree import Kind, TreeBuilder
from grader.tree.node import PLAYERS
from grader.tree.notation import first_word

_EXAMPLE = "give every leaf one utility for each player, such as `(8, 3, 1)`"


def player_mistakes(columns: TreeBuilder, source: Source) -> Iterator[Mistake]:
    """Every mistake of a tree in which one of several players moves."""
    for index, message, hint in player_problems(columns):
        yield Mistake(message, source, first_word(source, columns.starts[index]), hint)


def player_problems(columns: TreeBuilder) -> Iterator[tuple[int, str, str]]:
    """The nodes of a tree with which something is wrong as soon as several players have utilities."""
    player = next((kind for kind in columns.kinds if kind.is_player), None)
    size = next((len(each) for each in columns.utilities if isinstance(each, Payoffs)), None)
    if player is None and size is None:
        return
    if player is None:
        yield 0, "several players have utilities here, but none of them moves", "let `p1` move somewhere"
        return
    two = [index for index, kind in enumerate(columns.kinds) if kind in (Kind.MAX, Kind.MIN)]
    for index in two or range(len(columns.kinds)):  # what else is wrong may be because of these
        problem = _problem(columns, index, player, size)
        if problem is not None:
            yield index, *problem


def _problem(columns: TreeBuilder, index: int, player: Kind, size: int | None) -> tuple[str, str] | None:
    """What is wrong with a node, and what to do; `size` is that of the first leaf that has one."""
    kind = columns.kinds[index]
    if kind in (Kind.MAX, Kind.MIN):
        message = f"`{kind}` and `{player}` do not mix in one tree"
        return message, "let every move be by `max` and `min`, or every move by `p1` to `p9`"
    if kind is Kind.LEAF:
        return _of_leaf(columns.utilities[index], size)
    if kind.is_player and size is not None and PLAYERS.index(kind) >= size:
        return f"`{kind}` moves here, but the leaves have {size} utilities", _EXAMPLE
    return None


def _of_leaf(utility: object, size: int | None) -> tuple[str, str] | None:
    if not isinstance(utility, Payoffs):
        return "this leaf has no utility for each player", _EXAMPLE
    if len(utility) != size:
        return f"this leaf has {len(utility)} utilities, but the first one has {size}", _EXAMPLE
    if not 1 < size <= len(PLAYERS):
        return f"two to nine players have a utility, not {size}", _EXAMPLE
    if any(map(isinf, utility)):
        return "a utility of one of several players is finite", "write a large number instead"
    return None
