"""A Solution and what is asked about it → PracticeTree: all that the page knows of one tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grader.drawing import draw
from grader.drawing.marks import Marks
from grader.drawing.picture import Picture, picture
from grader.drawing.svg_drawing import cross
from grader.generating.difficulty import difficulty_of
from grader.ideas import CATALOGUE, WrongIdea
from grader.reports.practice.posed_questions import Asked, PractisedQuestion, asked_questions, rule_words
from grader.reports.practice.practice_task import PageTables, PracticeTask
from grader.reports.practice.solve_tasks import solve_tasks
from grader.reports.practice.walk_tasks import walk_tasks
from grader.reports.student.answer_pictures import space_for
from grader.solving import Solution, Step
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.tree import Tree

_SIGNS = {"upper": "≤ ", "lower": "≥ "}
_LAST = ("cut", "return")  # the steps after which no value of a node changes


@dataclass(frozen=True, slots=True)
class PracticeTree:
    """A tree of the page with its tasks; those of one `family` are alike, and `level` is how hard it is."""

    solution: Solution
    walk: tuple[PracticeTask, ...]
    solve: tuple[PracticeTask, ...]
    questions: tuple[PractisedQuestion, ...]
    family: int
    level: int
    picture: Picture

    @property
    def ideas(self) -> Iterator[str]:
        """The ideas behind wrong answers to its tasks, as often as there is such a task."""
        for task in (*self.walk, *self.solve):
            yield from dict.fromkeys(idea for ideas in task.ideas.values() for idea in ideas)

    def to_dict(self, tables: PageTables, rules: Sequence[tuple[str, ...]], say: Say) -> dict[str, Any]:
        """All that the script needs, with places in the tables of the page."""
        tree, scene = self.solution.tree, self.picture.scene
        names = [visible(name) for name in tree.names]
        return {
            "size": [round(scene.width, 1), round(scene.height, 1)],
            "about": self.picture.description,
            "outline": draw(_drawn(self.solution), "outline", say=say).rstrip("\n"),
            "names": names,
            "ends": list(tree.ends),
            "kinds": "".join(str(kind)[1] for kind in tree.kinds),
            "steps": [self._step(step, tables) for step in self.solution.steps_in(say)],
            "walk": [task.packed(tables, names) for task in self.walk],
            "solve": [task.packed(tables, names) for task in self.solve],
            "questions": [_packed(question, tables) for question in self.questions],
            "rule": rules.index(rule_words(self.solution, say)),
            "family": self.family,
            "level": self.level,
        }

    def _step(self, step: Step, tables: PageTables) -> list[Any]:
        """Action, node, α, β, value, words; and where something is skipped, what, and how that is drawn."""
        tree = self.solution.tree
        index = tree.index(step.node)
        sign = _SIGNS.get(self.solution.bounds[step.node], "") if step.action in _LAST else ""
        numbers = [tree.pretty(number) for number in (step.alpha, step.beta, step.value)]
        told = [step.action[0], index, *numbers[:2], sign + numbers[2], tables.text(step.sentence)]
        skipped = self._skipped(step)
        links = [self.picture.scene.links[top] for top in skipped]
        return [*told, skipped, "".join(cross(link) for link in links if link)] if skipped else told

    def _skipped(self, step: Step) -> list[int]:
        if step.action != "cut":
            return []
        cutoff = next(cutoff for cutoff in self.solution.cutoffs if cutoff.at == step.node)
        return [self.solution.tree.index(name) for name in cutoff.skipped]


def practice_tree(
    solution: Solution, asked: Sequence[Asked], say: Say, family: int = 0,
    ideas: Sequence[WrongIdea] = CATALOGUE,
) -> PracticeTree:  # fmt: skip
    """The tree with all its tasks, and what these ideas answer; what does not fit it is not asked."""
    fitting = asked_questions(asked, solution, say)
    tasks = [
        task
        for place, question in enumerate(fitting)
        for task in solve_tasks(question.posed, place, say, ideas, solution.tree)
    ]
    drawn = _drawn(solution)
    return PracticeTree(
        solution,
        walk_tasks(solution, say, ideas),
        tuple(tasks),
        fitting,
        family,
        difficulty_of(solution, 0).figure,
        picture(drawn, Marks(space=space_for(drawn, [])), say, named=False),
    )


def _drawn(solution: Solution) -> Tree:
    """The tree as far as the search goes, whose evaluations there are numbers at leaves."""
    return solution.tree.without_evaluations()


def _packed(question: PractisedQuestion, tables: PageTables) -> list[Any]:
    """Words and notes, and what stands at nodes meanwhile; of most questions the words alone."""
    row: list[Any] = [
        tables.text(question.words),
        list(map(tables.text, question.notes)),
        dict(question.shown),
    ]
    while not row[-1]:
        row.pop()
    return row
