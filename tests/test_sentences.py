"""The catalogue of sentences: every sentence that the code says, with its parts."""

import re
from pathlib import Path
from string import Formatter

import pytest

import grader
from grader.sentences import Say, languages, sentences

SAID = re.compile(r"""\b(?:say|Unreadable|said_of)\(\s*"([a-z-]+\.[a-z-]+)\"""")


def test_a_part_is_shown_as_people_write_it() -> None:
    say = Say("en", {"list.comma": ", ", "list.last": "{before} and {last}", "x.y": "{a}; {b}; {c}; {d}"})
    assert say("x.y", a=("B", "C", 3), b=-3, c=float("inf"), d=()) == "B, C and 3; −3; ∞; "


@pytest.mark.parametrize(("number", "said"), [(0, "0 nodes"), (1, "1 node"), (2, "2 nodes")])
def test_one_and_many_are_told_apart(number: int, said: str) -> None:
    say = Say("en", {"x.y": {"one": "{number} node", "many": "{number} nodes"}})
    assert say("x.y", number=number) == said


def test_what_a_student_typed_is_never_taken_for_a_place_in_a_sentence() -> None:
    say = Say("en", {"x.y": "{name}!"})
    assert say("x.y", name="{7*7} {0.__class__} {name}") == "{7*7} {0.__class__} {name}!"


def test_error_there_is_no_catalogue_of_that_language() -> None:
    with pytest.raises(KeyError, match=r"no sentences in `\.\./en`"):
        sentences("../en")


def test_english_is_there() -> None:
    assert "en" in languages()


@pytest.mark.parametrize("language", languages())
def test_every_sentence_that_the_code_names_is_in_the_catalogue(language: str) -> None:
    folder = Path(grader.__file__).parent
    named = {key for path in folder.rglob("*.py") for key in SAID.findall(path.read_text(encoding="utf-8"))}
    assert named
    assert named <= sentences(language).catalogue.keys()


@pytest.mark.parametrize("language", languages())
def test_the_places_in_a_sentence_are_plain_names(language: str) -> None:
    for entry in sentences(language).catalogue.values():
        for sentence in [entry] if isinstance(entry, str) else entry.values():
            places = [place for _, place, _, _ in Formatter().parse(sentence) if place is not None]
            assert all(place.isidentifier() for place in places), sentence
