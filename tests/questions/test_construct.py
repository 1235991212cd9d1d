"""`construct`: numbers for blank leaves, and trees of one's own."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grader.questions import Unreadable
from grader.questions.conditions import Condition
from grader.questions.kinds import construct
from grader.questions.kinds.construct import Construct
from grader.rule import Rule
from grader.solving import Solution
from grader.solving.constructions import AllowedNumbers, NothingFound, TreeShape
from grader.solving.unknown_leaf import solve_as_far
from grader.text.sentences import sentences
from grader.tree.language import parse_tree
from tests.marking import grade_of
from tests.oracles import explore
from tests.questions.asking import asked, marked
from tests.questions.reading import trouble

TREE = "A = max(a1 -> B = min(3, _, 8), a2 -> C = min(_, 4, 6), a3 -> D = min(14, 5, 2))"
WHOLE = AllowedNumbers(0, 9, whole=True)
CUT = asked(Construct, holds=(Condition("pruned", "C2"), Condition("pruned", "C3")), numbers=WHOLE)
BOTH = asked(Construct, holds=(Condition("best-move", "a2"), Condition("nothing-pruned", number=1)))
OWN = asked(
    Construct,
    holds=(Condition("deep-cutoff", number=1),),
    numbers=WHOLE,
    shape=TreeShape((4, 8), (2, 4)),
)


def opened(tree: str = TREE, **rule: Any) -> Solution:
    return solve_as_far(parse_tree(tree), Rule(**rule))


READINGS = {
    "a group": "{B2: 4, C1: 7}", "signs": "B2 = 4, C1 = 7", "in order": "4, 7", "lines": "B2: 4\nC1: 7",
    "as JSON": '{"B2": "4", "C1": 7}', "lower case": "b2 4 c1 7",
}  # fmt: skip


@pytest.mark.parametrize("text", READINGS.values(), ids=READINGS)
def test_a_filling_is_read(text: str) -> None:
    assert CUT.read(text, opened()) == {"B2": 4, "C1": 7}
    assert CUT.show({"B2": 4, "C1": 7}, opened()) == "{B2: 4, C1: 7}"


TREES = {
    "the tree language": "max(5, min(9, max(1, min(4, 2))))", "lists": "[5, [9, [1, [4, 2]]]]",
    "names and comments": "A = max( # mine\n 5, B = min(9, max(1, min(4, 2))))",
    "lists over lines": "- 5\n- - 9\n  - - 1\n    - - 4\n      - 2",
    "quoted numbers": '["5", ["9", [1, ["4", 2]]]]',
    "signs": "▲(5, ▼(9, ▲(1, ▼(4, 2))))",
}  # fmt: skip


@pytest.mark.parametrize("text", TREES.values(), ids=TREES)
def test_a_tree_is_read_in_the_tree_language_or_as_lists(text: str) -> None:
    given = OWN.read(text, opened())
    assert OWN.agrees(given, opened())
    assert OWN.read(OWN.show(given, opened()), opened()) == given


TROUBLES = {
    "max(3": "the tree cannot be read at “(”",
    "hello": "the tree cannot be read at “hello”",
    "max(?x, 3)": "the leaf A1 is ?x, and every leaf needs a number",
    "max(_, 3)": "the leaf A1 is _, and every leaf needs a number",
    "max({a=1}, 3)": "the leaf A1 has features, and every leaf needs a number",
    "p1((3, 4), (5, 6))": "here the players of a tree are max and min, and every leaf is one number",
    "[" * 201: "the brackets are nested deeper than 200 levels, and no answer needs that many",
    "max(" + "3, " * 5_000 + "3)": "this is longer than 10000 characters, and no answer needs that many",
}


@pytest.mark.parametrize(("text", "why"), TROUBLES.items(), ids=[text[:12] for text in TROUBLES])
def test_error_what_is_no_tree_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        OWN.read(text, opened())
    assert refused.value.in_words(sentences()).startswith(why)


def test_error_of_several_blanks_one_number_does_not_say_which() -> None:
    assert trouble(CUT, "5", opened())


SHARES = {
    "right, but not the key": (CUT, "{B2: 9, C1: 0}", Fraction(1)),
    "nothing holds": (CUT, "{B2: 4, C1: 7}", Fraction(0)),
    "all conditions, by a fraction": (BOTH, "{B2: 9, C1: 3.5}", Fraction(1)),
    "one condition of two": (BOTH, "{B2: 1, C1: 1.5}", Fraction(1, 2)),
    "no condition of two": (BOTH, "{B2: 9, C1: 1}", Fraction(0)),
    "a number that is not allowed": (CUT, "{B2: 9, C1: -1}", Fraction(1, 2)),
    "one that is not whole": (CUT, "{B2: 9, C1: 1/2}", Fraction(1, 2)),
    "a blank left out": (CUT, "{B2: 4}", Fraction(0)),
    "an infinite number": (CUT, "{B2: inf, C1: -inf}", Fraction(0)),
    "a leaf that is not blank": (CUT, "{B1: 0, B2: 9, C1: 0}", Fraction(1)),
    "a deep cutoff": (OWN, "[5, [9, [1, [4, 2]]]]", Fraction(1)),
    "a shallow one": (OWN, "[[3, 9], [2, 4]]", Fraction(0)),
    "too many leaves": (OWN, "[5, [9, [1, [4, 2]]], 1, 1, 1, 1]", Fraction(0)),
    "too flat": (OWN, "[1, 2, 3, 4]", Fraction(0)),
}


@pytest.mark.parametrize(("question", "text", "share"), SHARES.values(), ids=SHARES)
def test_an_answer_is_marked_by_what_holds(question: Construct, text: str, share: Fraction) -> None:
    assert marked(question, text, opened()).share == share


def test_every_filling_is_right_just_where_an_independent_search_says_so() -> None:
    for ties in ("cut", "keep"):
        solution = opened(ties=ties)
        for one, two in product(range(10), repeat=2):
            tree = solution.filled({"B2": one, "C1": two}).whole  # type: ignore[attr-defined]
            right = {"C2", "C3"} <= {*explore(tree, {"ties": ties}).pruned}
            assert CUT.agrees({"B2": one, "C1": two}, solution) is right


FEEDBACK = {
    "not cut": (
        CUT, "{B2: 9, C1: 5}",
        "The question asks that the search never looks at C2 and C3, but in your tree the search looks at "
        "C2 and C3.",
        "When the search has come to C and is about to look at C2, α is 3 and β is 5. It would skip C2 only "
        "if α were at least β.",
    ),
    "cut": (
        BOTH, "{B2: 9, C1: 1}",
        "The question asks that the best move is a2, but in your tree the best move is a1.",
        "In your tree the moves are worth a1 = 3, a2 = 1 and a3 = 2.",
        "The question asks that nothing is pruned, but in your tree the search never looks at C2 and C3.",
        "In your tree C is at most 1 after C1, but Max can already get 3 at B, so the rest of C cannot"
        " matter.",
    ),
    "blank": (CUT, "{C1: 3}", "There is no number for B2 yet."),
    "unknown": (
        CUT, "{B2: 4, C1: 3, X: 3}",
        "Your answer for X cannot be read: there is no node called X.",
    ),
    "shallow": (
        OWN, "[[3, 9], [2, 4]]",
        "The question asks that there is a deep cutoff, but in your tree there is no deep cutoff.",
        "In your tree C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot"
        " matter.",
        "Each of these cutoffs is caused by the parent’s own bound. A deep cutoff needs a bound that was set"
        " further up.",
    ),
    "sizes": (
        OWN, "[1, 2, 12]",
        "Your tree has 3 leaves, and 4 to 8 leaves were asked for.",
        "The longest line in your tree has 1 move, and a depth of 2 to 4 moves was asked for.",
        "A3 is 12, but the numbers to use are whole numbers from 0 to 9.",
        "The question asks that there is a deep cutoff, but in your tree there is no deep cutoff.",
        "In your tree the search never stops early.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FEEDBACK.values(), ids=FEEDBACK)
def test_a_wrong_answer_is_told_which_condition_fails_and_why(case: Any) -> None:
    question, text, *told = case
    assert marked(question, text, opened()).feedback == tuple(told)


def test_the_key_is_right_and_says_that_it_is_one_of_many() -> None:
    for question in (CUT, BOTH, OWN):
        key = question.key(opened())
        assert question.agrees(key, opened())
        assert "right" in question.key_reasons(opened(), sentences())[0]


MISFITS = {
    "no blank": (CUT, "max(min(3, 4), min(5, 6))", "the tree has no blank leaf that could be filled in"),
    "nothing fits": (
        asked(Construct, holds=(Condition("value", "A", ">", 9),), numbers=WHOLE), "max(_, min(_, 3))",
        "there is no filling for which this holds",
    ),
    "names without a tree": (
        asked(Construct, holds=(Condition("pruned", "C2"),), shape=TreeShape((4, 8), (2, 4))), TREE,
        "there is no tree in which anything is called `C2`",
    ),
    "a value out of reach": (
        asked(Construct, holds=(Condition("value", "A", "=", 50),), numbers=AllowedNumbers(0, 20)),
        f"A = max({', '.join(f'min({place}, _, _)' for place in range(8))})",
        "there is no filling for which this holds",
    ),
    "a value that no tree has": (
        asked(
            Construct, holds=(Condition("value", number=50),), numbers=WHOLE, shape=TreeShape((4, 8), (2, 4))
        ), TREE,
        "there is no tree for which this holds",
    ),
    "impossible tree": (
        asked(Construct, holds=(Condition("deep-cutoff", number=1),), shape=TreeShape((3, 3), (1, 1))), TREE,
        "no tree was found for which this holds, in 6,000 steps; there may still be one",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("question", "tree", "message"), MISFITS.values(), ids=MISFITS)
def test_error_an_answer_has_to_exist(question: Construct, tree: str, message: str) -> None:
    ((_, found, _),) = question.misfits(opened(tree))
    assert found == message


def test_a_value_is_out_of_reach_only_where_all_lowest_or_all_highest_numbers_say_so() -> None:
    for sign, number in (("<=", 0), ("<", 1), (">=", 9), (">", 8), ("!=", 3), ("=", 0), ("=", 9)):
        question = asked(Construct, holds=(Condition("value", "", sign, number),), numbers=WHOLE)
        assert not list(question.misfits(opened("min(max(_, _), max(_, 0))"))), (sign, number)


def test_ends_of_infinity_under_chance_leave_the_question_open() -> None:
    question = asked(Construct, holds=(Condition("value", "", "<", -5),))
    assert not list(question.misfits(opened("min(chance(_, inf), chance(_, _))")))


def test_what_no_tree_meets_is_looked_for_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = []

    def looked(*about: Any) -> None:
        found.append(about)
        raise NothingFound(certain=True)

    monkeypatch.setattr(construct, "find_tree", looked)
    question = asked(Construct, holds=(Condition("value", number=77),), numbers=WHOLE, shape=OWN.shape)
    for tree in ("max(_, 2)", "max(_, 3)", "max(_, 4)"):
        assert list(question.misfits(opened(tree)))
    assert len(found) == 1


def test_about_a_tree_in_decimals_everything_is_in_decimals() -> None:
    solution = opened("A = max(B = min(_, 2.5), C = min(_, 1.75))")
    say = sentences().in_decimals()
    question = asked(Construct, holds=(Condition("value", number=Fraction(9, 4)),))
    assert question.in_full(solution, sentences()).endswith("so that the value of the root is 2.25.")
    assert question.show(question.key(solution), solution) == "{B1: 2.25, C1: 3}"
    shape, numbers = TreeShape((3, 4), (2, 2)), AllowedNumbers(Fraction(1, 2), Fraction(5, 2))
    own = asked(Construct, holds=(Condition("value", number=Fraction(3, 2)),), shape=shape, numbers=numbers)
    texts = (own.in_full(solution, sentences()), own.show(own.key(solution), solution))
    assert not any("/" in text for text in (*texts, *own.key_reasons(solution, say)))
    assert own.plain_key(solution) == texts[1]


@pytest.mark.parametrize("tree", ["7", "chance(1, 2)"])
def test_a_tree_in_which_nobody_moves_at_the_root_has_no_best_child(tree: str) -> None:
    own = asked(Construct, holds=(Condition("best-child", number=1),), shape=TreeShape((1, 8), (1, 4)))
    mark = marked(own, tree, opened())
    assert mark.share == 0
    assert mark.feedback[-1] == (
        "The question asks that child 1 of the root, counted from the left, is the best move, but in your "
        "tree nobody moves at the root."
    )


SET = """\
set: s
problems:
  - id: own
    questions:
      - ask: construct
        shape: {leaves: 2..4, depth: 1..2}
        holds: {leaves-pruned: 1, best-child: 1, value: "> 2"}
      - {ask: manual, text: Why?}
  - id: blanks
    tree: max(min(3, _), min(_, 4))
    questions:
      - {ask: construct, holds: {pruned: C2}}
      - {ask: value, given: {B2: 5, C1: 1}}
"""


def test_a_problem_needs_no_tree_where_students_make_up_their_own() -> None:
    sheet = """\
set: s
answers:
  own: {construct: "[[3, 5], [2, 9]]"}
  blanks: {construct: "5, 3", value: 3}
"""
    assert [check.verdict for check in grade_of(SET, sheet).checks] == ["right", "missing", "right", "right"]
