"""Whatever meets text from outside takes work in proportion to it: ten times the text, not a hundred."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import count

import pytest

from grader.document import Scalar, load_document, read_sheet
from grader.exchange.cs188.cs188_games import Cs188Fields
from grader.exchange.trees.efg_reader import read_efg_game
from grader.exchange.trees.json_tree import read_json_tree
from grader.exchange.trees.nested_lists import read_list
from grader.games import GameError, unfold
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.problems.late_policy import as_percentage, read_duration
from grader.problems.moment import as_moment
from grader.questions.question import Unreadable
from grader.questions.reading.phrases import read_answer
from grader.questions.reading.typography import read_numeral
from grader.reports.author_content import prose
from grader.reports.sheets.paper import tex
from grader.submissions import read_submission, student_name
from grader.submissions.collecting.answers_csv import find_rows
from grader.submissions.collecting.canvas_download import is_canvas
from grader.submissions.collecting.moodle_download import is_moodle
from grader.submissions.collecting.platform_times import read_time
from grader.submissions.collecting.roster import read_roster
from grader.submissions.text_box import text_of_page
from grader.text.escapes import markdown_text, spreadsheet_text, xml_text
from grader.text.numbers import NumberError, read_number
from grader.text.source import InputError, Source, Span
from grader.tree.language import parse_tree, parse_trees
from grader.tree.language.formatted_text import format_text
from tests.growth import outgrows

LENGTH = 300
LONGER = 1_000  # where a quadratic search that is not written in Python shows, too
SHORTER = {
    "answers of all kinds": 300,
    "trees": 300,
    "the layout of a tree": 300,
    "an answer": 500,
}  # what is read many times
FLOOR = 0.05  # seconds; what is linear mostly takes less, and what is quadratic several times as much
FLOORS = {"answers of all kinds": 0.25, "a table of answers": 0.25}  # which take long for any text
ALL_KINDS = """\
set: growing
due: 2027-02-01 23:59 Europe/Berlin
problems:
  - id: p
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A]}
      - {ask: best-move}
      - {ask: pruned}
      - {ask: visited}
      - {ask: line}
      - {ask: window, of: [C]}
      - {ask: bounds, of: [C]}
      - {ask: cutoffs}
      - {ask: reorder, of: [A, C]}
      - {ask: count, of: leaves-evaluated}
      - {ask: choice, text: Is it so?, options: [{text: yes indeed, right: true}, {text: no way}]}
      - {ask: true-false, text: It is so., right: true}
"""
PROBLEMS = load_problems(Source(ALL_KINDS, "set.yaml"))
QUESTIONS = [entry.question.id for entry in PROBLEMS.on_sheet[0].questions]


def scalar(text: str) -> Scalar:
    return Scalar(text, Source(text), Span(0, len(text)), None)


def problem_set(text: str) -> ProblemSet:
    indented = text.replace("\n", "\n      ")
    return load_problems(
        Source(
            f"set: a\nproblems:\n  - id: b\n    text: |\n      {indented}\n    tree: |\n      {indented}\n"
        )
    )


def answered(text: str) -> object:
    """All questions, answered so, and never twice in the same way: what was seen before is remembered.

    YAML finds no meaning in what stands in quotes.
    """
    text = f"{next(NUMBERS)} {text}"
    typed = "'" + text.replace("'", "''").replace("\n", " ") + "'"
    lines = "".join(f"    {question}: {typed}\n" for question in QUESTIONS)
    return grade(PROBLEMS, read_submission(f"answers:\n  p:\n{lines}".encode(), "sheet.yaml"))


NUMBERS = count()
READERS: dict[str, Callable[[str], object]] = {
    "a tree": parse_tree,
    "the children of a tree": lambda text: parse_tree(f"max(1, {text}, 2)"),
    "trees": parse_trees,
    "the layout of a tree": lambda text: format_text(Source(text)),
    "a document": lambda text: load_document(Source(text)),
    "a set": problem_set,
    "a sheet": lambda text: read_sheet(Source(f"answers:\n  p:\n    a: {text}\n")),
    "a whole sheet": lambda text: read_sheet(Source(text)),
    "an answer": read_answer,
    "answers of all kinds": answered,
    "a number": read_number,
    "a numeral": read_numeral,
    "a due date": lambda text: as_moment(scalar(text)),
    "a due date's zone": lambda text: as_moment(scalar(f"2027-02-01 23:59 {text}")),
    "a time": lambda text: read_time(f"2027-02-01 23:59:00.{text}"),
    "a duration": read_duration,
    "a percentage": lambda text: as_percentage(scalar(text)),
    "a roster": lambda text: read_roster(f"id,extension\nada,{text}\n{text}".encode(), "roster.csv"),
    "a table of answers": lambda text: list(
        find_rows(Source(f"id,p.pruned,{text}\nada,{text}\n{text}"), PROBLEMS)
    ),
    "a tree in JSON": lambda text: read_json_tree(Source(text)),
    "a tree of lists": lambda text: read_list(Source(text)),
    "a game of Gambit's": lambda text: read_efg_game(Source(f'EFG 2 R "" {{ "a" "b" }}\n{text}')).tree,
    "a test of CS188's": lambda text: Cs188Fields(Source(text)),
    "the value in a test of CS188's": lambda text: Cs188Fields(Source(f'tree: "{text}"')),
    "a position": lambda text: unfold("tic-tac-toe", text, depth=1),
    "a page": text_of_page,
    "a student's name": student_name,
    "a name of Canvas's": lambda text: is_canvas(f"ada_{text}_1"),
    "a name of Moodle's": lambda text: is_moodle(f"ada_{text}_assignsubmission_"),
    "text in TeX": tex,
    "text in Markdown": markdown_text,
    "text in XML": xml_text,
    "text in a spreadsheet": spreadsheet_text,
    "text with links": prose,
}

FRAGMENTS = (
    " ", "\n", " \n", "\r", "#", "#\n", "1", "1 ", "1,", "1/", "1.", "a", "a ", "a,", "a: ", "a=", "a\n",
    '"', '\\"', '\\",', "'", "[", "[]", "[1,", "(", ")", "max(", "{a:", "}", ",", ";", "-", "- ", "->", "–",
    "<", "<a", "<!--", "&#", "_1", "?", "`", "%", "http://", ".", "\\", "é", "上",
    "v(", "B1-", "B1..", "and the ", "C1/", ": null",
)  # fmt: skip
END = ";"  # a stray sign, behind which nothing can be right


def work(read: Callable[[str], object]) -> Callable[[str], None]:
    """The reading, for which a message is as good as a value."""

    def attempt(text: str) -> None:
        with suppress(InputError, NumberError, Unreadable, GameError):
            read(text)

    return attempt


def repeated(fragment: str) -> Callable[[int], str]:
    return lambda length: fragment * (length // len(fragment)) + END


@pytest.mark.parametrize("length", [LENGTH, pytest.param(LONGER, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", READERS)
def test_ten_times_the_text_takes_about_ten_times_the_work(name: str, length: int) -> None:
    fragments = FRAGMENTS if length == LONGER else FRAGMENTS[len(name) % 4 :: 4]
    read, length = work(READERS[name]), min(length, SHORTER.get(name, length))
    floor = FLOORS.get(name, FLOOR)
    read("1")  # what is made once is not counted
    assert [fragment for fragment in fragments if outgrows(read, repeated(fragment), length, floor)] == []


def looks_back(text: str) -> None:
    """For each sign at all before it."""
    seen: list[str] = []
    for sign in text:
        sum(each == sign for each in seen)
        seen.append(sign)


def looks_once(text: str) -> None:
    for sign in text:
        sign.isspace()


CATASTROPHIC = re.compile(r"(?:[a-z]+)*;;")
BACKTRACKING = re.compile(r"[a-z]+[a-z]*;;")
TOO_MUCH: dict[str, Callable[[str], object]] = {
    "in Python": looks_back,
    "a catastrophic pattern": CATASTROPHIC.match,
    "a pattern that goes back": BACKTRACKING.match,
}


@pytest.mark.parametrize("read", TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_takes_more_than_in_proportion_is_found(read: Callable[[str], object]) -> None:
    assert outgrows(read, repeated("a"), LENGTH // 2, 0.0005)


def test_what_is_slow_in_proportion_is_fine() -> None:
    assert not outgrows(looks_once, repeated("a"), LENGTH, floor=0)
