"""Text → Tree: what every construct of the tree language means."""

import re
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest

from grader.text.source import InputError, Source
from grader.tree import Kind, Unknown
from grader.tree.language import load_tree, parse_tree
from grader.tree.language.grammar import tree_parser
from grader.tree.notation import PLAIN_NAME

TEXTBOOK = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"


def test_the_textbook_tree_has_its_nodes_in_preorder() -> None:
    tree = parse_tree(TEXTBOOK)
    assert " ".join(tree.names) == "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3"
    assert [node.kind for node in tree.children(tree.root)] == [Kind.MIN] * 3
    assert [node.label for node in tree.children(tree.root)] == ["a1", "a2", "a3"]
    assert [node.utility for node in tree.leaves] == [3, 12, 8, 2, 4, 6, 14, 5, 2]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("MAX(3, Min(4), cHaNcE(5))", "max(3, min(4), chance(5))"),
        ("▲(▼(3), ●(4))", "max(min(3), chance(4))"),
        ("△(▽(3), ○(4))", "max(min(3), chance(4))"),
        ("[[3, 12, 8], [2, 4, 6]]", "max(min(3, 12, 8), min(2, 4, 6))"),
        ("min [[3, 12], 4]", "min(max(3, 12), 4)"),
        ("max([3, [4]], 5)", "max(min(3, max(4)), 5)"),
        ("max(chance([3, 4], 5))", "max(chance(min(3, 4), 5))"),
        ("chance [[3], 4]", "chance(max(3), 4)"),
        ("[a -> [3, 4], B = [5]]", "max(a -> min(3, 4), B = min(5))"),
        ("max(3, 4,)", "max(3, 4)"),
        ("[3, 4,]", "max(3, 4)"),
        ("# a comment\nmax( # another\n 3,\r\n\t4)\n# a last one", "max(3, 4)"),
        ('"B" = max(3, "2nd try" -> 4)', 'B = max(3, "2nd try" -> 4)'),
        ("max(B=3,a->4)", "max(B = 3, a -> 4)"),
    ],
)
def test_two_ways_to_write_the_same_tree(text: str, same: str) -> None:
    assert parse_tree(text) == parse_tree(same)
    assert str(parse_tree(text)) == same


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        ("+3", 3),
        ("-3", -3),
        ("007", 7),
        ("3.0", 3),
        ("0.1", Fraction(1, 10)),
        (".5", Fraction(1, 2)),
        ("5.", 5),
        ("-2.50", Fraction(-5, 2)),
        ("7/3", Fraction(7, 3)),
        ("6 / 3", 2),
        ("-7/3", Fraction(-7, 3)),
        ("1e3", 1000),
        ("2.5E-1", Fraction(1, 4)),
        ("inf", inf),
        ("+inf", inf),
        ("-inf", -inf),
        ("∞", inf),
        ("-∞", -inf),
        ("-Infinity", -inf),
    ],
)
def test_a_leaf_is_an_exact_number(text: str, number: int | Fraction | float) -> None:
    utility = parse_tree(f"max({text})")["A1"].utility
    assert utility == number
    assert type(utility) is type(number)


def test_unknown_leaves_and_blanks_are_leaves_without_a_number() -> None:
    tree = parse_tree("max(?x, _, x_1 = ?größe)")
    assert [leaf.utility for leaf in tree.leaves] == [Unknown("x"), Unknown(""), Unknown("größe")]
    assert str(tree) == "max(?x, _, x_1 = ?größe)"


def test_an_inner_node_may_have_a_static_evaluation_or_features() -> None:
    tree = parse_tree("max~-1/2(min{mobility=3, material=-1}(4), {mobility=0.5})")
    assert tree["A"].estimate == Fraction(-1, 2)
    assert tree["B"].features == (("mobility", 3), ("material", -1))
    assert tree["A2"].features == (("mobility", Fraction(1, 2)),)
    assert tree["A2"].utility is None


def test_probabilities_may_have_moves() -> None:
    tree = parse_tree("chance(1/2 heads -> 4, 0.25 -> 3, 25% tails -> 2)")
    leaves = tree.leaves
    assert [leaf.probability for leaf in leaves] == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert [leaf.label for leaf in leaves] == ["heads", None, "tails"]


def test_blanks_may_stand_inside_a_fraction_and_before_a_percent_sign() -> None:
    assert parse_tree("chance(1 / 4 -> 3, 25 % -> 4, 50\t% a -> 5)") == parse_tree(
        "chance(1/4 -> 3, 1/4 -> 4, 1/2 a -> 5)"
    )


def test_a_certain_outcome_is_allowed() -> None:
    assert parse_tree("chance(100% -> 3)").leaves[0].probability == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("3", "A"),
        ("max(min(1), 2, min(max(3)))", "A B B1 A2 C D D1"),
        ("max(B = min(1), min(2))", "A B B1 C C1"),
        ("max(C2 = 7, 8, min(1, 2))", "A C2 A2 B B1 B2"),
        ("max(A1 = 7, A2 = 8, min(1, 2), A3 = 1)", "A A1 A2 B B1 B2 A3"),
        ("max(A2 = 7, 8)", "A A2 A.2"),
        ('max("A.2" = min(A2 = 1), 8)', "A A.2 A2 A..2"),
        (
            "C = max(C1 = min(1, 2), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5)",
            "C C1 C11 C12 C2 C3 C4 C5 C6 C7 C8 C9 C10 C.11 C.12",
        ),
    ],
)
def test_nodes_without_a_name_get_one(text: str, names: str) -> None:
    assert list(parse_tree(text).names) == names.split()


def test_automatic_names_go_on_after_z_and_skip_the_words_of_the_language() -> None:
    tree = parse_tree("max(" + ", ".join(["min(1)"] * 20_000) + ")")
    inner = [node.name for node in tree if not node.is_leaf]
    assert inner[24:28] == ["Y", "Z", "AA", "AB"]
    assert not {"MAX", "MIN", "INF"} & set(inner)
    assert {"MAW", "MAY"} < set(inner)


def test_a_name_may_be_a_word_of_any_script() -> None:
    text = "максимум = max(左 -> 名 = 3, क्षत्रिय = 4, x' = 5, é_1 = 6)"
    assert str(parse_tree(text)) == text


def test_accents_are_written_in_one_way() -> None:
    composed, decomposed = "\N{LATIN SMALL LETTER E WITH ACUTE}", "e\N{COMBINING ACUTE ACCENT}"
    assert parse_tree(f"{decomposed} = max(3)") == parse_tree(f"{composed} = max(3)")


@pytest.mark.parametrize(
    "name",
    ['"max"', '"a b"', '"1"', '"say \\"hi\\""', '"back\\\\slash"', '"two\\nlines"', '"\\u001b[1m"', '"<&>"'],
)  # fmt: skip
def test_a_quoted_name_is_written_back_as_it_was(name: str) -> None:
    text = f"{name} = max({name} -> 3)"
    assert str(parse_tree(text)) == text


def test_the_plain_names_of_grammar_and_writer_are_the_same() -> None:
    terminal = next(terminal for terminal in tree_parser().terminals if terminal.name == "NAME")
    in_grammar, in_writer = re.compile(terminal.pattern.to_regexp()), re.compile(PLAIN_NAME)
    for character in map(chr, range(0x30000)):
        for text in (character, f"a{character}"):
            assert bool(in_grammar.fullmatch(text)) == bool(in_writer.fullmatch(text))


def test_load_tree_reads_a_file_with_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "windows.tree"
    path.write_bytes("\ufeffmax(\r\n\t3,\r\n\t4)\r\n".encode())
    assert load_tree(path) == parse_tree("max(3, 4)")


def test_a_tree_inside_another_file_is_read_where_it_stands() -> None:
    text = "tree: |\n  max(3,\n      4 5)\nnext: 1\n"
    source = Source(text, "week3.yaml").part(text.index("max"), text.index("next"))
    with pytest.raises(InputError) as caught:
        parse_tree(source)
    assert str(caught.value).startswith("week3.yaml:3:9: error: a comma is missing before `5`\n")


WRONG_TYPES = {
    "a number": (3, "a tree is parsed from text, not from int"),
    "bytes": (b"max(3)", "a tree is parsed from text, not from bytes; decode them first"),
    "a list": ([3], "a tree is parsed from text, not from list"),
}


@pytest.mark.parametrize(("given", "message"), WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_error_what_is_no_text(given: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        parse_tree(given)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text", ['max("\ud800" -> 3, 4)', '"a\udc80" = max(3, 4)', 'max({"\udfff" = 1}, 3)'], ids=ascii
)
def test_half_a_character_is_refused_as_its_escape_is(text: str) -> None:
    """A tree that has one could not be written in any way that reads back."""
    with pytest.raises(InputError) as refused:
        parse_tree(text)
    assert [mistake.message for mistake in refused.value.mistakes] == ["this text has half a character in it"]


STRAY = {
    "blanks": "max(" + " " * 50_000 + ";",
    "a line of a set": "max(\n      ; 3)",
    "comments": "#" * 50_000 + "\n;",
}


@pytest.mark.parametrize("text", STRAY.values(), ids=STRAY)
def test_whatever_stands_before_a_stray_sign_it_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"`;` does not separate children|is never closed"):
        parse_tree(text)


def test_a_message_has_no_more_of_a_word_than_can_be_read() -> None:
    with pytest.raises(InputError) as refused:
        parse_tree(f"max({'7' * 5_000}x, 3)")
    assert len(str(refused.value)) < 500
