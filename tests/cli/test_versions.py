"""Versions from the command line: what is handed out, and sheets that name another version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.problems import load_problems
from grader.reports.sheets.blank_sheet import filled_sheet

SET = """\
set: exam
title: Exam
seed: secret
versions: [A, B]
shuffle: problems
reveal: {marks: now, why: now, key: now}
problems:
  - {id: one, tree: "max(3, min(2, 9))", variants: {like: this}, questions: [{ask: pruned}]}
  - {id: two, tree: "max(5, min(4, 7))", variants: {like: this}, questions: [{ask: pruned}]}
"""
ROSTER = "id,name,version\nada,Ada,A\nbob,Bob,B\neve,Eve,A\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A class in which Eve wrote version B, and Bob wrote a version that there is not."""
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text(SET, encoding="utf-8")
    Path("roster.csv").write_text(ROSTER, encoding="utf-8")
    Path("class").mkdir()
    Path("class/roster.csv").write_text(ROSTER, encoding="utf-8")
    problems = load_problems(Path("set.yaml"))
    for student, version in (("ada", "A"), ("bob", "B"), ("eve", "B")):
        sheet = filled_sheet(problems.of_version(version), student)
        sheet = sheet.replace("version: B", "version: Q") if student == "bob" else sheet
        Path("class", f"{student}.yaml").write_text(sheet, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_sheets_of_another_version_are_listed_with_what_they_would_earn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grade", "set.yaml", "class", "--out", "out", "--jobs", "1"]) == 0
    told = capsys.readouterr().err
    assert "class/bob.yaml: warning: this sheet says version `Q`, but `bob` has version `B`\n" in told
    assert (
        "class/eve.yaml: warning: this sheet says version `B`, but `eve` has version `A`; "
        "as version `B` it would earn 2 points instead of 0\n"
    ) in told
    assert told.count("roster's column `version`") == 1
    page = Path("out/class.html").read_text(encoding="utf-8")
    assert "eve (has A, sheet says B; as B it would earn 2 instead of 0)" in page
    assert "ada (" not in page


@pytest.mark.usefixtures("folder")
def test_a_student_reads_a_sentence_about_the_version_and_not_what_it_would_earn() -> None:
    assert main(["grade", "set.yaml", "class", "--out", "out", "--report", "md,json", "--jobs", "1"]) == 0
    report = Path("out/students/eve/report.md").read_text(encoding="utf-8")
    assert "- Your sheet says version B; you were given version A" in report
    assert "About the sheet" not in report
    assert "would earn" not in report
    grades = json.loads(Path("out/results.json").read_text(encoding="utf-8"))
    records = {one["student"]: one.get("other_version") for one in grades}
    assert records == {
        "ada": None,
        "bob": {"said": "Q", "own": "B", "earned": None},
        "eve": {"said": "B", "own": "A", "earned": 2},
    }


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["sheet", "key"])
def test_the_version_of_somebody_who_has_another_is_refused(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["key", "set.yaml", "--roster", "roster.csv", "-o", "key.txt"]) == 0
    capsys.readouterr()
    assert main([command, "set.yaml", "--version", "a", "--student", "Bob"]) == 2
    assert capsys.readouterr().err == (
        "--version: error: `Bob` has version `B`, not `A`\n"
        "     = hint: leave out `--version` or `--student`\n"
    )
    assert main([command, "set.yaml", "--version", "b", "--student", "bob"]) == 0


@pytest.mark.usefixtures("folder")
def test_nothing_is_dealt_to_a_name_that_is_not_on_the_roster(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", "set.yaml", "--roster", "roster.csv", "-o", "key.txt"]) == 0
    before = Path("set.deal.json").read_bytes()
    capsys.readouterr()
    assert main(["sheet", "set.yaml", "--student", "bobb"]) == 0
    assert capsys.readouterr().err == (
        "roster.csv: warning: `bobb` is not on the roster; nothing was dealt, the seed decides\n"
        "     = hint: did you mean `bob`?\n"
    )
    assert main(["sheet", "set.yaml", "--student", "bobb", "--roster", "roster.csv"]) == 0
    assert Path("set.deal.json").read_bytes() == before


@pytest.mark.usefixtures("folder")
def test_who_joins_later_is_dealt_something_and_without_a_roster_that_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["key", "set.yaml", "--roster", "roster.csv", "-o", "key.txt"]) == 0
    Path("roster.csv").write_text(f"{ROSTER}zoe,Zoe,\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["sheet", "set.yaml", "--student", "zoe"]) == 0
    assert not capsys.readouterr().err
    Path("roster.csv").unlink()
    assert main(["sheet", "set.yaml", "--student", "bobb"]) == 0
    assert capsys.readouterr().err == (
        "--student: note: nothing was dealt to `bobb` before; what is dealt now stays\n"
        "     = hint: did you mean `bob`?\n"
    )
    students = json.loads(Path("set.deal.json").read_text(encoding="utf-8"))["students"]
    assert list(students) == ["ada", "bob", "eve", "zoe", "bobb"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("numbered", [True, False], ids=["by numbers", "by a column"])
def test_a_row_in_the_table_of_another_version_is_reported(
    numbered: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["one.pruned", "two.pruned"]
    if numbered:
        of_a = load_problems(Path("set.yaml")).of_version("A").question_names
        names = [f"{of_a[name].number} {name}" for name in names]
    last = "" if numbered else "version"
    table = f"id,{','.join(names)},{last}\nada,x,y,{last and 'A'}\nbob,x,y,{last and 'A'}\n"
    Path("a.csv").write_text(table, encoding="utf-8")
    main(["grade", "set.yaml", "a.csv", "--roster", "roster.csv", "--jobs", "1"])
    told = capsys.readouterr().err
    assert "a.csv:3:1: warning: this row is of version `A`, but `bob` has version `B`\n" in told
    assert "`ada`" not in told
