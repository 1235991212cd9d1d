"""An idea and a rule → IdeaPractice: a smallest tree on which it shows and two like it, for a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from json import dumps
from math import ceil, floor

from grader.drawing.picture import Picture, picture
from grader.generating.asked_kinds import AskedKind
from grader.generating.draws import Draws
from grader.grading import Grade
from grader.ideas import BY_ID
from grader.problems import ProblemSet
from grader.questions.general_question import GENERAL_KINDS
from grader.questions.question import Posed
from grader.reports.practice.idea_trees import smallest_solutions
from grader.reports.practice.posed_questions import rule_words
from grader.reports.practice.practice_task import PracticeTask, TaskWidget
from grader.reports.practice.solve_tasks import solve_tasks
from grader.reports.practice.tree_identity import identities, is_known, known_trees
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.text.source import InputError
from grader.tree import Tree

_TREES = 3  # a smallest one and two like it
_TRIES = 40  # at other numbers, before a tree like it is given up
_FURTHER = 4  # than the numbers of the smallest tree those of one like it may be
_SHIFTS = (3, -2, 5)
_MOST_KEPT = 500  # ideas under a rule; most students of a class have the same
_ASKED = (
    *(AskedKind(kind) for kind in GENERAL_KINDS), AskedKind("visited", "order"), AskedKind("window", "exit"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExercisePart:
    """One thing that an exercise asks for: the words beside its fields, what helps, and the step to it.

    `data` is what a script compares answers with: the widget, right answers, and those of the idea.
    """

    widget: TaskWidget
    label: str
    hints: tuple[str, ...]
    step: str
    data: str


@dataclass(frozen=True, slots=True)
class IdeaExercise:
    """A tree with a question, part by part, and what whoever has the idea answers."""

    tree: Tree
    picture: Picture
    question: str
    parts: tuple[ExercisePart, ...]
    mistaken: str

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps to the whole answer."""
        return tuple(part.step for part in self.parts)

    @property
    def names(self) -> str:
        """The names of the nodes by their indexes, as JSON, if any part is answered by them."""
        by_name = any(part.widget in ("node", "nodes", "order") for part in self.parts)
        return dumps([visible(name) for name in self.tree.names], ensure_ascii=False) if by_name else ""


@dataclass(frozen=True, slots=True)
class IdeaPractice:
    """An idea by its name and trees to practise on; `rule` is in words where it is not the usual one."""

    id: str
    name: str
    rule: tuple[str, ...]
    exercises: tuple[IdeaExercise, ...]


def named_practice(grade: Grade, problems: ProblemSet, say: Say) -> dict[str, IdeaPractice]:
    """Practice by the id of each idea that a grade names, in this order; none where the set forbids it."""
    if problems.practice == "never":
        return {}
    rules = {problem.id: problem.rule for problem in problems.problems}
    named: dict[str, Rule] = {}
    for check in grade.checks:
        if check.misconception is not None:
            named.setdefault(check.misconception.id, rules[check.problem])
    for idea in grade.misconceptions:
        named.setdefault(idea.id, rules.get(idea.problem or "", problems.rule))
    known = known_trees(problems) if named else frozenset()
    made = {idea: idea_practice(idea, rule, say, known) for idea, rule in named.items()}
    return {idea: practice for idea, practice in made.items() if practice is not None}


def idea_practice(
    idea: str, rule: Rule, say: Say, known: frozenset[str] = frozenset()
) -> IdeaPractice | None:
    """Practice of an idea without trees that are `known` to belong to an exam; None where none is left."""
    made = _made(idea, rule, say)
    if made is None:
        return None
    fresh = [each for each in made.exercises if not is_known(each.tree, known)]
    return IdeaPractice(idea, made.name, made.rule, tuple(fresh[:_TREES])) if fresh else None


@lru_cache(maxsize=_MOST_KEPT)
def _made(idea: str, rule: Rule, say: Say) -> IdeaPractice | None:
    for solution in smallest_solutions(idea, rule):
        for asked in _ASKED:
            exercises = tuple(islice(_exercises(idea, solution, asked, say), _TREES + 1))
            if exercises:
                own = () if solution.rule == rule else rule_words(solution, say)
                return IdeaPractice(idea, say(f"misconception-name.{idea}"), own, exercises)
    return None


def _exercises(idea: str, smallest: Solution, asked: AskedKind, say: Say) -> Iterator[IdeaExercise]:
    """The smallest tree, and then others of its shape on which the idea shows; none where it does not."""
    first = _exercise(idea, smallest, asked, say)
    if first is None:
        return
    yield first
    seen = identities(smallest.tree)
    for tree in _of_its_shape(smallest.tree, idea):
        if is_known(tree, frozenset(seen)):
            continue
        seen |= identities(tree)
        try:
            found = _exercise(idea, solve(tree, smallest.rule), asked, say)
        except InputError:  # a utility that the rule does not allow
            continue
        if found is not None:
            yield found


def _of_its_shape(tree: Tree, seed: str) -> Iterator[Tree]:
    """The tree with other numbers at its leaves, whose fractions stay: an idea may be about them."""
    finite = dict(_finite(tree))
    least, most = floor(min(finite.values())) - _FURTHER, ceil(max(finite.values())) + _FURTHER
    draws = Draws(seed)
    for _ in range(_TRIES):
        yield tree.with_utilities(
            {index: draws.between(least, most) + number % 1 for index, number in finite.items()}
        )
    for shift in _SHIFTS:  # where numbers have to be equal, or near each other
        yield tree.with_utilities({index: number + shift for index, number in finite.items()})


def _exercise(idea: str, solution: Solution, asked: AskedKind, say: Say) -> IdeaExercise | None:
    """The question about the tree; None where it does not fit, or the idea does not show."""
    question = asked.question(solution)
    if next(question.misfits(solution), None) is not None:
        return None
    tasks = solve_tasks(Posed(question, solution), 0, say, [BY_ID[idea]])
    mistaken = [text for task in tasks if (text := _mistaken(idea, task, solution.tree, say))]
    if not mistaken:
        return None
    return IdeaExercise(
        solution.tree,
        picture(solution.tree, say=say, named=False),
        question.in_words(solution, say),
        tuple(_part(idea, task, say) for task in tasks),
        say.listed(mistaken),
    )


def _mistaken(idea: str, task: PracticeTask, tree: Tree, say: Say) -> str:
    """What whoever has the idea answers to a part; nothing where that is right."""
    answer = next((answer for answer, ideas in task.ideas.items() if idea in ideas), None)
    return "" if answer is None else f"{task.label} {_written(answer, task, tree, say)}".strip()


def _written(answer: str, task: PracticeTask, tree: Tree, say: Say) -> str:
    match task.widget:
        case "node" | "nodes" | "order":
            names = [visible(tree.names[int(index)]) for index in answer.split()]
            return say.listed(names) or say("practice-page.nothing")
        case "window":
            return f"({answer.replace(';', ', ')})"
    return answer


def _part(idea: str, task: PracticeTask, say: Say) -> ExercisePart:
    mistaken = [answer for answer, ideas in task.ideas.items() if idea in ideas]
    data = {"widget": task.widget, "is": task.accepted, "not": mistaken, "rounding": task.rounding}
    asked = _said(task, "ask", say) or task.label
    hints = tuple(filter(None, (_said(task, "1", say), _said(task, "2", say))))
    return ExercisePart(task.widget, asked, hints, _said(task, "3", say), dumps(data, ensure_ascii=False))


def _said(task: PracticeTask, what: str, say: Say) -> str:
    """A sentence about the task, which stands under the longest beginning of the case that has one."""
    words = task.case.split("-")
    cases = ("-".join(words[:number]) for number in range(len(words), 0, -1))
    key = next((key for case in cases if (key := f"practice.{case}-{what}") in say.catalogue), None)
    return say(key, **task.parts).strip() if key else ""


def _finite(tree: Tree) -> Iterator[tuple[int, int | Fraction]]:
    for index, number in enumerate(tree.utilities):
        if isinstance(number, int | Fraction):
            yield index, number
