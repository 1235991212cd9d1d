"""The drawing of a counterexample, with the changed leaves marked."""

import pytest

from grader.reports.student.search_drawings import drawn
from grader.rule import Rule
from grader.solving import solve
from grader.solving.counterexample import Counterexample, refute
from grader.text.sentences import sentences
from grader.tree.language import parse_tree

SOLUTION = solve(parse_tree("A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))"))
EXAMPLE = Counterexample("D2", {"D3": 14}, (5, 3), (5, 3))


def test_both_values_stand_where_they_differ_and_changed_leaves_say_what_they_were() -> None:
    assert drawn(EXAMPLE, SOLUTION, sentences()) == (
        "             ▲ A = 5 or 3\n"
        "    ┌────────────┬┴──────────────┐\n"
        " ▼ B = 3      ▼ C = 2       ▼ D = 5 or 3\n"
        "┌───┼───┐    ┌───┼───┐    ┌─────┬┴──────┐\n"
        "3   12  8    2   4   6    14  5 or 3    14\n"
        "B1  B2  B3   C1  C2  C3   D1    D2      D3\n"
        "                              was 5   was 2\n"
    )


def test_a_tree_in_decimals_is_drawn_in_decimals() -> None:
    solution = solve(parse_tree("max(min(2.5, 3.5), min(1.5, 4))"))
    outline = drawn(Counterexample("B2", {}, (3, 1), (2, 1)), solution, sentences(), "outline")
    assert "was 3.5" in outline
    assert "/" not in outline


def test_in_words_a_changed_leaf_has_its_new_utility() -> None:
    outline = drawn(EXAMPLE, SOLUTION, sentences(), "outline")
    assert "D3: leaf, utility 14, changed: was 2\n" in outline


@pytest.mark.parametrize("form", ["svg", "tikz"])
def test_it_can_be_drawn_in_every_form(form: str) -> None:
    picture = drawn(EXAMPLE, SOLUTION, sentences(), form)
    assert "was 2" in picture
    assert "5 or 3" in picture


def test_leaves_of_features_are_drawn_by_what_they_are_worth() -> None:
    tree = parse_tree("max(min({material=3}, 4), min({material=2}, {material=9}))")
    solution = solve(tree, Rule(evaluation=(("material", 2),)))
    example = refute(solution, "B1")
    assert example is not None
    outline = drawn(example, solution, sentences(), "outline")
    assert "material" not in outline
    assert "B1: leaf, utility 6" in outline
