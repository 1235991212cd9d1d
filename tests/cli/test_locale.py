"""Whatever the locale: a student is who the file says, in names of files, tables, arguments and reports."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import grader

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="names of files are UTF-16 there, whatever the locale"
)

NAMES = ("José", "Zoë", "王明", "陳明")
SET = """\
set: week-1
problems:
  - id: one
    tree: A = max(B = min(3, 12), C = min(2, 4))
    questions: [{ask: best-move, points: 1}]
"""
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LATIN_1 = {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"}


@pytest.fixture(params=["ascii", "latin-1"])
def locale(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of a locale that is not UTF-8."""
    if request.param == "ascii":
        return ASCII
    compiler = shutil.which("localedef")
    folder = tmp_path / "locales"
    folder.mkdir()
    made = folder / LATIN_1["LC_ALL"]
    if compiler is not None:
        command = [compiler, "-i", "de_DE", "-f", "ISO-8859-1", str(made)]
        subprocess.run(command, capture_output=True, check=False)
    if not made.exists():
        pytest.skip("this locale cannot be made here")
    return LATIN_1 | {"LOCPATH": str(folder)}


alike = pytest.mark.parametrize(
    "locale", ["ascii", pytest.param("latin-1", marks=pytest.mark.slow)], indirect=True
)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    hand_ins = folder / "class"
    hand_ins.mkdir(parents=True)
    (folder / "set.yaml").write_text(SET, encoding="utf-8")
    (folder / "roster.csv").write_text("id\n" + "\n".join(NAMES) + "\n", encoding="utf-8")
    for name in NAMES:
        path = os.fsencode(hand_ins) + f"/{name}.yaml".encode()
        with open(path, "wb") as file:  # noqa: PTH123 - bytes, which a Path does not take
            file.write(b"answers: {one: {best-move: B}}\n")
    return folder


def run(course: Path, locale: dict[str, str], *words: str | bytes) -> subprocess.CompletedProcess[bytes]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    environment |= {"PYTHONPATH": str(Path(grader.__file__).parent.parent), **locale}
    command = [sys.executable, "-m", "grader", *words]
    return subprocess.run(command, cwd=course, env=environment, capture_output=True, check=False)


def test_everybody_is_found_on_the_roster_and_has_a_report_of_the_same_name(
    course: Path, locale: dict[str, str]
) -> None:
    graded = run(course, locale, "grade", "set.yaml", "class", "--roster", "roster.csv", "--out", "out")
    assert graded.returncode == 0, graded.stderr.decode()
    assert "not on the roster" not in graded.stderr.decode()
    shown = graded.stdout.decode().splitlines()
    assert [line.split()[0] for line in shown[1:]] == sorted(NAMES)
    folders = os.listdir(os.fsencode(course / "out" / "students"))  # noqa: PTH208 - bytes, as they are on disk
    assert sorted(name.decode() for name in folders) == sorted(NAMES)


@alike
def test_a_name_on_the_command_line_is_that_of_the_file(course: Path, locale: dict[str, str]) -> None:
    graded = run(course, locale, "grade", "set.yaml", "class/王明.yaml".encode())
    assert graded.returncode == 0, graded.stderr.decode()
    assert graded.stdout.decode().startswith("王明 (class/王明.yaml)\n")


@alike
def test_a_file_name_that_is_no_utf_8_keeps_a_name_of_its_own(course: Path, locale: dict[str, str]) -> None:
    for name in (b"Jos\xe9.yaml", b"Jos\xe8.yaml"):
        with open(os.fsencode(course / "class") + b"/" + name, "wb") as file:  # noqa: PTH123
            file.write(b"answers: {one: {best-move: C}}\n")
    graded = run(course, locale, "grade", "set.yaml", "class")
    students = [line.split()[0] for line in graded.stdout.decode().splitlines()[1:]]
    assert len(set(students)) == len(students) == len(NAMES) + 2
    assert set(NAMES) < set(students)


def test_two_names_that_a_terminal_cannot_show_look_different(course: Path) -> None:
    import pty

    shown = []
    for name in ("王明", "陳明"):
        ours, theirs = pty.openpty()
        environment = os.environ | {
            "PYTHONPATH": str(Path(grader.__file__).parent.parent),
            "NO_COLOR": "1",
            **ASCII,
        }
        command: list[str | bytes] = [sys.executable, "-m", "grader", "grade", "set.yaml"]
        command.append(f"class/{name}.yaml".encode())
        subprocess.run(command, cwd=course, env=environment, stdout=theirs, check=True)
        os.close(theirs)
        shown.append(os.read(ours, 100_000).splitlines()[0])
        os.close(ours)
    assert shown[0].startswith(rb"\u738b\u660e (")
    assert shown[1].startswith(rb"\u9673\u660e (")
