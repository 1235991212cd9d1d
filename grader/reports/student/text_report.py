"""StudentPage → `report.txt`: the table that a terminal shows, then each problem with its tree and search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.drawing import draw
from grader.memory import remembered
from grader.problems import Problem, ProblemSet
from grader.reports.page_templates import environment, fill_by
from grader.reports.set_words import rule_change_in_words
from grader.reports.student.answer_pictures import MOST_NODES
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredQuestion
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.run_pictures import run_sketch
from grader.reports.student.search_drawings import drawn, own_search
from grader.reports.student.search_steps import MOST_STEPS
from grader.reports.student.student_page import StudentPage
from grader.solving import Solution
from grader.text.columns import visible, width
from grader.text.sentences import Say

if TYPE_CHECKING:
    from jinja2 import Environment


def report_text(page: StudentPage, templates: Path | None = None) -> str:
    """The report; templates may stand in for ours."""
    return fill_by(
        _environment,
        "report.txt",
        templates,
        {
            "page": page,
            "say": page.say,
            "table": "\n".join(map(plain_text, grade_table(page.grade, page.asked.title, page.say))),
            "tree": partial(tree_sketch, say=page.say),
            "searches": partial(search_sketches, page=page),
            "looked": partial(run_sketch, say=page.say),
            "steps": partial(_steps, page=page),
        },
    )


@cache
def _environment(templates: Path | None) -> Environment:
    return environment(templates).overlay(finalize=_as_text)


def _as_text(printed: Any) -> str:
    """What a template prints, with nothing in it that could move a terminal's cursor."""
    return "\n".join(visible(line).rstrip() for line in str(printed).rstrip("\n").split("\n"))


def _steps(search: SearchSketch, page: StudentPage) -> str:
    """The steps in columns."""
    heads = [page.say(f"trace.{name}") for name in ("step", "action", "node")]
    rows = [(*heads, "α", "β", "v", "")]
    rows += [
        (str(step.number), step.action, visible(step.node), step.alpha, step.beta, step.value, step.sentence)
        for step in search.steps
    ]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell + " " * (room - width(cell)) for cell, room in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


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
    """The student's tree; None where it is too large, or there is none. It is drawn once for all students."""
    if len(problem.tree) > MOST_NODES or not problem.problem.has_tree:
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


def own_sketch(problem: AnsweredProblem, question: AnsweredQuestion, say: Say) -> tuple[str, str] | None:
    """The search in the student's own order or tree, under its title, where one was asked for."""
    own = own_search(problem, question)
    return None if own is None else (say(own.title), draw(own.solution, "text", say=say))


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
