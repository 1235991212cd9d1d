"""Nodes below the depth at which the search ends: students may name them, but there is nothing to find."""

import pytest

from grader.questions import Question
from grader.questions.kinds.cutoffs import Cutoffs
from grader.questions.kinds.irrelevant import Irrelevant
from grader.questions.kinds.line import Line
from grader.questions.kinds.pruned import Pruned
from grader.questions.kinds.value import Values
from grader.questions.kinds.visited import Visited
from tests.questions.asking import asked, marked, solved
from tests.questions.reading import trouble

TREE = "A = max(B = min~3(3, 12), C = min~2(E = max~1(1, 9), 4), D = min~5(1, 2))"
LIMITED = solved(TREE, depth=1)
CUT = solved("A = max(B = min(3, 5), C = min(2, E = max~7(1, 9)))", depth=2)

ONE = "E lies below the depth at which the search ends."
WRONG: dict[str, tuple[Question, str, dict[str, str]]] = {
    "visited": (
        asked(Visited),
        "A, B, C, D, E",
        {"A": "right", "B": "right", "C": "right", "D": "right", "E": "wrong"},
    ),
    "visited by arrows": (
        asked(Visited, as_="order"),
        "A -> B -> C -> E -> D",
        {"A": "right", "B": "right", "C": "right", "D": "right", "E": "wrong"},
    ),
    "visited leaves": (
        asked(Visited, as_="leaves"),
        "B, C, E, D",
        {"B": "right", "C": "right", "D": "right", "E": "wrong"},
    ),
    "pruned": (asked(Pruned), "E", {"E": "wrong"}),
    "pruned nodes": (asked(Pruned, as_="nodes"), "e", {"E": "wrong"}),
    "pruned edges": (asked(Pruned, as_="edges"), "C->E", {"E": "wrong"}),
    "irrelevant": (asked(Irrelevant), "E", {"E": "wrong"}),
}


@pytest.mark.parametrize(("question", "text", "parts"), WRONG.values(), ids=WRONG)
def test_a_node_below_the_depth_is_wrong_and_not_unreadable(
    question: Question, text: str, parts: dict[str, str]
) -> None:
    mark = marked(question, text, LIMITED)
    assert {name: mark.parts[name] for name in parts} == parts
    assert ONE in mark.feedback
    assert mark.share < 1


def test_what_is_pruned_and_what_lies_below_it_are_told_apart() -> None:
    mark = marked(asked(Pruned), "E, E1, E2", CUT)
    assert mark.parts == {"E": "right", "E1": "wrong", "E2": "wrong"}
    assert mark.feedback == ("E is right.", "E1 and E2 lie below the depth at which the search ends.")


def test_such_an_answer_is_shown_as_it_can_be_read() -> None:
    question = asked(Pruned, as_="edges")
    given = question.read("C->E, A->B", LIMITED)
    assert question.show(given, LIMITED) == "[A->B, E]"
    assert question.read(question.show(given, LIMITED), LIMITED) == given


def test_a_line_ends_at_the_depth() -> None:
    mark = marked(asked(Line), "A, D, D2", LIMITED)
    assert mark.parts == {"D": "right", "D2": "wrong"}
    assert mark.feedback[-1] == "The line ends at D: D2 lies below the depth at which the search ends."


def test_a_value_of_such_a_node_is_no_value() -> None:
    mark = marked(asked(Values, of=("B",)), "B: 3, E: 9", LIMITED)
    assert mark.share == 1
    assert mark.feedback[-1] == f"Your answer for E cannot be read: {ONE}"


def test_error_no_cutoff_is_there() -> None:
    assert trouble(asked(Cutoffs), "C after E", LIMITED) == (ONE.rstrip("."), "E")


def test_the_solution_knows_the_whole_tree() -> None:
    assert [len(tree) for tree in (LIMITED.tree, LIMITED.whole)] == [4, 12]
    unlimited = solved(TREE)
    assert unlimited.whole is unlimited.tree
