"""`grader preview`: a student's own check, from the released files alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

from grader.cli.main import main

SAMPLES = Path("course/week1/samples")


@pytest.fixture(name="where", scope="module")
def _where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    assert main(["new", str(folder / "course")]) == 0
    assert main(["release", str(folder / "course/week1"), "--out", str(folder / "released")]) == 0
    return folder


@pytest.fixture(autouse=True)
def _folder(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(where)


@pytest.mark.parametrize("student", ["ada", "ben"])
def test_a_complete_hand_in_is_ready_whatever_is_wrong_with_it(
    student: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["preview", str(SAMPLES / student), "--set", "released/set.yaml"]) == 0
    assert "7 of 7 ready to submit.\n" in capsys.readouterr().out


def test_a_hand_in_with_gaps_falls_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", str(SAMPLES / "cleo"), "--set", "released"]) == 1
    assert (
        "3. Alpha-beta as a program     missing\n    search.py was not submitted.\n"
        in capsys.readouterr().out
    )


def test_what_was_released_is_not_ready_as_it_is() -> None:
    assert main(["preview", "released", "--set", "released"]) == 1


@pytest.mark.parametrize("file", ["answers.yaml", "search.py"])
def test_a_sheet_or_a_program_alone_is_looked_at(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", str(SAMPLES / "ada" / file), "--set", "released"]) == 0
    assert "Answered elsewhere, so not checked: " in capsys.readouterr().out


def test_a_program_may_have_a_name_of_its_own(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "ada" / "search.py", tmp_path / "my-search.py")
    assert main(["preview", str(tmp_path / "my-search.py"), "--set", "released"]) == 0


def test_a_zip_is_opened(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "ada.zip", "w") as archive:
        for name in ("answers.yaml", "search.py"):
            archive.write(SAMPLES / "ada" / name, name)
    assert main(["preview", str(tmp_path / "ada.zip"), "--set", "released"]) == 0


def test_a_notebook_may_hold_the_program_and_the_answers(tmp_path: Path) -> None:
    texts = {"code": "search.py", "raw": "answers.yaml"}
    cells = [
        {"cell_type": kind, "source": (SAMPLES / "ada" / name).read_text("utf-8")}
        for kind, name in texts.items()
    ]
    (tmp_path / "ada.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")
    assert main(["preview", str(tmp_path / "ada.ipynb"), "--set", "released"]) == 0


def test_hidden_things_are_said_not_to_be_checked(capsys: pytest.CaptureFixture[str]) -> None:
    main(["preview", str(SAMPLES / "ada"), "--set", "released"])
    assert "hidden questions and hidden\ntrees are not checked" in capsys.readouterr().out


def test_nothing_of_a_student_is_a_command_to_github(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    shutil.copytree(SAMPLES / "ada", tmp_path / "::error::x")
    main(["preview", str(tmp_path / "::error::x"), "--set", "released"])
    first, *_, last = capsys.readouterr().out.splitlines()
    token = first.removeprefix("::stop-commands::")
    assert last == f"::{token}::"


UNUSABLE = {
    "no hand-in": (
        ["nothing.yaml", "--set", "released"],
        "nothing.yaml: error: there is no file of this name",
    ),
    "no program": (["nothing.py", "--set", "released"], "nothing.py: error: there is no file of this name"),
    "no set": (["released", "--set", "nothing.yaml"], "nothing.yaml: error: there is no file of this name"),
    "no word of a set": (["released"], "the following arguments are required: --set"),
}


@pytest.mark.parametrize(("words", "said"), UNUSABLE.values(), ids=UNUSABLE)
def test_error_what_cannot_be_used(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", *words]) == 2
    assert said in capsys.readouterr().err
