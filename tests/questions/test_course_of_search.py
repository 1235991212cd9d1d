"""Questions about the course of a search: histories, windows of cutoffs, what remains, what is known."""

from dataclasses import replace
from fractions import Fraction
from itertools import groupby, product
from math import inf
from typing import Any

import pytest
from hypothesis import given

from grader.questions import Marking, Question, Unreadable
from grader.questions.kinds.bounds import Bounds
from grader.questions.kinds.completed import Completed
from grader.questions.kinds.cutoff_windows import CutoffWindows
from grader.questions.kinds.pruned import RemainingTree
from grader.questions.kinds.window_history import WindowHistories
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.sentences import sentences
from tests import oracles
from tests.questions.asking import asked, marked, solved
from tests.strategies import cases

SAY = sentences()
OPEN = (-inf, inf)
HISTORY = asked(WindowHistories, of=("A", "C"))
ONE_HISTORY = asked(WindowHistories, of="C")
CUTOFFS = asked(CutoffWindows)
TREE = asked(RemainingTree)
COMPLETED = asked(Completed)
EVENTS = "max(2, min(-1, 5), min(1, 3), 4)"
ROWS = ((0, None), (1, None), (2, 3), (2, 12), (2, 8), (1, None), (2, 2), (1, None), (2, 14), (2, 5), (2, 2))

HISTORIES = {
    "as the sheet prints it": "{A: [[-inf, inf], [3, inf]], C: [[3, inf], [3, 2]]}",
    "with arrows": "A: (-∞, ∞) → (3, ∞); C: (3, ∞) -> (3, 2)",
    "with words": "A: [-inf, inf] then [3, inf], C: [3, inf] and [3, 2]",
    "without names": "[[[-inf, inf], [3, inf]], [[3, inf], [3, 2]]]",
    "on lines": "A:\n- [-inf, inf]\n- [3, inf]\nC:\n- - 3\n  - inf\n- - 3\n  - 2",
    "by letters": "A: {α: -inf, β: inf}, {α: 3, β: inf}\nC: {α: 3, β: inf}, {α: 3, β: 2}",
}


@pytest.mark.parametrize("text", HISTORIES.values(), ids=HISTORIES)
def test_histories_are_read(text: str) -> None:
    assert HISTORY.read(text, solved()) == {"A": (OPEN, (3, inf)), "C": ((3, inf), (3, 2))}


def test_a_history_has_the_window_that_cuts_unless_the_cut_is_tested_first() -> None:
    assert ONE_HISTORY.key(solved()) == {"C": ((3, inf), (3, 2))}
    assert ONE_HISTORY.key(solved(exit="tested")) == {"C": ((3, inf),)}


def test_every_window_of_a_history_counts() -> None:
    mark = marked(HISTORY, "{A: [[-inf, inf]], C: [[3, inf], [3, 4]]}")
    assert (mark.share, mark.reckoning) == (Fraction(1, 2), "2 right of 4")


WRONG_HISTORIES = {
    "too short": (
        "[[3, inf]]", "The history of C does not end there: after [3, ∞] comes window 2, [3, 2].",
    ),
    "another window": (
        "[[3, inf], [2, inf]]", "Window 2 at C is [3, 2], not [2, ∞]: it follows [3, ∞].",
    ),
    "the start": (
        "[[-inf, inf], [3, 2]]",
        "When the search enters C, α is 3 and β is ∞: "
        "the history begins with that window, not with [−∞, ∞].",
    ),
    "too long": (
        "[[3, inf], [3, 2], [3, 1]]",
        "Nothing changes the window of C after [3, 2], so [3, 1] does not belong there.",
    ),
    "repeated": (
        "[[3, inf], [3, inf], [3, 2]]",
        "Your windows at C are right, but some of them are there twice: only a child that changes the "
        "window adds one.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "told"), WRONG_HISTORIES.values(), ids=WRONG_HISTORIES)
def test_a_wrong_history_is_told_its_first_wrong_window(text: str, told: str) -> None:
    assert told in marked(ONE_HISTORY, text).feedback


CUT_WINDOWS = {
    "as the sheet prints it": "[[2, -1], [2, 1]]",
    "in round brackets": "(2, -1), (2, 1)",
    "with the nodes": "B: (2, -1), C: (2, 1)",
    "by letters": "[{alpha: 2, beta: -1}, {beta: 1, alpha: 2}]",
    "on lines": "- [2, -1]\n- [2, 1]",
}


@pytest.mark.parametrize("text", CUT_WINDOWS.values(), ids=CUT_WINDOWS)
def test_windows_of_cutoffs_are_read(text: str) -> None:
    assert CUTOFFS.read(text, solved(EVENTS)) == ((2, -1), (2, 1))


def test_a_cutoff_that_skips_nothing_has_a_window_where_the_rule_calls_it_one() -> None:
    tree = "min(0, max(-2, 1), 5)"
    assert CUTOFFS.key(solved(tree)) == ()
    assert CUTOFFS.key(solved(tree, last_child="event")) == ((1, 0),)
    assert marked(CUTOFFS, "none", solved(tree)).share == 1
    assert marked(CUTOFFS, "(1, 0)", solved(tree)).share == 0


CANTERBURY = {  # the quizzes of COSC367: what remains, and α and β at each cutoff
    "two cuts": (EVENTS, "[2, [-1], [1], 4]", "[(2, -1), (2, 1)]"),
    "a cut that skips nothing": ("min(0, max(-2, 1), 5)", "[0, [-2, 1], 5]", "[(1, 0)]"),
    "a subtree": ("max(3, min(max(2, 1), max(4, min(7, -2))), 0)", "[3, [[2, 1]], 0]", "[(3, 2)]"),
}


@pytest.mark.parametrize(("tree", "remaining", "events"), CANTERBURY.values(), ids=CANTERBURY)
def test_published_answers_earn_everything(tree: str, remaining: str, events: str) -> None:
    solution = solved(tree, last_child="event")
    assert marked(TREE, remaining, solution).share == 1
    assert marked(CUTOFFS, events, solution).share == 1


def test_windows_of_cutoffs_are_told_what_they_are_instead() -> None:
    mark = marked(CUTOFFS, "[[2, inf], [1, 2]]", solved(EVENTS))
    assert mark.share == 0
    assert "[2, ∞] is the window with which the search enters B." in mark.feedback
    half = marked(CUTOFFS, "[[2, -1], [1, 2]]", solved(EVENTS))
    assert half.share == Fraction(1, 2)
    assert "In [1, 2], α and β are the wrong way round." in half.feedback


def test_each_wrong_window_of_a_cutoff_is_explained() -> None:
    mark = marked(CUTOFFS, "[[-inf, inf], [2, inf]]", solved(EVENTS))
    assert [told for told in mark.feedback if told.startswith(("Cutoff", "["))] == [
        "Cutoff 1 is at B after B1, with the window [2, −1]: B is at most −1 after B1, but Max can already "
        "get 2 at A1, so the rest of B cannot matter.",
        "[−∞, ∞] is the window with which the search enters A, before A1 changes it there.",
        "Cutoff 2 is at C after C1, with the window [2, 1]: C is at most 1 after C1, but Max can already "
        "get 2 at A1, so the rest of C cannot matter.",
        "[2, ∞] is the window with which the search enters C.",
    ]


def test_a_cutoff_that_was_left_out_is_explained_beside_the_right_ones() -> None:
    mark = marked(CUTOFFS, "[[2, 1]]", solved(EVENTS))
    assert mark.feedback[:2] == ("1 window is right.", "There are 2 cutoffs; you gave 1.")
    assert mark.feedback[2].startswith("Cutoff 1 is at B after B1")
    assert not any("Cutoff 2" in told for told in mark.feedback)


def test_a_window_that_a_later_child_changes_is_told_as_such() -> None:
    mark = marked(CUTOFFS, "[[3, 9]]", solved("max(3, min(9, 2, 5))"))
    assert "[3, 9] is the window at B before B2 changes it." in mark.feedback


@pytest.mark.parametrize("answer", ["none", "[[2, -1], [2, 1], [3, 4], [5, 6]]", "[[0, 0], [2, 1]]"])
def test_any_number_of_windows_of_cutoffs_is_explained(answer: str) -> None:
    assert marked(CUTOFFS, answer, solved(EVENTS)).feedback


TREES = {
    "nested lists": "[[3, 12, 8], [2], [14, 5, 2]]",
    "without the outermost": "[3, 12, 8], [2], [14, 5, 2]",
    "without commas": "[[3 12 8] [2] [14 5 2]]",
    "in the language of trees": "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2), a3 -> D = min(14, 5, 2))",
    "by the names of nodes": "A(B(3, 12, 8), C(2), D(14, 5, 2))",
    "by the names of leaves": "[[B1, B2, B3], [C1], [D1, D2, D3]]",
    "on lines": "- - 3\n  - 12\n  - 8\n- - 2\n- - 14\n  - 5\n  - 2",
    "lists on lines": "- [3, 12, 8]\n- [2]\n- [14, 5, 2]",
    "with evaluations and comments": "max~4(min{a=1, b=2}(3, 12, 8), # left\n ▼~-1(2), min(14, 5, 2))",
    "in quotes": '[["3", "12", "8"], ["2"], ["14", "5", "2"]]',
}


@pytest.mark.parametrize("text", TREES.values(), ids=TREES)
def test_what_remains_is_read(text: str) -> None:
    assert TREE.read(text, solved()) == ROWS
    assert marked(TREE, text).share == 1


UNREADABLE_TREES = {
    "an open bracket": "[[3, 12",
    "a bracket too many": "[3]]",
    "nothing": "[[], []]",
    "a word": "[[3, twelve]]",
    "an inner node": "[B, [2]]",
    "an open quote": '[["3]]',
    "too long": "[" * 100_001,
}


@pytest.mark.parametrize("text", UNREADABLE_TREES.values(), ids=UNREADABLE_TREES)
def test_other_trees_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        TREE.read(text, solved())


def test_what_remains_earns_by_leaves() -> None:
    """Six of seven leaves are in their places, and one should not be there."""
    mark = marked(TREE, "[[3, 12, 8], [2, 4], [14, 5]]")
    assert (mark.share, mark.reckoning) == (Fraction(5, 7), "6 right − 1 wrong of 7")
    assert any(told.startswith("C2 is pruned: C is at most 2") for told in mark.feedback)
    assert any(told.startswith("D3 is not pruned.") for told in mark.feedback)


def test_numbers_in_the_wrong_place_are_told_what_stands_there() -> None:
    feedback = marked(TREE, "[[3, 12, 9], [2], 5, 7]").feedback
    assert "Where you have 9, the tree has the leaf B3 with 8." in feedback
    assert any(told.startswith("Where you have 5, the tree has not a leaf") for told in feedback)
    assert "Where you have 7, the tree has nothing." in feedback


def test_what_remains_of_a_tree_in_decimals_is_in_decimals() -> None:
    solution = solved("max(min(3.5, 12), min(2.25, 4))")
    assert TREE.show(TREE.key(solution), solution) == TREE.plain_key(solution) == "[[3.5, 12], [2.25]]"


FROM_THE_RIGHT = {
    "all of it": ("[[3, 12], [2], [9, 5]]", Fraction(1)),
    "the last leaf of D left out": ("[[3, 12], [2], [9]]", Fraction(4, 5)),
    "the first leaf of D left out": ("[[3, 12], [2], [5]]", Fraction(2, 5)),  # 5 stands in the place of 9
    "the whole tree": ("[[3, 12], [1, 2], [9, 5]]", Fraction(4, 5)),
    "one leaf too many": ("[[3, 12], [2], [9, 5, 7]]", Fraction(4, 5)),
    "without D": ("[[3, 12], [2]]", Fraction(3, 5)),
}


@pytest.mark.parametrize(("text", "share"), FROM_THE_RIGHT.values(), ids=FROM_THE_RIGHT)
def test_places_are_counted_from_the_left_whatever_the_order_of_search(text: str, share: Fraction) -> None:
    """From the right, C1 is pruned: the leaf that remains of C is its last."""
    solution = solved("max(min(3, 12), min(1, 2), min(9, 5))", order="right-to-left")
    assert TREE.show(TREE.key(solution), solution) == "[[3, 12], [2], [9, 5]]"
    assert marked(TREE, text, solution).share == share


def test_a_deep_tree_that_remains_is_written_and_read() -> None:
    deep = "max(" * 5_000 + "1" + ")" * 5_000
    assert TREE.read(deep, solved()) == (*((depth, None) for depth in range(5_000)), (5_000, 1))


KNOWN = {
    "at the first leaf of C": ("C1", {"A": (3, inf), "B": (3, 3), "C": (-inf, 2)}),
    "in the middle of B": ("B2", {"A": OPEN, "B": (-inf, 3), "C": OPEN}),
    "at the end": ("D3", {"A": (3, 3), "B": (3, 3), "C": (-inf, 2)}),
}


@pytest.mark.parametrize(("leaf", "known"), KNOWN.values(), ids=KNOWN)
def test_bounds_are_those_of_the_moment(leaf: str, known: Any) -> None:
    assert asked(Bounds, of=("A", "B", "C"), after=leaf).key(solved()) == known


def test_bounds_of_a_moment_know_the_utilities() -> None:
    question = asked(Bounds, of=("A", "C"), after="C1")
    solution = solved(utilities=(0, 20))
    assert question.key(solution) == {"A": (3, 20), "C": (0, 2)}
    assert marked(question, "A >= 3, C <= 2", solution).share == 1


WRONG_BOUNDS = {
    "the end": (
        "[3, 3]",
        "[3, 3] is what is known when the search is over; right after C1, it has not seen as much.",
    ),
    "strict": ("> 3", "The value may be either end itself, so < and > say too much."),
}


@pytest.mark.parametrize(("text", "told"), WRONG_BOUNDS.values(), ids=WRONG_BOUNDS)
def test_wrong_bounds_of_a_moment_are_told_what_they_are(text: str, told: str) -> None:
    feedback = marked(asked(Bounds, of="A", after="C1"), text).feedback
    assert told in feedback
    assert feedback[-1].startswith("By then, its children lie in B [3, 3], C [−∞, 2] and D [−∞, ∞].")


MISFITS = {
    "no node": ("X9", "no node is named `X9`"),
    "no leaf": ("B", "`B` is not a leaf"),
    "pruned": ("C2", "the search never looks at `C2`"),
}


@pytest.mark.parametrize(("leaf", "message"), MISFITS.values(), ids=MISFITS)
def test_the_moment_is_a_leaf_that_the_search_looks_at(leaf: str, message: str) -> None:
    found = list(asked(Bounds, of="A", after=leaf).misfits(solved()))
    assert [(field, said) for field, said, _ in found] == [("after", message)]


def test_a_node_that_is_cut_after_its_last_child_is_completed_and_the_question_says_so() -> None:
    silent, event = (solved("max(3, min(5, 2))", last_child=word) for word in ("silent", "event"))
    assert COMPLETED.key(silent) == COMPLETED.key(event) == ("A", "B")
    assert "without a cutoff" in COMPLETED.in_words(silent, SAY)
    assert COMPLETED.in_words(event, SAY).endswith("A node that is cut after its last child counts, too.")


def test_completed_nodes_have_no_child_that_is_skipped() -> None:
    assert COMPLETED.key(solved()) == ("A", "B", "D")
    mark = marked(COMPLETED, "A, C")
    assert (mark.share, mark.parts) == (
        Fraction(0),
        {"A": "right", "B": "missed", "D": "missed", "C": "wrong"},
    )
    assert any(told.startswith("C is not completed: C2 and C3 are skipped") for told in mark.feedback)
    with pytest.raises(Unreadable, match=r"completed\.a-leaf"):
        COMPLETED.read("A, B1", solved())


def questions(solution: Solution) -> list[Question]:
    return [asked(WindowHistories, of=solution.visited), CUTOFFS, TREE, COMPLETED]


@given(cases())
def test_keys_agree_with_a_plain_recursion(case: Any) -> None:
    tree, fields = case
    solution, record = solve(tree, Rule(**fields)), oracles.explore(tree, fields)
    history, cutoffs, remaining, completed = (question.key(solution) for question in questions(solution))
    once = {name: tuple(window for window, _ in groupby(found)) for name, found in record.histories.items()}
    assert history == once
    assert cutoffs == tuple((cut.alpha, cut.beta) for cut in record.cutoffs)
    root = oracles.plain(tree, {**fields, "order": "left-to-right"})
    assert remaining == tuple(_remaining(root, record.visited, 0))
    assert set(completed) == set(_completed(root, record.visited))


def _remaining(node: oracles.Plain, visited: list[str], depth: int) -> Any:
    if node.name in visited:
        yield depth, node.utility if node.kind == "leaf" else None
        for child in node.children:
            yield from _remaining(child, visited, depth + 1)


def _completed(node: oracles.Plain, visited: list[str]) -> Any:
    if node.children and all(child.name in visited for child in node.children):
        yield node.name
    for child in node.children:
        yield from _completed(child, visited)


@given(cases(infinities=False))
def test_bounds_of_a_moment_are_reached_and_never_passed(case: Any) -> None:
    """Every way to fill in the leaves still to come with the ends of what they may be is tried."""
    tree, fields = case
    fields = {**fields, "utilities": (-200, 200), "window": OPEN}
    rule = Rule(**fields)
    solution = solve(tree, rule)
    root = oracles.plain(tree, fields)
    leaves = [name for name in solution.visited if solution.tree[name].is_leaf]
    every = [node.name for node in solution.tree if node.is_leaf]
    for leaf in leaves[-6:]:
        seen = leaves[: leaves.index(leaf) + 1]
        open_leaves = [name for name in every if name not in seen]
        if len(open_leaves) > 5:
            continue
        found = [
            oracles.true_values(_filled(root, dict(zip(open_leaves, ends, strict=True))))
            for ends in product(rule.bounds, repeat=len(open_leaves))
        ]
        known = solution.known_after(leaf)
        for name in solution.tree.names:
            values = [each[name] for each in found]
            assert known[name] == (min(values), max(values))


def _filled(node: oracles.Plain, numbers: dict[str, Any]) -> oracles.Plain:

    children = tuple(_filled(child, numbers) for child in node.children)
    return replace(node, utility=numbers.get(node.name, node.utility), children=children)


@given(cases())
def test_the_right_answer_reads_back_and_earns_everything(case: Any) -> None:
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    for question in questions(solution):
        key = question.key(solution)
        given = question.read(question.show(key, solution), solution)
        assert given == key
        mark = question.mark(given, Marking(solution, SAY))
        assert (mark.share, mark.feedback) == (Fraction(1), ())
