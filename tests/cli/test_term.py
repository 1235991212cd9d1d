"""`grader term`, and sets that are named by their course."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.term.course_file import load_course
from tests.gradebook.keeping import HALF, RIGHT, SHEET
from tests.term.terms import DUE, HOUR, LATE, MIDTERM, in_time, keep, make_course


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def make_term() -> None:
    course = make_course("slip-days: 1\ntotal: {drop: 1 lowest}\n" + LATE, more=MIDTERM)
    keep(course, "week1", {"ada": (RIGHT, DUE + HOUR), "bob": (HALF, DUE)})
    keep(course, "week2", in_time("ada"))
    Path("midterm.csv").write_text("id,points\nada,30\nbob,60\neve,EX\n", encoding="utf-8")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["term", "course.yaml", *arguments]) == 0
    return capsys.readouterr().out


def test_the_table_has_everybody_and_every_set(capsys: pytest.CaptureFixture[str]) -> None:
    make_term()
    assert (
        printed(capsys)
        == """\
student  name          section  week1 /5        week2 /5   midterm /60  slip days left  total
ada      Ada Lovelace  A        5 (1 slip day)  5          (30)         0               100.0
bob      Bob           A        3               (missing)  60           1               86.7
eve      Eve           B        (missing)       missing    excused      1               0.0
zoe      Zoë           B        missing         missing    (missing)    1               0.0
"""
    )


def test_one_student_is_told_how_the_total_came_about(capsys: pytest.CaptureFixture[str]) -> None:
    make_term()
    assert printed(capsys, "--student", "BOB").splitlines()[-2:] == [
        "  (1 × 60 % + 2 × 100 %) / 3 = 86.7 %",
        "  86.7 % of 100 is 260/3, rounded to 86.7.",
    ]


def test_caps_stand_in_the_rules_and_where_they_take_something(capsys: pytest.CaptureFixture[str]) -> None:
    make_course(more=MIDTERM)
    text = Path("course.yaml").read_text(encoding="utf-8")
    text += "total: {cap: 80%, parts: [{id: work, weight: 40, cap: 90%}, {id: exam, weight: 60}]}\n"
    text = text.replace("id: week1", "part: work, id: week1").replace(
        "id: midterm", "part: exam, id: midterm"
    )
    text = text.replace("id: week2", "part: work, cap: 95%, id: week2")
    Path("course.yaml").write_text(text, encoding="utf-8")
    course = load_course("course.yaml")
    keep(course, "week1", in_time("ada"))
    Path("midterm.csv").write_text("id,points\nada,60\n", encoding="utf-8")
    assert printed(capsys, "--student", "ada").splitlines()[-4:] == [
        "  work: (1 × 100 %) / 1 = 100 %, capped at 90 %",
        "  exam: (2 × 100 %) / 2 = 100 %",
        "  all parts: (40 × 90 % + 60 × 100 %) / 100 = 96 %, capped at 80 %",
        "  80 % of 100 is 80, rounded to 80.0.",
    ]
    page = printed(capsys, "--student", "ada", "--format", "html")
    assert "<p>work has weight 40. Weights of its sets: week1 (1), week2 (1, capped at 95 %). " in page
    assert " Capped at 90 %.</p>" in page
    assert "halves are rounded up. Capped at 80 %.</p>" in page


def test_csv_says_what_is_before_and_after_lateness(capsys: pytest.CaptureFixture[str]) -> None:
    make_term()
    ada = next(csv.DictReader(printed(capsys, "--format", "csv").splitlines()))
    assert (ada["email"], ada["week1 before"], ada["week1 slip days"]) == ("ada@example.edu", "5", "1")
    assert (ada["midterm dropped"], ada["total exactly"], ada["final"]) == ("dropped", "100", "yes")


def test_json_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    make_term()
    record = json.loads(printed(capsys, "--format", "json", "--section", "A"))
    bob = record["students"][1]
    assert (bob["total_exactly"], bob["total"]) == ("260/3", "867/10")
    assert bob["sets"]["week2"] == {"status": "missing", "share": 0, "dropped": True}
    assert [row["student"] for row in record["students"]] == ["ada", "bob"]


def test_platforms_get_addresses_and_what_is_excused(capsys: pytest.CaptureFixture[str]) -> None:
    make_term()
    canvas = list(csv.reader(printed(capsys, "--format", "canvas").splitlines()))
    assert canvas[0] == [
        "Student", "ID", "SIS User ID", "SIS Login ID", "Section", "week1", "week2", "midterm", "Total",
    ]  # fmt: skip
    assert canvas[4] == ["Eve", "", "eve", "eve@example.edu", "B", "0", "0", "EX", "0.0"]
    moodle = list(csv.reader(printed(capsys, "--format", "moodle").splitlines()))
    assert moodle[3] == ["eve", "eve@example.edu", "Eve", "0", "0", "", "0.0"]


def test_a_folder_gets_a_page_for_the_staff_and_one_for_each_student() -> None:
    make_term()
    assert main(["term", "course.yaml", "--out", "term"]) == 0
    staff = Path("term/term.html").read_text(encoding="utf-8")
    own = Path("term/students/ada/term.html").read_text(encoding="utf-8")
    assert "Zoë" in staff
    assert "Ada Lovelace" in own
    assert not any(other in own for other in ("bob", "Bob", "Zoë", "eve@"))


def test_names_from_a_roster_are_only_text_on_pages(capsys: pytest.CaptureFixture[str]) -> None:
    make_term()
    Path("roster.csv").write_text('id,name,section\nada,<script>x</script>,"=1+1"\n', encoding="utf-8")
    for arguments in (["--format", "html"], ["--format", "html", "--student", "ada"]):
        assert "<script>x" not in printed(capsys, *arguments)
    assert ",'=1+1," in printed(capsys, "--format", "csv")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--student", "adda"],
            "--student: error: nobody is called `adda`\n     = hint: did you mean `ada`?\n",
        ),
        (
            ["--section", "C"],
            "--section: error: nobody is in the section `C`\n     = hint: there are A and B\n",
        ),
    ],
)
def test_error_who_is_not_there_is_said(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_term()
    assert main(["term", "course.yaml", *arguments]) == 2
    assert capsys.readouterr().err.replace("`A` and `B`", "A and B") == message


def test_a_set_is_named_by_its_course_in_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    make_course()
    Path("class").mkdir()
    Path("class/ada.yaml").write_text(SHEET.format(pruned=RIGHT), encoding="utf-8")
    week1 = "course.yaml#week1"
    for arguments in (
        ["check", "course.yaml"], ["check", week1], ["sheet", week1], ["key", week1],
        ["grade", week1, "class"], ["grades", "--set", week1], ["history", "ada", "--set", week1],
        ["explain", "ada", "textbook.pruned", "--set", week1], ["regrade", week1, "--diff"],
        ["adjust", "ada", "textbook.pruned", "--points", "1", "--because", "so", "--by", "x", "--set", week1],
        ["report", "--set", week1, "--student", "ada"], ["release", week1, "--out", "students"],
        ["export", week1, "--as", "moodle"],
    ):  # fmt: skip
        assert main(arguments) == 0, capsys.readouterr().err
    assert Path("grades/week1/gradebook.sqlite").exists()
    capsys.readouterr()
    assert main(["grades", "--set", week1]) == 0
    assert "zoe" in capsys.readouterr().out  # the course's roster


def test_the_due_date_of_the_course_is_kept_with_the_grades(capsys: pytest.CaptureFixture[str]) -> None:
    make_course(LATE)
    Path("class").mkdir()
    Path("class/ada.yaml").write_text(SHEET.format(pruned=RIGHT), encoding="utf-8")
    Path("roster.csv").write_text("id,submitted\nada,2026-02-01 13:00 UTC\n", encoding="utf-8")
    assert main(["grade", "course.yaml#week1", "class"]) == 0
    assert "4.5" in capsys.readouterr().out
    assert main(["grades", "--out", "grades/week1"]) == 0
    assert "4.5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("course.yaml#week9", "course.yaml: error: the course has no set `week9`"),
        ("course.yaml#midterm", "course.yaml#midterm: error: `midterm` has marks from outside"),
    ],
)
def test_error_a_set_that_the_course_does_not_have(
    name: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_course(more=MIDTERM)
    assert main(["sheet", name]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_error_a_course_where_a_set_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    make_course()
    assert main(["sheet", "course.yaml"]) == 2
    assert capsys.readouterr().err == (
        "course.yaml: error: this is a course, and a set is needed\n"
        "     = hint: name one of its sets, such as `course.yaml#week1`\n"
    )


def test_slip_days_stand_in_reports_and_change_with_the_term(capsys: pytest.CaptureFixture[str]) -> None:
    make_course("slip-days: 1\n" + LATE, second=", weight: 3")
    Path("class").mkdir()
    Path("class/ada.yaml").write_text(SHEET.format(pruned=RIGHT), encoding="utf-8")
    Path("roster.csv").write_text("id,submitted\nada,2026-02-01 13:00 UTC\n", encoding="utf-8")
    assert main(["grade", "course.yaml#week1", "class", "--quiet"]) == 0
    report = Path("grades/week1/students/ada/report.html")
    assert "1 slip day is spent on this set; 0 left." in report.read_text(encoding="utf-8")
    Path("roster.csv").write_text("id,submitted\nada,2026-02-08 13:00 UTC\n", encoding="utf-8")
    assert main(["grade", "course.yaml#week2", "class"]) == 0
    assert "slip days changed in week1 for ada" in capsys.readouterr().err
    assert main(["report", "--set", "course.yaml#week1", "--out", "grades/week1"]) == 0
    assert "0 slip days are spent on this set; 0 left." in report.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["grades", "--set", "course.yaml#week1"]) == 0
    assert "4.5" in capsys.readouterr().out


def test_a_group_of_the_course_has_one_hand_in_and_everybody_the_grade(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_course("groups: team\n", second=", groups: none")
    Path("class").mkdir()
    Path("class/ada.yaml").write_text(SHEET.format(pruned=RIGHT), encoding="utf-8")
    for name in ("week1", "week2"):
        assert main(["grade", f"course.yaml#{name}", "class", "--quiet"]) == 0
    assert main(["history", "bob", "--set", "course.yaml#week1"]) == 0
    capsys.readouterr()
    bob = json.loads(printed(capsys, "--format", "json"))["students"][1]
    assert [bob["sets"][name]["status"] for name in ("week1", "week2")] == ["marked", "missing"]
    assert "`ada` submitted this" in Path("grades/week1/students/bob/report.html").read_text(
        encoding="utf-8"
    ).replace("<code>", "`").replace("</code>", "`")


def test_commands_about_a_set_of_the_course_count_what_the_course_counts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    course = make_course("keep: best\n")
    keep(course, "week1", {"ada": (RIGHT, DUE - HOUR)})
    keep(course, "week1", {"ada": (HALF, DUE)})
    for more, earned in (([], 5), (["--keep", "latest"], 3)):
        assert main(["grades", "--set", "course.yaml#week1", "--format", "json", *more]) == 0
        assert [one["earned"] for one in json.loads(capsys.readouterr().out)] == [earned]
        assert main(["report", "--set", "course.yaml#week1", "--as", "txt", "--student", "ada", *more]) == 0
        assert f"{earned} of 5 points" in capsys.readouterr().out
