"""A Solution → steps.html: nothing but its search, step by step, in one file for a lecture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.drawing.marks import Marks
from grader.drawing.picture import Picture, picture
from grader.reports.page_templates import fill
from grader.reports.student.answer_pictures import MOST_NODES, solved_layer, space_for
from grader.reports.student.search_steps import SearchWalk, walk
from grader.solving import Solution
from grader.text.sentences import Say, sentences
from grader.tree import Kind


@dataclass(frozen=True, slots=True)
class StepsPage:
    """A search to walk through: the drawing, or none where the tree is too large, and its steps."""

    base: Picture | None
    solved: str
    walk: SearchWalk
    rule: tuple[str, ...]
    number: int = 1  # of the drawing on the page


def steps_html(solution: Solution, templates: Path | None = None, say: Say | None = None) -> str:
    """The page filled into the template `steps.html`."""
    say = say or sentences()
    return fill("steps.html", templates, say=say, page=steps_page(solution, say))


def steps_page(solution: Solution, say: Say) -> StepsPage:
    """What the page shows, with as many steps as a report has."""
    base = _base(solution, say) if len(solution.whole) <= MOST_NODES else None
    return StepsPage(
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
