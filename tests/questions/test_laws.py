"""Laws of every question about values, moves and windows, whatever the tree and the rule."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.questions import Marking, Question, Unreadable
from grader.questions.kinds.best_move import BestMove
from grader.questions.kinds.bounds import Bounds
from grader.questions.kinds.completed import Completed
from grader.questions.kinds.count import COUNTED, Count
from grader.questions.kinds.cutoff_windows import CutoffWindows
from grader.questions.kinds.line import Line
from grader.questions.kinds.pruned import RemainingTree
from grader.questions.kinds.value import Values
from grader.questions.kinds.window import Windows
from grader.questions.kinds.window_history import WindowHistories
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.numbers import Number, pretty_number
from grader.text.sentences import sentences
from grader.tree import Kind, Tree
from tests.questions.asking import asked, solved
from tests.strategies import cases

Case = tuple[Tree, dict[str, Any]]

SAY = sentences()
WORDS = (
    "A", "B", "C", "a1", "B1", ": ", " = ", "3", "7/3", "2.5", "[", "]", "{", "}", ", ", "\n", "- ", "<= ",
    "->", "inf", "alpha", "none", "left", "at most ",
)  # fmt: skip
TYPED = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="ABC123 abα∞-:=,;[](){}\"'\n<>./≤→", max_size=30),
    st.lists(st.sampled_from(WORDS), max_size=12).map("".join),
)


def questions(solution: Solution) -> Iterator[Question]:
    """Every question of these kinds that fits."""
    visited = solution.visited
    yield asked(Values)
    yield asked(Values, of=solution.tree.names)
    yield asked(Values, of=visited, as_="returned")
    yield from (asked(Count, of=of) for of in COUNTED)
    yield from (asked(Windows, of=visited, as_=form) for form in ("entry", "exit"))
    yield asked(Windows, of=visited[-1])
    yield asked(Bounds, of=visited)
    yield asked(Bounds, of=visited, after=next(name for name in visited if solution.tree[name].is_leaf))
    yield asked(WindowHistories, of=visited)
    yield from (asked(CutoffWindows), asked(RemainingTree), asked(Completed))
    yield from (
        question for question in (asked(BestMove), asked(Line)) if not any(question.misfits(solution))
    )


def solution_of(case: Case) -> Solution:
    tree, fields = case
    return solve(tree, Rule(**fields))


@given(cases())
def test_the_key_reads_back_as_itself_and_earns_everything(case: Case) -> None:
    solution = solution_of(case)
    for question in questions(solution):
        key = question.key(solution)
        given = question.read(question.show(key, solution), solution)
        assert given == key, question
        mark = question.mark(given, Marking(solution, SAY, question.own_values(given, solution)))
        assert (mark.share, mark.feedback) == (Fraction(1), ()), question


@given(cases(infinities=False), st.data())
def test_any_answer_earns_between_nothing_and_everything(case: Case, data: st.DataObject) -> None:
    solution = solution_of(case)
    for question in questions(solution):
        given = _spoilt(question.key(solution), data, solution)
        if isinstance(question, BestMove):
            given = data.draw(
                st.sampled_from([child.move for child in solution.tree.children(solution.tree.root)])
            )
        mark = question.mark(given, Marking(solution, SAY, question.own_values(given, solution)))
        assert 0 <= mark.share <= 1
        assert mark.share == 1 or mark.feedback


@given(cases(infinities=False, search="minimax"), st.data())
def test_a_value_is_carried_forward_exactly_where_its_step_is_right(case: Case, data: st.DataObject) -> None:
    solution = solution_of(case)
    question = asked(Values, of=solution.tree.names)
    given = _spoilt(question.key(solution), data, solution)
    mark = question.mark(given, Marking(solution, SAY, question.own_values(given, solution)))
    for node in solution.tree:
        right = given[node.name] == solution.values[node.name]
        step = not node.is_leaf and given[node.name] == _step(solution.tree, node.index, given)
        assert mark.parts[node.name] == ("right" if right else "carried" if step else "wrong")


@given(cases(), st.sampled_from(("entry", "exit")))
def test_what_is_said_to_have_set_a_bound_did_set_it(case: Case, form: str) -> None:
    """The bound is alpha, beta or, where only the parent's value counts, v after the step that is told."""
    solution = solution_of(case)
    for name in solution.visited:
        question = asked(Windows, of=name, as_=form)
        for side, sign in enumerate("αβ"):
            window = list(question.expected(name, solution))
            expected, window[side] = window[side], Fraction(1, 97)
            told = list(question.explain(name, (window[0], window[1]), Marking(solution, SAY)))
            if told[1:] and told[1].startswith(f"{sign} comes from") and "chance node" not in told[1]:
                after = told[1].rpartition(" into ")[2]
                assert (
                    f"{sign} = {pretty_number(expected)}" in after
                    or f"v = {pretty_number(expected)}" in after
                )


def _step(tree: Tree, index: int, given: dict[str, Number]) -> Number:
    """What a node is worth by the values given for its children."""
    children = [tree[child] for child in tree.child_indexes(index)]
    values = [given[child.name] for child in children]
    if tree.kinds[index] is not Kind.CHANCE:
        return (max if tree.kinds[index] is Kind.MAX else min)(values)
    weights = [
        Fraction(1, len(children)) if child.probability is None else child.probability for child in children
    ]
    return sum((weight * value for weight, value in zip(weights, values, strict=True)), Fraction())


def _spoilt(key: Any, data: st.DataObject, solution: Solution) -> Any:
    """An answer of the key's form with other values in it."""
    number = st.integers(-3, 5)
    match key:
        case dict():
            return {
                name: _spoilt(part, data, solution) if data.draw(st.booleans()) else part
                for name, part in key.items()
            }
        case (str(), *_):
            return (key[0], *data.draw(st.lists(st.sampled_from(solution.tree.names), max_size=4)))
        case () | (tuple(), *_):
            return key[: data.draw(st.integers(min(len(key), 1), len(key)))]
        case tuple():
            return data.draw(number), data.draw(number)
    return data.draw(number)


TREES = {
    "the textbook's": solved(),
    "odd names": solved('"2nd try" = max(left -> no = min(3, 4), right -> "a, b" = chance(on = 1, 2))'),
}


@pytest.mark.parametrize("solution", TREES.values(), ids=TREES)
@given(text=TYPED)
def test_any_text_is_read_or_unreadable_with_a_place_in_it(solution: Solution, text: str) -> None:
    for question in questions(solution):
        start, end, share = _read_and_marked(question, text, solution)
        assert 0 <= start <= end <= len(text)
        assert 0 <= share <= 1


def _read_and_marked(question: Question, text: str, solution: Solution) -> tuple[int, int, Fraction]:
    """Where the answer cannot be read, or everywhere, and what it earns."""
    try:
        given = question.read(text, solution)
    except Unreadable as refused:
        refused.in_words(SAY)
        return refused.start, len(text) if refused.end is None else refused.end, Fraction(0)
    question.plain(given)
    question.show(given, solution)
    return (
        0,
        len(text),
        question.mark(given, Marking(solution, SAY, question.own_values(given, solution))).share,
    )
