"""A second run over a class: it writes what is missing, changed, or shown differently by now, and no more."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE, Gradebook
from grader.problems import load_problems
from grader.reports.class_.class_files import Printing, write_class_reports
from grader.reports.ledger import FILE as LEDGER
from grader.reports.ledger import digest_of_standing
from grader.reports.page_templates import environment
from grader.reports.report_files import Request
from grader.text.atomic_file import store
from grader.text.source import InputError
from tests.classes.teaching import RIGHT, SHEETS, WRONG, make_class

ADA, BOB = (Path("out", "students", student, "report.html") for student in ("ada", "bob"))
CLASS = [Path("out", name) for name in ("class.html", "grades.csv", "junit.xml", "results.json")]
DUE = datetime(2027, 2, 1, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_class(tmp_path, {"ada": RIGHT, "bob": WRONG})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*options: str) -> set[Path]:
    """Grade the class, and say which reports were written."""
    before = states()
    assert main(["grade", "set.yaml", "class", "--out", "out", "--jobs", "1", *options]) == 0
    return {path for path, state in states().items() if before.get(path) != state}


def states() -> dict[Path, tuple[int, int]]:
    files = [path for path in Path("out").rglob("*") if path.suffix in (".html", ".csv", ".xml", ".json")]
    found = {path: path.stat() for path in files if path.name != LEDGER}
    return {path: (state.st_ino, state.st_mtime_ns) for path, state in found.items()}


def test_a_second_run_over_the_same_class_writes_no_report() -> None:
    assert run() == {ADA, BOB, *CLASS}
    assert run() == set()


def test_only_what_a_new_sheet_changes_is_written_again(folder: Path) -> None:
    run()
    make_class(folder, {"bob": RIGHT})
    assert run() == {BOB, *CLASS}


def test_a_decision_changes_the_page_of_its_student() -> None:
    run()
    decision = ["ada", "textbook.pruned", "--points", "2", "--because", "a late idea", "--by", "me"]
    assert main(["adjust", *decision, "--out", "out"]) == 0
    assert run() == {ADA, *CLASS}


@pytest.mark.parametrize("spoilt", [ADA, CLASS[0]], ids=str)
def test_a_report_that_is_missing_or_was_edited_is_written_again(spoilt: Path) -> None:
    run()
    whole = spoilt.read_bytes()
    spoilt.unlink()
    assert run() == {spoilt}
    spoilt.write_bytes(whole.replace(b"<", b"&", 1))
    assert run() == {spoilt}
    assert spoilt.read_bytes() == whole


def test_other_options_and_templates_make_other_reports(folder: Path) -> None:
    run()
    assert {ADA, BOB} <= run("--view", "staff")
    (folder / "own").mkdir()
    templates = ("--view", "staff", "--templates", "own")
    assert {ADA, BOB} <= run(*templates)
    (folder / "own" / "report.html").write_text("{{ page.grade.student }}", encoding="utf-8")
    environment.cache_clear()  # as in another process
    assert {ADA, BOB} <= run(*templates)
    assert ADA.read_text(encoding="utf-8") == "ada"
    assert run(*templates) == set()


def test_with_force_everything_is_written_again() -> None:
    run()
    assert run("--force") == {ADA, BOB, *CLASS}


@pytest.mark.parametrize("content", ["", "[]", '{"form": 1, "files": []}', "[" * 100_000])
def test_without_a_ledger_that_can_be_read_everything_is_written_again(content: str) -> None:
    run()
    Path("out", LEDGER).write_text(content, encoding="utf-8")
    assert run() == {ADA, BOB, *CLASS}
    assert run() == set()


def printed(now: datetime) -> str:
    """The page of ada as a run at that time leaves it."""
    problems = load_problems("set.yaml")
    request = Request(problems, now=now)
    with Gradebook.open(Path("out", FILE), write=False) as book:
        made_from = {one.student: digest_of_standing(one, request) for one in book.current(problems.id)}
    printing = Printing(Path("out", FILE), "latest", ("html",), Path("out"), request)
    write_class_reports(printing, made_from, 1)
    return ADA.read_text(encoding="utf-8")


DATES = {
    "the due date": ("due: 2027-02-01 12:00 UTC\n", ""),
    "a date of its own": ("reveal: {after: 2027-02-01 12:00 UTC}\n", ""),
    "the due date of a student with more time": ("due: 2027-01-20 12:00 UTC\n", "2027-02-01T12:00Z"),
}


@pytest.mark.parametrize(("settings", "extension"), DATES.values(), ids=DATES)
def test_a_page_is_written_again_when_a_date_has_passed(folder: Path, settings: str, extension: str) -> None:
    make_class(folder, {}, SHEETS.replace("problems:", f"{settings}problems:", 1))
    (folder / "class" / "roster.csv").write_text(f"id,extension\nada,{extension}\n", encoding="utf-8")
    run()
    before = printed(DUE - timedelta(minutes=2))
    state = states()[ADA]
    assert printed(DUE - timedelta(minutes=1)) == before
    assert states()[ADA] == state
    after = printed(DUE + timedelta(minutes=1))
    assert after != before
    assert "C2, C3" in after


def test_what_a_grader_that_was_killed_left_unfinished_is_removed_by_the_next_run() -> None:
    run()
    gone = [Path("out", f".{'a' * 32}.tmp"), ADA.with_name(f".{os.getpid()}-{'b' * 32}.tmp")]
    others = [Path("out", "notes.tmp"), ADA.with_name(f".{os.getppid()}-{'c' * 32}.tmp")]
    for path in (*gone, *others):
        path.write_text("half", encoding="utf-8")
    run()
    assert [path.exists() for path in gone] == [False, False]
    assert [path.exists() for path in others] == [True, True]


def test_error_a_full_disk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run()
    ADA.unlink()
    capsys.readouterr()

    def refuse(_old: Path, _new: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    assert main(["grade", "set.yaml", "class", "--out", "out", "--jobs", "1", "--quiet"]) == 2
    told = f"{ADA}: error: the disk is full\n     = hint: free space and run the same command again\n"
    assert capsys.readouterr().err == told


def test_error_a_full_disk_while_a_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_old: Path, _new: Path) -> None:
        raise OSError(122, "Disk quota exceeded")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(InputError, match="free space and run the same command again"):
        store("text", tmp_path / "file.txt")
