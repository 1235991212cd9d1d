"""An answered problem → its tree, its searches and its counterexamples as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.drawing import draw
from grader.memory import remembered
from grader.problems import Problem, ProblemSet
from grader.reports.sheets.blank_sheet import rule_change_in_words
from grader.reports.student.answer_pictures import MOST_NODES
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredQuestion
from grader.reports.student.counterexample_drawing import drawn
from grader.reports.student.search_steps import MOST_STEPS
from grader.reports.student.student_page import StudentPage
from grader.solving import Solution
from grader.text.sentences import Say


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step of a search: what is done at which node, with alpha, beta and value, and all in a sentence."""

    number: int
    action: str
    node: str
    alpha: str
    beta: str
    value: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SearchSketch:
    """A search: the rule where it is not the problem's own, the tree with what it finds, and its steps.

    `drawing` is None where the tree is too large; `of` says how many steps there are in all.
    """

    rule: tuple[str, ...]
    drawing: str | None
    steps: tuple[StepRow, ...]
    of: int


def tree_sketch(problem: AnsweredProblem, say: Say) -> str | None:
    """The student's tree; None where it is too large. It is drawn once for all students."""
    if len(problem.tree) > MOST_NODES:
        return None
    return _tree(problem.problem, problem.place, say)


def search_sketches(problem: AnsweredProblem, page: StudentPage) -> Iterator[SearchSketch]:
    """The searches that may be shown; each is written once for all students."""
    for solution in problem.searches:
        yield _search(solution, problem.problem, page.say, asked=page.asked)


def counterexample_sketch(question: AnsweredQuestion, say: Say) -> str | None:
    """The tree on which the answer shows to be wrong, where there is one."""
    example = question.counterexample
    if example is None or example.solution is None or len(example.solution.tree) > MOST_NODES:
        return None
    return drawn(example, example.solution, say)


@remembered
def _tree(problem: Problem, place: int, say: Say) -> str:
    return draw(problem.trees[place].tree, "text", say=say)


@remembered
def _search(solution: Solution, problem: Problem, say: Say, *, asked: ProblemSet) -> SearchSketch:
    rule = rule_change_in_words(solution.rule, problem.rule, asked)
    steps = solution.steps_in(say)
    pretty = solution.tree.pretty
    rows = tuple(
        StepRow(
            number, say(f"trace.action-{step.action}"), step.node,
            pretty(step.alpha), pretty(step.beta), pretty(step.value), step.sentence,
        )
        for number, step in enumerate(steps[:MOST_STEPS], 1)
    )  # fmt: skip
    small = len(solution.tree) <= MOST_NODES
    return SearchSketch(rule, draw(solution, "text", say=say) if small else None, rows, len(steps))
