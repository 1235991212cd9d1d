"""Laws of answer sheets: what YAML reads is read alike, and a slip costs one answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from grader.document import Answer, Sheet, load_document, read_sheet
from grader.text.source import InputError, Source

NAMES = st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z]{1,4})?", fullmatch=True).filter(
    lambda name: name not in ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
)
SIMPLE_WORDS = st.one_of(
    st.sampled_from(["3", "-1.5", "7/3", "a1", "C2", "B'", "inf", ">= 8", "<= 2", "-", "none", "(3, inf)"]),
    st.sampled_from(
        ["C after C1", "it's", "a: b", "'q", '"q"', "[", "{a", "C->C2", "no", "∞", "|", "@", "a  b"]
    ),
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"], exclude_characters="#"), max_size=12),
).filter(lambda word: word not in ("~", "null", "Null", "NULL"))
WORDS = st.one_of(
    SIMPLE_WORDS,
    st.sampled_from(
        ["because it is\nnot seen", "x # y", "#", "a longer answer that is folded at a writer's width"]
    ),
)
LISTS = st.recursive(
    SIMPLE_WORDS | st.integers(-99, 99),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.sampled_from(["B'", "2"]), inner, max_size=4)
    ),
    max_leaves=8,
)
ANSWERS = WORDS | LISTS | st.none()
SHEETS = st.fixed_dictionaries(
    {"answers": st.dictionaries(NAMES, st.dictionaries(NAMES, ANSWERS, max_size=5), max_size=4)},
    optional={"student": WORDS, "set": NAMES},
)
STYLES = st.fixed_dictionaries(
    {
        "default_flow_style": st.sampled_from([True, False, None]),
        "default_style": st.sampled_from([None, '"', "'"]),
        "indent": st.integers(2, 8),
        "width": st.sampled_from([10, 40, 80, 1000]),
        "explicit_start": st.booleans(),
        "allow_unicode": st.booleans(),
    }
)


@given(SHEETS, STYLES)
def test_a_sheet_is_read_alike_in_whatever_style_of_yaml_it_is_written(sheet: Any, style: Any) -> None:
    text = yaml.safe_dump(as_texts(sheet) if style["default_style"] else sheet, sort_keys=False, **style)
    compare(read_sheet(Source(text)), load_texts(text), load_texts)


@given(st.dictionaries(NAMES, WORDS, min_size=1), st.sampled_from("|>"))
def test_a_text_below_a_bar_is_read_alike(answers: Any, style: str) -> None:
    text = yaml.safe_dump({"answers": {"p": answers}}, default_style=style)
    compare(read_sheet(Source(text)), load_texts(text), load_texts)


@given(SHEETS, st.sampled_from([None, 0, 1, 2, 4, "\t"]), st.booleans())
def test_a_sheet_is_read_alike_in_whatever_style_of_json_it_is_written(
    sheet: Any, indent: int | str | None, ascii_only: bool
) -> None:
    text = json.dumps(sheet, indent=indent, ensure_ascii=ascii_only)
    compare(read_sheet(Source(text)), json.loads(text), json.loads)


@given(SHEETS, STYLES, st.randoms(use_true_random=False))
def test_comments_and_other_line_ends_change_nothing(sheet: Any, style: Any, choices: Random) -> None:
    text = yaml.safe_dump(sheet, sort_keys=False, **(style | {"width": 1000, "default_flow_style": None}))
    plain = read_sheet(Source(text))
    for changed in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert texts(read_sheet(Source(changed))) == texts(plain)
    commented = "".join(_comment(line, choices) for line in text.splitlines(keepends=True))
    if '"' not in text and "'" not in text:  # inside quotes that go on for lines nothing is a comment
        assert texts(read_sheet(Source(commented))) == texts(plain)


def _comment(line: str, choices: Random) -> str:
    return choices.choice(
        [line, line, "# a comment\n" + line, "   # one: two\n\n" + line, line[:-1] + " # [c\n"]
    )


@given(SHEETS, st.data())
def test_a_broken_answer_costs_no_other(sheet: Any, data: st.DataObject) -> None:
    places = [(problem, question) for problem, answers in sheet["answers"].items() for question in answers]
    problem, question = data.draw(st.sampled_from([*places, ("more", "answers")]))
    sheet["answers"].setdefault(problem, {})[question] = "SLIP"
    text = yaml.safe_dump(sheet, sort_keys=False, width=1000)
    whole = texts(read_sheet(Source(text)))
    broken = texts(read_sheet(Source(text.replace("SLIP", data.draw(st.sampled_from(SLIPS))))))
    del whole[problem, question], broken[problem, question]
    assert broken == whole


SLIPS = [
    ">= 8", "-", "- ", "[C2, C3", "[C2, C3,", "{B: 3", "{B: 3,",
    '"a1', "'tis", "]", "}", "[3, inf)", "(3, inf]",
    "*a", "&a", "!!python/name:os.system", "@a", "`a`", "%", "| x", "a: b: c",
    "a:\tb", "\ta", "[[[[", '["a', "\\",
    "? a", "\u202ea", "#", "[a: b: c]", '"a" b', "[a] b", ": 3", ", a", "<<: *a", "a\x00",
]  # fmt: skip


@given(st.text())
def test_any_text_is_a_sheet_and_every_character_of_an_answer_has_its_place(text: str) -> None:
    check_places(read_sheet(Source(text)))


@given(st.lists(st.sampled_from([*SLIPS, "\n", "\n  ", "\n    ", "answers:", "a: ", "answers: {a: {b: "])))
def test_any_text_of_signs_is_a_sheet_or_a_document_or_a_mistake(parts: list[str]) -> None:
    text = "".join(parts)
    check_places(read_sheet(Source(text)))
    message = message_of(text)
    assert message is None or "error:" in message


def message_of(text: str) -> str | None:
    """What is wrong with an instructor's text, if anything is."""
    try:
        load_document(Source(text))
    except InputError as error:
        return str(error)
    return None


def check_places(sheet: Sheet) -> None:
    for mistake in sheet.mistakes:
        assert str(mistake)
    for answer in chain.from_iterable(answers.values() for answers in sheet.answers.values()):
        assert 0 <= answer.span.start <= answer.span.end <= len(sheet.source.text)
        for position in range(len(answer.text)):
            span = answer.locate(position, position + 1)
            assert answer.span.start <= span.start <= span.end <= answer.span.end


def compare(sheet: Sheet, expected: Any, load: Callable[[str], Any]) -> None:
    assert not sheet.mistakes
    for name in ("student", "set"):
        assert squeezed(getattr(sheet, name)) == squeezed(expected.get(name))
    assert set(sheet.answers) == set(expected["answers"] or {})
    for problem, answers in (expected["answers"] or {}).items():
        assert set(sheet.answers[problem]) == set(answers or {})
        for question, answer in (answers or {}).items():
            given = sheet.answers[problem][question]
            if isinstance(answer, dict | list):
                assert load(given.text) == answer
            else:
                assert squeezed(given) == squeezed(answer)


def squeezed(answer: Answer | str | int | None) -> str:
    """The words alone: where lines end in a folded text is nobody's business; no answer is an empty one."""
    text = answer.text if isinstance(answer, Answer) else str(answer or "" if answer != 0 else 0)
    return " ".join(text.split()) if text not in ("null", "~") else ""


def as_texts(value: Any) -> Any:
    """The same with a text for every number and every nothing, which YAML else marks with a tag."""
    if isinstance(value, dict):
        return {key: as_texts(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_texts(inner) for inner in value]
    return "" if value is None else str(value)


def load_texts(text: str) -> Any:
    return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - it leaves every scalar a text


def texts(sheet: Sheet) -> dict[tuple[str, str], str]:
    return {
        (problem, question): answer.text.replace("\r", "")
        for problem, answers in sheet.answers.items()
        for question, answer in answers.items()
    }
