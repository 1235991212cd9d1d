"""Programs on sheets, in keys and in the table for a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.grading import Check, Grade, Origin, Ran
from grader.problems import ProblemSet, load_problems
from grader.reports.key.answer_key import key_markdown, key_record, key_text
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.reports.student.marks_table import grade_table, plain_text, run_lines
from grader.submissions import read_submission
from grader.text.sentences import languages, sentences
from grader.text.source import Source

PROBLEMS = Path(__file__).parents[2] / "problems"
SAY = sentences()
MIXED = """\
set: week-1
rule: aima
problems:
  - id: by-hand
    tree: max(min(3, 12), min(2, 4))
    questions: [{ask: value}]
  - id: ab
    title: Alpha-beta
    text: Write it.
    rule: {ties: keep}
    code: {file: search.py, function: alphabeta}
    trees:
      - {id: seen, tree: "max(a -> min(3, 12), b -> min(2, 4))"}
      - {id: unseen, tree: "max(a -> min(5, 6), b -> min(1, 9))", hidden: true}
    questions: [{ask: value, points: 2}, {ask: visited, points: 3}]
  - id: by-hand-too
    tree: max(min(5, 12), min(2, 4))
    questions: [{ask: pruned}]
"""


def a_set(text: str = MIXED) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def test_a_sheet_says_in_comments_what_else_to_hand_in() -> None:
    sheet = blank_sheet(a_set())
    assert "  # 2. Alpha-beta\n  # =============\n  # Write it.\n" in sheet
    assert (
        "  # Submit a file search.py with a function alphabeta. It is run on 2 trees, 1 of them hidden.\n"
        in sheet
    )
    assert "# 7 points in all.\n" in sheet
    assert sheet.index("by-hand:") < sheet.index("# 2. Alpha-beta") < sheet.index("by-hand-too:")


@pytest.mark.parametrize("write", [blank_sheet, filled_sheet])
def test_nothing_of_the_trees_of_a_program_stands_on_a_sheet(write: object) -> None:
    assert callable(write)
    assert "unseen" not in write(a_set())


def test_a_sheet_with_programs_can_be_read_again() -> None:
    sheet = read_submission(filled_sheet(a_set()).encode(), "ada.yaml").sheet
    assert sheet is not None
    assert list(sheet.answers) == ["by-hand", "by-hand-too"]
    assert not sheet.mistakes


def test_a_set_of_programs_alone_has_a_sheet_without_answers() -> None:
    text = blank_sheet(load_problems(PROBLEMS / "code-pacman"))
    assert "\nanswers: {}\n" in text
    assert "# Submit a file multiAgents.py with a class MinimaxAgent." in text
    submission = read_submission(text.encode(), "ada.yaml")
    assert submission.sheet is not None
    assert not submission.sheet.mistakes


def test_a_command_is_named_on_the_sheet() -> None:
    text = MIXED.replace(
        "file: search.py, function: alphabeta", "file: search.js, command: [node, search.js]"
    )
    assert "# Submit a file search.js, which is run as node search.js." in blank_sheet(a_set(text))


def test_the_key_has_every_tree_with_what_is_right_there() -> None:
    key = key_text(a_set())
    assert "Alpha-beta, tree seen\n---------------------\n" in key
    assert "Alpha-beta, tree unseen (hidden)\n" in key
    heading, words = (
        "2.2 Which nodes does it look at? (ab.visited)",
        "Which nodes your program looks at, on every tree.",
    )
    assert f"{heading}\n\n{words}\n\n    [A, B, B1, B2, C, C1]\n" in key


def test_the_key_in_markdown_has_the_trees_as_headings() -> None:
    assert "## Alpha-beta, tree unseen \\(hidden\\)" in key_markdown(a_set())


def test_the_key_as_a_record_has_programs_only_where_there_are_any() -> None:
    record = json.loads(json.dumps(key_record(a_set())))
    assert [(one["tree"], one["hidden"]) for one in record["programs"]] == [("seen", False), ("unseen", True)]
    assert record["programs"][0]["questions"][0] == {"question": "value", "ask": "value", "answer": "3"}
    assert "programs" not in key_record(load_problems(PROBLEMS / "minimax-by-hand"))


def test_a_large_tree_is_not_drawn_in_the_key() -> None:
    assert max(map(len, key_text(load_problems(PROBLEMS / "code-alpha-beta")).splitlines())) < 5_000


RIGHT = Ran(
    problem="ab", tree="seen", hidden=False, outcome="returned", verdicts={"value": "right"}, visits=6
)
WRONG = Ran(
    problem="ab", tree="unseen", hidden=True, outcome="raised", verdicts={"value": "wrong"}, visits=3,
    traceback=('  File "search.py", line 2, in alphabeta', "    1 / 0", "ZeroDivisionError: \x1b[31mred"),
    printed="\x1b]0;title\x07\n" + "x" * 500 + "\n" * 30 + "end",
)  # fmt: skip


def ran(*runs: Ran) -> Grade:
    """A grade of which nothing but the runs is known."""
    return Grade("week-1", "ada", "graded", (), Origin("", "", {}, ""), runs=runs)


def test_only_trees_that_are_not_right_are_listed() -> None:
    first, headings, row, *_ = run_lines(ran(RIGHT, WRONG), "ab", SAY)
    assert first == "ab: trees on which something is not right"
    assert headings.split() == ["tree", "end", "nodes", "returned", "value"]
    assert row.split() == ["unseen", "(hidden)", "exception", "3", "–", "wrong"]


def test_nothing_is_listed_where_all_is_right() -> None:
    assert list(run_lines(ran(RIGHT), "ab", SAY)) == []


def test_what_a_program_said_is_bounded_and_does_nothing_to_a_terminal() -> None:
    lines = list(run_lines(ran(WRONG), "ab", SAY))
    assert not any("\x1b" in line or "\x07" in line for line in lines)
    assert max(map(len, lines)) <= 102
    assert lines[-1] == "  … and 23 more lines"


def test_very_many_trees_are_counted() -> None:
    lines = list(run_lines(ran(*[WRONG] * 45), "ab", SAY))
    assert "… and 5 more trees" in lines


@pytest.mark.parametrize("language", languages())
def test_the_table_shows_how_many_trees_are_right_and_the_runs_below(language: str) -> None:
    say = sentences(language)
    check = Check(
        problem="ab", question="value", ask="value", verdict="partly", earned=1, possible=2,
        expected={"seen": {"A": 3}}, parts={"seen": "right", "unseen": "wrong"},
    )  # fmt: skip
    other = Check(
        problem="by-hand", question="value", ask="value", verdict="right", raw="3", expected={"A": 3}
    )
    grade = Grade("week-1", "ada", "graded", (check, other), Origin("", "", {}, ""), runs=(RIGHT, WRONG))
    lines = [plain_text(line) for line in grade_table(grade, "T", say)]
    row = next(line for line in lines if line.startswith("ab.value"))
    assert say("runs.right", right=1, number=2) in row
    place = lines.index(f"    {say('runs.of', problem='ab')}")
    assert place < next(number for number, line in enumerate(lines) if line.startswith("by-hand.value"))


def test_a_program_that_could_not_be_run_at_all_has_no_table() -> None:
    broken = Ran(problem="ab", tree="seen", hidden=False, outcome="syntax", verdicts={"value": "unreadable"})
    assert list(run_lines(ran(broken), "ab", SAY)) == []
