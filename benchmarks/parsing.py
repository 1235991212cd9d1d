"""How quickly text becomes a tree, against plain Lark with a separate transformer on the same grammar."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from lark import Lark, Transformer

from benchmarks.measuring import Figure, seconds
from grader.text.numbers import Number, read_number
from grader.tree.language import parse_tree
from grader.tree.language.grammar import grammar_text


def figures() -> Iterator[Figure]:
    lark = Lark(grammar_text("tree.lark"), parser="lalr")
    transformer = _NestedLists()
    parse_tree("3")  # the parser itself is made once
    text = uniform_tree(3, 9)
    plain, ours = seconds(lambda: transformer.transform(lark.parse(text)), lambda: parse_tree(text))
    rate = f"{29_524 / ours:,.0f} nodes a second"
    yield Figure("parsing 29,524 nodes: our speed over plain Lark's", plain / ours, at_least=1.5, note=rate)

    small, large = _bushy_tree(1_000), _bushy_tree(1_000_000)
    thousand, million = seconds(partial(parse_tree, small), rounds=50) + seconds(
        partial(parse_tree, large), rounds=2
    )
    growth = million / thousand / 1000
    yield Figure("parsing 1,000,000 nodes: cost per node over that at 1,000", growth, at_most=1.5)


def uniform_tree(width: int, depth: int) -> str:
    """The text of a tree in which every inner node has `width` children, with random utilities."""
    random = Random(1)
    level = [str(random.randint(-99, 99)) for _ in range(width**depth)]
    for height in range(depth):
        kind = "min" if (depth - height) % 2 == 0 else "max"
        level = [f"{kind}({', '.join(level[i : i + width])})" for i in range(0, len(level), width)]
    return level[0]


def _bushy_tree(nodes: int) -> str:
    return f"max({', '.join(['min(1, 2, 3, 4, 5, 6, 7, 8, 9)'] * (nodes // 10))})"


class _NestedLists(Transformer[Any, Any]):
    """Lists of numbers: the least that a transformer could do."""

    def NUMBER(self, token: str) -> Number:  # noqa: N802 - Lark looks for the terminal's name
        return read_number(token)

    def children(self, parts: list[Any]) -> list[Any]:
        if len(parts) == 1:
            return parts
        parts[0].append(parts[1])
        return parts[0]  # type: ignore[no-any-return]

    def leaf(self, parts: list[Any]) -> Any:
        return parts[-1]

    inner = leaf
