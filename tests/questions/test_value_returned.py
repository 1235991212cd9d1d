"""`value` as returned: what the search reports where it stops early, and why."""

import pytest

from grader.questions.kinds.value import Values
from tests.questions.asking import asked, marked, solved
from tests.questions.values import REPORTED


def test_what_a_clipped_chance_node_is_made_of_has_its_probabilities() -> None:
    solution = solved("chance(1/4 -> 2, 3/4 -> 6)", returns="hard", window=(0, 4))
    (said,) = marked(asked(Values, of="A", as_="returned"), "5", solution).feedback
    assert said == (
        "At A, the search sees A1 = 2 with probability 1/4 and A2 = 6 with probability 3/4, but reports "
        "nothing outside its window there, from 0 to 4: it reports 4, not 5."
    )


def test_the_search_from_the_right_reports_the_right_side_first() -> None:
    solution = solved(order="right-to-left")
    assert (
        marked(REPORTED, "B: 4, C: 4, D: 4, A: 9", solution).feedback[0].startswith("At D, the search sees")
    )


REPORTS = {
    "a number where the search stopped": ("C: 2", "right"),
    "the bound that it is": ("C: <= 2", "right"),
    "the bound the other way round": ("C: >= 2", "wrong"),
    "a strict bound": ("C: < 2", "wrong"),
    "another bound": ("C: <= 3", "wrong"),
    "a bound where the value is exact": ("B: <= 3", "wrong"),
}


@pytest.mark.parametrize(("text", "verdict"), REPORTS.values(), ids=REPORTS)
def test_what_the_search_reports_may_be_a_bound(text: str, verdict: str) -> None:
    mark = marked(REPORTED, text)
    assert mark.parts[text[0]] == verdict


REASONS = {
    "soft": (
        {},
        "C: 6",
        "At C, the search sees only C1 = 2, and reports that value, 2, not 6.",
    ),
    "hard": (
        {"returns": "hard"},
        "C: 2",
        "At C, the search sees C1 = 2, but reports nothing outside its window there, from 3 to ∞: it "
        "reports 3, not 2.",
    ),
    "the sign of a bound": ({}, "C: >= 2", "All that the search knows about C is that its value is at most "
    "2."),
    "a bound on an exact value": ({}, "B: <= 3", "3 is the exact value of B, not a bound."),
    "another bound": (
        {},
        "C: <= 5",
        "At C, the search sees only C1 = 2, and reports that value, 2, not <= 5.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rule", "text", "why"), REASONS.values(), ids=REASONS)
def test_a_wrong_report_is_explained(rule: dict[str, str], text: str, why: str) -> None:
    assert why in marked(REPORTED, text, solved(**rule)).feedback


def test_a_report_is_carried_over_the_children_that_the_search_visits() -> None:
    tree = "A = max(B = min(3, 12), C = min(D = max(1, 2), 4))"
    question = asked(Values, of=("D", "C"), as_="returned")
    assert marked(question, "D: 1, C: 1", solved(tree)).carried == ("C",)


def test_a_bound_is_carried_only_in_the_direction_of_the_search() -> None:
    tree = "A = max(B = min(3, 12), C = min(D = max(1, 2), 4))"
    question = asked(Values, of=("D", "C"), as_="returned")
    assert marked(question, "D: 1, C <= 1", solved(tree)).carried == ("C",)
    assert marked(question, "D: 1, C >= 1", solved(tree)).carried == ()
    assert marked(question, "D: 1, C < 1", solved(tree)).carried == ()


def test_a_report_of_a_hard_search_is_carried_inside_its_window() -> None:
    tree = "A = max(B = min(3, 12), C = min(D = max(1, 2), 4))"
    question = asked(Values, of=("D", "C"), as_="returned")
    solution = solved(tree, returns="hard")
    assert marked(question, "D: 1, C: 1", solution).carried == ()
    assert marked(question, "D: 5, C: 5", solution).carried == ("C",)


STAR = "A = max(B = 5, C = chance(1/2 -> D = min(1, 2), 1/2 -> 9))"


def test_a_cut_chance_node_is_explained_and_carried_with_the_best_for_what_is_skipped() -> None:
    solution = solved(STAR, chance="star1", utilities=(0, 9))
    question = asked(Values, of=("D", "C"), as_="returned")
    assert marked(question, "D: 1, C: 4", solution).feedback == (
        "D is right.",
        "At C, the search sees D = 1, counts every outcome that it skips as 9, and reports 1/2 × 1 + 1/2 × "
        "9 = 5, not 4.",
    )
    assert marked(question, "D: 0, C: 9/2", solution).carried == ("C",)
