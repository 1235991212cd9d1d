"""A table to type answers from paper into: the numbers of the paper, and names that the grader reads."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.problems import ProblemSet, load_problems
from grader.reports.render import render
from grader.reports.sheets.blank_sheet import answer_table
from grader.reports.sheets.paper import paper
from grader.submissions.collecting.answers_csv import find_rows
from grader.submissions.collecting.entry import Found
from grader.submissions.collecting.roster import Person
from grader.text.source import Source
from tests.bundled import SETS, bundled
from tests.reporting import graded

SHUFFLED = """\
set: quiz
versions: [A, B]
shuffle: problems
problems:
  - {id: one, tree: "max(1, 2)", questions: [{ask: value}, {ask: best-move}]}
  - {id: two, tree: "max(3, 4)", questions: [{ask: value}]}
  - {id: three, tree: "max(5, 6)", questions: [{ask: value}]}
"""


def quiz(text: str = SHUFFLED) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def header(problems: ProblemSet) -> list[str]:
    return next(csv.reader([answer_table(problems)]))


@pytest.mark.parametrize("version", ["A", "B"])
def test_the_columns_have_the_numbers_of_the_paper(version: str) -> None:
    problems = quiz().of_version(version)
    numbers = [
        f"{question.number} {question.column}"
        for problem in paper(problems).problems
        for question in problem.questions
    ]
    assert header(problems) == ["id", "name", *numbers]


UNNUMBERED = {
    "versions have other numbers": (SHUFFLED, "one.value"),
    "a question is called like a number": (
        SHUFFLED.replace("versions: [A, B]\nshuffle: problems\n", "")
        .replace("id: one", 'id: "1"').replace("{ask: best-move}", '{ask: best-move, id: "2"}'), "1.value",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "first"), UNNUMBERED.values(), ids=UNNUMBERED)
def test_where_a_number_would_not_be_certain_there_is_none(text: str, first: str) -> None:
    assert header(quiz(text))[2] == first


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.parent.name)
def test_every_column_is_read(file: Path) -> None:
    problems = bundled(file)
    if not problems.on_sheet:
        return
    text = answer_table(problems, [Person("ada", "Ada")])
    columns = len(header(problems)) - 2
    filled = text.replace(f"ada,Ada{',' * columns}", f"ada,Ada{',x' * columns}")
    (found,) = find_rows(Source(filled, "answers.csv"), problems)
    assert isinstance(found, Found)


def test_everybody_of_a_version_has_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    varied = SHUFFLED.replace('tree: "max(3, 4)"', 'variants: ["max(3, 4)", "max(4, 5)"]')
    Path("set.yaml").write_text(varied, encoding="utf-8")
    Path("roster.csv").write_text("id,name,version\nada,=1+1,A\nbob,Bob,B\ncy,,A\n", encoding="utf-8")
    words = ["sheet", "set.yaml", "--roster", "roster.csv"]
    assert main([*words, "--version", "A", "-o", "answers.csv"]) == 0
    rows = list(csv.reader(Path("answers.csv").read_text(encoding="utf-8").splitlines()))
    assert [row[:2] for row in rows] == [["id", "name"], ["ada", "'=1+1"], ["cy", ""]]
    assert main([*words, "-o", "answers.csv"]) == 0
    rows = list(csv.reader(Path("answers.csv").read_text(encoding="utf-8").splitlines()))
    assert [row[0] for row in rows] == ["id", "ada", "bob", "cy"]


@pytest.mark.parametrize("version", ["A", "B"])
def test_a_report_says_which_numbers_problems_have_on_the_paper(version: str) -> None:
    problems = quiz()
    student = next(who for who in map(str, range(9)) if problems.version_of(who) == version)
    text = render(graded(problems, b"set: quiz\nanswers: {one: {value: 2}}\n", f"{student}.yaml"), "md")
    order = [problem.id for problem in problems.of_version(version).problems]
    for number, problem in enumerate(problems.problems, 1):
        there = order.index(problem.id) + 1
        words = "" if there == number else f" (version {version}, where it is problem {there})"
        assert f"## {number}. {problem.id}{words}: " in text
