"""Which name was meant, where somebody typed one that nobody knows."""

import pytest

from grader.text.spelling import closest, did_you_mean, listed, shortened

KNOWN = ("value", "best-move", "Visited")

MEANT = {
    "a slip": ("vlaue", "value"),
    "another case": ("VALUE", "value"),
    "a known name in another case": ("visitde", "Visited"),
    "nothing like it": ("window", None),
    "far too long": ("value" * 100, None),
}


@pytest.mark.parametrize(("name", "meant"), MEANT.values(), ids=MEANT)
def test_the_closest_name_is_found_if_one_is_close(name: str, meant: str | None) -> None:
    assert closest(name, KNOWN) == meant


def test_how_much_must_agree_can_be_said() -> None:
    assert closest("mix", ["max"], alike=0.75) is None
    assert closest("mix", ["max"], alike=0.5) == "max"


def test_the_hint_names_it_or_is_another_one() -> None:
    assert did_you_mean("vlaue", KNOWN, "look it up") == "did you mean `value`?"
    assert did_you_mean("window", KNOWN, "look it up") == "look it up"
    assert did_you_mean("window", KNOWN) == ""


def test_a_hint_holds_nothing_that_acts_on_a_terminal() -> None:
    assert did_you_mean("ada", ["ada\x1b"]) == "did you mean `ada␛`?"


def test_names_are_listed_as_in_a_sentence() -> None:
    assert listed([], "or") == "nothing"
    assert listed(["a"], "or") == "`a`"
    assert listed(["a", "b", "c"], "and") == "`a`, `b` and `c`"


def test_a_long_name_is_shortened() -> None:
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 39 + "…"
