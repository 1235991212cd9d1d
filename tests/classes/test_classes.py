"""A whole class: marked on several cores, resumed, and in the same order whoever marks it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from grader.classes import Job, Summary
from grader.gradebook import FILE, Gradebook
from grader.text.source import InputError
from tests.classes.teaching import (
    PROGRAMS,
    RIGHT,
    SEARCH,
    SHEETS,
    WRONG,
    hand_in_program,
    kept,
    make_class,
    run,
)

STUDENTS = {f"student-{number:02}": RIGHT if number % 3 else WRONG for number in range(20)}
GRADED = [(student, "graded", 5 if pruned == RIGHT else 1) for student, pruned in STUDENTS.items()]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_grades_are_kept_in_the_order_of_the_entries_whatever_the_number_of_workers(
    tmp_path: Path, jobs: int
) -> None:
    make_class(tmp_path, STUDENTS)
    assert run(tmp_path, jobs=jobs) == Summary(
        20, 0, 20, {"graded": 20}, {"right": 33, "wrong": 7}, {}, stopped=False
    )
    assert kept(tmp_path) == GRADED


def test_a_second_run_marks_only_what_is_new_or_changed(tmp_path: Path) -> None:
    make_class(tmp_path, STUDENTS)
    run(tmp_path)
    make_class(tmp_path, {"student-00": RIGHT, "zoe": WRONG})
    summary = run(tmp_path)
    assert (summary.known, summary.marked) == (19, 2)
    assert kept(tmp_path) == [*GRADED, ("student-00", "graded", 5), ("zoe", "graded", 1)]


def test_a_set_that_changed_marks_everybody_again(tmp_path: Path) -> None:
    make_class(tmp_path, {"ada": RIGHT})
    run(tmp_path)
    make_class(tmp_path, {}, SHEETS.replace("points: 4", "points: 9"))
    assert run(tmp_path).marked == 1
    assert kept(tmp_path) == [("ada", "graded", 5), ("ada", "graded", 10)]


def test_a_set_that_went_back_marks_everybody_again_also_who_handed_in_twice(tmp_path: Path) -> None:
    older, newer = SHEETS, SHEETS.replace("points: 4", "points: 9")
    make_class(tmp_path, {"ada": RIGHT, "bob": WRONG}, older)
    (tmp_path / "class" / "bob.json").write_text("{}", encoding="utf-8")
    assert run(tmp_path).marked == 3
    for text in (newer, older, newer):
        make_class(tmp_path, {}, text)
        assert [(summary.known, summary.marked) for summary in (run(tmp_path), run(tmp_path))] == [
            (0, 3),
            (3, 0),
        ]
    with Gradebook.open(tmp_path / FILE, write=False) as book:
        assert [one.grade.possible for one in book.current("search-1")] == [10, 10]
        assert len({graded.submission.id for graded in book.gradings("search-1", "bob")}) == 2


def test_force_marks_everybody_again_and_overwrites_nothing(tmp_path: Path) -> None:
    make_class(tmp_path, {"ada": RIGHT, "bob": WRONG})
    run(tmp_path)
    assert run(tmp_path, force=True).marked == 2
    assert kept(tmp_path) == [("ada", "graded", 5), ("bob", "graded", 1)] * 2


def test_two_hand_ins_of_one_student_are_not_marked_again_and_again(tmp_path: Path) -> None:
    make_class(tmp_path, {"ada": WRONG})
    sheet = (tmp_path / "class" / "ada.yaml").read_text(encoding="utf-8").replace(WRONG, RIGHT)
    (tmp_path / "class" / "ada").mkdir()
    (tmp_path / "class" / "ada" / "answers.yaml").write_text(sheet, encoding="utf-8")
    first = run(tmp_path)
    second = run(tmp_path)
    assert (first.marked, second.marked, second.known) == (2, 0, 2)
    assert len(kept(tmp_path)) == 2


@pytest.mark.parametrize("force", [False, True])
def test_two_hand_ins_of_one_student_stay_two_when_they_are_marked_anew(tmp_path: Path, force: bool) -> None:
    make_class(tmp_path, {"ada": WRONG})
    (tmp_path / "class" / "ada.json").write_text('{"set": "search-1", "answers": {}}', encoding="utf-8")
    run(tmp_path)
    make_class(tmp_path, {"ada": WRONG}, SHEETS if force else SHEETS.replace("points: 4", "points: 8"))
    assert run(tmp_path, force=force).marked == 2
    with Gradebook.open(tmp_path / FILE) as book:
        gradings = book.gradings("search-1", "ada")
    assert [graded.submission.id for graded in gradings] == [1, 2, 1, 2]


def test_one_of_two_hand_ins_that_changed_has_both_kept_in_their_order(tmp_path: Path) -> None:
    make_class(tmp_path, {"ada": WRONG})
    (tmp_path / "class" / "ada.json").write_text('{"set": "search-1", "answers": {}}', encoding="utf-8")
    run(tmp_path)
    order = [earned for _, _, earned in kept(tmp_path)]
    make_class(tmp_path, {"ada": RIGHT})
    assert run(tmp_path).marked == 2
    assert [earned for _, _, earned in kept(tmp_path)][-2:] == [5 if one == 1 else one for one in order]


def test_nothing_is_started_for_a_class_that_is_marked_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_class(tmp_path, {"ada": RIGHT})
    run(tmp_path)
    monkeypatch.setattr("grader.classes.start_executor", None)
    assert run(tmp_path).known == 1


def test_an_unreadable_hand_in_is_kept_as_such_and_costs_nobody_else(tmp_path: Path) -> None:
    make_class(tmp_path, {"ada": RIGHT, "zoe": RIGHT})
    (tmp_path / "class" / "bob.yaml").write_bytes(b"\x00\xff\xfe")
    (tmp_path / "class" / "cyd.zip").write_bytes(b"PK\x03\x04 broken")
    assert run(tmp_path).statuses == {"graded": 2, "unreadable": 2}
    assert {student: status for student, status, _ in kept(tmp_path)} == {
        "ada": "graded", "bob": "unreadable", "cyd": "unreadable", "zoe": "graded",
    }  # fmt: skip
    assert run(tmp_path).known == 4


def test_the_bytes_that_were_handed_in_are_kept(tmp_path: Path) -> None:
    make_class(tmp_path, {"ada": RIGHT})
    run(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE)
    files = [data for (data,) in connection.execute("SELECT data FROM files")]
    connection.close()
    assert (tmp_path / "class" / "ada.yaml").read_bytes() in files


def test_where_programs_cannot_be_run_sheets_are_marked_and_programs_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_class(tmp_path, {}, PROGRAMS)
    hand_in_program(tmp_path, "ada", SEARCH)
    from grader.classes.job import Task
    from grader.classes.marker import Marker
    from grader.problems import load_problems
    from grader.submissions import HandIn

    problems = load_problems(tmp_path / "set.yaml")
    files = {path.name: path.read_bytes() for path in (tmp_path / "class" / "ada").iterdir()}
    monkeypatch.setattr("sys.platform", "plan9")
    with Marker(Job(problems.files, problems.hash)) as marker:
        outcomes = marker.mark((Task(0, HandIn("ada", "ada", files)), Task(1, HandIn("bob", "bob", files))))
    for outcome in outcomes:
        assert (outcome.status, outcome.verdicts) == ("failed", {"right": 2, "failed": 1})
        assert outcome.faults == ("SandboxFailed: students' code runs only on 64-bit Linux",)


def test_a_fault_of_ours_costs_only_the_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.classes import marker as marking
    from grader.classes.job import Task
    from grader.grading import Grade, grade
    from grader.submissions import HandIn, Submission

    problems = make_class(tmp_path, {})

    def stumble(problems: object, submission: Submission, *, worker: None) -> Grade:
        if submission.student == "bob":
            raise ZeroDivisionError("once in a million")
        return grade(problems, submission, worker=worker)  # type: ignore[arg-type]

    monkeypatch.setattr(marking, "grade", stumble)
    with marking.Marker(Job(problems.files, problems.hash)) as marker:
        tasks = [
            Task(number, HandIn(name, name, {"answers.yaml": b"answers: {}"}))
            for number, name in enumerate(("ada", "bob"))
        ]
        ada, bob = marker.mark(tuple(tasks))
    assert (ada.status, bob.status) == ("graded", "failed")
    assert bob.faults == ("ZeroDivisionError: once in a million",)
    assert bob.record["earned"] == 0
    assert bob.record["possible"] == ada.record["possible"]
    assert json.loads(bob.text)["status"] == "failed"


def test_a_record_of_a_failure_can_be_read_again(tmp_path: Path) -> None:
    from grader.classes.marker import failed_grade
    from grader.grading.record import grade_from_record
    from grader.submissions import HandIn

    problems = make_class(tmp_path, {})
    failed = failed_grade(problems, HandIn("ada", "ada.yaml", {}), "out of memory")
    assert grade_from_record(json.loads(json.dumps(failed.to_dict())), problems) == failed


def test_a_worker_of_another_version_refuses(tmp_path: Path) -> None:
    problems = make_class(tmp_path, {})
    with pytest.raises(InputError, match="install the same version on all machines"):
        Job(problems.files, problems.hash, version="0.0.1").problems()
