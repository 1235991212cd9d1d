"""How quickly trees are made to order, against random numbers in the same shapes until some tree will do."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from benchmarks.measuring import Figure
from grader.generating.asked_kinds import USUALLY_ASKED
from grader.generating.draws import Draws
from grader.generating.generator import generate
from grader.generating.goals import Goals
from grader.generating.shape import draw_shape, sketched_tree
from grader.generating.tree_facts import TreeFacts
from grader.generating.verification import unmet
from grader.rule import Rule
from grader.solving import solve

# Of random trees of these shapes, about one in eight has it.
EASY = Goals.from_fields({"leaves": "9..12", "cutoffs": "2..3", "ties": "none", "best-move-not": "first"})
# Of random trees of these shapes, about one in 17,000 has it: so many are tried that several do.
RARE = Goals.from_fields(
    {
        "leaves": "12..14", "depth": "4", "cutoffs": "6..", "deep": "4..", "leaves-pruned": "7..",
        "ties": "none", "distinct": "yes",
    }
)  # fmt: skip
_RULE = Rule()


def figures() -> Iterator[Figure]:
    yield _against_rejection("an easy goal", EASY, trees=200, tries=4_000, at_least=1)
    yield _against_rejection("a rare goal", RARE, trees=20, tries=150_000, at_least=20)


def _against_rejection(what: str, goals: Goals, *, trees: int, tries: int, at_least: float) -> Figure:
    start = process_time()
    found = len(generate(goals, _RULE, "bench", trees, most_steps=100_000).trees)
    ours = found / (process_time() - start)
    start = process_time()
    hits = rejected(goals, tries)
    theirs = max(hits, 1) / (process_time() - start)  # without a hit, no more than that
    note = f"{ours:.0f} trees a second; of random ones {hits} in {tries:,} will do"
    figure = f"{what}: trees a second, over random numbers in such shapes"
    return Figure(figure, ours / theirs, at_least, note=note)


def rejected(goals: Goals, tries: int) -> int:
    """How many of so many trees with random numbers meet the goals."""
    draws = Draws("random")
    pool = goals.numbers.pool
    hits = 0
    for _ in range(tries):
        root = draw_shape(goals, _RULE, draws)
        if root is None:
            continue
        leaves = [spot for spot in root.walk() if not spot.children]
        numbers = draws.shuffled(pool) if goals.distinct else [draws.choice(pool) for _ in leaves]
        for leaf, number in zip(leaves, numbers, strict=False):
            leaf.number = number
        hits += not unmet(goals, TreeFacts(solve(sketched_tree(root), _RULE), USUALLY_ASKED))
    return hits
