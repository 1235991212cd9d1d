"""Nodes that a search never looks at → the cutoffs that skipped them, or the depth below which they lie."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from grader.memory import remembered
from grader.questions.question import Marking
from grader.questions.reading.node_names import names_of
from grader.questions.set_comparison import said_of
from grader.solving import Cutoff, Solution
from grader.tree.notation import write_name


def by_cutoff(pruned: Iterable[int], marking: Marking) -> list[tuple[Cutoff, list[int]]]:
    """Each cutoff that skipped some of the nodes, in the order of the search, and which of them."""
    starts, numbers = _skips(marking.solution)
    skipped: dict[int, list[int]] = {}
    for index in pruned:
        skipped.setdefault(numbers[bisect_right(starts, index) - 1], []).append(index)
    cutoffs = marking.solution.cutoffs_in(marking.say)
    return [(cutoffs[number], skipped[number]) for number in sorted(skipped)]


def cutoff_of(index: int, marking: Marking) -> Cutoff | None:
    """The cutoff that skipped a node; None where it was visited."""
    if is_visited(index, marking.solution):
        return None
    ((cutoff, _),) = by_cutoff([index], marking)
    return cutoff


@remembered
def _skips(solution: Solution) -> tuple[Sequence[int], Sequence[int]]:
    """The roots of all skipped subtrees in the order of the tree, and the cutoff that skipped each."""
    index = solution.tree.index
    skips = [
        (index(name), number) for number, cutoff in enumerate(solution.cutoffs) for name in cutoff.skipped
    ]
    skips.sort()
    return [start for start, _ in skips], [number for _, number in skips]


def is_visited(index: int, solution: Solution) -> bool:
    """Whether the search looks at a node."""
    return index in solution.log.windows


def lies_below(name: str, solution: Solution) -> bool:
    """Whether a node is one of the whole tree, but not of the tree as far as the search goes."""
    names = names_of(solution)
    return names.is_below(names.index(name))


def below_in_words(names: Iterable[str], marking: Marking) -> Iterator[str]:
    """A sentence about the nodes of an answer that lie there, if there are any."""
    if below := [write_name(name) for name in names if lies_below(name, marking.solution)]:
        yield said_of("depth.below", below, marking.say)
