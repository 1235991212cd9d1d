"""The catalogues of sentences: every sentence that the code says, with its parts, in every language."""

import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from string import Formatter

import pytest

import grader
from grader.grading.idea_words import idea_words
from grader.ideas import BY_ID
from grader.text.numbers import Typed
from grader.text.sentences import Say, Sentence, languages, sentences

PACKAGE = Path(grader.__file__).parent
CATALOGUES = PACKAGE / "text" / "sentences"
SAID = re.compile(r"""\b(?:say|Unreadable|said_of)\(\s*["']([a-z0-9-]+\.[a-z0-9-]*[a-z0-9])["']""")
OTHERS = [language for language in languages() if language != "en"]
ENGLISH = sentences().catalogue
CHINESE = sentences("zh-TW")


def _table(table: str) -> list[str]:
    """The keys of a table of sentences."""
    return [key.removeprefix(f"{table}.") for key in ENGLISH if key.startswith(f"{table}.")]


def test_a_part_is_shown_as_people_write_it() -> None:
    say = Say("en", {"list.comma": ", ", "list.last": "{before} and {last}", "x.y": "{a}; {b}; {c}; {d}"})
    assert say("x.y", a=("B", "C", 3), b=-3, c=float("inf"), d=()) == "B, C and 3; −3; ∞; "


def test_among_decimals_a_fraction_that_is_a_short_one_is_shown_as_one() -> None:
    say = Say("en", {"x.y": "{a}, {b}, {c}"})
    numbers = {"a": Fraction(-22, 5), "b": Fraction(1, 3), "c": Typed("2.50")}
    assert say("x.y", **numbers) == "−22/5, 1/3, 2.50"
    assert say.in_decimals()("x.y", **numbers) == "−4.4, 1/3, 2.50"
    assert say.in_decimals() is say.in_decimals()


@pytest.mark.parametrize(("number", "said"), [(0, "0 nodes"), (1, "1 node"), (2, "2 nodes")])
def test_one_and_many_are_told_apart(number: int, said: str) -> None:
    say = Say("en", {"x.y": {"one": "{number} node", "many": "{number} nodes"}})
    assert say("x.y", number=number) == said


@pytest.mark.parametrize(("number", "said"), [(1, "1 個節點"), (2, "2 個節點")])
def test_a_language_without_plurals_has_one_sentence(number: int, said: str) -> None:
    assert Say("zh-TW", {"x.y": "{number} 個節點"})("x.y", number=number) == said


def test_a_list_is_written_as_the_language_does() -> None:
    assert CHINESE.listed(("B", "C", "D")) == "B、C 和 D"
    assert CHINESE.alternatives(["忘了界限", "忽略機率"]) == "忘了界限，或是忽略機率"


JOINTS = {
    "latin inside": ("在 {x} 為止", "B", "在 B 為止"),
    "wide inside": ("在 {x} 為止", "左邊", "在左邊為止"),
    "wide before punctuation": ("{x} 。", "左", "左。"),
    "blanks of its own": ("在 {x} 為止", "左 邊", "在左 邊為止"),
    "at the ends": ("{x} {x}", "左", "左 左"),
    "nothing inside": ("在 {x}為止", "", "在為止"),
    "braces": ("在 {{{x}}} 為止", "左", "在 {左} 為止"),
}


@pytest.mark.parametrize(("sentence", "part", "said"), JOINTS.values(), ids=JOINTS)
def test_a_blank_sets_off_latin_words_but_not_wide_ones(sentence: str, part: str, said: str) -> None:
    assert Say("zh-TW", {"x.y": sentence})("x.y", x=part) == said


def test_what_a_student_typed_is_never_taken_for_a_place_in_a_sentence() -> None:
    say = Say("en", {"x.y": "{name}!"})
    assert say("x.y", name="{7*7} {0.__class__} {name}") == "{7*7} {0.__class__} {name}!"


def test_error_there_is_no_catalogue_of_that_language() -> None:
    with pytest.raises(KeyError, match=r"no sentences in `\.\./en`"):
        sentences("../en")


def test_english_and_traditional_chinese_are_there() -> None:
    assert languages() == ("en", "zh-TW")


@pytest.mark.parametrize("language", languages())
def test_every_sentence_that_the_code_or_a_template_names_is_in_the_catalogue(language: str) -> None:
    files = (path for pattern in ("*.py", "*.html", "*.md", "*.tex") for path in PACKAGE.rglob(pattern))
    named = {key for path in files for key in SAID.findall(path.read_text(encoding="utf-8"))}
    assert named
    assert named - sentences(language).catalogue.keys() == set()


@pytest.mark.parametrize("language", languages())
def test_the_places_in_a_sentence_are_plain_names(language: str) -> None:
    for entry in sentences(language).catalogue.values():
        for sentence in _forms(entry):
            assert all(place.isidentifier() for place in _places(sentence)), sentence


@pytest.mark.parametrize("language", languages())
def test_no_table_is_in_two_files(language: str) -> None:
    tables = [table for path in (CATALOGUES / language).glob("*.toml") for table in _read(path)]
    assert sorted(tables) == sorted(set(tables))


@pytest.mark.parametrize("language", OTHERS)
def test_every_file_has_exactly_the_sentences_of_the_english_one(language: str) -> None:
    ours, theirs = _keys_by_file("en"), _keys_by_file(language)
    lacking = {file: sorted(keys - theirs.get(file, set())) for file, keys in ours.items()}
    needless = {file: sorted(keys - ours.get(file, set())) for file, keys in theirs.items()}
    assert {file: keys for file, keys in lacking.items() if keys} == {}
    assert {file: keys for file, keys in needless.items() if keys} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_has_the_places_of_the_english_one(language: str) -> None:
    mistaken = {}
    for key, entry in sentences(language).catalogue.items():
        needed, known = _needed(ENGLISH[key]), _known(ENGLISH[key])
        mistaken[key] = [form for form in _forms(entry) if not needed <= set(_places(form)) <= known]
    assert {key: forms for key, forms in mistaken.items() if forms} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_one_and_many_are_told_apart_only_where_the_code_gives_a_number(language: str) -> None:
    told_apart = {key for key, entry in sentences(language).catalogue.items() if not isinstance(entry, str)}
    assert {key for key in told_apart if isinstance(ENGLISH[key], str)} == set()


def test_every_idea_has_a_name_and_all_its_sentences() -> None:
    tables = ("misconception-name", "idea-looks", "idea-wrong", "idea-instead")
    named, *others = (_table(table) for table in tables)
    assert others == [named, named, named]
    assert set(BY_ID) == set(named)


# A digit, a letter that could be a node, a place for a part.
OF_A_TREE = re.compile(r"\d|(?<![A-Za-z])[A-Z](?![A-Za-z])|[{}]")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("idea", _table("idea-looks"))
def test_what_is_said_of_an_idea_has_no_node_number_or_move(idea: str, language: str) -> None:
    words = idea_words([idea], sentences(language))
    assert [sentence for sentence in words.sentences if OF_A_TREE.search(sentence)] == []


@pytest.mark.parametrize("language", languages())
def test_a_hint_is_two_whole_sentences(language: str) -> None:
    hints = [idea_words([idea], sentences(language)).hint for idea in _table("idea-looks")]
    assert all(len(hint) == 2 and all(sentence[-1] in ".。" for sentence in hint) for hint in hints)


def test_of_several_ideas_the_first_says_what_to_do_instead() -> None:
    say = sentences()
    rounded = idea_words(["rounded-expectation", "expectation-rounded-up"], say)
    assert rounded.hint == (
        "It looks as if either expected values were rounded down to whole numbers, or expected values were "
        "rounded up to whole numbers.",
        "Keep the exact expected value, as a fraction or a decimal.",
    )
    several = idea_words(["no-deep-cutoffs", "players-inverted"], say)
    assert (several.wrong, several.instead) == ((), (say("idea-instead.no-deep-cutoffs"),))


HAN, LATIN = "[\u4e00-\u9fff]", "[A-Za-zα-ω0-9]"
UNTIDY = {
    "half-width punctuation": rf"{HAN}[,;:?!()]|[,;:?!()]{HAN}",
    "no blank before a latin word": rf"{HAN}{LATIN}",
    "no blank after a latin word": rf"{LATIN}{HAN}",
}


@pytest.mark.parametrize("pattern", UNTIDY.values(), ids=UNTIDY)
def test_chinese_is_tidily_set(pattern: str) -> None:
    forms = [form for entry in CHINESE.catalogue.values() for form in _forms(entry)]
    bare = {form: re.sub(r"\{\w+\}|`[^`]*`", "{}", form) for form in forms}
    assert [form for form in forms if re.search(pattern, bare[form])] == []


def _forms(entry: Sentence) -> Iterator[str]:
    yield from [entry] if isinstance(entry, str) else entry.values()


def _places(sentence: str) -> list[str]:
    return [place for _, place, _, _ in Formatter().parse(sentence) if place is not None]


def _needed(entry: Sentence) -> set[str]:
    """The places that every form of a sentence has; a number that only chooses the form is none."""
    return set.intersection(*(set(_places(form)) for form in _forms(entry)))


def _known(entry: Sentence) -> set[str]:
    places = {place for form in _forms(entry) for place in _places(form)}
    return places if isinstance(entry, str) else places | {"number"}


def _keys_by_file(language: str) -> dict[str, set[str]]:
    return {
        path.name: {f"{table}.{key}" for table, group in _read(path).items() for key in group}
        for path in (CATALOGUES / language).glob("*.toml")
    }


def _read(path: Path) -> dict[str, dict[str, Sentence]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
