"""Files of reports: which there are, whose view they show, and that no sheet overwrites another's."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from grader.grading import Grade
from grader.grading.record import load_grades
from grader.grading.visibility import View
from grader.problems import ProblemSet
from grader.reports.report_files import (
    CLASS_SINKS,
    STUDENT_SINKS,
    Export,
    Request,
    class_report,
    student_folders,
    write_reports,
)
from grader.text.source import InputError
from tests.reporting import AFTER, BEFORE, SHEET, graded, problems_with

PROBLEMS = problems_with()
HIDING = problems_with("due: 2027-02-01 12:00 UTC")
EXPORT = Export(b"Student,ID,SIS Login ID,S (1)\n    Points Possible,,,7\nAda,1,ada,\n", "export.csv", "1")


def class_of(problems: ProblemSet) -> list[Grade]:
    return [graded(problems), graded(problems, SHEET.replace(b"ada", b"bob"), "bob.yaml")]


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_every_report_has_its_place(tmp_path: Path) -> None:
    request = Request(PROBLEMS, canvas=EXPORT, now=AFTER)
    write_reports(class_of(PROBLEMS), [*STUDENT_SINKS, *CLASS_SINKS], tmp_path / "out", request)
    own, shared = ({sink.file for sink in sinks.values()} for sinks in (STUDENT_SINKS, CLASS_SINKS))
    assert own >= {"report.html", "report.md", "report.txt", "gradescope.json", "result.json"}
    assert shared >= {
        "results.json", "junit.xml", "codequality.json", "grades.csv", "canvas.csv", "class.html",
    }  # fmt: skip
    assert files(tmp_path / "out") == {
        *shared, *(f"students/{student}/{file}" for student in ("ada", "bob") for file in own),
    }  # fmt: skip


def test_the_records_read_back_as_the_same_grades(tmp_path: Path) -> None:
    grades = class_of(PROBLEMS)
    write_reports(grades, ["json"], tmp_path, Request(PROBLEMS))
    assert load_grades(tmp_path / "results.json", PROBLEMS) == tuple(grades)


# Whether the key stands in the files of a student and of the class, by the view that is asked for.
VIEWS = {None: (False, True), "student": (False, False), "staff": (True, True)}


@pytest.mark.parametrize(("view", "shown"), VIEWS.items())
def test_a_students_files_show_what_the_student_may_see_and_the_classes_all(
    view: View | None, shown: tuple[bool, bool], tmp_path: Path
) -> None:
    write_reports(
        class_of(HIDING), ["html", "md", "txt", "junit", "json"], tmp_path, Request(HIDING, view, now=BEFORE)
    )
    own, others = shown
    for file in ("report.html", "report.md", "report.txt"):
        assert ("smallest of these" in (tmp_path / "students" / "ada" / file).read_text("utf-8")) is own
    for file in ("junit.xml", "results.json"):
        assert ("smallest of these" in (tmp_path / file).read_text("utf-8")) is others


def test_gradescope_gets_everything_and_hides_it_itself(tmp_path: Path) -> None:
    write_reports(class_of(HIDING), ["gradescope", "classroom"], tmp_path, Request(HIDING, now=BEFORE))
    folder = tmp_path / "students" / "ada"
    tests = json.loads((folder / "gradescope.json").read_text("utf-8"))["tests"]
    assert [test["score"] for test in tests if test["visibility"] == "after_due_date"] == [0.67, 0, 0, 0]


def test_whatever_the_view_gradescope_gets_the_score(tmp_path: Path) -> None:
    write_reports(class_of(HIDING), ["gradescope"], tmp_path, Request(HIDING, "student", now=BEFORE))
    record = json.loads((tmp_path / "students" / "ada" / "gradescope.json").read_text("utf-8"))
    assert record["score"] == 0.67


def test_no_score_is_written_for_classroom_while_no_marks_are_shown(tmp_path: Path) -> None:
    (note,) = write_reports(class_of(HIDING), ["classroom"], tmp_path, Request(HIDING, now=BEFORE))
    assert files(tmp_path) == set()
    assert (
        note.message == "no `result.json` was written for 2 of the sheets: none of their marks is shown yet"
    )


def test_all_totals_agree(tmp_path: Path) -> None:
    write_reports(
        class_of(PROBLEMS), ["md", "txt", "gradescope", "csv"], tmp_path, Request(PROBLEMS, now=AFTER)
    )
    folder = tmp_path / "students" / "ada"
    assert "**0.67 of 7 points (9.5 %)**" in (folder / "report.md").read_text("utf-8")
    assert "\n0.67 of 7 points (9.5 %)\n" in (folder / "report.txt").read_text("utf-8")
    assert json.loads((folder / "gradescope.json").read_text("utf-8"))["score"] == 0.67
    assert "\nada,0.67,7,9.5," in (tmp_path / "grades.csv").read_text("utf-8").replace("\r", "")


FOLDERS = {
    "different": (["ada", "bob"], ["ada", "bob"]),
    "twice": (["ada", "ada", "ada"], ["ada", "ada-2", "ada-3"]),
    "the same but for capitals": (["ada", "Ada"], ["ada", "Ada-2"]),
    "one is called like the second": (["ada", "ada", "ada-2"], ["ada", "ada-3", "ada-2"]),
    "not fit for a path": (["../x", "..", "a/b"], ["_x-d6b96a97", "unnamed", "a_b-c14cddc0"]),
}


@pytest.mark.parametrize(("students", "folders"), FOLDERS.values(), ids=FOLDERS)
def test_each_sheet_has_a_folder_of_its_own(students: list[str], folders: list[str]) -> None:
    assert student_folders([replace(graded(PROBLEMS), student=one) for one in students]) == folders


def test_a_second_sheet_of_a_student_overwrites_nothing_and_is_noted(tmp_path: Path) -> None:
    grades = [graded(PROBLEMS), graded(PROBLEMS, name="again.yaml")]
    notes = write_reports(grades, ["txt"], tmp_path, Request(PROBLEMS))
    assert files(tmp_path) == {"students/ada/report.txt", "students/ada-2/report.txt"}
    assert [str(note) for note in notes] == [
        "again.yaml: warning: the reports of this sheet are in `students/ada-2`: another one came before it"
    ]


def test_where_no_student_has_a_file_a_second_sheet_is_not_noted(tmp_path: Path) -> None:
    assert write_reports([graded(PROBLEMS)] * 2, ["csv"], tmp_path, Request(PROBLEMS)) == ()


def test_the_class_leads_to_the_reports_that_there_are(tmp_path: Path) -> None:
    write_reports(class_of(PROBLEMS), ["html", "class"], tmp_path / "with", Request(PROBLEMS))
    write_reports(class_of(PROBLEMS), ["class"], tmp_path / "without", Request(PROBLEMS))
    assert 'students/bob/report.html"' in (tmp_path / "with" / "class.html").read_text("utf-8")
    assert "report.html" not in (tmp_path / "without" / "class.html").read_text("utf-8")


def test_an_anonymous_class_names_nobody(tmp_path: Path) -> None:
    request = Request(PROBLEMS, anonymous=True)
    write_reports(class_of(PROBLEMS), ["html", "class"], tmp_path, request)
    assert "bob" not in (tmp_path / "class.html").read_text("utf-8")


def test_notes_about_an_export_are_passed_on(tmp_path: Path) -> None:
    notes = write_reports(class_of(PROBLEMS), ["canvas"], tmp_path, Request(PROBLEMS, canvas=EXPORT))
    assert [note.message for note in notes] == ["nobody in this export is `bob`"]
    assert (tmp_path / "canvas.csv").read_bytes().endswith(b"\nAda,1,ada,0.67\n")


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    write_reports(class_of(PROBLEMS), ["json"], tmp_path, Request(PROBLEMS))
    write_reports(class_of(PROBLEMS), ["json"], tmp_path, Request(PROBLEMS))
    assert files(tmp_path) == {"results.json"}


def test_half_a_character_in_a_name_stops_nothing(tmp_path: Path) -> None:
    marked = replace(graded(PROBLEMS), name="a\udc80.yaml")
    write_reports(
        [marked],
        [name for name in (*STUDENT_SINKS, *CLASS_SINKS) if name != "canvas"],
        tmp_path,
        Request(PROBLEMS),
    )
    assert load_grades(tmp_path / "results.json", PROBLEMS)[0].name == "a\udc80.yaml"


def test_error_the_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(InputError, match=r"the folder cannot be made \((file exists|not a directory)\)"):
        write_reports([graded(PROBLEMS)], ["csv"], tmp_path / "out", Request(PROBLEMS))


def test_error_there_is_no_export_to_fill_in() -> None:
    with pytest.raises(InputError, match="there is no export to fill in"):
        class_report("canvas", [graded(PROBLEMS)], Request(PROBLEMS))


def test_classroom_gets_the_score_of_the_marks_that_are_shown(tmp_path: Path) -> None:
    assert write_reports(class_of(PROBLEMS), ["classroom"], tmp_path, Request(PROBLEMS, now=AFTER)) == ()
    record = json.loads((tmp_path / "students" / "ada" / "result.json").read_text("utf-8"))
    assert (record["score"], record["max-score"]) == (67, 700)
