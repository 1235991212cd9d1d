"""The plugin of pytest: questions are tests, and without its option nothing changes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import warm
from tests.ci.steps import CHECKOUT, SET, SHEET, write_files

MANUAL = '      - {ask: manual, text: "Why?", points: 1}\n'
OWN_TEST = "def test_of_somebody_else() -> None:\n    pass\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sheet = SHEET.replace("best-move: C", "best-move: B")
    write_files(tmp_path, {"set.yaml": SET.format(settings="") + MANUAL, "class/ada/answers.yaml": sheet})
    return write_files(tmp_path, {"test_own.py": OWN_TEST})


def run_pytest(
    folder: Path, *words: str, inside: str = "", columns: str = "150", pytest: Sequence[str] = ()
) -> tuple[int, str]:
    command = [
        *(pytest or warm.command("pytest")),
        "-p",
        "grader.pytest_plugin",
        "-p",
        "no:cacheprovider",
        "-rA",
    ]
    places = os.pathsep.join([str(CHECKOUT), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [*command, *words], cwd=folder / inside, capture_output=True, encoding="utf-8", timeout=120,
        check=False, env={**os.environ, "PYTHONPATH": places, "COLUMNS": columns,
                          "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    return run.returncode, run.stdout + run.stderr


def summary(printed: str) -> list[str]:
    """The lines at the end that name each test with its outcome."""
    outcomes = ("PASSED", "FAILED", "SKIPPED", "ERROR")
    return [line for line in printed.splitlines() if line.startswith(outcomes)]


def test_each_question_is_a_test_and_only_those_are_run(folder: Path) -> None:
    status, printed = run_pytest(folder, "--grader", "set.yaml", "--submission", "class/ada")
    name = "set.yaml::class/ada::textbook"
    assert status == 1
    passed, skipped, *failed = summary(printed)
    assert passed == f"PASSED {name}.best-move"
    assert skipped.endswith(": missing, 0 of 1 point")
    assert failed == [
        f"FAILED {name}.value - partly, 2 of 3 points",
        f"FAILED {name}.choice - wrong, 0 of 1 point",
    ]
    assert "Your answer: {B: 3, C: 2, D: 9}\nRight answer: B: 3, C: 2, D: 2" in printed
    assert "Traceback" not in printed


def test_other_tests_are_run_too_where_they_are_named_and_questions_can_be_chosen(folder: Path) -> None:
    words = ("test_own.py", "--grader", "set.yaml", "--submission", "class/ada", "-k", "own or best-move")
    status, printed = run_pytest(folder, *words)
    assert status == 0, printed
    assert summary(printed) == [
        "PASSED test_own.py::test_of_somebody_else",
        "PASSED set.yaml::class/ada::textbook.best-move",
    ]


def test_a_log_that_students_can_read_shows_what_they_may_see(folder: Path) -> None:
    (folder / "set.yaml").write_text(SET.format(settings="due: 2999-01-01 12:00 UTC"), encoding="utf-8")
    words = ("--grader", "set.yaml", "--submission", "class/ada")
    status, printed = run_pytest(folder, *words)
    assert status == 0, printed
    assert not [word for word in ("canary-5f3a", "D: 2", "2 of 3") if word in printed]
    _, everything = run_pytest(folder, *words, "--grader-view", "staff")
    assert "canary-5f3a" in everything


def test_nothing_that_was_handed_in_is_run_by_pytest(folder: Path) -> None:
    hostile = "raise SystemExit('hostile')"
    write_files(
        folder, {f"class/ada/{name}": hostile for name in ("test_x.py", "conftest.py", "__init__.py")}
    )
    status, printed = run_pytest(folder, ".", "--grader", "set.yaml", "--submission", "class/ada")
    assert (status, "hostile" in printed) == (1, False)
    assert "PASSED test_own.py::test_of_somebody_else" in printed


@pytest.mark.parametrize("how", ["as a test", "as the place to start in"])
def test_error_pytest_is_pointed_at_what_was_handed_in(how: str, folder: Path) -> None:
    if how == "as a test":
        status, printed = run_pytest(folder, "class/ada", "--grader", "set.yaml", "--submission", "class/ada")
    else:
        words = ("--grader", "../../set.yaml", "--submission", ".")
        status, printed = run_pytest(folder, *words, inside="class/ada")
    assert (status, "pytest would run the submitted files as its own" in printed) == (4, True)


ERRORS = {
    "no submission": ((), 4, "--grader needs --submission PATH, one student's submission"),
    "nothing of this name": (
        ("--submission", "class/bob"),
        4,
        "class/bob: there is no file or folder of this name",
    ),
    "a class": (
        ("--submission", "class"),
        4,
        "class: there is no answer sheet here, and no program of the set",
    ),
    "an empty folder": (("--submission", "empty"), 4, "empty: there is no answer sheet here"),
    "a table of a class": (("--submission", "class.csv"), 4, "class.csv: there is no answer sheet here"),
}


@pytest.mark.parametrize(("words", "status", "message"), ERRORS.values(), ids=ERRORS)
def test_error_in_the_options(words: tuple[str, ...], status: int, message: str, folder: Path) -> None:
    (folder / "empty").mkdir()
    write_files(folder, {"class.csv": "student\nada\n", "class/eve/answers.yaml": SHEET})
    found, printed = run_pytest(folder, "--grader", "set.yaml", *words)
    assert (found, message in printed) == (status, True), printed
    assert "Traceback" not in printed


def test_a_set_can_be_named_by_its_folder(folder: Path) -> None:
    write_files(folder, {"week1/set.yaml": (folder / "set.yaml").read_text(encoding="utf-8")})
    words = ("--submission", "class/ada", "-k", "best-move")
    assert run_pytest(folder, "--grader", "week1", *words)[0] == 0
    status, printed = run_pytest(folder, "--grader", "week2", *words)
    assert (status, "week2" in printed) == (4, True)


def test_a_sheet_under_its_own_name_in_a_folder_is_one_hand_in(folder: Path) -> None:
    write_files(folder, {"repository/ada.yaml": SHEET.replace("best-move: C", "best-move: B")})
    words = ("--grader", "set.yaml", "--submission", "repository", "-k", "best-move")
    assert run_pytest(folder, *words)[0] == 0


BLANK = "set: week1\nstudent: ada\nanswers:\n  textbook:\n    value:\n"


@pytest.mark.parametrize("settings", ["", "due: 2999-01-01 12:00 UTC"], ids=["after", "before the due date"])
def test_a_blank_sheet_fails(settings: str, folder: Path) -> None:
    write_files(folder, {"set.yaml": SET.format(settings=settings), "class/ada/answers.yaml": BLANK})
    status, printed = run_pytest(folder, "--grader", "set.yaml", "--submission", "class/ada")
    assert (status, len(summary(printed)), printed.count("Not one question was answered.")) == (1, 3, 3)
    assert {line.split()[0] for line in summary(printed)} == {"FAILED"}


def test_what_cannot_be_opened_fails_and_says_why(folder: Path) -> None:
    write_files(folder, {"ada.zip": "PK no zip"})
    status, printed = run_pytest(folder, "--grader", "set.yaml", "--submission", "ada.zip")
    assert (status, "the archive is damaged, or is not a zip" in printed) == (1, True)
    assert "Traceback" not in printed


HOSTILE = (
    "::error::pwned\\n ::add-mask::a\\r\\u2028::stop-commands::zz\\n##[add-path]evil\\n\\t::x::"
    "\\nsaid ##vso[task.setvariable variable=x]y\\e[2J\\n::warning::"
)
MODES = {
    "quiet": ("-q",),
    "verbose": ("-vv",),
    "short": ("--tb=short",),
    "in lines": ("--tb=line",),
    "native": ("--tb=native",),
    "nothing": ("--tb=no", "-v"),
    "staff": ("--grader-view", "staff", "--showlocals", "--full-trace"),
}


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_nothing_that_a_student_wrote_is_a_command_of_ci(mode: tuple[str, ...], folder: Path) -> None:
    sheet = SHEET.replace("best-move: C", f'best-move: "{HOSTILE}"').replace(
        "choice: two", f'choice: "{HOSTILE}"'
    )
    name = "::error::a\n::error::b\r##[x]"
    write_files(folder, {f"class/{name}/answers.yaml": sheet.replace("ada", f'"{HOSTILE}"')})
    words = ("--grader", "set.yaml", "--submission", f"class/{name}", *mode)
    status, printed = run_pytest(folder, *words)
    assert status == 1
    assert [line for line in printed.splitlines() if line.lstrip().startswith("::")] == []
    assert re.findall(r"##[\w.-]*\[", printed) == []
    assert "\x1b" not in printed
    if "--tb=no" not in mode:
        assert "pwned" in printed


def test_error_a_name_in_a_refusal_is_no_command_either(folder: Path) -> None:
    status, printed = run_pytest(folder, "--grader", "set.yaml", "--submission", "x\n::error::y")
    assert (status, "\n::error" in printed, "there is no file or folder" in printed) == (4, False, True)


def test_error_a_set_that_cannot_be_read_shows_its_lines_to_the_staff_alone(folder: Path) -> None:
    (folder / "set.yaml").write_text("set: canary-5f3a\nproblms: []\n", encoding="utf-8")
    words = ("--grader", "set.yaml", "--submission", "class/ada")
    status, printed = run_pytest(folder, *words)
    assert (status, "`grader check` says why" in printed, "problms" in printed) == (2, True, False)
    _, everything = run_pytest(folder, *words, "--grader-view", "staff")
    assert "set.yaml:2:1: error:" in everything


def test_without_the_option_nothing_of_the_grader_is_loaded_and_nothing_changes(folder: Path) -> None:
    body = "import sys; print(sorted(name for name in sys.modules if name.startswith('grader')))"
    write_files(folder, {"test_own.py": f"def test_own():\n    {body}\n"})
    status, printed = run_pytest(folder, "-s", pytest=[sys.executable, "-m", "pytest"])
    assert status == 0
    assert "['grader', 'grader.pytest_plugin', 'grader.version']" in printed


def test_pytest_finds_the_plugin_where_the_grader_is_installed() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"grader.pytest_plugin": "grader.pytest_plugin"}
