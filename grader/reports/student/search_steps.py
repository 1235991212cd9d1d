"""A Solution → its search as rows of a table that a script walks: in a report, or in a file of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from grader.drawing.marks import Marks
from grader.drawing.picture import Picture, picture
from grader.drawing.scene import Scene
from grader.drawing.svg_drawing import cross, escape_svg
from grader.reports.page_templates import fill
from grader.reports.student.answer_pictures import MOST_NODES, solved_layer, space_for
from grader.solving import Solution
from grader.solving.search_log import BoundKind
from grader.solving.trace import Step
from grader.text.columns import visible
from grader.text.sentences import Say, sentences
from grader.tree import Kind, Tree

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
    return SearchWalk("".join(rows), min(len(steps), MOST_STEPS), len(steps))


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


@dataclass(frozen=True, slots=True)
class _StepsPage:
    """A search to walk through: the drawing, or none where the tree is too large, and its steps."""

    base: Picture | None
    solved: str
    walk: SearchWalk
    rule: tuple[str, ...]
    number: int = 1  # of the drawing on the page


def steps_html(solution: Solution, templates: Path | None = None, say: Say | None = None) -> str:
    """The page filled into the template `steps.html`."""
    say = say or sentences()
    return fill("steps.html", templates, say=say, page=_steps_page(solution, say))


def _steps_page(solution: Solution, say: Say) -> _StepsPage:
    """What the page shows, with as many steps as a report has."""
    base = _base(solution, say) if len(solution.whole) <= MOST_NODES else None
    return _StepsPage(
        base=base,
        solved="" if base is None else solved_layer(base, solution),
        walk=walk(solution, None if base is None else base.scene, say),
        rule=solution.rule.in_words(
            say, chance=solution.tree.has_chance, players=bool(solution.tree.players)
        ),
    )


def _base(solution: Solution, say: Say) -> Picture:
    """The whole tree, with room for what the search says of its nodes; leaves have been weighed."""
    tree = solution.whole
    weighed = {
        tree.index(leaf.name): solution.values[leaf.name]
        for leaf in solution.tree.leaves
        if leaf.features is not None and tree[leaf.name].kind is Kind.LEAF
    }
    numbers = [tree.pretty(value) for value in solution.values.values()]
    space = space_for(tree, (), numbers)
    return picture(tree.with_utilities(weighed).without_evaluations(), Marks(space=space), say, named=False)
