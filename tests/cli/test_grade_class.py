"""`grader grade SET CLASS`: a whole class from the command line, its gradebook and its files."""

from __future__ import annotations

import csv
import json
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from grader.cli.main import main
from tests.classes.teaching import RIGHT, SHEETS, WRONG, make_class
from tests.cli.unheard import nobody_reads

TABLE = """\
student  name  section  points  of  penalty  after  %    status   pending  submitted
ada      Ada   A        5       5            5      100  graded            –
bob      Bob   B        1       5            1      20   graded            –
zoe      Zoe   B                                    –    missing           –
"""
ROSTER = "id,name,section\nada,Ada,A\nbob,Bob,B\nzoe,Zoe,B\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_class(tmp_path, {"ada": RIGHT, "bob": WRONG})
    (tmp_path / "class" / "roster.csv").write_text(ROSTER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_class_of_one_is_one_submission(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "class" / "bob.yaml").unlink()
    assert main(["grade", "set.yaml", "class", "--jobs", "1"]) == 0
    assert "1 submission: 0 unchanged, 1 processed" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_a_class_is_a_table_and_a_folder_of_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "class", "--out", "out", "--jobs", "1"]) == 0
    printed = capsys.readouterr()
    assert printed.out == TABLE
    assert printed.err.splitlines() == [
        "1 on the roster submitted nothing: zoe",
        "2 submissions: 0 unchanged, 2 processed (2 graded; 3 right, 1 wrong)",
        f"the class: {Path('out', 'class.html')}",
    ]
    made = sorted(path.relative_to("out").as_posix() for path in Path("out").rglob("*") if path.is_file())
    assert made == [
        ".reports.json", "class.html", "gradebook.sqlite", "grades.csv", "junit.xml", "results.json",
        "students/ada/report.html", "students/bob/report.html",
    ]  # fmt: skip


def test_without_a_folder_nothing_is_kept_and_that_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.rglob("*"))
    assert main(["grade", "set.yaml", "class", "--jobs", "1"]) == 0
    printed = capsys.readouterr()
    assert printed.out == TABLE
    assert printed.err.endswith("nothing was saved: `--out DIR` keeps a gradebook and writes reports\n")
    assert sorted(folder.rglob("*")) == before


@pytest.mark.usefixtures("folder")
def test_records_of_a_class_are_one_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "class", "--format", "json", "--jobs", "1"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert [(record["student"], record["earned"]) for record in records] == [("ada", 5), ("bob", 1)]


@pytest.mark.usefixtures("folder")
def test_a_class_can_fall_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "class", "--jobs", "1", "--fail-under", "20%"]) == 0
    assert "--fail-under" not in capsys.readouterr().err
    assert main(["grade", "set.yaml", "class", "--jobs", "1", "--fail-under", "21%"]) == 1
    assert capsys.readouterr().err.endswith("20 % of the points is below the 21 % of --fail-under\n")


def test_reports_of_many_students_are_made_by_several_processes(folder: Path) -> None:
    make_class(folder, {f"student-{number}": RIGHT for number in range(70)})
    assert main(["grade", "set.yaml", "class", "--out", "out", "--report", "md", "--jobs", "2"]) == 0
    assert len(list(Path("out", "students").glob("*/report.md"))) == 72


def test_two_names_that_differ_only_in_capitals_have_folders_of_their_own(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_class(folder, {"Ada": WRONG})
    (folder / "class" / "roster.csv").unlink()
    assert main(["grade", "set.yaml", "class", "--out", "out", "--report", "txt", "--jobs", "1"]) == 0
    assert sorted(path.name for path in Path("out", "students").iterdir()) == ["Ada", "ada-2", "bob"]
    assert "out: warning: the reports of `ada` are in `students/ada-2`" in capsys.readouterr().err


def test_similar_wrong_answers_are_told_only_when_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = {"mia": "[B1, D3]", "tom": "[B1, D3]"}
    make_class(
        folder, {**odd, **{f"student-{number}": RIGHT for number in range(10)}}, f"{SHEETS}diagnosis: off\n"
    )
    for student in odd:
        path = folder / "class" / f"{student}.yaml"
        path.write_text(
            path.read_text(encoding="utf-8").replace("best-move: B", "best-move: D"), encoding="utf-8"
        )
    assert main(["grade", "set.yaml", "class", "--out", "out", "--report", "csv", "--jobs", "1"]) == 0
    assert "rare" not in capsys.readouterr().err
    assert not Path("out", "similar.csv").exists()
    assert main(["grade", "set.yaml", "class", "--out", "out", "--report", "csv", "--similar"]) == 0
    told = capsys.readouterr().err
    assert "a reason to look closer, not proof of anything" in told
    assert "  mia, tom: textbook.best-move, textbook.pruned (weight 5.6)\n" in told
    rows = list(csv.reader(Path("out", "similar.csv").read_text(encoding="utf-8").splitlines()))
    assert [row[:3] for row in rows[1:]] == [["mia", "tom", "2"]]


@pytest.mark.usefixtures("folder")
def test_error_a_class_beside_other_submissions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "class", str(Path("class", "ada.yaml"))]) == 2
    assert capsys.readouterr().err == (
        "class: error: this is a whole class, and other submissions are named beside it\n"
        "     = hint: grade it alone; submissions in one folder are a class too\n"
    )


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "1001", "²"])
@pytest.mark.usefixtures("folder")
def test_error_no_number_of_workers(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "class", f"--jobs={jobs}"]) == 2
    assert f"`{jobs}` is not a number of workers, such as 4" in capsys.readouterr().err


def test_error_a_scheduler_of_processes() -> None:
    from grader.classes import Job
    from grader.classes.executors import start_executor
    from grader.text.source import InputError

    with pytest.raises(InputError, match="add `--executor dask`"):
        start_executor("processes", Job({}, ""), 1, "tcp://127.0.0.1:1")


def _read_all(terminal: int) -> str:
    """What has been written to a terminal that is closed by now, which hands it out in parts."""
    parts = []
    with suppress(OSError):  # its way to say that no more will come
        while part := os.read(terminal, 4096):
            parts.append(part)
    return b"".join(parts).decode()


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of another kind")
def test_a_terminal_is_shown_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.classes import Summary
    from grader.cli.progress import shown_progress

    ours, theirs = os.openpty()
    with open(theirs, "w", encoding="utf-8") as terminal:  # noqa: PTH123 - a descriptor
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.delenv("CI", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", "120")
        with shown_progress("search-1") as show:
            show(Summary(10, 2, 3, {"graded": 3}, {"right": 9, "wrong": 2}, {}))
    seen = _read_all(ours)
    os.close(ours)
    assert "search-1" in seen
    assert "5/10" in seen
    assert "9 right, 2 wrong" in seen


@pytest.mark.usefixtures("folder")
def test_who_handed_in_nothing_is_in_the_files_of_the_class(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "class", "--out", "out", "--jobs", "1"]) == 0
    capsys.readouterr()
    *_, last = csv.DictReader(Path("out", "grades.csv").read_text(encoding="utf-8").splitlines())
    assert (last["student"], last["earned"], last["status"]) == ("zoe", "", "missing")
    assert "1 person on the roster submitted nothing" in Path("out", "class.html").read_text(encoding="utf-8")
    report = ["report", "out/gradebook.sqlite", "--set", "set.yaml", "--as", "csv"]
    assert main(report) == 0
    assert capsys.readouterr().out == Path("out", "grades.csv").read_bytes().decode()
    assert main([*report, "--student", "ada"]) == 0
    assert "zoe" not in capsys.readouterr().out


OTHER_SET = "this folder has the reports of the set `week`, and those of `week-2` would replace them"


def test_error_two_sets_do_not_share_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / "set.yaml").read_text(encoding="utf-8")
    own = next(line for line in text.splitlines() if line.startswith("set:")).removeprefix("set: ")
    (folder / "second.yaml").write_text(text.replace(f"set: {own}", "set: week-2", 1), encoding="utf-8")
    told = OTHER_SET.replace("`week`", f"`{own}`")
    for reports in ("csv", "json"):  # by the gradebook, and by the records
        assert main(["grade", "set.yaml", "class", "--out", reports, "--report", reports, "--jobs", "1"]) == 0
        capsys.readouterr()
        assert main(["grade", "second.yaml", "class", "--out", reports, "--jobs", "1"]) == 2
        assert capsys.readouterr().err.splitlines()[-2:] == [
            f"{reports}: error: {told}",
            "     = hint: name another folder with `--out`: one for each set",
        ]
    assert main(["grade", "second.yaml", "class/ada.yaml", "--out", "json"]) == 2
    assert told in capsys.readouterr().err
    assert main(["report", "json/results.json", "--set", "set.yaml", "--out", "json"]) == 0


WITH_A_CLASS = {
    "one hand-in": (["class/ada.yaml", "--out", "out"], "this folder has the grades of a class"),
    "nothing of that name": (["nowhere.yaml", "--out", "out"], "this folder has the grades of a class"),
    "a roster": (["class/ada.yaml", "--roster", "roster.csv"], "a roster is for a whole class"),
}


@pytest.mark.parametrize(("words", "told"), WITH_A_CLASS.values(), ids=WITH_A_CLASS)
def test_error_one_hand_in_is_no_class(
    folder: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", "set.yaml", "class", "--out", "out", "--jobs", "1"]) == 0
    before = (folder / "out" / "grades.csv").read_bytes()
    assert main(["grade", "set.yaml", *words]) == 2
    assert told in capsys.readouterr().err
    assert (folder / "out" / "grades.csv").read_bytes() == before


def test_error_where_there_is_nothing_to_grade_nothing_is_written(folder: Path) -> None:
    assert main(["grade", "set.yaml", "nowhere.yaml", "--out", "new"]) == 2
    assert not (folder / "new").exists()


def test_error_a_gradebook_without_grades_of_the_set(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", "set.yaml", "class", "--out", "out", "--jobs", "1"]) == 0
    text = (folder / "set.yaml").read_text(encoding="utf-8")
    own = next(line for line in text.splitlines() if line.startswith("set:"))
    (folder / "second.yaml").write_text(text.replace(own, "set: week-2", 1), encoding="utf-8")
    assert main(["report", "out/gradebook.sqlite", "--set", "second.yaml", "--as", "csv"]) == 2
    assert "there are no grades of the set `week-2` in this gradebook" in capsys.readouterr().err


def test_why_something_cannot_be_read_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "class" / "zoe").mkdir()
    (folder / "class" / "zoe" / ".answers.yaml").write_text("answers:", encoding="utf-8")
    assert main(["grade", "set.yaml", "class", "--jobs", "1"]) == 0
    hand_in = Path("class", "zoe")
    assert capsys.readouterr().err.splitlines()[:4] == [
        "3 submissions: 0 unchanged, 3 processed (2 graded, 1 unreadable; 3 right, 1 wrong, 2 unreadable)",
        "nothing was saved: `--out DIR` keeps a gradebook and writes reports",
        f"{hand_in}: error: there is nothing in this submission",
        "     = hint: submit `answers.yaml` or a program",
    ]


def test_reports_are_written_also_where_nobody_reads_the_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody_reads(monkeypatch, "stdout", "stderr")
    assert main(["grade", "set.yaml", "class", "--out", "out", "--jobs", "1"]) == 141
    assert (folder / "out" / "class.html").exists()
    assert (folder / "out" / "students" / "bob" / "report.html").exists()


def test_reports_of_one_submission_are_written_also_where_nobody_reads_its_marks(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody_reads(monkeypatch, "stdout")
    assert main(["grade", "set.yaml", "class/ada.yaml", "--out", "one"]) == 141
    assert (folder / "one" / "students" / "ada" / "report.html").exists()
