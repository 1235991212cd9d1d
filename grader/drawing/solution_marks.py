"""Solution → Marks: what a drawing shows of a search."""

from __future__ import annotations

from grader.drawing.marks import Marks
from grader.solving import Solution
from grader.tree import Kind

_SIGNS = {"exact": "", "upper": "≤ ", "lower": "≥ "}


def marks_of(solution: Solution, *, windows: bool = False) -> Marks:
    """What the search reported at each inner node, what it skipped, and the best line; windows on request."""
    tree = solution.tree
    visited = {tree.index(name): name for name in solution.visited}
    inner = {index: name for index, name in visited.items() if tree.kinds[index] is not Kind.LEAF}
    weighed = {index: name for index, name in visited.items() if tree.features[index] is not None}
    return Marks(
        values={index: _reported(solution, name) for index, name in (inner | weighed).items()},
        windows={index: _window(solution, name) for index, name in inner.items()} if windows else {},
        cut=frozenset(tree.index(name) for cutoff in solution.cutoffs for name in cutoff.skipped),
        faded=frozenset(map(tree.index, solution.pruned)),
        line=frozenset(map(tree.index, solution.line)),
    )


def _reported(solution: Solution, name: str) -> str:
    return _SIGNS[solution.bounds[name]] + solution.tree.pretty(solution.returned[name])


def _window(solution: Solution, name: str) -> tuple[str, str]:
    alpha, beta = solution.windows[name]
    return solution.tree.pretty(alpha), solution.tree.pretty(beta)
