"""What a student types → phrases, pairs and groups, in any of the usual ways."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.questions.question import Unreadable
from grader.questions.reading.phrases import MAX_CHARACTERS, Group, Item, Pair, Word, read_answer
from grader.text.sentences import sentences


def plain(item: Item | None) -> Any:
    """Phrases as texts, pairs as tuples, groups as lists."""
    if isinstance(item, Group):
        return [plain(inner) for inner in item.items]
    if isinstance(item, Pair):
        return item.key.text, plain(item.value)
    return None if item is None else item.text


LISTS = {
    "in brackets": "[C2, C3]",
    "in braces": "{C2, C3}",
    "in parentheses": "(C2, C3)",
    "without brackets": "C2, C3",
    "with semicolons": "C2; C3",
    "with a comma too many": "[C2, C3,]",
    "with quotes": "[\"C2\", 'C3']",
    "with curly quotes": "[“C2”, ‘C3’]",
    "with non-breaking spaces": "[C2,\u00a0C3]",
    "with full-width signs": "［Ｃ２，Ｃ３］",
    "with ideographic commas": "C2、C3",
    "with marks of direction": "\u200eC2, C3\u200f",
    "on lines": "C2\nC3",
    "on lines with commas": "C2,\n  C3",
    "on lines with dashes": "- C2\n- C3",
    "on lines with bullets": "• C2\n• C3",
    "in brackets over lines": "[\n  C2,\n  C3\n]",
    "in brackets around all": "[[C2, C3]]",
    "with Windows line ends": "- C2\r\n- C3",
    "with empty lines between": "C2\n\nC3\n",
    "in curly quotes": "“[C2, C3]”",
    "in low and high quotes": "„C2, C3“",
    "in single curly quotes": " ‘C2, C3’ ",
    "in guillemets": "«C2, C3»",
    "each in corner quotes": "「C2」、『C3』",
    "each in curly quotes": "“C2”, “C3”",
    "with a full stop behind the bracket": "[C2, C3].",
    "with an equals sign first": "= [C2, C3]",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_a_list_is_read(text: str) -> None:
    assert plain(read_answer(text)) == ["C2", "C3"]


PAIRS = {
    "in braces": "{B: 3, C: 2}",
    "without spaces": "{B:3,C:2}",
    "without braces": "B: 3, C: 2",
    "with equals signs": "B=3, C = 2",
    "with nothing between": "B=3 C=2",
    "with full-width signs": "Ｂ：３，Ｃ＝２",
    "on lines": "B: 3\nC: 2",
    "on lines with dashes": "- B: 3\n  C: 2",
    "like JSON": '{"B": 3, "C": 2}',
    "like Python": "{'B': 3, 'C': 2}",
    "with two signs": "B := 3, C == 2",
}


@pytest.mark.parametrize("text", PAIRS.values(), ids=PAIRS)
def test_pairs_are_read(text: str) -> None:
    assert plain(read_answer(text)) == [("B", "3"), ("C", "2")]


OTHERS: dict[str, tuple[str, Any]] = {
    "nothing": ("", []),
    "an empty list": ("[]", []),
    "empty braces": ("{}", []),
    "words with blanks between": ("{C2 C3}", ["C2 C3"]),
    "a word that YAML takes for a truth value": ("no", ["no"]),
    "a number that YAML shortens": ("1.10", ["1.10"]),
    "an octal number": ("0o7", ["0o7"]),
    "a typographic minus": ("−3", ["−3"]),
    "a fraction with blanks": ("7 / 3", ["7 / 3"]),
    "infinities": ("-∞, +inf", ["-∞", "+inf"]),
    "a bound": (">= 8", [">= 8"]),
    "a bound without a blank": ("≥8", ["≥ 8"]),
    "a bound of a node": ("C<=2", ["C <= 2"]),
    "a bound behind a colon": ("C:<=2", [("C", "<= 2")]),
    "a bound behind an equals sign": ("C=<=2", [("C", "<= 2")]),
    "a bound with the signs the other way round": ("C =< 2", ["C =< 2"]),
    "a bound in words": ("C: at most 2, D: at least 3", [("C", "at most 2"), ("D", "at least 3")]),
    "bounds with nothing between": ("C=at most 2 D=3", [("C", "at most 2"), ("D", "3")]),
    "an interval": ("(5, inf)", ["5", "inf"]),
    "an interval with two kinds of brackets": ("{C: [3, ∞)}", [("C", ["3", "∞"])]),
    "an interval behind a name": ("C (3, 5), D [1, 2]", ["C", ["3", "5"], "D", ["1", "2"]]),
    "intervals": ("[(1, 0), (2, 3)]", [["1", "0"], ["2", "3"]]),
    "an edge": ("C->C2, D → D1", ["C -> C2", "D → D1"]),
    "a longer arrow": ("C --> C2", ["C --> C2"]),
    "a name with blanks": ("2nd try: 3", [("2nd try", "3")]),
    "a name in quotes": ('"a, b": 3', [("a, b", "3")]),
    "escapes in quotes": (r'["say \"hi\"", "\u0041"]', ['say "hi"', "A"]),
    "an escape that means nothing": (r'"C:\q"', [r"C:\q"]),
    "a name with an apostrophe": ("y': 3, y’: 4", [("y'", "3"), ("y'", "4")]),
    "a name with a point": ("C.2", ["C.2"]),
    "a form that is filled in partly": ("{B: , C: 2, D: }", [("B", None), ("C", "2"), ("D", None)]),
    "such a form on lines": ("B:\nC: 2\nD:", [("B", None), ("C", "2"), ("D", None)]),
    "a pair in a pair": ("C: α = 3", [("C", ("α", "3"))]),
    "a list below a name": ("C:\n  - 3\n  - inf\nD:\n- 4\n- 5", [("C", ["3", "inf"]), ("D", ["4", "5"])]),
    "pairs below a name": (
        "C:\n  alpha: 3\n  beta: inf\nD: 4",
        [("C", [("alpha", "3"), ("beta", "inf")]), ("D", "4")],
    ),
    "pairs behind dashes": (
        "- at: C\n  after: C1\n- at: D\n  after: D1",
        [[("at", "C"), ("after", "C1")], [("at", "D"), ("after", "D1")]],
    ),
    "a name without a value behind a dash": ("- at:\n- C", [[("at", None)], "C"]),
    "a dash behind a dash": ("- - 3\n  - 4\n- 5", [["3", "4"], "5"]),
    "lines that come back half-way": ("- B:\n    - 3\n  C: 4", [("B", "3"), ("C", "4")]),
    "a lone dash": ("-", ["-"]),
    "a dash before a word": ("- C2", ["C2"]),
    "a minus that stands apart": ("- 3", ["- 3"]),
    "a minus that stands apart from several numbers": ("- 3, 4", ["- 3", "4"]),
    "a minus behind a bullet": ("* - 3", ["- 3"]),
    "dashes before numbers on lines": ("- 3\n- 4", ["3", "4"]),
    "typographic minus signs on lines": ("− 3\n− 4", ["− 3", "− 4"]),
    "an equals sign behind a colon": ("C: =2, D : = 3", [("C", "2"), ("D", "3")]),
    "a full stop behind a fraction": ("7/3.", ["7/3."]),
    "pairs in pairs with nothing between": (
        "C: α=3 β=∞ D: α=1 β=2",
        [("C", ("α", "3")), ("β", "∞"), ("D", ("α", "1")), ("β", "2")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), OTHERS.values(), ids=OTHERS)
def test_other_forms_are_read(text: str, expected: Any) -> None:
    assert plain(read_answer(text)) == expected


def test_every_word_knows_its_place() -> None:
    (pair,) = read_answer("[ “C” : at most −2 ]").items
    assert isinstance(pair, Pair)
    assert pair.key.words == (Word("C", 2, 5, "quoted"),)
    assert (pair.start, pair.end) == (2, 18)


REFUSED = {
    "an open bracket": ("{B: [3, 2}", 0, "the bracket { is never closed"),
    "an open bracket among others": ("[C2], [C3", 6, "the bracket [ is never closed"),
    "an open bracket behind a dash": ("- C2 [C3", 5, "the bracket [ is never closed"),
    "a bracket that nobody opened": ("C2]", 2, "] makes no sense here"),
    "a bracket that nobody opened behind a dash": ("- C2]\n- C3", 4, "] makes no sense here"),
    "a dash in brackets with nothing behind it": ("[C:\n- ]", 6, "] makes no sense here"),
    "an open quote": ('C2, "C3', 4, 'the quote " is never closed'),
    "an open apostrophe": ("C2, 'C3", 4, "the quote ' is never closed"),
    "an open curly quote": ("‘C3", 0, "the quote ‘ is never closed"),
    "names of names without end": ("a=" * 30_000 + "3", 24, "brackets or lines are nested too deep"),
    "a colon without a name": ("C2, : 3", 4, ": makes no sense here"),
    "brackets without end": ("[" * 20, 11, "brackets or lines are nested too deep"),
    "dashes without end": ("- " * 20 + "x", 40, "brackets or lines are nested too deep"),
    "a flood": ("x" * (MAX_CHARACTERS + 1), 0, f"the answer is longer than {MAX_CHARACTERS} characters"),
}


@pytest.mark.parametrize(("text", "start", "why"), REFUSED.values(), ids=REFUSED)
def test_error_answer_cannot_be_read(text: str, start: int, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_answer(text)
    assert refused.value.in_words(sentences()) == why
    assert refused.value.start == start


@given(st.one_of(st.text(), st.text(alphabet="AB1 -:=,;[](){}\"'\n<>.∞≤→")))
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str) -> None:
    found: Group | Unreadable
    try:
        found = read_answer(text)
    except Unreadable as refused:
        found = refused
        refused.in_words(sentences())
    assert found.end is not None
    assert 0 <= found.start <= found.end <= len(text)


def test_a_long_answer_is_read_in_time_that_grows_with_it() -> None:
    text = ", ".join(f"C{number}" for number in range(10_000))
    assert len(read_answer(text).items) == 10_000
