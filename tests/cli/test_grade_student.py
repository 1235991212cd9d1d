"""`grader grade --student ID`: one submission whose student is known from elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli.main import main
from tests.ci.steps import SET, SHEET, write_files


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(
        tmp_path,
        {
            "set.yaml": SET.format(settings=""),
            "ada.yaml": SHEET,
            "class/bob/answers.yaml": SHEET,
            "class/eve/answers.yaml": SHEET,
        },
    )
    monkeypatch.chdir(tmp_path)


def graded(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["grade", "set.yaml", *words, "--format", "json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)
    return dict(record)


def test_the_submission_is_the_students_whatever_the_sheet_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert graded(capsys, "ada.yaml", "--student", "eve")["student"] == "eve"


def test_another_name_on_the_sheet_is_a_plain_note_since_a_login_cannot_be_compared_with_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = graded(capsys, "ada.yaml", "--student", "octocat")["notes"]
    assert isinstance(notes, list)
    (note,) = notes
    said = "this sheet says that it is by `ada`; `octocat` submitted it"
    assert (note["severity"], note["message"]) == ("note", said)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert main(["grade", "set.yaml", "ada.yaml", "--student", "octocat"]) == 0
    assert f"::{said}%0A" in next(
        line
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("::notice file=ada.yaml,line=2")
    )


def test_a_folder_that_looks_like_a_class_is_still_one_submission(capsys: pytest.CaptureFixture[str]) -> None:
    record = graded(capsys, "class", "--student", "eve")
    assert (record["student"], record["earned"]) == ("eve", 0)


ERRORS = {
    "several submissions": (
        ["ada.yaml", "class/bob"],
        "eve",
        "--student: error: these are 2 submissions, and only one",
    ),
    "no name": (["ada.yaml"], "/", "--student: error: there is no name in this"),
}


@pytest.mark.parametrize(("paths", "student", "message"), ERRORS.values(), ids=ERRORS)
def test_error_a_student_that_does_not_fit(
    paths: list[str], student: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", "set.yaml", *paths, "--student", student]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_a_status_tells_no_marks_that_the_view_hides(tmp_path: Path) -> None:
    hidden = SET.replace("reveal: {{marks: now, why: now, key: never}}", "reveal: never")
    (tmp_path / "set.yaml").write_text(hidden.format(settings="reveal: never"), encoding="utf-8")
    for path in ("ada.yaml", "class"):
        words = ["grade", "set.yaml", path, "--fail-under", "100%"]
        assert (main(words), main([*words, "--view", "student"])) == (1, 0)
