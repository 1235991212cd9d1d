"""Several players: what their values, moves and lines are asked, read and marked like."""

from fractions import Fraction

import pytest

from grader.problems import load_problems
from grader.questions import Unreadable
from grader.questions.kinds.best_move import BestMove
from grader.questions.kinds.line import Line
from grader.questions.kinds.value import Values
from grader.text.source import InputError, Source
from tests.questions.asking import asked, marked, solved

THREE = "A = p1(l -> B = p2((8, 3, 1), (2, 2, 6)), r -> C = p3((4, 9, 0), (3, 5, 2)))"
ROOT = asked(Values)
BOTH = asked(Values, of=("B", "C"))


@pytest.mark.parametrize(
    "text",
    [
        "(8,3,1)",
        "8 3 1",
        "[8, 3, 1]",
        "8, 3, 1",
        "A: (8, 3, 1)",
        "A = 8 3 1",
        '"(8, 3, 1)"',
        "{A: [8, 3, 1]}",
    ],
)
def test_a_tuple_is_read_in_every_usual_way(text: str) -> None:
    assert ROOT.read(text, solved(THREE)) == {"A": (8, 3, 1)}


@pytest.mark.parametrize(
    "text",
    [
        "{B: [8, 3, 1], C: [3, 5, 2]}",
        "B = (8, 3, 1), C = (3, 5, 2)",
        "(8, 3, 1), (3, 5, 2)",
        "B 8 3 1 C 3 5 2",
        "B: 8 3 1\nC: 3 5 2",
        '{B: "(8, 3, 1)", C: "3 5 2"}',
    ],
)
def test_tuples_of_several_nodes_are_read_in_every_usual_way(text: str) -> None:
    assert BOTH.read(text, solved(THREE)) == {"B": (8, 3, 1), "C": (3, 5, 2)}


@pytest.mark.parametrize("text", ["8", "(8, 3)", "(8, 3, 1, 0)", "(8, three, 1)", "()", "none"])
def test_what_is_no_tuple_of_that_length_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable):
        ROOT.read(text, solved(THREE))


def test_what_is_shown_reads_back() -> None:
    solution = solved(THREE)
    assert BOTH.read(BOTH.show(BOTH.key(solution), solution), solution) == BOTH.key(solution)


def test_each_component_earns_its_share() -> None:
    mark = marked(ROOT, "(8, 3, 2)", solved(THREE))
    assert mark.share == Fraction(2, 3)
    assert mark.feedback == (
        "At A, player 1 chooses among B = (8, 3, 1) and C = (3, 5, 2) and takes what is best for player 1: "
        "the value is (8, 3, 1), not (8, 3, 2).",
        "At A, the utilities of players 1 and 2 are right, and count.",
    )


def test_all_or_nothing_asks_for_whole_tuples() -> None:
    assert marked(asked(Values, credit="all"), "(8, 3, 2)", solved(THREE)).share == 0


def test_a_right_step_from_wrong_values_counts() -> None:
    question = asked(Values, of=("B", "C", "A"))
    mark = marked(question, "{B: [2, 2, 6], C: [3, 5, 2], A: [3, 5, 2]}", solved(THREE))
    assert mark.parts == {"B": "wrong", "C": "right", "A": "carried"}
    assert mark.share == Fraction(6, 9)
    own = {"B": (2, 2, 6), "C": (3, 5, 2)}
    assert marked(asked(BestMove), "r", solved(THREE), own).carried == ("r",)  # type: ignore[arg-type]


def test_a_rounded_component_is_right() -> None:
    tree = "p1(B = chance((1, 2), (1, 3), (1, 3)), (0, 0))"
    assert marked(asked(Values, of="B"), "(1, 2.67)", solved(tree)).share == 1


def test_a_wrong_move_is_told_by_what_it_is_worth_to_the_player() -> None:
    assert marked(asked(BestMove), "r", solved(THREE)).feedback == (
        "The moves are worth l = (8, 3, 1) and r = (3, 5, 2): the best for player 1 is l, not r.",
    )


def test_of_equals_the_rule_takes_one() -> None:
    tree = "p1(l -> (1, 5), r -> (1, 2))"
    (told,) = marked(asked(BestMove), "r", solved(tree)).feedback
    assert told.startswith(
        "r and l are worth the same to player 1, and among equal moves the rule takes the first"
    )
    (told,) = marked(asked(Line), "[A, A2]", solved(tree)).feedback
    assert told.startswith("At A, A1 and A2 are worth the same to player 1")


def test_a_line_is_right_as_far_as_everybody_plays_for_themselves() -> None:
    assert marked(asked(Line), "[A, B, B1]", solved(THREE)).share == 1
    mark = marked(asked(Line), "[A, B, B2]", solved(THREE))
    assert mark.share == Fraction(1, 2)
    assert mark.feedback[-1] == (
        "At B, player 2 goes to B1, which is worth (8, 3, 1), not to B2, which is worth (2, 2, 6)."
    )


SET = """\
set: s
rule: mit-6034
problems:
  - id: t
    tree: {tree}
    questions:
      - {question}
"""


@pytest.mark.parametrize(
    "question",
    [
        "{ask: pruned}",
        "{ask: visited}",
        "{ask: cutoffs}",
        "{ask: irrelevant}",
        "{ask: value, as: returned}",
        "{ask: window, of: [A]}",
        "{ask: bounds, of: [A]}",
        "{ask: count, of: leaves-pruned}",
        "{ask: reorder, of: all}",
    ],
)
def test_error_where_a_question_is_about_pruning(question: str) -> None:
    with pytest.raises(InputError) as caught:
        load_problems(Source(SET.format(tree="p1((1, 2), (3, 0))", question=question), "set.yaml"))
    (mistake,) = caught.value.mistakes
    assert mistake.message == "nothing is pruned if each of several players has its own goal"
    assert mistake.hint == "ask for the `value` of nodes, the `best-move` or the `line`"


def test_error_where_a_set_leaves_a_tie_open_that_others_feel() -> None:
    text = SET.format(tree="p1((1, 2), (1, 0))", question="{ask: value, rule: {best: any}}")
    with pytest.raises(InputError, match="p1 may take `A1` or `A2`"):
        load_problems(Source(text, "set.yaml"))
