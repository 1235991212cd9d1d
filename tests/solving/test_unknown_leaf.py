"""Unknown leaves: what a search does for every number, checked by putting numbers in their place."""

from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.questions.conditions import Condition, all_hold
from grader.questions.kinds.for_which import ForWhich
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.solving.number_line import contains
from grader.solving.unknown_cases import unknown_cases
from grader.solving.unknown_leaf import OpenSolution, solve_as_far, unknowns_of
from grader.text.numbers import Finite, Number, exact
from grader.text.source import InputError
from grader.tree import Kind, Tree, TreeBuilder, Unknown
from grader.tree.language import parse_tree
from tests import oracles
from tests.questions.asking import asked, marked
from tests.strategies import cases


def opened(text: str, **rule: Any) -> OpenSolution:
    solution = solve_as_far(parse_tree(text), Rule(**rule))
    assert isinstance(solution, OpenSolution)
    return solution


def with_unknowns(tree: Tree, leaves: set[int]) -> Tree:
    """The tree with `?x` at these leaves."""
    builder = TreeBuilder(
        kinds=list(tree.kinds), parents=list(tree.parents), ends=list(tree.ends),
        given_names=list(tree.names), labels=list(tree.labels), probabilities=list(tree.probabilities),
        utilities=[Unknown("x") if index in leaves else own for index, own in enumerate(tree.utilities)],
        estimates=list(tree.estimates),
        features=[None if index in leaves else own for index, own in enumerate(tree.features)],
    )  # fmt: skip
    return builder.tree()


def seen(solution: Solution) -> tuple[Any, ...]:
    """Everything that a condition can ask, without the numbers."""
    return solution.visited, solution.best_moves, solution.deep_cutoffs, solution.line


@st.composite
def open_cases(draw: st.DrawFn, /, **options: Any) -> tuple[Tree, Rule]:
    """A tree with one or two unknown leaves of one name, and a rule for it."""
    tree, fields = draw(cases(**options))
    leaves = [index for index, kind in enumerate(tree.kinds) if kind is Kind.LEAF]
    chosen = draw(st.sets(st.sampled_from(leaves), min_size=1, max_size=2))
    return with_unknowns(tree, chosen), Rule(**fields)


def probes(points: list[Number], rule: Rule) -> list[Finite]:
    """These points, what lies between any two neighbours, and beyond the last, as far as the rule allows."""
    low, high = rule.bounds
    finite = sorted({Fraction(point) for point in points if -inf < point < inf})
    between = [(one + other) / 2 for one, other in pairwise(finite)]
    third = [one + (other - one) / 3 for one, other in pairwise(finite)]
    beyond = [finite[0] - 1, finite[-1] + 1, finite[0] - 100, finite[-1] + 100]
    return [exact(number) for number in (*finite, *between, *third, *beyond) if low <= number <= high]


def constants(tree: Tree, rule: Rule) -> list[Number]:
    numbers: list[Number] = [number for number in tree.utilities if isinstance(number, int | Fraction)]
    numbers += [number for number in tree.estimates if number is not None]
    return [0, *numbers, *rule.bounds, *rule.window]


def check_all_cases(tree: Tree, rule: Rule) -> None:
    try:
        solution = solve_as_far(tree, rule)
    except InputError:  # a chance node over both infinities
        return
    assert isinstance(solution, OpenSolution)
    found = unknown_cases(solution)
    ends = [end for case in found for end in (case.segment.low, case.segment.high)]
    for number in probes([*ends, *constants(tree, rule)], rule):
        (case,) = (case for case in found if number in case.segment)
        direct = solve(tree.with_utilities(_places(tree, number)), rule)
        assert (case.pruned, case.best_moves) == (direct.pruned, direct.best_moves)
        assert case.start + (case.rise and case.rise * number) == direct.value


def check_conditions(tree: Tree, rule: Rule, wanted: Condition) -> None:
    try:
        solution = solve_as_far(tree, rule)
    except InputError:
        return
    assert isinstance(solution, OpenSolution)
    found = solution.numbers_where(lambda one: all_hold((wanted,), one))
    ends = [end for segment in found for end in (segment.low, segment.high)]
    for number in probes([*ends, *constants(tree, rule)], rule):
        direct = solve(tree.with_utilities(_places(tree, number)), rule)
        assert contains(found, number) == all_hold((wanted,), direct), number


def _places(tree: Tree, number: Number) -> dict[int, Number]:
    return {index: number for index, own in enumerate(tree.utilities) if isinstance(own, Unknown)}


@settings(max_examples=3 * settings().max_examples)
@given(open_cases(chance_nodes=False))
def test_without_chance_every_case_is_what_substituting_finds(case: tuple[Tree, Rule]) -> None:
    check_all_cases(*case)


@settings(max_examples=3 * settings().max_examples)
@given(open_cases())
def test_with_chance_every_case_is_what_substituting_finds(case: tuple[Tree, Rule]) -> None:
    check_all_cases(*case)


@settings(max_examples=3 * settings().max_examples)
@given(open_cases(), st.data())
def test_every_condition_holds_just_where_substituting_says(
    case: tuple[Tree, Rule], data: st.DataObject
) -> None:
    tree, rule = case
    name = data.draw(st.sampled_from(tree.names))
    wanted = data.draw(
        st.sampled_from((
            Condition("pruned", name), Condition("visited", name), Condition("nothing-pruned", number=1),
            Condition("deep-cutoff", number=1), Condition("cutoffs", number=2),
            *(Condition("value", tree.names[0], sign, 2) for sign in ("=", "!=", "<", "<=", ">", ">=")),
        ))
    )  # fmt: skip
    check_conditions(tree, rule, wanted)


@given(open_cases(), st.data())
def test_an_answer_earns_everything_just_where_another_engine_agrees_with_it(
    case: tuple[Tree, Rule], data: st.DataObject
) -> None:
    tree, rule = case
    try:
        solution = solve_as_far(tree, rule)
    except InputError:
        return
    name = data.draw(st.sampled_from(tree.names))
    question = asked(ForWhich, name="x", holds=(Condition("pruned", name),))
    low, high = sorted(data.draw(st.sampled_from([-1, 0, 1, 2, 3, 5])) for _ in range(2))
    key = question.key(solution)
    texts = ("always", "never", f"x <= {low}", f"x > {high}", f"x < {low} or x >= {high}", f"[{low}, {high}]")
    text = data.draw(st.sampled_from((*texts, question.show(key, solution))))
    given = question.read(text, solution)
    assert isinstance(key, tuple)
    assert isinstance(given, tuple)
    ends = [end for segment in (*key, *given) for end in (segment.low, segment.high)]
    agrees = all(
        contains(given, number) == (name in _plainly_pruned(tree, rule, number))
        for number in probes([*ends, *constants(tree, rule)], rule)
    )
    assert (marked(question, text, solution).share == 1) == agrees


def _plainly_pruned(tree: Tree, rule: Rule, number: Number) -> tuple[str, ...]:
    plain = tree.with_utilities(_places(tree, number))
    return tuple(oracles.explore(plain, oracles.fields_of(rule)).pruned)


@pytest.mark.slow
@settings(max_examples=4000)
@given(open_cases())
def test_thousands_of_trees_agree_with_substituting(case: tuple[Tree, Rule]) -> None:
    check_all_cases(*case)


@settings(max_examples=2 * settings().max_examples)
@given(open_cases())
def test_nothing_that_can_be_asked_changes_within_a_stretch(case: tuple[Tree, Rule]) -> None:
    tree, rule = case
    try:
        solution = solve_as_far(tree, rule)
    except InputError:
        return
    assert isinstance(solution, OpenSolution)
    for number in (Fraction(-5, 3), 1, Fraction(7, 2), 12):
        if rule.bounds[0] <= number <= rule.bounds[1]:
            same = solution.numbers_where(lambda one: seen(one) == seen(solution.at(number)))  # noqa: B023
            assert contains(same, number)


def test_a_case_is_as_long_as_it_can_be() -> None:
    solution = opened("max(min(3, 12, 8), min(?x, 4, 6), min(14, 5, 2))")
    shown = [(str(case.segment), case.shown_value("x"), case.pruned) for case in unknown_cases(solution)]
    assert shown == [
        ("(-inf, 3]", "3", ("C2", "C3")),
        ("(3, 4]", "x", ()),
        ("(4, inf)", "4", ()),
    ]


def test_an_unknown_below_chance_turns_between_whole_numbers() -> None:
    solution = opened("max(chance(1/3 -> 4, 2/3 -> ?x), min(5, 7))")
    first, second = unknown_cases(solution)
    assert (str(first.segment), first.best_moves) == ("(-inf, 11/2)", ("C",))
    assert (str(second.segment), second.shown_value("x")) == ("[11/2, inf)", "4/3 + 2x/3")


def test_an_unknown_lies_within_the_utilities() -> None:
    solution = opened("max(min(3, ?x), 5)", utilities=(0, 10))
    assert [str(segment) for segment in solution.range] == ["[0, 10]"]
    assert unknown_cases(solution)[-1].segment.high == 10


def test_the_same_unknown_twice_is_one() -> None:
    solution = opened("max(min(?x, 5), min(?x, 3), ?y)", utilities=(0, 10))
    assert unknowns_of(solution.whole) == ("x", "y")


def test_an_open_solution_says_nothing_of_a_search() -> None:
    solution = opened("max(?x, 3)")
    assert (solution.pruned, solution.visited, solution.line, solution.best_moves) == ((), (), (), ())
    assert solution.is_open
    assert solution.counts.leaves_pruned == 0


def test_error_what_no_search_can_use_is_refused_beside_an_unknown() -> None:
    with pytest.raises(InputError, match="utilities lie between"):
        solve_as_far(parse_tree("max(?x, 12)"), Rule(utilities=(0, 10)))
