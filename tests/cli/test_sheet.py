"""`grader sheet`: the blank answer sheet, printed or written to a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli.main import main
from grader.problems import load_problems
from grader.reports.sheets.blank_sheet import blank_sheet
from grader.reports.sheets.sheet_page import sheet_html

SET = """\
set: pick
problems:
  - id: pick
    variants:
      - A = max(B = min(3, 12), C = min(2, 4))
      - A = max(B = min(5, 11), C = min(1, 4))
      - A = max(B = min(7, 11), C = min(6, 4))
    questions:
      - {ask: value}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text(SET, encoding="utf-8")
    Path("plain.yaml").write_text(SET.replace("variants:\n      - A", "tree: A", 1).replace(
        "      - A = max(B = min(5, 11), C = min(1, 4))\n      - A = max(B = min(7, 11), C = min(6, 4))\n", ""
    ), encoding="utf-8")  # fmt: skip


def test_a_sheet_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "plain.yaml"]) == 0
    assert capsys.readouterr().out == blank_sheet(load_problems("plain.yaml"))


def test_a_sheet_goes_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "plain.yaml", "-o", "sheet.yaml"]) == 0
    assert capsys.readouterr().out == ""
    assert Path("sheet.yaml").read_text(encoding="utf-8") == blank_sheet(load_problems("plain.yaml"))


@pytest.mark.parametrize("student", ["ada", "grace", "alan", "barbara"])
def test_each_student_gets_the_variant_that_is_marked_later(
    student: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sheet", "set.yaml", "--student", student]) == 0
    sheet = capsys.readouterr().out
    assert f"student: {student}\n" in sheet
    best = next(value for value in (3, 5, 7) if f"utility {value}\n" in sheet)
    Path("filled.yaml").write_text(sheet.replace("    value:", f"    value: {best}"), encoding="utf-8")
    assert main(["grade", "set.yaml", "filled.yaml", "--fail-under", "100%"]) == 0


def test_without_a_student_there_is_no_sheet_of_a_set_with_variants(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["sheet", "set.yaml"]) == 2
    expected = (
        "set.yaml: error: this set has variants, and nothing says whose sheet this is\n"
        "     = hint: add `--student ID`\n"
    )
    assert capsys.readouterr().err == expected


def test_a_student_without_a_name_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "set.yaml", "--student", " "]) == 2
    assert capsys.readouterr().err.startswith("--student: error: there is no name in this\n")


def test_a_sheet_is_a_page_where_the_file_says_so() -> None:
    assert main(["sheet", "plain.yaml", "-o", "sheet.html"]) == 0
    assert Path("sheet.html").read_text(encoding="utf-8") == sheet_html(load_problems("plain.yaml"))


def test_a_page_is_printed_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "set.yaml", "--student", "ada", "--as", "html"]) == 0
    assert capsys.readouterr().out == sheet_html(load_problems("set.yaml"), "ada")


def test_a_page_can_have_templates_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    Path("mine/sheet.html").write_text("{{ page.set }}", encoding="utf-8")
    assert main(["sheet", "plain.yaml", "--as", "html", "--templates", "mine"]) == 0
    assert capsys.readouterr().out == "pick\n"
