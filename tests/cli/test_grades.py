"""`grader grades`: what counts now, as a table, CSV or records, and only for those who are asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE, Gradebook
from grader.submissions.collecting import Person
from tests.cli.bookkeeping import LATE, OUT, make_class
from tests.gradebook.keeping import failed, handed, problems_with


@pytest.fixture(autouse=True)
def _class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    make_class(LATE)


def students(capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert main(["grades", *OUT, "--format", "json", *options]) == 0
    return [record["student"] for record in json.loads(capsys.readouterr().out)]


def test_a_table_has_marks_before_penalty_and_after(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grades", *OUT]) == 0
    captured = capsys.readouterr()
    assert captured.out == (
        "student  name      section  points  of  penalty  after  %  status  pending  submitted\n"
        "ada                A        5       7            5      –  graded  1        2026-02-01 11:00 UTC\n"
        "alan                        1       7            1      –  graded  1        –\n"
        "grace    Grace H.  B        3       7   0.3      2.7    –  graded  1        2026-02-01 13:00 UTC\n"
    )
    assert captured.err == ("warning: nothing says when 1 of these was submitted; it counts as on time\n")


def test_error_two_folders_are_one_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grades", *OUT, "--out", "other"]) == 2
    assert capsys.readouterr().err == (
        "grader grades: error: argument --out: this is given twice, and only one can be meant\n"
        "     = hint: `grader grades --help` says what it takes\n"
    )


def test_csv_is_what_the_reports_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grades", *OUT, "--format", "csv", "--student", "Grace"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "student,name,email,section,earned,possible,percent,penalty,after,textbook.best-move,textbook.pruned,"
        "textbook.manual,status,pending,sheet",
        "grace,Grace H.,,B,3,7,,0.3,2.7,1,2,,graded,1,class/grace.yaml",
    ]


def test_records_have_lateness(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grades", *OUT, "--format", "json", "--student", "grace"]) == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert {name: record["late"][name] for name in ("before", "penalty", "after")} == {
        "before": 3, "penalty": "3/10", "after": "27/10",
    }  # fmt: skip


FILTERS = {
    "a section": (["--section", "A"], ["ada"]),
    "below": (["--below", "60%"], ["alan", "grace"]),
    "pending": (["--pending"], ["ada", "alan", "grace"]),
    "a status": (["--status", "unreadable"], []),
    "several": (["--pending", "--section", "B", "--below", "99%"], ["grace"]),
}


@pytest.mark.parametrize(("options", "found"), FILTERS.values(), ids=FILTERS)
def test_filters(capsys: pytest.CaptureFixture[str], options: list[str], found: list[str]) -> None:
    assert students(capsys, *options) == found


def test_what_waits_for_nobody_any_more_is_not_pending(capsys: pytest.CaptureFixture[str]) -> None:
    marks = ["--points", "2", "--because", "fine", "--by", "tom"]
    assert main(["adjust", "ada", "textbook.manual", *marks, *OUT]) == 0
    capsys.readouterr()
    assert students(capsys, "--pending") == ["alan", "grace"]
    assert main(["grades", *OUT, "--student", "ada"]) == 0
    assert "ada            A        7       7            7      100  graded" in capsys.readouterr().out


def test_a_later_failure_of_ours_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    problems = problems_with(LATE)
    with Gradebook.open(Path("out", FILE)) as book:
        book.add([failed(handed("alan"), problems=problems)])
    assert main(["grades", *OUT, "--student", "alan"]) == 0
    assert "graded, and a later one failed" in capsys.readouterr().out


def enrol(*people: Person) -> None:
    with Gradebook.open(Path("out", FILE)) as book:
        book.enrol(people)


def test_who_handed_in_nothing_is_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    enrol(Person("ada", section="A"), Person("zoe", "Zoe", section="A"))
    assert main(["grades", *OUT, "--section", "A"]) == 0
    assert capsys.readouterr().out == (
        "student  name  section  points  of  penalty  after  %  status   pending  submitted\n"
        "ada            A        5       7            5      –  graded   1        2026-02-01 11:00 UTC\n"
        "zoe      Zoe   A                                    –  missing           –\n"
    )


MISSING = {
    "all of them": ["--status", "missing"],
    "of a section": ["--status", "missing", "--section", "A"],
    "one of them": ["--student", "ZOE", "--status", "missing"],
}


@pytest.mark.parametrize("options", MISSING.values(), ids=MISSING)
def test_who_handed_in_nothing_can_be_asked_for(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    enrol(Person("ada", section="A"), Person("zoe", "Zoe", section="A"))
    assert main(["grades", *OUT, "--format", "json", *options]) == 0
    record = {"format": 1, "set": "search-1", "student": "zoe", "status": "missing", "name": "Zoe"}
    assert json.loads(capsys.readouterr().out) == [{**record, "section": "A"}]


def test_who_handed_in_nothing_has_a_row_without_marks_in_csv(capsys: pytest.CaptureFixture[str]) -> None:
    enrol(Person("zoe", section="A"))
    assert main(["grades", *OUT, "--format", "csv", "--student", "zoe"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["zoe,,,A,,,,,,,,,missing,0,"]


def test_records_and_filters_by_marks_leave_out_who_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    enrol(Person("zoe", section="A"))
    assert students(capsys) == ["ada", "alan", "grace"]
    assert main(["grades", *OUT, "--below", "99%"]) == 0
    assert "zoe" not in capsys.readouterr().out


def test_error_for_the_history_of_somebody_who_handed_in_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    enrol(Person("zoe", section="A"))
    assert main(["history", "Zoe", *OUT]) == 2
    assert capsys.readouterr().err == (
        "STUDENT: error: `Zoe` is on the roster, but has submitted nothing\n"
        "     = hint: `grader grades --out DIR --status missing` lists all of them\n"
    )


def test_error_for_a_section_where_there_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    with Gradebook.open(Path("new", FILE)) as book:
        book.keep_set(problems_with())
    assert main(["grades", "--out", "new", "--section", "A"]) == 2
    assert capsys.readouterr().err == (
        "--section: error: nobody on the roster is in the section `A`\n"
        "     = hint: give a roster with a column `section` to `grader grade`\n"
    )


def test_error_of_many_sections_some_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    enrol(*(Person(f"s{number}", section=f"{number:02}") for number in range(14)))
    assert main(["grades", *OUT, "--section", "evening"]) == 2
    assert "`10` and `11` and 4 more\n" in capsys.readouterr().err


ERRORS = {
    "no such section": (
        ["--section", "Z"],
        "--section: error: nobody on the roster is in the section `Z`\n     = hint: there are `A` and `B`\n",
    ),
    "a section as it is not written": (
        ["--section", "b"],
        "--section: error: nobody on the roster is in the section `b`\n     = hint: did you mean `B`?\n",
    ),
    "no such student": (
        ["--student", "grac"],
        "--student: error: there is no grade of `grac`\n     = hint: did you mean `grace`?\n",
    ),
    "nobody like that": (
        ["--student", "zebulon"],
        "--student: error: there is no grade of `zebulon`\n"
        "     = hint: `grader grades --out DIR` lists all students\n",
    ),
    "no such set": (
        ["--set", "search-2"],
        "out/gradebook.sqlite: error: there are no grades of the set `search-2` in this gradebook\n"
        "     = hint: it has `search-1`\n",
    ),
    "no percentage": (
        ["--below", "0.5"],
        "grader grades: error: argument --below: `0.5` could be a share or a percentage; write it with %\n"
        "     = hint: `grader grades --help` says what it takes\n",
    ),
}


@pytest.mark.parametrize(("options", "message"), ERRORS.values(), ids=ERRORS)
def test_error(capsys: pytest.CaptureFixture[str], options: list[str], message: str) -> None:
    assert main(["grades", *OUT, *options]) == 2
    assert capsys.readouterr().err == message


def test_error_without_a_gradebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grades", "--out", "elsewhere"]) == 2
    assert capsys.readouterr().err == (
        "elsewhere/gradebook.sqlite: error: there is no gradebook here\n"
        "     = hint: `grader grade SET FOLDER --out DIR` makes one in DIR\n"
    )


def test_error_in_an_empty_gradebook(capsys: pytest.CaptureFixture[str]) -> None:
    Gradebook.open(Path("new", FILE)).close()
    assert main(["grades", "--out", "new"]) == 2
    assert "there is no grade in this gradebook" in capsys.readouterr().err


def test_of_several_sets_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    from grader.problems import load_problems
    from grader.text.source import Source
    from tests.gradebook.keeping import SET

    with Gradebook.open(Path("out", FILE)) as book:
        book.keep_set(
            load_problems(Source(SET.format(settings="", points=1).replace("search-1", "search-2")))
        )
    assert main(["grades", *OUT]) == 2
    assert capsys.readouterr().err == (
        "--set: error: this gradebook has several sets: `search-1` and `search-2`\n"
        "     = hint: name one with `--set ID`\n"
    )
    assert students(capsys, "--set", "search-1") == ["ada", "alan", "grace"]
