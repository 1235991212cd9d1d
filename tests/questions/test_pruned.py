"""The question `pruned`: its key in every form, the forms that are understood, marks and what is said."""

from fractions import Fraction

import pytest

from grader.questions.kinds.pruned import Pruned, Restated
from grader.solving import Solution, solve
from grader.text.sentences import sentences
from grader.text.source import InputError
from grader.tree import Kind, TreeBuilder
from tests.questions.asking import TEXTBOOK, asked, marked, solved
from tests.questions.reading import BOUND, SUBTREES, question_from, trouble

FORMS = ("leaves", "nodes", "subtrees", "edges")

KEYS = {
    "leaves": "[D1, D2, E1, F1, F2]",
    "nodes": "[D, D1, D2, E, E1, F, F1, F2]",
    "subtrees": "[D, E]",
    "edges": "[C->D, C->E]",
}


@pytest.mark.parametrize(("form", "key"), KEYS.items(), ids=KEYS)
def test_the_key_has_the_form_that_is_asked_for(form: str, key: str) -> None:
    solution = solved(SUBTREES)
    question = asked(Pruned, as_=form)
    assert question.show(question.key(solution), solution) == key


@pytest.mark.parametrize("asked_form", FORMS)
@pytest.mark.parametrize("given_form", FORMS)
def test_the_same_claim_in_any_form_is_the_same_answer(asked_form: str, given_form: str) -> None:
    solution = solved(SUBTREES)
    question = asked(Pruned, as_=asked_form)
    assert question.read(KEYS[given_form], solution) == question.key(solution)


READINGS = {
    "a list": ("[C2, C3]", ("C2", "C3")),
    "without brackets": ("C2, C3", ("C2", "C3")),
    "braces and blanks": ("{C2 C3}", ("C2", "C3")),
    "lines": ("- C2\n- C3", ("C2", "C3")),
    "small letters": ("c2, c3", ("C2", "C3")),
    "another order": ("C3, C2", ("C2", "C3")),
    "repeats": ("C2, C3, C2", ("C2", "C3")),
    "quotes": ('["C2", C3]', ("C2", "C3")),
    "utilities": ("4, 6", ("C2", "C3")),
    "edges": ("C->C2, C → C3", ("C2", "C3")),
    "edges with a dash": ("C-C2, C–C3", ("C2", "C3")),
    "an edge by its move": ("A->a2", ("C1", "C2", "C3")),
    "a subtree": ("C", ("C1", "C2", "C3")),
    "a subtree and a leaf of it": ("C, C2", ("C1", "C2", "C3")),
    "everything": ("A", ("B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3")),
    "none": ("none", ()),
    "an empty list": ("[]", ()),
    "the empty set": ("∅", ()),
}


@pytest.mark.parametrize(("text", "answer"), READINGS.values(), ids=READINGS)
def test_an_answer_is_read_as_leaves(text: str, answer: tuple[str, ...]) -> None:
    assert asked(Pruned).read(text, solved(TEXTBOOK)) == answer


def test_a_node_is_named_with_the_last_of_its_leaves() -> None:
    question = asked(Pruned, as_="nodes")
    solution = solved(SUBTREES)
    assert question.read("E1, F1", solution) == ("E1", "F1")
    assert question.read("E1, F1, F2", solution) == ("E", "E1", "F", "F1", "F2")


@pytest.mark.parametrize(("half", "shown"), [("2.5", "2.5"), ("5/2", "5/2")])
def test_numbers_are_told_as_the_tree_writes_them(half: str, shown: str) -> None:
    (said,) = marked(asked(Pruned), "none", solved(f"max(3, min({half}, 4))")).feedback
    assert said.startswith(f"B2 is pruned: B is at most {shown} after B1, but ")
    assert said.endswith(f" (v = {shown} ≤ α = 3).")


TROUBLES = {
    "no such node": ("C2, X9", "X9"),
    "a utility that occurs twice": ("4, 2", "2"),
    "an edge that is none": ("C->D1", "C->D1"),
    "something about a node": ("C2: 4", "C2: 4"),
}


@pytest.mark.parametrize(("text", "part"), TROUBLES.values(), ids=TROUBLES)
def test_what_names_no_node_is_unreadable(text: str, part: str) -> None:
    assert trouble(asked(Pruned), text, solved(TEXTBOOK))[1] == part


AS_ASKED = {
    "leaves": "c3, C2, C2",
    "nodes": "C2, C3",
    "subtrees": "C2 C3",
    "edges": "C-C2, C->C3",
}


@pytest.mark.parametrize(("form", "text"), AS_ASKED.items(), ids=AS_ASKED)
def test_nothing_is_said_about_the_form_that_is_asked_for(form: str, text: str) -> None:
    assert marked(asked(Pruned, as_=form), text, solved(TEXTBOOK)).feedback == ()


OTHER_FORMS = {
    ("leaves", "D, E"): "The question asks for leaves; in leaves, your answer is: D1, D2, E1, F1 and F2.",
    (
        "leaves",
        "7 9 1 4 6",
    ): "The question asks for leaves; in leaves, your answer is: D1, D2, E1, F1 and F2.",
    ("nodes", "C->D, C->E"): (
        "The question asks for all nodes; in nodes, your answer is: D, D1, D2, E, E1, F, F1 and F2."
    ),
    (
        "subtrees",
        "D1, D2, E1, F",
    ): "The question asks for the topmost nodes; in these, your answer is: D and E.",
    ("edges", "D, E"): "The question asks for edges; in edges, your answer is: C->D and C->E.",
}


@pytest.mark.parametrize(("form", "text", "remark"), [(*key, said) for key, said in OTHER_FORMS.items()])
def test_another_form_earns_the_same_and_how_it_was_read_is_said(form: str, text: str, remark: str) -> None:
    result = marked(asked(Pruned, as_=form), text, solved(SUBTREES))
    assert result.share == 1
    assert result.feedback == (remark,)


MATTERS = (
    "With {leaf} = {own}, the root A is worth 3; with {leaf} = 1, it is worth 2. "
    "So the search has to look at {leaf}"
)
MATTERS_BELOW = (
    "With C1 = 2, the root A is worth 3; with C1 = 15, it is worth 4. "
    "So the search has to look at C1, below C."
)

MARKS = {
    "right": ("leaves", "C2, C3", Fraction(1), ()),
    "missed": (
        "leaves", "C2", Fraction(1, 2),
        ("C2 is right.", f"C3 is pruned: {BOUND}."),
    ),
    "nothing": ("leaves", "none", Fraction(0), (f"C2 and C3 are pruned: {BOUND}.",)),
    "too much": (
        "leaves", "B3, C2, C3", Fraction(1, 2),
        ("C2 and C3 are right.", f"B3 is not pruned. {MATTERS.format(leaf='B3', own=8)}."),
    ),
    "too much and too little": (
        "leaves", "B2, B3, C2", Fraction(0),
        (
            "C2 is right.",
            f"B2 is not pruned. {MATTERS.format(leaf='B2', own=12)}.",
            f"B3 is not pruned. {MATTERS.format(leaf='B3', own=8)}.",
            f"C3 is pruned: {BOUND}.",
        ),
    ),
    "a subtree too high": (
        "subtrees", "C", Fraction(0),
        (f"C is not pruned. {MATTERS_BELOW}", f"C2 and C3 are pruned: {BOUND}."),
    ),
    "an edge too high": (
        "edges", "A->C", Fraction(0),
        (f"A->C is not pruned. {MATTERS_BELOW}", f"C->C2 and C->C3 are pruned: {BOUND}."),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("form", "text", "share", "feedback"), MARKS.values(), ids=MARKS)
def test_too_much_and_too_little_are_marked_and_told_apart(
    form: str, text: str, share: Fraction, feedback: tuple[str, ...]
) -> None:
    result = marked(asked(Pruned, as_=form), text, solved(TEXTBOOK))
    assert (result.share, result.feedback) == (share, feedback)


def test_each_wrong_claim_is_refuted_up_to_three_and_the_others_are_named() -> None:
    feedback = marked(asked(Pruned), "B1, B2, B3, C1, C2, C3, D1", solved(TEXTBOOK)).feedback
    refuted = [sentence.partition(". ")[0] for sentence in feedback[1:]]
    assert refuted == [
        "B1 is not pruned", "B2 is not pruned", "B3 is not pruned",
        "C1 and D1 are not pruned either.",
    ]  # fmt: skip


def test_claims_with_the_same_leaf_or_the_same_reason_are_refuted_together() -> None:
    nodes = marked(asked(Pruned, as_="nodes"), "C, C1, C2, C3", solved(TEXTBOOK))
    assert nodes.feedback[1:] == (f"C and C1 are not pruned. {MATTERS_BELOW}",)
    plain = marked(asked(Pruned), "B1, B2, C1, C2, C3, D1", solved(TEXTBOOK, search="minimax"))
    assert plain.feedback == (
        "B1, B2, C1, C2, C3 and D1 are not pruned. "
        "The rule here is plain minimax, which looks at every node.",
    )


def test_a_part_of_a_pruned_subtree_is_not_the_subtree() -> None:
    result = marked(asked(Pruned, as_="subtrees"), "D, E1, F1", solved(SUBTREES))
    assert result.share == 0
    assert result.feedback == (
        "D is right.",
        "E1 and F1 are only parts of what is pruned with E.",
        f"E is pruned: {BOUND}.",
    )
    assert result.parts == {"D": "right", "E": "missed", "E1": "wrong", "F1": "wrong"}


def test_a_subtree_can_be_named_by_all_its_leaves() -> None:
    assert marked(asked(Pruned, as_="subtrees"), "D, E1, F1, F2", solved(SUBTREES)).share == 1


NOTHING_PRUNED = "max(min(1, 2), min(3, 4))"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", ["none", "[]", "{}", "nothing"])
def test_where_nothing_is_pruned_naming_nothing_earns_everything(form: str, text: str) -> None:
    result = marked(asked(Pruned, as_=form), text, solved(NOTHING_PRUNED))
    assert result.share == 1
    assert result.feedback == ()
    assert result.parts == {}


def test_where_nothing_is_pruned_naming_something_earns_nothing() -> None:
    result = marked(asked(Pruned), "C2", solved(NOTHING_PRUNED))
    assert result.share == 0
    assert result.feedback == (
        "C2 is not pruned. With C2 = 4, the root A is worth 3; with C2 = 1, it is worth 1. So the search "
        "has to look at C2.",
    )


def test_a_node_called_none_is_not_taken_for_nothing() -> None:
    solution = solved("max(min(3), min(2, none = 4))")
    question = asked(Pruned)
    assert question.read("none", solution) == ("none",)
    assert question.show((), solution) == "[]"


def test_all_or_nothing_gives_no_part_of_the_points() -> None:
    assert marked(asked(Pruned, credit="all"), "C2", solved(TEXTBOOK)).share == 0


def test_a_table_says_what_mistakes_cost() -> None:
    credit = {1: Fraction(3, 4)}
    assert marked(asked(Pruned, credit=credit), "C2", solved(TEXTBOOK)).share == Fraction(3, 4)


def test_edges_between_nodes_that_need_quotes_are_read_as_they_are_shown() -> None:
    solution = solved('max(min(3), "2nd try" = min(2, "a->b" = 4))')
    question = asked(Pruned, as_="edges")
    assert question.show(question.key(solution), solution) == '["2nd try"->"a->b"]'
    assert question.read('["2nd try"->"a->b"]', solution) == question.key(solution)


def test_an_edge_is_named_by_its_lower_node_before_its_move() -> None:
    solution = solved("max(3, min(2, b -> a = 4, a -> c = 5))")
    assert asked(Pruned, as_="edges").read("B->a", solution) == ("B->a",)


def wide(branches: int, leaves: int) -> Solution:
    """Every branch after the first is cut after its first leaf."""
    cut = f"min({', '.join(['2'] * leaves)})"
    return solved(f"max(min(3), {', '.join([cut] * branches)})")


def test_of_many_missed_cutoffs_only_the_first_are_explained() -> None:
    *explained, last = marked(asked(Pruned), "none", wide(9, 2)).feedback
    assert len(explained) == 6
    assert last == "There are 3 more cutoffs that you missed."


def test_a_long_list_of_names_is_cut_short() -> None:
    (said,) = marked(asked(Pruned), "none", wide(1, 40)).feedback
    assert said.startswith(
        "C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13 and 27 more are pruned: C is at most 2 after C1"
    )


def test_an_answer_that_was_turned_round_is_still_equal_to_the_key() -> None:
    solution = solved(TEXTBOOK)
    given = asked(Pruned).read("4, 6", solution)
    assert isinstance(given, Restated)
    assert given == asked(Pruned).key(solution)
    assert asked(Pruned).plain(given) == ["C2", "C3"]


def test_a_tree_a_hundred_thousand_levels_deep_is_no_trouble() -> None:
    builder = TreeBuilder()
    builder.open(Kind.MAX)
    builder.leaf(3)
    builder.open(Kind.MIN)
    builder.leaf(2)
    for level in range(100_000):
        builder.open((Kind.MAX, Kind.MIN)[level % 2])
    builder.leaf(9, name="deepest")
    for _ in range(100_002):
        builder.close()
    solution = solve(builder.tree())
    question = asked(Pruned, as_="edges")
    assert question.read("deepest", solution) == question.key(solution) == ("B->C",)
    assert marked(question, "none", solution).share == 0


ASKED = {
    "leaves": "Which leaves are pruned, that is, which does the search never look at?",
    "edges": (
        "Which edges are pruned, that is, along which does the search never go? Name only the topmost edge "
        "of each subtree, in the form parent->child."
    ),
}


@pytest.mark.parametrize(("form", "words"), ASKED.items(), ids=ASKED)
def test_the_question_says_which_form_it_wants(form: str, words: str) -> None:
    assert asked(Pruned, as_=form).in_words(solved(TEXTBOOK), sentences()) == words


def test_leaves_are_asked_for_where_nothing_else_is_said() -> None:
    assert question_from(Pruned, "{}") == asked(Pruned, as_="leaves")
    assert question_from(Pruned, "as: edges") == asked(Pruned, as_="edges")


def test_a_form_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputError) as refused:
        question_from(Pruned, "as: leafs")
    (mistake,) = refused.value.mistakes
    assert (mistake.message, mistake.hint) == (
        "`leafs` is not one of the choices here",
        "did you mean `leaves`?",
    )


PAIRS = {
    "in parentheses": "(C, C2), (C, C3)",
    "in brackets": "[[C, C2], [C, C3]]",
    "in braces": "{(C, C2), (C, C3)}",
    "on lines": "- (C, C2)\n- (C, C3)",
    "with utilities": "(C, 4), (C, 6)",
    "mixed with an arrow": "(C, C2), C->C3",
}


@pytest.mark.parametrize("text", PAIRS.values(), ids=PAIRS)
def test_a_node_and_its_child_in_brackets_are_an_edge(text: str) -> None:
    assert asked(Pruned, as_="edges").read(text, solved()) == ("C->C2", "C->C3")


@pytest.mark.parametrize("text", ["(C, C2)", "[(C, C2)]", "[[C, C2]]"])
def test_such_an_edge_may_stand_alone(text: str) -> None:
    assert asked(Pruned, as_="edges").read(text, solved()) == ("C->C2",)


def test_two_nodes_of_which_none_is_the_others_child_are_no_edge() -> None:
    question = asked(Pruned, as_="edges")
    assert question.read("(C2, C3)", solved()) == ("C->C2", "C->C3")
    assert question.read("[C, C2]", solved()) == ("A->C",)


def test_the_example_has_the_form_that_is_asked_for() -> None:
    assert asked(Pruned).example == "[K2, L1]"
    assert asked(Pruned, as_="edges").example == "[K->K2, L->L1]"
