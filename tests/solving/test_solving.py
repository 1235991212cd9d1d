"""What `solve` finds on the trees that everybody knows, field by field of the rule."""

import json
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from grader.rule import OPEN, Rule, Window
from grader.solving import Counts, Solution, solve
from grader.tree.language import parse_tree

AIMA = "max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))"
DEEP = "R = max(A = 10, S = min(B = 20, T = max(C = 1, U = min(D = 4, X = 2))))"
TIE = "max(min(3, 4), min(3, 1))"
LIMITED = "A = max(B = min~5(C = max(1, 9), 7), D = min~4(8))"


def solved(text: str, **fields: Any) -> Solution:
    return solve(parse_tree(text), Rule(**fields))


@pytest.fixture(scope="module")
def aima() -> Solution:
    return solved(AIMA)


def test_the_textbook_tree_is_worth_3(aima: Solution) -> None:
    assert aima.value == 3
    assert [aima.values[name] for name in "ABCD"] == [3, 3, 2, 2]


def test_values_are_true_also_where_the_search_never_looked(aima: Solution) -> None:
    assert aima.values["C3"] == 6


def test_the_visits_are_in_order_and_the_rest_is_pruned_in_preorder(aima: Solution) -> None:
    assert " ".join(aima.visited) == "A B B1 B2 B3 C C1 D D1 D2 D3"
    assert aima.pruned == ("C2", "C3")
    assert aima.counts == Counts(leaves_evaluated=7, nodes_visited=11, leaves_pruned=2)


def test_a_pruned_node_is_absent_from_what_the_search_reports(aima: Solution) -> None:
    assert "C2" not in aima.returned
    with pytest.raises(KeyError, match="`C2` was pruned"):
        aima.windows["C2"]
    with pytest.raises(KeyError, match="no node is named `C9`; did you mean `C`"):
        aima.returned["C9"]


def test_windows_are_those_on_entry_and_exits_those_after_the_last_update(aima: Solution) -> None:
    assert (aima.windows["C"], aima.exits["C"]) == ((3, inf), (3, 2))
    assert (aima.windows["D3"], aima.exits["D"]) == ((3, 5), (3, 2))


# The cut node, and its window on exit where the bound is updated first, and where the cut is tested first.
EXITS = {
    "Min is cut": ("max(3, min(2, 4))", {}, "B", (3, 2), (3, inf)),
    "Max is cut": ("min(3, max(5, 4))", {}, "B", (5, 3), (-inf, 3)),
    "a bound of its own before the cut": ("min(7, max(5, 8, 4))", {}, "B", (8, 7), (5, 7)),
    "a tie": ("max(3, min(3, 4))", {}, "B", (3, 3), (3, inf)),
    "a tie that is kept": ("max(3, min(3, 4))", {"ties": "keep"}, "B", (3, 3), (3, 3)),
    "after the last child": ("max(3, min(4, 2))", {}, "B", (3, 2), (3, 4)),
    "the same as a cutoff": ("max(3, min(4, 2))", {"last_child": "event"}, "B", (3, 2), (3, 4)),
    "shallow": ("max(3, min(4, max(6, 5)))", {"cutoffs": "shallow"}, "C", (6, 4), (-inf, 4)),
    "the root": ("max(5, 9)", {"window": (0, 4)}, "A", (5, 4), (0, 4)),
    "Star1": ("max(3, chance(0, 4))", {"chance": "star1", "utilities": (0, 4)}, "B", (3, 4), (3, 4)),
    "below chance": ("chance(min(2, 4), 1)", {"chance": "none"}, "B", OPEN, OPEN),
    "minimax": ("max(3, min(2, 4))", {"search": "minimax"}, "B", OPEN, OPEN),
}


@pytest.mark.parametrize(("text", "fields", "node", "updated", "tested"), EXITS.values(), ids=EXITS)
def test_the_rule_says_whether_the_value_that_cuts_is_in_the_window_on_exit(
    text: str, fields: dict[str, Any], node: str, updated: Window, tested: Window
) -> None:
    for choice, window in (("updated", updated), ("tested", tested)):
        solution = solved(text, exit=choice, **fields)
        assert solution.exits[node] == window
        assert all((cutoff.alpha, cutoff.beta) == window for cutoff in solution.cutoffs)


def test_only_what_was_cut_is_a_bound(aima: Solution) -> None:
    assert {name: bound for name, bound in aima.bounds.items() if bound != "exact"} == {"C": "upper"}


def test_the_best_move_is_a_label_and_the_line_has_names(aima: Solution) -> None:
    assert aima.best_moves == ("a1",)
    assert aima.line == ("A", "B", "B1")


def test_a_solution_is_a_mapping_by_names_that_prints_as_one(aima: Solution) -> None:
    assert len(aima.returned) == 11
    assert repr(solved("max(1, 2)").returned) == "{'A': 2, 'A1': 1, 'A2': 2}"


def test_solutions_are_equal_where_tree_and_rule_are() -> None:
    assert solved("max(1, 2)") == solved("max(1,2)")
    assert solved("max(1, 2)") != solved("max(1, 2)", ties="keep")


@pytest.mark.parametrize(("ties", "pruned"), [("cut", ("C2",)), ("keep", ())])
def test_a_tie_is_cut_only_when_the_rule_says(ties: str, pruned: tuple[str, ...]) -> None:
    assert solved(TIE, ties=ties).pruned == pruned


@pytest.mark.parametrize(("cutoffs", "pruned"), [("deep", ("X",)), ("shallow", ())])
def test_a_deep_cutoff_is_made_only_when_the_rule_says(cutoffs: str, pruned: tuple[str, ...]) -> None:
    assert solved(DEEP, cutoffs=cutoffs).pruned == pruned


def test_shallow_windows_come_from_the_parent_alone() -> None:
    windows = solved(DEEP, cutoffs="shallow").windows
    assert [windows[name] for name in "ASBTCUDX"] == [
        (-inf, inf), (10, inf), (-inf, inf), (-inf, 20), (-inf, inf), (1, inf), (-inf, inf), (-inf, 4),
    ]  # fmt: skip


@pytest.mark.parametrize(("returns", "reported"), [("soft", 2), ("hard", 3)])
def test_a_cut_node_reports_what_it_saw_or_its_window(returns: str, reported: int) -> None:
    assert solved(AIMA, returns=returns).returned["C"] == reported


def test_a_search_from_the_right_meets_the_children_the_other_way_round() -> None:
    solution = solved(AIMA, order="right-to-left")
    assert " ".join(solution.visited) == "A D D3 D2 D1 C C3 C2 C1 B B3 B2 B1"
    assert solution.best_moves == ("a1",)


@pytest.mark.parametrize(
    ("best", "moves", "line"),
    [("first", ("l",), "A B B1"), ("last", ("r",), "A C C2"), ("any", ("l", "r"), "A B B1")],
)
def test_the_rule_says_which_tied_move_is_right(best: str, moves: tuple[str, ...], line: str) -> None:
    solution = solved("max(l -> min(3, 3), 1, r -> min(3, 3))", best=best)
    assert (solution.best_moves, " ".join(solution.line)) == (moves, line)


def test_the_first_of_tied_moves_is_the_first_in_the_order_of_search() -> None:
    assert solved("max(3, 1, 3)", order="right-to-left").best_moves == ("A3",)


def test_a_chance_root_has_no_best_move_and_ends_the_line() -> None:
    solution = solved("chance(1, 2)")
    assert (solution.value, solution.best_moves, solution.line) == (Fraction(3, 2), (), ("A",))


def test_a_lone_leaf_is_its_own_line() -> None:
    solution = solved("7", window=(0, 5), returns="hard")
    assert (solution.value, solution.line, solution.best_moves) == (7, ("A",), ())
    assert (solution.returned["A"], solution.windows["A"]) == (7, (0, 5))


def test_the_root_starts_with_the_window_inside_the_utilities() -> None:
    assert solved(AIMA, utilities=(0, 20), window=(-5, 10)).windows["A"] == (0, 10)


def test_the_value_is_true_also_where_a_window_leaves_only_a_bound() -> None:
    solution = solved(AIMA, window=(5, 10))
    assert (solution.value, solution.returned["A"], solution.bounds["A"]) == (3, 5, "upper")


def test_known_bounds_of_the_utilities_prune_and_make_a_value_exact() -> None:
    solution = solved("max(5, 10, 7)", utilities=(0, 10))
    assert (solution.pruned, solution.bounds["A"]) == (("A3",), "exact")


def test_the_depth_ends_the_tree_where_static_evaluations_stand() -> None:
    solution = solved(LIMITED, depth=1)
    assert dict(solution.values) == {"A": 5, "B": 5, "D": 4}
    assert solution.visited == ("A", "B", "D")
    assert solution.counts == Counts(leaves_evaluated=2, nodes_visited=3, leaves_pruned=0)
    assert solution.to_dict()["nodes"]["B"]["kind"] == "leaf"  # type: ignore[index]


def test_a_round_is_a_move_of_every_agent() -> None:
    assert solved(LIMITED, depth=1, depth_unit="rounds", agents=1).value == 5
    assert solved(LIMITED, depth=2, depth_unit="rounds").value == 8


def test_automatic_names_do_not_change_where_the_depth_ends_the_tree() -> None:
    solution = solved("max(min~1(max(2, 3), 4), 5)", depth=1)
    assert solution.visited == ("A", "B", "A2")


def test_features_are_weighed_by_the_evaluation() -> None:
    tree = "max(min{mobility=3, material=-1}(4, 5), {mobility=1})"
    solution = solved(tree, depth=1, evaluation={"mobility": 2, "material": Fraction(1, 2)})
    assert dict(solution.values) == {"A": Fraction(11, 2), "B": Fraction(11, 2), "A2": 2}


@pytest.mark.parametrize(
    ("chance", "pruned"),
    [("reset", ("F2",)), ("none", ()), ("star1", ("F", "F1", "F2", "E3"))],
)
def test_the_rule_says_what_is_pruned_below_chance(chance: str, pruned: tuple[str, ...]) -> None:
    tree = "max(8, E = chance(1, F = max(10, 0), 0))"
    assert solved(tree, chance=chance, utilities=(0, 10)).pruned == pruned


def test_star1_gives_the_last_outcome_a_finite_window_without_known_bounds() -> None:
    solution = solved("max(4, E = chance(1/2 -> 1, 1/2 -> F = min(5, 9, 3)))", chance="star1")
    assert solution.windows["F"] == (7, inf)
    assert solution.pruned == ("F2", "F3")


@pytest.mark.parametrize(
    ("tree", "returned", "bound"),
    [("max(8, E = chance(1, 2, 3))", 7, "upper"), ("min(2, E = chance(9, 8, 3))", 3, "lower")],
    ids=["at best", "at worst"],
)
def test_star1_reports_what_the_rest_could_still_make_of_it(tree: str, returned: int, bound: str) -> None:
    solution = solved(tree, chance="star1", utilities=(0, 10))
    assert (solution.returned["E"], solution.bounds["E"]) == (returned, bound)
    assert solution.bounds["A"] == "exact"


def test_star1_does_not_compare_infinity_with_infinity() -> None:
    assert solved("chance(-inf, 1)", chance="star1", ties="keep").windows["A2"] == (-inf, inf)


def test_after_an_infinite_outcome_no_other_can_matter_to_star1() -> None:
    assert solved("max(4, chance(-inf, 1, 2))", chance="star1").pruned == ("B2", "B3")
    assert solved("min(4, chance(inf, 1, 2))", chance="star1").pruned == ("B2", "B3")


def test_an_outcome_of_minus_infinity_may_be_avoided_below_an_outcome_of_infinity() -> None:
    assert solved("chance(inf, max(-inf, 3))").value == inf


def test_a_window_is_never_narrowed_below_chance_where_nothing_may_be_pruned() -> None:
    solution = solved("max(4, chance(min(1, 2), 3))", chance="none")
    assert (solution.windows["B"], solution.exits["B"]) == ((4, inf), (4, inf))
    assert (solution.windows["C2"], solution.exits["C"]) == ((-inf, inf), (-inf, inf))


def test_a_chance_root_below_which_nothing_may_be_pruned_is_clipped_to_its_window() -> None:
    solution = solved("chance(min(1, 2), 3)", chance="none", returns="hard", window=(3, 9))
    assert (solution.value, solution.returned["A"], solution.bounds["A"]) == (2, 3, "upper")
    assert solution.returned["B"] == 1


def test_probabilities_and_sums_are_exact() -> None:
    solution = solved("max(chance(0.1 -> 1, 0.2 -> 2, 70% -> 3), 2.6)", best="any")
    assert solution.best_moves == ("B", "A2")
    assert solution.value == Fraction(13, 5)


def test_a_whole_expected_value_is_whole() -> None:
    assert repr(solved("chance(1, 3)").value) == "2"


def test_huge_numbers_and_infinities_do_not_meet_as_floats() -> None:
    huge = 10**299
    solution = solved(f"max(chance(-inf, {huge}), chance({huge}, {huge}), 3)", chance="star1")
    assert solution.value == huge


def test_json_has_everything_in_one_shape(aima: Solution) -> None:
    written = json.loads(json.dumps(aima.to_dict()))
    assert list(written) == ["value", "best_moves", "line", "visited", "pruned", "cutoffs", "nodes", "rule"]
    assert written["nodes"]["C"] == {
        "kind": "min", "value": 2, "returned": 2, "bound": "upper", "window": [3, "inf"],
    }  # fmt: skip
    assert written["nodes"]["C2"] == {
        "kind": "leaf", "value": 4, "returned": None, "bound": None, "window": None,
    }  # fmt: skip
    assert written["cutoffs"] == [
        {
            "at": "C", "after": "C1", "alpha": 3, "beta": 2, "value": 2, "bound": "alpha", "set_by": "B",
            "skipped": ["C2", "C3"], "deep": False,
            "why": "C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter",
        }
    ]  # fmt: skip
    assert written["rule"]["last-child"] == "silent"


def test_json_has_fractions_and_infinities_as_text() -> None:
    written = solved("max(chance(2, 3, 2), -inf)").to_dict()
    assert written["value"] == "7/3"
    assert written["nodes"]["A2"]["value"] == "-inf"  # type: ignore[index]
