"""Fields of a mapping → typed values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grader.document import (
    Fields,
    as_boolean,
    as_integer,
    as_number,
    as_text,
    checked,
    list_of,
    load_document,
    mapping_of,
    one_of,
)
from grader.text.source import InputError, Source


def fields(text: str) -> Fields:
    return Fields(load_document(Source(text)))


def messages(error: InputError) -> list[str]:
    return [mistake.message for mistake in error.mistakes]


def test_each_field_is_read_by_its_reader() -> None:
    given = fields("a: no\nb: 7/3\nc: 4\nd: Yes\ne: [x, y]\nf: {x: 1, y: inf}\ng: all\n")
    assert given.read("a", as_text) == "no"
    assert given.read("b", as_number) == Fraction(7, 3)
    assert given.read("c", as_integer) == 4
    assert given.read("d", as_boolean) is True
    assert given.read("e", list_of(as_text)) == ("x", "y")
    assert given.read("f", mapping_of(as_number)) == {"x": 1, "y": float("inf")}
    assert given.read("g", one_of(("each", "all"))) == "all"
    given.finish()


def test_a_field_that_is_not_given_has_its_default() -> None:
    assert fields("a: 1\n").read("b", as_text, None) is None


def test_it_is_known_whether_a_field_is_given() -> None:
    assert "a" in fields("a: 1\n")
    assert "b" not in fields("a: 1\n")


def test_reading_goes_on_after_a_mistake() -> None:
    given = fields("a: x\nb: y\n")
    given.read("a", as_number)
    given.read("b", as_number)
    with pytest.raises(InputError) as caught:
        given.finish()
    assert messages(caught.value) == ["`x` is not a number", "`y` is not a number"]


def test_what_the_loader_itself_finds_is_said_with_the_rest() -> None:
    given = fields("a: x\nb: y\n")
    given.read("a", as_number)
    given.read("b", as_text)
    given.note("b", "there is no node `y`")
    with pytest.raises(InputError) as caught:
        given.finish()
    assert messages(caught.value) == ["`x` is not a number", "there is no node `y`"]


def test_a_deciding_field_raises_at_once_with_what_was_wrong_before() -> None:
    given = fields("a: x\nkind: y\n")
    given.read("a", as_number)
    given.read("missing", as_text)
    with pytest.raises(InputError) as caught:
        given.decide("kind", one_of(("one", "two")))
    assert sorted(messages(caught.value)) == [
        "`missing` is missing", "`x` is not a number", "`y` is not one of the choices here",
    ]  # fmt: skip


def test_a_missing_blank_is_one_mistake_and_not_two() -> None:
    given = fields("{a:1, b: 2}")
    given.read("a", as_text)
    given.read("b", checked(as_integer, lambda number: number > 0, "too small"))
    with pytest.raises(InputError) as caught:
        given.finish()
    assert messages(caught.value) == ["a space is missing after this colon"]


def test_a_deciding_field_is_not_held_up_by_other_mistakes() -> None:
    given = fields("a: x\nkind: one\n")
    given.read("a", as_number)
    assert given.decide("kind", one_of(("one", "two"))) == "one"


def test_one_of_several_fields_is_found() -> None:
    given = fields("file: x\n")
    assert given.only_one("tree", "file") == "file"
    given.finish()


def test_error_fields_without_anything_in_them_have_a_place_too() -> None:
    given = fields("{}")
    given.read("a", as_text)
    with pytest.raises(InputError, match="1:1: error: `a` is missing"):
        given.finish()


def test_error_a_long_name_is_cut_short() -> None:
    with pytest.raises(InputError, match=r"no field `x{39}…` here"):
        fields("x" * 500 + ": 1\n").finish()
