"""`grader new`: the folder of a course, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli.main import main
from tests.course.sandboxes import needs_sandbox


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_files_of_a_new_course_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "ai"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert "ai/week1/set.yaml" in listed
    assert all(Path(name).is_file() for name in listed)


@needs_sandbox
def test_a_new_course_passes_the_strictest_check(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "ai"])
    assert main(["check", "ai/week1", "--strict"]) == 0
    assert "ai/week1: ok: 3 problems, 9 questions, 27 points, 3 samples" in capsys.readouterr().out


def test_a_new_course_passes_the_hook_for_trees(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "ai"])
    capsys.readouterr()
    trees = sorted(map(str, Path("ai").rglob("*.tree")))
    assert trees
    assert (main(["format", "--check", *trees]), capsys.readouterr().out) == (0, "")


@needs_sandbox
def test_the_samples_of_a_new_course_are_graded_as_a_class() -> None:
    main(["new", "ai"])
    assert main(["grade", "ai/week1", "ai/week1/samples", "--out", "grades", "--jobs", "1"]) == 0
    assert Path("grades/students/ada/report.html").is_file()


def test_error_a_folder_that_is_not_empty(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "ai"])
    capsys.readouterr()
    assert main(["new", "ai"]) == 2
    assert capsys.readouterr().err == (
        "ai: error: this folder is not empty\n"
        "     = hint: name a new folder, or empty this one first\n"
    )  # fmt: skip


def test_the_owner_stands_in_the_files_for_ci() -> None:
    assert main(["new", "ai", "--owner", "group/subgroup"]) == 0
    assert "keys: group/subgroup/ai" in Path("ai/gitlab/grade.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("owner", ["", "a b", "a: b", "-x", "a//b", "${{ secrets }}"])
def test_error_an_owner_that_cannot_be(owner: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "ai", f"--owner={owner}"]) == 2
    assert f"--owner: error: no organisation or group is called `{owner}`" in capsys.readouterr().err
    assert not Path("ai").exists()
