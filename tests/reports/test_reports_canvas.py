"""Canvas's gradebook: one column filled in, and every other character of the export as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from grader.grading import Grade
from grader.reports.platforms.canvas_gradebook import Filled, fill_canvas
from grader.text.source import InputError
from tests.reporting import SHEET, graded, problems_with

PROBLEMS = problems_with()
EXPORT = '''\
Student,ID,SIS User ID,SIS Login ID,Section,"Sheet 0, easy (11)",Adversarial search (12),Current Score
,,,,,,Manual Posting,
    Points Possible,,,,,10,7,(read only)
"Lovelace, Ada",101,u1,ada,"CS ""A""",-5,,70.00
"Hopper, Grace",102,u2,ghopper,CS A,9.5,4,
"Student, Test",103,,,CS A,,,
'''
EASY = "Sheet 0, easy"


def named(student: str) -> Grade:
    return replace(graded(PROBLEMS), student=student)


def filled(*grades: Grade, export: str = EXPORT, assignment: str | None = None) -> Filled:
    return fill_canvas(export.encode(), "export.csv", grades, PROBLEMS, assignment)


def notes(*grades: Grade) -> list[str]:
    return [note.message for note in filled(*grades).notes]


def test_only_the_cell_of_the_student_in_the_column_of_the_set_is_changed() -> None:
    assert filled(named("ada")).data.decode() == EXPORT.replace("-5,,70", "-5,0.67,70")


def test_a_point_that_stood_there_is_replaced() -> None:
    assert "CS A,9.5,0.67,\n" in filled(named("ghopper")).data.decode()


@pytest.mark.parametrize(
    "student", ["ada", "ADA", "u1", "101", "Ada Lovelace", "Lovelace, Ada", "ada lovelace"]
)
def test_a_student_is_found_by_any_of_the_names_in_canvas(student: str) -> None:
    assert b"-5,0.67,70" in filled(named(student)).data


def test_a_login_comes_before_a_name() -> None:
    export = EXPORT.replace('"Hopper, Grace",102,u2,ghopper', "Ada,102,u2,other")
    assert filled(named("ada"), export=export).data.decode() == export.replace("-5,,70", "-5,0.67,70")


@pytest.mark.parametrize("assignment", ["Adversarial search", "Adversarial search (12)", "12", " 12 "])
def test_the_column_is_found_by_title_or_number(assignment: str) -> None:
    assert b"-5,0.67,70" in filled(named("ada"), assignment=assignment).data


def test_another_column_is_filled_when_it_is_named() -> None:
    export = EXPORT.replace(",10,7,", ",7,7,")
    assert b',"CS ""A""",0.67,,70' in filled(named("ada"), export=export, assignment=EASY).data


@pytest.mark.parametrize(
    "export",
    [
        "\ufeff" + EXPORT,
        EXPORT.replace("\n", "\r\n"),
        EXPORT.rstrip("\n"),
        EXPORT + "\n\n",
        EXPORT.replace(",Manual Posting,", ",,"),
    ],
    ids=["byte order mark", "line ends of Windows", "no last line end", "blank lines", "no posting"],
)
def test_the_rest_of_the_file_keeps_every_byte(export: str) -> None:
    assert filled(named("ada"), export=export).data == export.replace("-5,,70", "-5,0.67,70").encode()


def test_an_export_with_semicolons_is_read_too() -> None:
    head = 'Student;ID;SIS Login ID;"Adversarial search (12)"\n    Points Possible;;;7,0\n'
    export = f'{head}"Lovelace, Ada";1;ada;\n'
    assert filled(named("ada"), export=export).data.decode().endswith(";1;ada;0.67\n")


def test_a_row_that_is_too_short_gets_its_cell() -> None:
    export = EXPORT.replace("-5,,70.00", "-5")
    assert b'"CS ""A""",-5,0.67\n' in filled(named("ada"), export=export).data


def test_formulas_of_others_are_made_harmless_and_negative_numbers_are_left() -> None:
    export = EXPORT.replace('"Hopper, Grace"', '"=HYPERLINK(""x"")"').replace("ghopper", "@x")
    data = filled(named("ada"), export=export).data.decode()
    assert '"\'=HYPERLINK(""x"")",102,u2,\'@x,CS A,9.5,4,\n' in data
    assert ",-5,0.67," in data


def test_who_is_not_in_the_other_list_is_said_both_ways() -> None:
    assert notes(named("ada"), named("bob")) == [
        "nobody in this export is `bob`",
        "there is no sheet of `Hopper, Grace` or `Student, Test`",
    ]


def test_all_who_are_not_in_the_export_are_named_in_one_sentence() -> None:
    first, *_ = notes(named("bob"), named("eve"), named("mal"))
    assert first == "nobody in this export is `bob`, `eve` or `mal`"


def test_of_very_many_who_are_not_in_the_export_only_some_are_named() -> None:
    first, *_ = notes(*(named(f"s{number}") for number in range(42)))
    assert first.endswith("`s39` or 2 more")


def test_of_two_sheets_of_a_student_none_is_filled_in() -> None:
    made = filled(named("Ada"), named("ADA"))
    assert made.data.decode() == EXPORT
    assert [note.message for note in made.notes[:2]] == [
        f"there are several sheets of `{student}`, and none was filled in" for student in ("Ada", "ADA")
    ]


def test_who_is_called_exactly_so_comes_before_those_whose_capitals_differ() -> None:
    made = filled(named("ADA"), named("ada"))
    assert made.data.decode() == EXPORT.replace("-5,,70", "-5,0.67,70")
    assert made.notes[0].message == "nobody in this export is `ADA`"


def test_two_whose_ids_differ_only_by_capitals_have_a_row_each() -> None:
    export = EXPORT.replace("ghopper", "ADA")
    made = filled(named("ADA"), named("ada"), export=export).data.decode()
    assert made == export.replace("-5,,70", "-5,0.67,70").replace("9.5,4,", "9.5,0.67,")


def test_of_two_students_of_a_name_none_is_filled_in() -> None:
    export = EXPORT.replace("Hopper, Grace", "Lovelace, Ada")
    made = filled(named("Ada Lovelace"), export=export)
    assert made.data.decode() == export
    assert made.notes[0].message == (
        "several in this export are `Ada Lovelace`, and nothing was filled in for them"
    )


UNFINISHED = {
    "pending": b"student: ada\nanswers:\n  textbook:\n    manual: Because.\n",
    "unreadable": b"\xff\xff",
}


@pytest.mark.parametrize("data", UNFINISHED.values(), ids=UNFINISHED)
def test_a_grade_that_is_not_final_is_left_out(data: bytes) -> None:
    made = filled(replace(graded(PROBLEMS, data), student="ada"))
    assert made.data.decode() == EXPORT
    assert made.notes[0].message == "the grade of `ada` is not final, and was left out"


ERRORS = {
    "another file": (
        "a,b\n1,2\n", None,
        "export.csv: error: this is not an export of Canvas's gradebook\n"
        "     = hint: name the file that Canvas exports from its gradebook,"
        " with `Points Possible` in its second row",
    ),
    "no such column": (
        EXPORT, "Sheet 0, eazy",
        "export.csv: error: no assignment is called `Sheet 0, eazy`\n"
        "     = hint: did you mean `--canvas-assignment 'Sheet 0, easy'`?",
    ),
    "no column at all like it": (
        EXPORT, "xyz",
        "export.csv: error: no assignment is called `xyz`\n     = hint: add `--canvas-assignment …` with the"
        " title or the number of `Sheet 0, easy (11)` or `Adversarial search (12)`",
    ),
    "a computed column": (
        EXPORT.replace("Current Score", "Current Score (99)"), "99",
        "export.csv: error: Canvas computes this column itself\n"
        "     = hint: name the column of an assignment",
    ),
    "two columns of that title": (
        EXPORT.replace("Sheet 0, easy", "Adversarial search"), None,
        "export.csv: error: several columns are called `Adversarial search`\n     = hint: add"
        " `--canvas-assignment …` with the title or the number of `Adversarial search (11)` or"
        " `Adversarial search (12)`",
    ),
    "other points": (
        EXPORT, EASY,
        "export.csv: error: the assignment has `10` points possible in Canvas, and `7` here\n"
        "     = hint: change the assignment's points in Canvas, and export again",
    ),
    "points that are no number": (
        EXPORT.replace(",10,7,", ",10,many,"), None,
        "export.csv: error: the assignment has `many` points possible in Canvas, and `7` here\n"
        "     = hint: change the assignment's points in Canvas, and export again",
    ),
    "an open quote": (
        EXPORT + '"never closed\n', None,
        "export.csv:7:1: error: the quote that is opened here is never closed\n"
        '   7 | "never closed\n     | ^\n'
        "     = hint: close it, or export the file again",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("export", "assignment", "message"), ERRORS.values(), ids=ERRORS)
def test_error_an_export_that_cannot_be_filled_in(export: str, assignment: str | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        filled(named("ada"), export=export, assignment=assignment)
    assert str(caught.value) == message


def test_error_an_export_that_is_no_text() -> None:
    with pytest.raises(InputError, match="the file is not UTF-8 text"):
        fill_canvas(b"\xff", "export.csv", (), PROBLEMS)


FORMULAS = "=+-@\t\0"
CELLS = some.one_of(
    some.text(
        some.characters(exclude_characters='",;\r\n' + FORMULAS, exclude_categories=["Cs"]), max_size=5
    ),
    some.text(some.characters(exclude_characters=FORMULAS, exclude_categories=["Cs"]), max_size=5).map(
        lambda text: '"' + text.replace('"', '""') + '"'
    ),
)
ROWS = some.lists(some.lists(CELLS, min_size=1, max_size=4).map(",".join), max_size=4)


@given(ROWS, some.sampled_from(["\n", "\r\n"]), some.booleans())
def test_every_file_is_written_as_it_was_read(rows: list[str], end: str, ended: bool) -> None:
    text = end.join(["Student,Sheet (1)", "Points Possible,7", *rows]) + (end if ended else "")
    assert fill_canvas(text.encode(), "export.csv", (), PROBLEMS, "1").data == text.encode()


def test_the_points_are_those_of_all_other_reports() -> None:
    made = filled(replace(graded(PROBLEMS, SHEET.replace(b"[B3]", b"[C2]")), student="ada"))
    assert b"-5,2.17,70" in made.data
