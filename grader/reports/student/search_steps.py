"""A Solution → its search as the rows of an HTML table, from which a script walks through it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from grader.drawing.scene import Scene
from grader.drawing.svg_drawing import cross, escape_svg
from grader.solving import Solution
from grader.solving.search_log import BoundKind
from grader.solving.trace import Step
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.tree import Tree

MOST_STEPS = 400  # as many as anybody walks through

_LAST = frozenset(("cut", "return"))  # the steps after which no value of a node changes
_SIGNS: Mapping[BoundKind, str] = {"upper": "≤", "lower": "≥"}


@dataclass(frozen=True, slots=True)
class SearchWalk:
    """The steps of a search: rows of a table, how many there are, and how many the search has in all.

    A row has the action's first letter, the node's index in the whole tree, the sign of a bound, and where
    the search stops the subtrees that it skips, each by its first index and the one after its last, and the
    strokes that cross their edges out. Their numbers are counted by the style. HTML needs no end tags here.
    """

    rows: str
    number: int
    of: int


def walk(solution: Solution, scene: Scene | None, say: Say) -> SearchWalk:
    """The search under one rule."""
    tree = solution.whole
    steps = solution.steps_in(say)
    actions = {
        action: say(f"trace.action-{action}") for action in ("enter", "leaf", "update", "cut", "return")
    }
    skipped = {cutoff.at: cutoff.skipped for cutoff in solution.cutoffs}
    shown = islice(steps, MOST_STEPS)
    rows = (
        f"<tr data-s={_data(step, tree, scene, skipped)}{_bound(step, solution)}>"
        f"<td>{actions[step.action]}<td>{'<td>'.join(_cells(step, tree))}"
        for step in shown
    )
    return SearchWalk("\n".join(rows), min(len(steps), MOST_STEPS), len(steps))


def _data(step: Step, tree: Tree, scene: Scene | None, skipped: Mapping[str, tuple[str, ...]]) -> str:
    """The step for the script: `u2`, or where the search skips something `"c2 5-6 7-9" data-x="M…"`."""
    told = f"{step.action[0]}{tree.index(step.node)}"
    tops = [tree.index(name) for name in skipped.get(step.node, ())] if step.action == "cut" else []
    if not tops:
        return told
    ranges = " ".join(f"{top}-{tree.ends[top]}" for top in tops)
    links = (scene.links[top] for top in tops) if scene else ()
    return f'"{told} {ranges}" data-x="{"".join(cross(link) for link in links if link)}"'


def _bound(step: Step, solution: Solution) -> str:
    """The sign before the value of a node of which the search knows no more than a bound."""
    sign = _SIGNS.get(solution.bounds[step.node]) if step.action in _LAST else None
    return f" data-b={sign}" if sign else ""


def _cells(step: Step, tree: Tree) -> Iterator[str]:
    yield escape_svg(visible(step.node))
    yield from (escape_svg(tree.pretty(one)) for one in (step.alpha, step.beta, step.value))
    yield escape_svg(visible(step.sentence))
