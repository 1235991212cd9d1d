"""What a student calls nodes → the nodes."""

import pytest

from grader.questions import Unreadable
from grader.questions.reading.node_mentions import mentions
from grader.questions.reading.node_names import names_of
from grader.questions.reading.phrases import read_answer
from grader.solving import Solution
from grader.text.sentences import sentences
from tests.questions.asking import solved

SPELT = """A = max(
    α = min(1, 2), größe = min(3, 4), "2nd try" = min(5, 6), b = min(7, 8), B = min(9, 10), "C-1" = 11
)"""


def listed(text: str, solution: Solution | None = None) -> list[str]:
    solution = solution or solved()
    return [solution.tree.names[mention.index] for mention in mentions(read_answer(text), solution)]


FOUND = {
    "exactly": ("C2", "C2"),
    "in another case": ("c2", "C2"),
    "in quotes": ('"C2"', "C2"),
    "in full-width signs": ("Ｃ２", "C2"),
    "as an edge": ("C->C2", "C2"),
    "as an edge with blanks": ("C → C2", "C2"),
    "as an edge with a dash": ("C-C2", "C2"),
    "as an edge with a long dash": ("C–C2", "C2"),
    "as an edge with its move": ("A -> a2", "C"),
    "by its utility": ("12", "B2"),
    "by its utility behind a dash": ("- 12", "B2"),
    "as an edge with its utility": ("C->4", "C2"),
    "as an edge with a utility that others have too": ("C -> 2", "C1"),
    "with a full stop": ("C2.", "C2"),
}


@pytest.mark.parametrize(("text", "name"), FOUND.values(), ids=FOUND)
def test_a_node_is_found(text: str, name: str) -> None:
    assert listed(text) == [name]


SPELLINGS = {
    "another script": ("Α", "α"),
    "a letter in two characters": ("gro\u0308ße", "größe"),
    "in capitals": ("GRÖSSE", "größe"),
    "with blanks": ("2nd try", "2nd try"),
    "with blanks, in another case": ("2ND TRY", "2nd try"),
    "where case matters, the small one": ("b", "b"),
    "where case matters, the large one": ("B", "B"),
    "a name with a dash": ("C-1", "C-1"),
    "a name with another dash": ("C–1", "C-1"),
}


@pytest.mark.parametrize(("text", "name"), SPELLINGS.values(), ids=SPELLINGS)
def test_a_name_is_found_however_it_is_spelt(text: str, name: str) -> None:
    assert listed(text, solved(SPELT)) == [name]


@pytest.mark.parametrize(
    "text", ["none", "None", "nothing", "∅", "None.", "[]", "{}", "()", "empty", "[none]", "no"]
)
def test_nothing_is_a_list_without_nodes(text: str) -> None:
    assert listed(text) == []


@pytest.mark.parametrize("name", ["none", "no", "on", "y", "nothing"])
def test_a_node_may_be_called_like_a_word_for_nothing(name: str) -> None:
    assert listed(name, solved(f"A = max({name} = min(1, 2), 3)")) == [name]


@pytest.mark.parametrize(
    "text",
    ["[C2, C3]", "C2 C3", "{C2 C3}", "- C2\n- C3", "[[C2], [C3]]", "C->C2 C->C3", "C2 and C3", "C2 & C3."],
)
def test_several_nodes_are_listed(text: str) -> None:
    assert listed(text) == ["C2", "C3"]


def test_a_mention_says_how_and_where() -> None:
    found = mentions(read_answer("C2, C->C3, 12"), solved())
    assert [(mention.form, mention.start, mention.end) for mention in found] == [
        ("name", 0, 2), ("edge", 4, 9), ("utility", 11, 13),
    ]  # fmt: skip


REFUSED = {
    "an unknown name": ("Q", "there is no node called Q"),
    "a misspelt name": ("C22", "there is no node called C22; perhaps you meant C2"),
    "a utility that occurs twice": (
        "2",
        "several leaves have the utility 2, such as C1 and D3; write the name of each leaf that you mean",
    ),
    "a utility that does not occur": ("99", "no leaf has the utility 99"),
    "an edge that is not there": ("B->C2", "no edge leads from B to C2"),
    "an edge to a leaf elsewhere": ("B->4", "no edge leads from B to 4"),
    "an edge to a utility that several have": (
        "B->2",
        "several leaves have the utility 2, such as C1 and D3; write the name of each leaf that you mean",
    ),
    "an edge from a utility": ("12->B", "there is no node called 12"),
    "an edge to an unknown node": ("B->Q", "there is no node called Q"),
    "an edge from an unknown node": ("Q->B", "there is no node called Q"),
    "an arrow alone": ("->", "there is no node called ->"),
    "a value": ("C2: 3", "write only names, without a colon or an equals sign"),
    "a dash": ("–", "a dash alone could mean anything; if there are none, write none"),
    "a long word": ("x" * 100, f"there is no node called {'x' * 39}…"),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_error_no_node_is_called_so(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        listed(text)
    assert refused.value.in_words(sentences()) == why


def test_a_minus_that_stands_apart_is_part_of_a_utility() -> None:
    solution = solved("A = max(B = min(-3, 4), C = min(3, 5))")
    assert listed("- 3", solution) == ["B1"]
    assert listed("3", solution) == ["C1"]


def test_a_node_may_be_called_like_a_word_that_joins_names() -> None:
    assert listed("B and C", solved("A = max(B = 1, and = 2, C = 3)")) == ["B", "and", "C"]


def test_a_name_may_end_in_a_full_stop() -> None:
    solution = solved('A = max("e.g." = 1, "e.g" = 2)')
    assert listed("e.g., e.g, A.", solution) == ["e.g.", "e.g", "A"]


def test_a_name_in_another_case_is_not_guessed_among_two() -> None:
    solution = solved("A = max(go = min(1, 2), GO = min(3, 4))")
    with pytest.raises(Unreadable):
        listed("Go", solution)


def test_a_move_and_a_name_that_are_spelt_alike_are_told_apart() -> None:
    solution = solved("A = max(x -> y = min(1, 2), y -> x = min(3, 4))")
    names = names_of(solution)
    first, second = solution.tree.child_indexes(0)
    assert (names.child(0, "x"), names.child(0, "y")) == (second, first)
    assert (names.move(0, "x"), names.move(0, "y")) == (first, second)


def test_an_exact_move_comes_before_a_name_in_another_case() -> None:
    solution = solved("B = min(b2 -> 3, b1 -> 12)")
    assert names_of(solution).child(0, "b1") == 2


def test_the_names_of_a_tree_are_looked_at_once() -> None:
    solution = solved()
    assert names_of(solution) is names_of(solution)
    assert names_of(solution) is not names_of(solved())
