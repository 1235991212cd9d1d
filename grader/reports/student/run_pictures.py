"""What a program looked at on a tree → the tree drawn with it, as a picture for pages and in plain text.

Of a large tree only a part is drawn: what lies above the first nodes that it should or should not have
looked at, with everything else folded into its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.drawing import draw
from grader.drawing.folded_tree import fold_unchanged
from grader.drawing.marks import Marks, Space
from grader.drawing.picture import Picture, picture
from grader.drawing.svg_overlay import Pill, PillVerdict, draw_pill, layer, pill_width
from grader.memory import remembered
from grader.problems import Problem, ProblemTree
from grader.reports.record_words import SIGNS
from grader.reports.student.answer_overlay import visit_number
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredRun
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree import Tree
from grader.tree.notation import write_name

MOST_NODES = 120  # of a tree that is drawn whole
MOST_DRAWN = 2_000  # nodes that are drawn for one problem
VERDICTS: tuple[PillVerdict, ...] = ("right", "wrong", "missed", "given")

_MOST_OPEN = 4  # nodes that a part of a tree shows, with all above them
_MOST_TOLD = 40


@dataclass(frozen=True, slots=True)
class DrawnRun:
    """A tree, whole or in part, with what is laid over it; `verdicts` are those that occur."""

    picture: Picture
    laid: str
    verdicts: tuple[PillVerdict, ...]
    description: str
    is_part: bool


def drawn_runs(problem: AnsweredProblem, say: Say) -> dict[str, DrawnRun]:
    """By the tree's name what is drawn of the runs that went wrong, as long as there is room for it."""
    found: dict[str, DrawnRun] = {}
    room = MOST_DRAWN
    for run in problem.troubled:
        base = _base(problem.problem, run, say) if run.ran.visited else None
        if base is not None and (room := room - len(base.picture.tree)) >= 0:
            found[run.name] = _drawn(run, base, problem.seen, say)
    return found


def run_sketch(problem: AnsweredProblem, run: AnsweredRun, say: Say) -> str | None:
    """The same as plain text, with what the signs mean; None where the tree is too large."""
    part = _part(problem.problem, run) if run.ran.visited else None
    if part is None:
        return None
    pills = list(_pills(run, part))
    marks = Marks(changed={pill.index: f"{pill.sign} {pill.text}".strip() for pill in pills})
    found = {pill.verdict for pill in pills}
    legend = [
        f"{SIGNS[verdict]} {say(f'{problem.seen}.{verdict}')}" for verdict in VERDICTS if verdict in found
    ]
    caption = say(f"{problem.seen}.{'part' if part.is_folded else 'caption'}", tree=run.name)
    return "\n".join([draw(part.tree, "text", marks, say), caption, say("list.semicolon").join(legend)])


class _Part(NamedTuple):
    """A tree with its folded nodes; `places` are the indexes in it by the names in the whole tree."""

    tree: Tree
    places: Mapping[str, int]
    is_folded: bool


class _Base(NamedTuple):
    picture: Picture
    part: _Part


def _base(problem: Problem, run: AnsweredRun, say: Say) -> _Base | None:
    """The drawing with room for what is laid over it; a whole tree is drawn once for all students."""
    part = _part(problem, run)
    if part is None:
        return None
    return _drawn_part(run.tree, part, say) if part.is_folded else _drawn_whole(run.tree, say, part=part)


@remembered
def _drawn_whole(tree: ProblemTree, say: Say, *, part: _Part) -> _Base:
    return _drawn_part(tree, part, say)


def _drawn_part(tree: ProblemTree, part: _Part, say: Say) -> _Base:
    room = Space(lines=(pill_width(visit_number(len(tree.tree))),))
    marks = Marks(space=dict.fromkeys(range(len(part.tree)), room))
    return _Base(picture(part.tree, marks, say, named=False), part)


def _part(problem: Problem, run: AnsweredRun) -> _Part | None:
    """What is drawn of a tree; of a large one nothing where there is nothing to point at."""
    solution = run.tree.solution(problem.questions[0].question.rule)
    if (whole := _whole(solution)) is not None:
        return whole
    amiss = [name for name in (*run.ran.looked, *run.ran.skipped) if name in solution.tree]
    shown = amiss[:_MOST_OPEN] if run.judged else []
    parts = (_folded(solution, shown[:number]) for number in range(len(shown), 0, -1))
    return next((part for part in parts if len(part.tree) <= MOST_NODES), None)


@remembered
def _whole(solution: Solution) -> _Part | None:
    tree = solution.whole if solution.rule.depth is not None else solution.tree.without_evaluations()
    return _Part(tree, _places(tree), is_folded=False) if len(tree) <= MOST_NODES else None


def _folded(solution: Solution, names: Sequence[str]) -> _Part:
    """Only what lies above these nodes, with all else as its value."""
    tree = solution.tree.without_evaluations()
    marks = Marks(changed={tree.index(name): "" for name in names})
    small, _ = fold_unchanged(tree, marks, [solution.values[name] for name in tree.names])
    return _Part(small, _places(small), is_folded=True)


def _places(tree: Tree) -> dict[str, int]:
    return {name: index for index, name in enumerate(tree.names)}


def _drawn(run: AnsweredRun, base: _Base, seen: str, say: Say) -> DrawnRun:
    pills = list(_pills(run, base.part))
    found = {pill.verdict for pill in pills}
    return DrawnRun(
        picture=base.picture,
        laid=layer(draw_pill(base.picture.scene, pill) for pill in pills),
        verdicts=tuple(verdict for verdict in VERDICTS if verdict in found),
        description=say("drawing.space").join(_told(pills, base.part.tree, seen, say)),
        is_part=base.part.is_folded,
    )


def _pills(run: AnsweredRun, part: _Part) -> Iterator[Pill]:
    """What it looked at, with its place in the order, and what it should have looked at."""
    wrong = frozenset(run.ran.looked)
    for place, name in enumerate(run.ran.visited, 1):
        if name in part.places:
            verdict: PillVerdict = "given" if not run.judged else "wrong" if name in wrong else "right"
            yield Pill(part.places[name], verdict, SIGNS[verdict], text=visit_number(place))
    for name in run.ran.skipped if run.judged else ():
        if name in part.places:
            yield Pill(part.places[name], "missed", SIGNS["missed"])


def _told(pills: Sequence[Pill], tree: Tree, seen: str, say: Say) -> Iterator[str]:
    """The same as the picture shows, for somebody who cannot see it."""
    for verdict in VERDICTS:
        names = [write_name(tree.names[pill.index]) for pill in pills if pill.verdict == verdict]
        if names:
            items = say("list.comma").join(names[:_MOST_TOLD])
            more = len(names) - _MOST_TOLD
            items = say("set.more", items=items, number=more) if more > 0 else items
            yield say(f"{seen}.told-{verdict}", items=items)
