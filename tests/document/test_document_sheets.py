"""A student's answer sheet → each answer as typed, and what could not be understood."""

from __future__ import annotations

import pytest

from grader.document import Answer, Sheet, read_sheet
from grader.document.answer_sheet import MAX_CHARACTERS
from grader.document.sheet_content import MAX_ANSWERS, MAX_MISTAKES
from grader.text.source import InputError, Source

QUESTIONS = "set: search-1\nstudent: ada\nanswers:\n  p:\n"


def read(text: str) -> Sheet:
    return read_sheet(Source(text, "ada.yaml"))


def texts(sheet: Sheet) -> dict[str, dict[str, str]]:
    return {
        problem: {question: answer.text for question, answer in answers.items()}
        for problem, answers in sheet.answers.items()
    }


def answers(lines: str) -> dict[str, str]:
    """The answers in lines that stand below one problem."""
    sheet = read(QUESTIONS + "".join(f"    {line}\n" for line in lines.split("\n")))
    assert not sheet.mistakes
    return texts(sheet)["p"]


def answer(lines: str) -> Answer:
    sheet = read(QUESTIONS + "".join(f"    {line}\n" for line in lines.split("\n")))
    return sheet.answers["p"]["a"]


def test_a_sheet_has_a_student_a_set_and_answers() -> None:
    sheet = read("set: search-1\nstudent: Ada # me\nanswers:\n  one:\n    a: 1\n  two:\n    b: [C2, C3]\n")
    assert (sheet.student and sheet.student.text, sheet.set and sheet.set.text) == ("Ada", "search-1")
    assert texts(sheet) == {"one": {"a": "1"}, "two": {"b": "[C2, C3]"}}
    assert not sheet.mistakes


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (">= 8", ">= 8"),
        ("-", "-"),
        ("- C2", "- C2"),
        ("[C2, C3", "[C2, C3"),
        ("[C2, C3,", "[C2, C3,"),
        ("{B: 3,", "{B: 3,"),
        ('"a1', '"a1'),
        ("'tis", "'tis"),
        ("[3, inf)", "[3, inf)"),
        ("(3, inf]", "(3, inf]"),
        ("{B: (-inf, inf)}", "{B: (-inf, inf)}"),
        ("[(1, 0), (2, 3)]", "[(1, 0), (2, 3)]"),
        ("{B:3}", "{B:3}"),
        ("[B', C']", "[B', C']"),
        ("B: 3, C: 2", "B: 3, C: 2"),
        ('"3" or so', '"3" or so'),
        ("*a", "*a"),
        ("!!python/name:os.system x", "!!python/name:os.system x"),
        ("@a", "@a"),
        ("no", "no"),
        ("1.10", "1.10"),
        ("a1 # sure", "a1"),
        ("a#1", "a#1"),
        ("[C2, C3] # sure", "[C2, C3]"),
        ('"a # b"', "a # b"),
        ("'it''s'", "it's"),
        ('"\\u221e \\ud83d\\ude00 \\"x\\" \\x41 \\q"', '∞ 😀 "x" A q'),
        ('"\\ud83d"', "\N{REPLACEMENT CHARACTER}"),
        ("~", ""),
        ("null", ""),
        ('""', ""),
        ("' '", ""),
        ("", ""),
        ("# later", ""),
    ],
)
def test_an_answer_is_what_was_typed_and_costs_no_other(typed: str, text: str) -> None:
    assert answers(f"x: 1\na: {typed}\nb: 2") == {"x": "1", "a": text, "b": "2"}


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ("a:\n  - C2\n  - C3 # sure", "- C2\n- C3"),
        ("a:\n- C2\n- C3", "- C2\n- C3"),
        ("a: - C2\n- C3", "- C2\n- C3"),
        ("a: - C2\n   - C3", "- C2\n- C3"),
        ("a:\n  B: 3\n  # or 4\n\n  C: 2", "B: 3\nC: 2"),
        ("a:\n  - at: C\n    after: C1\n  - at: D", "- at: C\n  after: C1\n- at: D"),
        ("a: |\n  one # two\n    three\n\n  four", "one # two\n  three\n\nfour"),
        ("a: >-\n  one\n  two", "one\ntwo"),
        ("a: |", ""),
        ("a: [C2,\n  C3, # sure\n  C4]", "[C2,\nC3,\nC4]"),
        ("a: {\nB: 3,\nC: 2\n}", "{\n    B: 3,\n    C: 2\n    }"),
        ('a: "one\n  two\n\n  three"', "one two\nthree"),
        ('a: "one\\\n  two"', "onetwo"),
        ("a: one\n  two", "one\ntwo"),
        ("a:\n  'one'", "one"),
        ("a:\n  {B: 3}", "{B: 3}"),
        ('a:\n  "B": 3\n  "C": 2', '"B": 3\n"C": 2'),
        ("a: B: 3\n   C: 2", "B: 3\nC: 2"),
        ('a: "x\n   y: 3"', "x y: 3"),
    ],
)
def test_an_answer_may_stand_on_several_lines(lines: str, text: str) -> None:
    assert answers(f"{lines}\nb: 2") == {"a": text, "b": "2"}


@pytest.mark.parametrize(
    "line", ["a: 1", "a:1", "a : 1", '"a": 1', "'a': 1", "a：1", "- a: 1", '"\\u0061": 1', "a:   1   "]
)
def test_a_name_is_understood_however_it_is_written(line: str) -> None:
    assert answers(f"{line}\nb: 2") == {"a": "1", "b": "2"}


@pytest.mark.parametrize("line", ["a:[C2, C3]", "a:{B: 3}", 'a:"x"', "a:(3, inf)"])
def test_a_bracket_may_follow_the_colon_at_once(line: str) -> None:
    assert answers(line)["a"] == line[2:].strip('"')


@pytest.mark.parametrize(
    "text",
    [
        "answers:\n  p:\n    a: 1\n\tb: 2\n    c: 3\n",
        "answers:\n\tp:\n\t\ta: 1\n\t\tb: 2\n\t\tc: 3\n",
        "answers:\n  p:\n    a: 1\n     b: 2\n   c: 3\n",
        "answers:\n  p:\n    a: 1\n  b: 2\n    c: 3\n",
        "answers:\n        p:\n                a: 1\n\t\tb: 2\n                c: 3\n",
        "answers:\n  - p:\n    - a: 1\n    - b: 2\n    - c: 3\n",
        "answers:\n\xa0\xa0p:\n\xa0\xa0\xa0\xa0a: 1\n    b: 2\n    c: 3\n",
        "answers: {p: {a: 1, b: 2, c: 3}}\n",
        "answers: {p: {a:1, b: 2, c: 3\n",
        "answers:\n  p: {a: 1, b: 2,\n    c: 3}\n",
        "answers:\n  p: {a: 1, b: 2,\n    c: 3\n",
        "--- {answers: {p: {a: 1, b: 2, c: 3}}}\n",
        '{"answers": {"p": {"a": 1, "b": 2, "c": 3}}}',
        '{"answers": {"p": {"a": 1, "b": "2", "c": 3',
        '{"answers": {"p": {\n  "a": 1\n  "b": 2,\n  "c": 3\n}}}',
        '{\n  "answers": {\n    "p": {\n      "a": 1, "b": 2\n      "c": 3\n    }\n  }\n}\n',
        "---\n# c\nanswers: # c\n  p: # c\n# c\n    a: 1\n\n    b: 2\n    c: 3\n...\n",
        "Answers:\n  p:\n    a: 1\n    b: 2\n    c: 3\n",
    ],
)
def test_questions_are_found_however_the_sheet_is_laid_out(text: str) -> None:
    sheet = read(text)
    assert texts(sheet) == {"p": {"a": "1", "b": "2", "c": "3"}}
    assert not sheet.mistakes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("answers: {p: {a: (3, inf), b: C2, C3, c: 1}}", {"a": "(3, inf)", "b": "C2, C3", "c": "1"}),
        ("answers: {p: {a: [3, inf), b: 2, c: 1}}", {"a": "[3, inf)", "b": "2", "c": "1"}),
        ("answers: {p: {a: {C: [3, inf)}, b: 2}}", {"a": "{C: [3, inf)}", "b": "2"}),
        ("answers: {p: {a: 3]}, q: {}}", {"a": "3]"}),
        ("answers: {p: {a, b: 2}}", {"a": "", "b": "2"}),
        ("answers: {p: {a: 1, : 3, b:4}}", {"a": "1, : 3", "b": "4"}),
        ('{\n"answers": {\n "p": {"a": 1\n }, "q": {"a": 2}\n', {"a": "1"}),
        ('{\n"answers": {\n "p": {\n  "a": [C2\n   }\n  "b": 2\n', {"a": "[C2", "b": "2"}),
    ],
)
def test_a_slip_inside_brackets_is_read_as_it_was_meant(text: str, expected: dict[str, str]) -> None:
    assert texts(read(text))["p"] == expected


def test_broken_json_costs_the_broken_answer_alone() -> None:
    sheet = read(
        '{\n  "student": "ada",\n  "answers": {\n    "p": {\n      "a": {"B": 3, "C": 2,\n      "b": "a1",\n'
        '      "c": ["C2",\n        "C3"]\n    },\n    "q": {\n      "a": "x\n    }\n  }\n}\n'
    )
    assert texts(sheet) == {
        "p": {"a": '{"B": 3, "C": 2,', "b": "a1", "c": '["C2",\n        "C3"]'},
        "q": {"a": '"x'},
    }


def test_an_answer_knows_its_place_and_what_stands_there() -> None:
    given = answer("x: 1\na: 'it''s' # c")
    assert (given.place, given.raw) == ((6, 8), "'it''s'")


@pytest.mark.parametrize(
    ("lines", "word", "stands"),
    [
        ("a: [C2, C3]", "C3", "C3"),
        ("a:\n  - C2 # c\n  - C3", "C3", "C3"),
        ("a: |\n  one\n  two", "two", "two"),
        ('a: "x\\u221ey"', "∞", "\\"),
        ('a: "x\\u221ey"', "y", "y"),
        ('a: "one\n  two"', "two", "two"),
    ],
)
def test_a_part_of_an_answer_is_found_in_the_file(lines: str, word: str, stands: str) -> None:
    given = answer(lines)
    start = given.text.index(word)
    span = given.locate(start, start + len(word))
    assert given.source.text[span.start : span.end] == stands


def test_an_answer_given_twice_is_unreadable_and_both_places_are_shown() -> None:
    sheet = read("answers:\n  p:\n    a: 1\n    a: 2\n    b: 3\n")
    assert sheet.answers["p"]["a"].mistake is not None
    assert sheet.answers["p"]["b"].mistake is None
    assert [str(mistake) for mistake in sheet.mistakes] == [
        "ada.yaml:4:5: error: `a` is given twice\n"
        "   4 |     a: 2\n"
        "     |     ^\n"
        "   3 |     a: 1\n"
        "     |     - first given here\n"
        "     = hint: delete one of the two"
    ]


def test_the_same_answer_given_twice_is_reported_and_kept() -> None:
    sheet = read("answers:\n  p:\n    a: [B, C]\n    a: [B, C]\n")
    assert texts(sheet) == {"p": {"a": "[B, C]"}}
    assert sheet.answers["p"]["a"].mistake is None
    assert [mistake.message for mistake in sheet.mistakes] == ["`a` is given twice"]


def test_a_problem_given_twice_is_reported_and_its_answers_are_kept() -> None:
    sheet = read("answers:\n  p:\n    a: 1\n  p:\n    b: 2\n")
    assert texts(sheet) == {"p": {"a": "1", "b": "2"}}
    assert [mistake.message for mistake in sheet.mistakes] == ["`p` is given twice"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour: red\nanswers: {p: {a: 1}}\n", "there is no field `colour` in a sheet"),
        ("colour:\n  red:\n    a: 2\nanswers: {p: {a: 1}}\n", "there is no field `colour` in a sheet"),
        ("answer:\n  p:\n    a: 1\n", "there is no field `answer` in a sheet"),
        ('{"colour": {"red": 1}, "answers": {"p": {"a": 1}}}', "there is no field `colour` in a sheet"),
        ("answers:\n  p:\n    a: 1\nanswers:\n", "`answers` is given twice"),
        ("answers:\n  p:\n    a: 1\n    what is this\n", "this line is not understood"),
        ("answers: {p: {a: 1}, q: 3}\n", "`q` has no questions here"),
        ("answers:\n  p: &x\n    a: 1\n", "`p` has no questions here"),
        ("answers: none\n  p:\n    a: 1\n", "`answers` has no problems here"),
    ],
)
def test_what_is_not_understood_is_reported_and_the_rest_is_kept(text: str, message: str) -> None:
    sheet = read(text)
    assert sheet.answers["p"]["a"].text == "1"
    assert [mistake.message for mistake in sheet.mistakes] == [message]


@pytest.mark.parametrize("text", ["", "hello", "[1, 2]", "student: ada\n", "# only a comment\n", "{"])
def test_a_sheet_without_answers_says_so(text: str) -> None:
    assert "there are no answers in this sheet" in [mistake.message for mistake in read(text).mistakes]


@pytest.mark.parametrize("sign", ["\x07", "\x1b", "\u202e", "\u2066", "\ud800"], ids=ascii)
def test_an_invisible_character_costs_the_answer_that_has_it(sign: str) -> None:
    sheet = read(f"answers:\n  p:\n    a: x{sign}y\n    b: 2\n")
    assert sheet.answers["p"]["a"].mistake == sheet.mistakes[0]
    assert sheet.answers["p"]["b"].mistake is None
    assert sheet.mistakes[0].message == f"there is an invisible character here: U+{ord(sign):04X}"


def test_what_stands_below_the_student_is_not_taken_for_an_answer() -> None:
    assert texts(read("student: ada\n  p: 1\nanswers:\n  p:\n    a: 1\n")) == {"p": {"a": "1"}}


def test_a_quote_left_open_does_not_reach_into_the_next_question() -> None:
    assert answers('a: "x\nb: 2\nc: "') == {"a": '"x', "b": "2", "c": '"'}


def test_a_problem_knows_where_its_name_stands() -> None:
    sheet = read("answers:\n  p:\n    a: 1\n")
    assert sheet.source.place(sheet.problems["p"].start) == (2, 3)


def test_error_a_sheet_that_is_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="longer than 1,000,000 characters"):
        read(" " * (MAX_CHARACTERS + 1))


def test_mistakes_without_end_are_cut_short() -> None:
    assert len(read("hello\n" * 1000).mistakes) == MAX_MISTAKES


def test_answers_without_end_are_cut_short() -> None:
    sheet = read(QUESTIONS + "".join(f"    a{number}: 1\n" for number in range(MAX_ANSWERS + 5)))
    assert len(sheet.answers["p"]) == MAX_ANSWERS
    assert sheet.mistakes[-1].message == "only the first 10,000 answers were read"
