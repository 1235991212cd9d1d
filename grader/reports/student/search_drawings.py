"""The search on a tree with other numbers, or in another order → a drawing with what is different marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.drawing import Marks, draw
from grader.drawing.folded_tree import fold_unchanged
from grader.drawing.marks import marks_of
from grader.drawing.picture import Picture, picture
from grader.grading import Check
from grader.questions import Question, Unreadable
from grader.questions.answer_form import ChildOrder, WrittenTree
from grader.questions.reading.tree_answers import read_tree_answer
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredQuestion
from grader.solving import Solution, solve
from grader.solving.best_order import children_of, in_order
from grader.solving.counterexample import Counterexample
from grader.solving.minimax import true_values
from grader.solving.unknown_leaf import OpenSolution
from grader.text.numbers import Number, NumberError, read_number
from grader.text.sentences import Say
from grader.text.source import InputError
from grader.tree import Tree

MOST_NODES = 400


@dataclass(frozen=True, slots=True)
class OwnSearch:
    """The search, and the key of the sentence that says what it is."""

    solution: Solution
    title: str


@dataclass(frozen=True, slots=True)
class DrawnOwnSearch:
    """The picture of such a search, under its title."""

    picture: Picture
    title: str


def search_of_answer(question: Question, check: Check, solution: Solution) -> OwnSearch | None:
    """The student's own search; None for answers of other forms, and while what became of them is hidden."""
    if not check.parts or check.given is None:
        return None
    match question.answer_form(solution):
        case ChildOrder(nodes):
            own, title = _in_own_order(nodes, check.given, solution), "student-page.own-order"
        case WrittenTree(blanks, searched=True):
            own, title = _in_own_tree(blanks, check.given, solution), "student-page.own-tree"
        case _:
            return None
    return OwnSearch(own, title) if own is not None and len(own.tree) <= MOST_NODES else None


def own_search(problem: AnsweredProblem, question: AnsweredQuestion) -> OwnSearch | None:
    """The same for a question of a page."""
    solution = problem.problem.solution_for(question.question, problem.place)
    return search_of_answer(question.question, question.check, solution)


def own_search_picture(own: OwnSearch, say: Say) -> DrawnOwnSearch:
    """The tree as the student has it, with what the search finds and skips."""
    tree = own.solution.tree.without_evaluations()
    return DrawnOwnSearch(picture(tree, marks_of(own.solution), say, named=False), say(own.title))


def _in_own_order(nodes: tuple[str, ...], given: Any, solution: Solution) -> Solution | None:
    if not isinstance(given, dict):
        return None
    said = {name: given[name] for name in nodes if name in given}
    orders = {name: order for name, order in said.items() if _is_order(name, order, solution)}
    return in_order(solution, orders) if orders else None


def _is_order(name: str, order: object, solution: Solution) -> bool:
    """Whether all children are there; what could not be read is but a text."""
    children = children_of(solution.tree, name)
    return isinstance(order, list) and sorted(map(str, order)) == sorted(children)


def _in_own_tree(blanks: tuple[str, ...], given: Any, solution: Solution) -> Solution | None:
    """The search with all blanks filled in, or of the whole tree; None where there is nothing to search."""
    try:
        if not blanks:
            return solve(read_tree_answer(str(given)), solution.rule)
        assert isinstance(solution, OpenSolution)
        numbers: dict[str, Number] = {name: read_number(str(given[name])) for name in blanks}
        return solution.filled(numbers)
    except (KeyError, TypeError, NumberError, InputError, Unreadable):
        return None


_LARGEST_WHOLE = 15  # nodes of a counterexample that a page draws whole


def drawn(counterexample: Counterexample, solution: Solution, say: Say, form: str = "text") -> str:
    """The tree with all values, both where they depend on the leaf; `form` is one that `draw` knows."""
    tree, marks = _changed_tree(counterexample, solution, say)
    return draw(tree, form, marks, say)


def counterexample_picture(counterexample: Counterexample, solution: Solution, say: Say) -> Picture:
    """The same for a page that styles all its drawings alike; of a larger tree only what changes is open."""
    tree, marks = _changed_tree(counterexample, solution, say)
    if len(tree) > _LARGEST_WHOLE:
        first = _numbers(counterexample, solution, counterexample.utilities[0])
        tree, marks = fold_unchanged(tree, marks, true_values(tree, first))
    return picture(tree, marks, say, named=False)


def _changed_tree(counterexample: Counterexample, solution: Solution, say: Say) -> tuple[Tree, Marks]:
    tree, own = solution.tree, solution.true.numbers
    say = say.in_decimals() if tree.in_decimals else say
    first, second = (_numbers(counterexample, solution, utility) for utility in counterexample.utilities)
    changed = sorted(map(tree.index, (counterexample.leaf, *counterexample.changed)))
    marks = Marks(
        values=_values(tree, first, second, say),
        changed={index: say("counterexample.was", utility=own[index]) for index in changed},
    )
    utilities = {index: number for index, number in enumerate(first) if number is not None}
    return tree.without_evaluations().with_utilities(utilities), marks


def _numbers(counterexample: Counterexample, solution: Solution, utility: Number) -> list[Number | None]:
    """The utility of each leaf, with one of the two of the leaf that it is about."""
    numbers = list(solution.true.numbers)
    for name, number in {**counterexample.changed, counterexample.leaf: utility}.items():
        numbers[solution.tree.index(name)] = number
    return numbers


def _values(
    tree: Tree, first: Sequence[Number | None], second: Sequence[Number | None], say: Say
) -> dict[int, str]:
    """The values of inner nodes, and both utilities of the leaf in which the two columns differ."""
    values = enumerate(zip(true_values(tree, first), true_values(tree, second), strict=True))
    return {
        index: say.shown(one) if one == other else say("counterexample.either", first=one, second=other)
        for index, (one, other) in values
        if first[index] is None or one != other
    }
