"""`grader adjust`: decisions from the command line or a file, all of them or none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE, Gradebook
from tests.cli.bookkeeping import OUT, make_class

REASON = ["--because", "the figure was misprinted", "--by", "tom"]


@pytest.fixture(autouse=True)
def _class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    make_class()


def decisions(student: str) -> list[tuple[str, object]]:
    with Gradebook.open(Path("out", FILE), write=False) as book:
        return [(one.question, one.points) for one in book.adjustments("search-1", student)]


def test_points_are_set_and_the_total_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adjust", "Grace", "textbook.pruned", "--points", "3.5", *REASON, *OUT]) == 0
    assert (
        capsys.readouterr().out
        == "grace: So far 4.5 of 5 points (90 %); 1 question is pending and not counted\n"
    )
    assert decisions("grace") == [("textbook.pruned", 3.5)]


def test_an_adjustment_is_withdrawn(capsys: pytest.CaptureFixture[str]) -> None:
    main(["adjust", "grace", "textbook.manual", "--points", "2", *REASON, *OUT])
    assert main(["adjust", "grace", "textbook.manual", "--withdraw", *REASON, *OUT]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "grace: 5 of 7 points (71.4 %)",
        "grace: So far 3 of 5 points (60 %); 1 question is pending and not counted",
    ]


def test_many_come_from_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("marks.csv").write_text(
        "student,question,points,because\nada,textbook.manual,2,well said\nalan,textbook.manual,1/2,short\n"
        "ada,textbook.pruned,4,fine\n",
        encoding="utf-8",
    )
    assert main(["adjust", "--from", "marks.csv", "--by", "tom", *OUT]) == 0
    assert capsys.readouterr().out == "ada: 7 of 7 points (100 %)\nalan: 1.5 of 7 points (21.4 %)\n"


def test_where_one_row_is_wrong_nothing_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    Path("marks.csv").write_text(
        "student,question,points,because,by\nada,textbook.manual,2,well said,tom\n"
        "adda,textbook.manual,2,x,tom\nalan,textbook.manul,1,x,tom\nalan,textbook.manual,3,x,tom\n",
        encoding="utf-8",
    )
    assert main(["adjust", "--from", "marks.csv", *OUT]) == 2
    assert capsys.readouterr().err == (
        "marks.csv:3:1: error: there is no grade of `adda`\n   3 | adda,textbook.manual,2,x,tom\n"
        "     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n     = hint: did you mean `ada`?\n"
        "marks.csv:4:1: error: the set has no question `textbook.manul`\n   4 | alan,textbook.manul,1,x,tom\n"
        "     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n     = hint: did you mean `textbook.manual`?\n"
        "marks.csv:5:1: error: `textbook.manual` is worth 2 points at most\n"
        "   5 | alan,textbook.manual,3,x,tom\n"
        "     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n     = hint: 3 is more than that\n"
    )
    assert decisions("ada") == []


def test_the_report_of_the_student_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["adjust", "grace", "textbook.manual", "--points", "2", *REASON, *OUT])
    report = ["report", f"out/{FILE}", "--set", "set.yaml", "--student", "grace"]
    capsys.readouterr()
    assert main([*report, "--as", "md"]) == 0
    assert "A person gave 2 of 2 points here: the figure was misprinted" in capsys.readouterr().out
    assert main([*report, "--as", "json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert record["checks"][2]["adjusted"] == {
        "points": 2,
        "because": "the figure was misprinted",
        "by": "tom",
        "verdict": "pending",
        "earned": 0,
    }


ONE = ["grace", "textbook.pruned"]
ERRORS = {
    "nobody": ([], "grader adjust: error: STUDENT is missing"),
    "no question": (["grace"], "grader adjust: error: PROBLEM.QUESTION is missing"),
    "nothing decided": ([*ONE, *REASON], "grader adjust: error: say what is decided"),
    "two things decided": (
        [*ONE, "--points", "1", "--withdraw", *REASON],
        "grader adjust: error: say what is decided",
    ),
    "no reason": ([*ONE, "--points", "1", "--by", "tom"], "grader adjust: error: `--because` is missing"),
    "an empty reason": (
        [*ONE, "--points", "1", "--because", " ", "--by", "tom"],
        "grader adjust: error: `--because` is",
    ),
    "nobody decides": ([*ONE, "--points", "1", "--because", "x"], "grader adjust: error: `--by` is missing"),
    "no number": ([*ONE, "--points", "two", *REASON], "--points: error: `two` is not a number"),
    "below nothing": ([*ONE, "--points", "-1", *REASON], "--points: error: `-1` cannot be points"),
    "without end": ([*ONE, "--points", "inf", *REASON], "--points: error: `inf` cannot be points"),
    "too much": (
        [*ONE, "--points", "5", *REASON],
        "--points: error: `textbook.pruned` is worth 4 points at most",
    ),
    "nothing to withdraw": (
        [*ONE, "--withdraw", *REASON],
        "--withdraw: error: nobody has adjusted `textbook.pruned`",
    ),
    "no such question": (
        ["grace", "zzz", "--points", "1", *REASON],
        "PROBLEM.QUESTION: error: the set has no question `zzz`",
    ),
}


@pytest.mark.parametrize(("words", "message"), ERRORS.values(), ids=ERRORS)
def test_error(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert main(["adjust", *words, *OUT]) == 2
    assert capsys.readouterr().err.startswith(message)
    assert decisions("grace") == []
