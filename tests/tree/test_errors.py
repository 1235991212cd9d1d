"""Mistakes in a tree's text → messages: golden files, and laws for any text at all."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.text.source import MAX_MISTAKES, InputError, Source
from grader.tree import Tree
from grader.tree.language import parse_tree
from grader.tree.language.parser import MAX_CHARACTERS, MAX_NODES
from grader.tree.language.words import scan
from tests.strategies import written_trees

GOLDEN = sorted((Path(__file__).parent / "errors").glob("*.txt"))
SAMPLE = 'A = max(a1 -> B = min~5(3, -1/2, ?x), [4, {m=1, n=2}], chance(1/2 h -> 1, 50% -> "q" = _), ▼(inf))'
FALLBACK = "this does not belong here"


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_error_has_exactly_this_message(path: Path) -> None:
    text, _, expected = path.read_bytes().decode().partition("\n----\n")
    with pytest.raises(InputError) as caught:
        parse_tree(text)
    assert f"{caught.value}\n" == expected


def test_there_are_golden_files_for_many_mistakes() -> None:
    assert len(GOLDEN) >= 30


def outcome(text: str) -> Tree | InputError:
    try:
        return parse_tree(text)
    except InputError as error:
        return error


def tree_or_message(text: str) -> None:
    """Parse, and see that a refusal has a place inside the text and says something of its own."""
    result = outcome(text)
    if isinstance(result, Tree):
        assert parse_tree(str(result)) == result
        return
    assert 0 < len(result.mistakes) <= MAX_MISTAKES
    for mistake in result.mistakes:
        assert mistake.message != FALLBACK
        assert mistake.span is None or 0 <= mistake.span.start <= len(text)
    assert str(result).encode()


def edited(words: list[str]) -> set[str]:
    """Every text with one word deleted, doubled, swapped with the next, or put in elsewhere."""
    texts = set()
    for index, word in enumerate(words):
        texts.add(" ".join(words[:index] + words[index + 1 :]))
        texts.add(" ".join([*words[: index + 1], *words[index:]]))
        texts.add(" ".join([*words[:index], *words[index + 1 : index + 2], word, *words[index + 2 :]]))
        texts.update(" ".join([*words[:index], other, *words[index:]]) for other in set(words))
    return texts


def test_every_edit_of_one_word_gives_a_tree_or_a_message() -> None:
    words = [word.text for word in scan(Source(SAMPLE), 0, [])]
    for text in edited(words):
        tree_or_message(text)


@given(st.text())
@example("\ud800")
@example("max(3,\u2028 4)")
@example("“")
@example("~" * 10)
def test_any_text_gives_a_tree_or_a_message(text: str) -> None:
    tree_or_message(text.encode(errors="replace").decode())


@given(st.text(alphabet="mainxce()[]{},=~->#\"'\\?_1/2.e%∞▲ \n甲−，（"))
def test_any_text_in_the_signs_of_the_language_gives_a_tree_or_a_message(text: str) -> None:
    tree_or_message(text)


@given(written_trees(), st.randoms(use_true_random=False))
def test_a_damaged_tree_gives_a_tree_or_a_message(written: tuple[str, Tree], random: Random) -> None:
    text = written[0]
    start, end = sorted(random.choices(range(len(text) + 1), k=2))
    insert = "".join(random.choices('()[]{},=~->3x"# \n', k=random.randint(0, 3)))
    tree_or_message(text[:start] + insert + text[end:])


def refusal_of(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_tree(text)
    return str(caught.value)


def test_error_text_too_long_is_refused_before_it_is_read() -> None:
    assert refusal_of(" " * (MAX_CHARACTERS + 1)) == (
        "<tree>: error: the text is longer than 64,000,000 characters\n"
        "     = hint: a tree can have up to 2,000,000 nodes"
    )


def test_error_too_many_nodes_are_refused_before_they_are_read() -> None:
    assert refusal_of("max(" + "3," * MAX_NODES + ")") == (
        "<tree>: error: the text has more than 2,000,000 commas and brackets\n"
        "     = hint: a tree can have up to 2,000,000 nodes"
    )


def test_a_text_that_is_wrong_everywhere_gets_a_short_list() -> None:
    message = refusal_of("max(" + "3 " * 10_000)
    assert message.count("error:") == MAX_MISTAKES
    assert message.endswith("\n… and more mistakes than these")


def test_a_bracket_is_not_called_open_where_the_list_ends_before_the_text_does() -> None:
    assert "never closed" not in refusal_of("max(" + "3 " * 100 + ")")


def test_a_list_that_is_complete_says_nothing_of_more() -> None:
    assert "more mistakes" not in refusal_of("max(" + "3 " * (MAX_MISTAKES + 1) + ")")


@pytest.mark.parametrize("text", ["(" * 50_000, ")" * 50_000, "[" * 50_000, "max(" * 50_000, '"' * 50_000])
def test_a_hostile_text_is_refused_at_once(text: str) -> None:
    assert "error:" in refusal_of(text)
