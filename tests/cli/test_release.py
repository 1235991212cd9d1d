"""`grader release`: what students may have, for all of them or for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli.main import main

PLAIN = """\
set: plain
problems:
  - id: one
    tree: A = max(B = min(3, 12), C = min(2, 4))
    questions:
      - {ask: value}
"""
VARIED = PLAIN.replace(
    "tree: A = max(B = min(3, 12), C = min(2, 4))",
    "variants: ['A = max(B = min(3, 12), 2)', 'A = max(B = min(5, 11), 1)', 'A = max(B = min(7, 11), 6)']",
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain.yaml").write_text(PLAIN, encoding="utf-8")
    Path("varied.yaml").write_text(VARIED, encoding="utf-8")
    Path("roster.csv").write_text("id,name\nada,Ada\nben/../x,Ben\n", encoding="utf-8")


def files(folder: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file())


def test_what_is_written_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "plain.yaml", "--out", "out"]) == 0
    assert capsys.readouterr().out == "out/answers.yaml\nout/sheet.html\nout/set.yaml\n"
    assert files("out") == ["answers.yaml", "set.yaml", "sheet.html"]


UNSAID = "nothing says what students may see, so right answers are shown at once"
LEFT = "right answers are shown at once: `reveal` leaves them to a due date, and the set has none"
SAID = {
    "nothing": ("", UNSAID),
    "a due date": ("due: 2099-02-01 23:59 Europe/Berlin\n", ""),
    "what is seen when": ("reveal: {why: never, key: never}\n", ""),
    "that all is seen at once": ("reveal: now\n", ""),
    "only the marks": ("reveal: {marks: now}\n", LEFT),
}


@pytest.mark.parametrize(
    "command", [["release", "--out", "out"], ["check", "--strict"]], ids=lambda it: it[0]
)
@pytest.mark.parametrize(("said", "noted"), SAID.values(), ids=SAID)
def test_a_set_that_says_nothing_of_what_students_see_is_noted(
    said: str, noted: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("plain.yaml").write_text(PLAIN.replace("problems:", f"{said}problems:"), encoding="utf-8")
    assert main([*command, "plain.yaml"]) == 0
    told = capsys.readouterr().err
    assert [note for note in (UNSAID, LEFT) if note in told] == ([noted] if noted else [])


def test_a_column_of_variants_is_said_to_be_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    Path("roster.csv").write_text("id,Variant\nada,2\n", encoding="utf-8")
    assert main(["release", "varied.yaml", "--out", "out", "--roster", "roster.csv"]) == 0
    assert capsys.readouterr().err.startswith(
        "roster.csv:1:4: warning: the column `Variant` is ignored: the set gives variants\n"
    )


def test_error_a_set_with_variants_is_released_to_somebody(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "varied.yaml", "--out", "out"]) == 2
    assert capsys.readouterr().err == (
        "varied.yaml: error: this set has variants, and nothing says whose files these are\n"
        "     = hint: add `--student ID`, or `--roster roster.csv` for everybody\n"
    )
    assert not Path("out").exists()


def test_one_student_gets_a_folder() -> None:
    assert main(["release", "varied.yaml", "--out", "out", "--student", "ada"]) == 0
    assert "student: ada\n" in Path("out/answers.yaml").read_text(encoding="utf-8")
    assert "student: ada\n" in Path("out/set.yaml").read_text(encoding="utf-8")


def test_everybody_on_a_roster_gets_a_folder_whatever_the_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "varied.yaml", "--out", "out", "--roster", "roster.csv"]) == 0
    folders = capsys.readouterr().out.splitlines()
    assert len(folders) == 2
    assert [Path(folder).parent.as_posix() for folder in folders] == ["out", "out"]
    assert all(files(folder) == ["answers.yaml", "set.yaml", "sheet.html"] for folder in folders)


def test_error_nobody_on_the_roster(capsys: pytest.CaptureFixture[str]) -> None:
    Path("roster.csv").write_text("id,name\n", encoding="utf-8")
    assert main(["release", "plain.yaml", "--out", "out", "--roster", "roster.csv"]) == 2
    assert "roster.csv: error: nobody is on this roster" in capsys.readouterr().err


def test_error_a_folder_with_something_in_it_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "plain.yaml", "--out", "."]) == 2
    assert ".: error: this folder is not empty" in capsys.readouterr().err
    assert files(".") == ["plain.yaml", "roster.csv", "varied.yaml"]


def test_error_a_set_with_mistakes_is_not_released(capsys: pytest.CaptureFixture[str]) -> None:
    Path("plain.yaml").write_text(PLAIN.replace("value", "valu"), encoding="utf-8")
    assert main(["release", "plain.yaml", "--out", "out"]) == 2
    assert "plain.yaml:6:" in capsys.readouterr().err
    assert not Path("out").exists()
