"""An instructor's file → values that keep what was typed and know where it stands."""

from __future__ import annotations

import pytest
import yaml

from grader.document import Mapping, Scalar, Sequence, Value, load_document
from grader.document.loader import MAX_CHARACTERS
from grader.text.source import InputError, Source
from grader.tree.language import parse_tree


def load(text: str) -> Value:
    return load_document(Source(text, "set.yaml"))


def field(text: str, name: str = "a") -> Value:
    document = load(text)
    assert isinstance(document, Mapping)
    return next(value for key, value in document.entries if key.text == name)


def scalar(text: str) -> Scalar:
    value = field(text)
    assert isinstance(value, Scalar)
    return value


def typed(value: Value) -> str:
    source = value.typed
    return source.text[source.start : source.end]


@pytest.mark.parametrize(
    "word", ["no", "on", "1.10", "0o7", "~", "null", "2027-02-01", "1_000", "1/2", "12:30"]
)
def test_a_word_stays_the_text_that_was_typed(word: str) -> None:
    assert scalar(f"a: {word}\n").text == word


@pytest.mark.parametrize(
    ("text", "quoted"),
    [("a: no\n", False), ("a: 'no'\n", True), ('a: "no"\n', True), ("a: |\n  no\n", False)],
)
def test_a_text_knows_whether_it_stood_in_quotes(text: str, quoted: bool) -> None:
    assert scalar(text).quoted is quoted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: max(3, 4)  # c\n", "max(3, 4)"),
        ("a: 'max(3, 4)'\n", "max(3, 4)"),
        ('a: "max(3, 4)"\n', "max(3, 4)"),
        ("a: |  # c\n  max(3,\n    4)\n\nb: 1\n", "max(3,\n    4)"),
        ("a: >-\n  max(3,\n  4)\nb: 1\n", "max(3,\n  4)"),
        ("a: max(3,\n  4)\nb: 1\n", "max(3,\n  4)"),
        ("a: [[3, 4], 5]  # c\n", "[[3, 4], 5]"),
        ("a: {x: 1}\n", "{x: 1}"),
        ("a:\n  - 3\n  - 4\n\n# c\nb: 1\n", "- 3\n  - 4"),
        ("a:\n  x: 1\n  y: 2\n\nb: 1\n", "x: 1\n  y: 2"),
        ("a: |\r\n  max(3,\r\n    4)\r\nb: 1\r\n", "max(3,\r\n    4)"),
        ("é: 𝔸\na: max(𝔸 -> 3)\n", "max(𝔸 -> 3)"),
        ("\ufeffa: max(3)\n", "max(3)"),
    ],
)
def test_a_value_knows_what_was_typed_where_it_stands(text: str, expected: str) -> None:
    assert typed(field(text)) == expected


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: |\n  max(3,\n    x)\n", (3, 5)),
        ("b: 1\na: max(3, x)\n", (2, 11)),
        ("a: [3, x]\n", (1, 8)),
        ('a: "max(3, x)"\n', (1, 12)),
    ],
)
def test_a_mistake_in_a_tree_is_shown_at_its_place_in_the_file(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(InputError) as caught:
        parse_tree(field(text).typed)
    mistake = caught.value.mistakes[0]
    assert mistake.span is not None
    assert (mistake.source.name, mistake.source.place(mistake.span.start)) == ("set.yaml", place)


@pytest.mark.parametrize("text", ['b: 1\na: "x\\"y"\n', "b: 1\na: 'x''y'\n"])
def test_an_escaped_text_keeps_its_line_and_the_column_where_it_starts(text: str) -> None:
    source = scalar(text).typed
    assert source.text[source.start :] == scalar(text).text
    assert source.place(source.start) == (2, 5)


def test_a_field_given_twice_is_kept_twice() -> None:
    document = load("a: 1\na: 2\n")
    assert isinstance(document, Mapping)
    assert [value.text for _, value in document.entries if isinstance(value, Scalar)] == ["1", "2"]


def test_an_empty_value_is_a_text_without_anything_in_it() -> None:
    assert scalar("a:\n").empty
    assert not scalar("a: ''\n").empty


def test_json_is_read_too() -> None:
    value = field('{\n\t"a": ["x", 1]}')
    assert isinstance(value, Sequence)
    assert [item.text for item in value.items if isinstance(item, Scalar)] == ["x", "1"]


def test_without_the_fast_reader_of_yaml_the_values_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "é: 𝔸\na: |\n  max(3)\nb: [x, 'y']\n"
    quick = load(text)
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert load(text) == quick
    assert typed(field(text)) == "max(3)"


def test_error_half_a_character_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    with pytest.raises(InputError, match="half a character"):
        load('a: "\\ud83d"\n')


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "], ids=["list", "fields", "dashes"])
def test_error_nesting_without_end_is_refused_at_once(opening: str) -> None:
    with pytest.raises(InputError, match="nested more than 100 deep"):
        load(opening * 100_000)


def test_error_a_file_that_is_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="longer than 8,000,000 characters"):
        load(" " * (MAX_CHARACTERS + 1))


def test_error_an_alias_is_refused_before_it_could_grow() -> None:
    with pytest.raises(InputError, match="`&` is not understood"):
        load("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n")
