"""`grader grade`: tables for people, records for machines, and what the exit status says."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.cli.percentages import falling_short

SET = """\
set: search-1
title: Adversarial search
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D], points: 1}
      - {ask: best-move, points: 1}
      - {ask: pruned, points: 3}
"""
SHEET = """\
set: search-1
student: ada
answers:
  textbook:
    value: {B: 3, C: 2, D: 9}
    prund: [C2]
    best-move: X
"""
TABLE = """\
ada (ada.yaml)
search-1: Adversarial search
ada.yaml:6:5: error: `textbook` has no question `prund`
   6 |     prund: [C2]
     |     ^^^^^
     = hint: did you mean `pruned`?

question                       verdict     points     given               expected
1.1 What are the nodes worth?  partly      0.67 of 1  {B: 3, C: 2, D: 9}  B: 3, C: 2, D: 2
    2 right of 3, times 1 point
    B and C are right.
    D is a Min node over D1 = 14, D2 = 5 and D3 = 2: its value is the smallest of these, 2, not 9.
1.2 Which move is best?        unreadable  0 of 1     X                   B
    Line 7, column 16 cannot be read (X is not a move at A; the moves there are B, C and D).
    Write the name of one move.
1.3 Which leaves are pruned?   missing     0 of 3     –                   C2, C3

0.67 of 5 points (13.3 %)
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text(SET, encoding="utf-8")
    Path("ada.yaml").write_text(SHEET, encoding="utf-8")
    Path("grace.json").write_text('{"student": "grace", "answers": {"textbook": {"pruned": ["C2", "C3"]}}}')


def test_a_table_says_what_was_given_what_was_expected_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    shown = capsys.readouterr()
    assert shown.out == TABLE
    assert shown.err == ""


def test_json_is_a_list_of_records_and_notes_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "ada.yaml", "grace.json", "--format", "json"]) == 0
    shown = capsys.readouterr()
    records = json.loads(shown.out)
    assert [(record["student"], record["earned"]) for record in records] == [("ada", "2/3"), ("grace", 3)]
    assert set(records[0]) == {
        "format", "set", "student", "status", "earned", "possible", "checks", "misconceptions", "made_from",
        "notes", "name",
    }  # fmt: skip
    assert set(records[0]["checks"][0]) == {
        "problem", "question", "ask", "verdict", "earned", "possible", "given", "raw", "place", "expected",
        "rule", "reckoning", "feedback", "carried", "convention", "misconception",
        "parts", "early", "counterexample", "fault",
    }  # fmt: skip
    assert shown.err.startswith("ada.yaml:6:5: error: `textbook` has no question `prund`\n")


def test_a_sheet_that_cannot_be_read_is_told_once_why(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.yaml").write_bytes("answers:".encode("utf-16"))
    assert main(["grade", "set.yaml", "bad.yaml"]) == 0
    assert capsys.readouterr().out == (
        "bad (bad.yaml)\n"
        "search-1: Adversarial search\n"
        "bad.yaml: error: the file is in UTF-16, not UTF-8\n"
        "     = hint: save it again as UTF-8\n"
        "\n"
        "0 of 5 points (0 %)\n"
    )


def test_one_unreadable_sheet_does_not_stop_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.yaml").write_bytes(b"\xff\xff")
    assert main(["grade", "set.yaml", "bad.yaml", "grace.json"]) == 0
    shown = capsys.readouterr().out
    assert "bad.yaml: error: the file is not UTF-8 text" in shown
    assert shown.endswith("3 of 5 points (60 %)\n")


def test_a_sheet_that_is_not_there_is_said_after_the_others_are_marked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grade", "set.yaml", "nobody.yaml", "grace.json"]) == 2
    shown = capsys.readouterr()
    assert shown.out.endswith("3 of 5 points (60 %)\n")
    assert shown.err.startswith("nobody.yaml: error: there is no file of this name\n")


def test_a_set_that_cannot_be_read_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    Path("set.yaml").write_text("set: [", encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("set.yaml:1:")


@pytest.mark.parametrize(
    ("least", "message"),
    [
        ("60%", ""),
        ("60", ""),
        ("0%", ""),
        ("0.5%", ""),
        ("100%", "60 % of the points is below the 100 % of --fail-under\n"),
        (
            "60.01%",
            "60 % of the points is below the 60.01 % of --fail-under;"
            " both are shown as 60 %, and were compared exactly\n",
        ),
        (
            "60.0000001%",
            "60 % of the points is below the 60.0000001 % of --fail-under;"
            " both are shown as 60 %, and were compared exactly\n",
        ),
    ],
)
def test_the_exit_status_says_whether_somebody_falls_short_and_a_sentence_of_what(
    least: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", "set.yaml", "grace.json", "--fail-under", least]) == bool(message)
    assert capsys.readouterr().err == message


def test_a_share_that_is_rounded_up_to_what_was_asked_for_is_shown_to_be_below_it() -> None:
    assert falling_short(Fraction(22, 27), Fraction(815, 1000)) == (
        "81.48 % of the points is below the 81.5 % of --fail-under;"
        " both are shown as 81.5 %, and were compared exactly"
    )


@pytest.mark.parametrize(
    ("least", "message"),
    [
        ("0.6", "`0.6` could be a share or a percentage; write it with %"),
        ("101%", "`101%` is not between 0% and 100%"),
        ("inf", "`inf` is not between 0% and 100%"),
        ("half", "`half` is not a percentage, such as 60%"),
    ],
)
def test_a_limit_that_is_no_percentage_is_bad_usage(
    least: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", "set.yaml", "grace.json", "--fail-under", least]) == 2
    assert message in capsys.readouterr().err


def test_a_student_sees_only_what_is_shown_by_now(capsys: pytest.CaptureFixture[str]) -> None:
    Path("set.yaml").write_text(SET.replace("problems:", "reveal: never\nproblems:"), encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml", "--view", "student"]) == 0
    shown = capsys.readouterr().out
    assert "1.1 What are the nodes worth?  answered    ? of 1" in shown
    assert shown.endswith("\n\nThe marks of 3 questions are not shown.\n")
    for secret in ("right", "wrong", "smallest", "C3"):
        assert secret not in shown


def test_answers_that_wait_for_a_person_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("set.yaml").write_text(f"{SET}      - {{ask: manual, text: Why?}}\n", encoding="utf-8")
    Path("ada.yaml").write_text("answers:\n  textbook:\n    manual: Because.\n", encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    assert capsys.readouterr().out.endswith(
        "\nSo far 0 of 5 points (0 %); 1 question is pending and not counted\n"
    )


@pytest.mark.parametrize(("least", "status"), [("60%", 0), ("61%", 1)])
def test_answers_that_wait_for_a_person_do_not_make_anybody_fall_short(least: str, status: int) -> None:
    Path("set.yaml").write_text(f"{SET}      - {{ask: manual, text: Why?, points: 95}}\n", encoding="utf-8")
    sheet = "answers:\n  textbook:\n    pruned: [C2, C3]\n    manual: Because.\n"
    Path("ada.yaml").write_text(sheet, encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml", "--fail-under", least]) == status


def test_two_sheets_of_one_student_are_noted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("again.yaml").write_text(SHEET.replace("ada", "Ada"), encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml", "grace.json", "again.yaml"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("another sheet") == 1
    assert "again.yaml: warning: this is another sheet of `Ada`, after `ada.yaml`\n" in shown


def test_a_long_answer_is_cut_and_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    Path("ada.yaml").write_text(f"answers:\n  textbook:\n    pruned: [{'B3, ' * 500}C2]\n", encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    shown = capsys.readouterr().out
    assert "…" in shown
    assert shown.count("B3") < 100


def as_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_on_a_terminal_the_same_table_is_in_colour(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import re

    as_terminal(monkeypatch)
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    shown = capsys.readouterr().out
    assert "\x1b[33mpartly" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert [line.rstrip() for line in plain.splitlines()] == TABLE.splitlines()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_nobody_gets_colour_who_asked_for_none(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    as_terminal(monkeypatch)
    monkeypatch.setenv(name, value)
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    assert capsys.readouterr().out == TABLE


def test_a_narrow_terminal_gets_a_narrow_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    as_terminal(monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "70")
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 70
