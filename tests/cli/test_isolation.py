"""`--isolation none`: the terminal, the record and every report say that nothing held students' programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.grading import Grade
from grader.grading.record import grade_from_record, results_schema
from grader.problems import load_problems
from grader.reports.class_.class_page import class_page
from tests.ci.steps import write_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")

SET = """\
set: week1
language: {language}
problems:
  - id: program
    code: {{file: search.py, function: value_of, api: tree}}
    trees: ["max(min(3, 12), min(2, 4))"]
    questions:
      - {{ask: value, points: 2}}
  - id: paper
    tree: max(1, 2)
    questions:
      - {{ask: value, points: 1}}
"""
PROGRAM = "def value_of(node):\n    return 3\n"
WARNING = "warning: programs are run without isolation (`--isolation none`)"
TOLD = {"en": "Programs were run without isolation", "zh-TW": "程式是在沒有隔離的情況下執行的"}
REPORTS = ("report.html", "report.md", "report.txt", "gradescope.json")


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return _course(tmp_path, monkeypatch, "en")


@pytest.mark.parametrize("language", TOLD)
def test_the_terminal_the_record_and_every_report_say_so(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _course(tmp_path, monkeypatch, language)
    words = ["--isolation", "none", "--report", "html,md,txt,gradescope,json", "--out", "out"]
    assert main(["grade", "set.yaml", "ada", *words]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith(WARNING)
    assert TOLD[language] in printed.out
    for name in REPORTS:
        text = Path("out/students/ada", name).read_text(encoding="utf-8")
        assert TOLD[language] in (json.loads(text)["output"] if name.endswith("json") else text), name
    (record,) = json.loads(Path("out/results.json").read_text(encoding="utf-8"))
    assert record["made_from"]["isolation"] == "none"


@pytest.mark.usefixtures("course")
def test_nothing_is_said_where_walls_stand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "ada", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert WARNING not in printed.err
    (record,) = json.loads(printed.out)
    assert "isolation" not in record["made_from"]


@pytest.mark.usefixtures("course")
def test_nor_of_a_hand_in_without_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    write_files(Path("bo"), {"answers.yaml": "set: week1\nanswers: {paper: {value: 2}}\n"})
    assert main(["grade", "set.yaml", "bo", "--isolation", "none", "--format", "json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert "isolation" not in record["made_from"]


@pytest.mark.usefixtures("course")
def test_a_class_says_so_on_its_page_and_a_regrade_in_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_files(Path("class/ada"), {"search.py": PROGRAM})
    assert main(["grade", "set.yaml", "class", "--isolation", "none", "--out", "out"]) == 0
    assert WARNING in capsys.readouterr().err
    assert TOLD["en"] in Path("out/class.html").read_text(encoding="utf-8")
    assert main(["regrade", "set.yaml", "--out", "out", "--diff", "--isolation", "none"]) == 0
    assert WARNING in capsys.readouterr().err


@pytest.mark.usefixtures("course")
@pytest.mark.parametrize("words", [["check", "set.yaml"], ["preview", "ada", "--set", "released/set.yaml"]])
def test_what_else_runs_programs_says_so(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["release", "set.yaml", "--out", "released"])
    capsys.readouterr()
    main([*words, "--isolation", "none"])
    assert capsys.readouterr().err.startswith(WARNING)


@pytest.mark.usefixtures("course")
def test_a_record_that_says_so_is_read_back_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    main(["grade", "set.yaml", "ada", "--isolation", "none", "--format", "json"])
    (record,) = json.loads(capsys.readouterr().out)
    problems = load_problems("set.yaml")
    grade: Grade = grade_from_record(record, problems)
    assert grade.made_from.isolation == "none"
    assert grade.to_dict() == record
    assert "isolation" in json.dumps(results_schema())
    assert any(TOLD["en"] in note for note in class_page([grade], problems).notes)


def _course(folder: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> Path:
    write_files(folder, {"set.yaml": SET.format(language=language), "ada/search.py": PROGRAM})
    monkeypatch.chdir(folder)
    return folder
