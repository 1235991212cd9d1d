"""An answer that puts children in order → the search in that very order, and a drawing of it."""

from __future__ import annotations

from grader.drawing.marks import marks_of
from grader.drawing.picture import Picture, picture
from grader.grading import Check
from grader.questions import Question
from grader.questions.answer_form import ChildOrder
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredQuestion
from grader.solving import Solution
from grader.solving.best_order import children_of, in_order
from grader.text.sentences import Say


def search_in_own_order(question: Question, check: Check, solution: Solution) -> Solution | None:
    """The student's own search; None for answers of other forms, and while what became of them is hidden."""
    form = question.answer_form(solution)
    if not isinstance(form, ChildOrder) or not check.parts or not isinstance(check.given, dict):
        return None
    said = {name: check.given[name] for name in form.nodes if name in check.given}
    orders = {name: order for name, order in said.items() if _is_order(name, order, solution)}
    return in_order(solution, orders) if orders else None


def own_search(problem: AnsweredProblem, question: AnsweredQuestion) -> Solution | None:
    """The same for a question of a page."""
    solution = problem.problem.solution_for(question.question, problem.place)
    return search_in_own_order(question.question, question.check, solution)


def own_order_picture(own: Solution, say: Say) -> Picture:
    """The tree as the student has it, with what the search finds and skips."""
    return picture(own.tree.without_evaluations(), marks_of(own), say, named=False)


def _is_order(name: str, order: object, solution: Solution) -> bool:
    """Whether all children are there; what could not be read is but a text."""
    children = children_of(solution.tree, name)
    return isinstance(order, list) and sorted(map(str, order)) == sorted(children)
