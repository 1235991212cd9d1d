"""What is printed where nobody watches: `--quiet`, `NO_COLOR`, `CI`, and output that is no terminal."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from grader.cli import COMMANDS
from grader.cli.main import main
from tests import warm
from tests.ci.steps import SET, SHEET, write_files

POSIX = pytest.mark.skipif(os.name == "nt", reason="a terminal of POSIX systems")
ESCAPE = "\x1b"
WATCH = """\
import os, pty, sys
child, terminal = pty.fork()
if not child:
    os.execv(sys.executable, sys.argv[1:])
seen = b""
try:
    while piece := os.read(terminal, 65536):
        seen += piece
except OSError:
    pass
sys.stdout.buffer.write(seen)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "set.yaml": SET.format(settings=""),
        "class/ada/answers.yaml": SHEET,
        "bad.yaml": "set: x\nproblms: 1\n",
    }
    return write_files(tmp_path, files)


def shown(capsys: pytest.CaptureFixture[str], status: int, *words: object) -> tuple[str, str]:
    """What a command printed, which ends with that status."""
    assert main([str(word) for word in words]) == status
    captured = capsys.readouterr()
    return captured.out, captured.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_quiet(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "-q, --quiet" in shown(capsys, 0, name, "--help")[0]


@pytest.mark.parametrize("what", ["class", "class/ada"])
def test_marks_are_stored_and_nothing_is_printed(
    what: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("grade", folder / "set.yaml", folder / what, "--out", folder / "out", "--quiet")
    assert shown(capsys, 0, *words) == ("", "")
    assert (folder / "out" / "results.json").is_file()


@pytest.mark.parametrize("what", ["class", "class/ada"])
def test_the_status_still_says_whether_the_work_falls_short(
    what: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("grade", folder / "set.yaml", folder / what, "-q", "--fail-under", "90%")
    assert shown(capsys, 1, *words) == ("", "")


def test_records_that_were_asked_for_are_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = shown(capsys, 0, "grade", folder / "set.yaml", folder / "class", "-q", "--format", "json")
    assert ([record["student"] for record in json.loads(out)], err) == (["ada"], "")


def test_an_error_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = shown(capsys, 2, "grade", folder / "bad.yaml", folder / "class", "-q")
    assert (out, "bad.yaml:2:1: error: " in err) == ("", True)


def test_a_check_says_what_is_wrong_and_nothing_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = shown(capsys, 1, "check", folder / "bad.yaml", "-q")
    assert ("bad.yaml:2:1: error: " in out, err) == (True, "")
    assert "coverage" not in out


def on_a_terminal(folder: Path, *words: object, **environment: str) -> str:
    """What a command prints on a terminal of its own."""
    import subprocess

    run = subprocess.run(
        [sys.executable, "-c", WATCH, *warm.command("grader"), *map(str, words)],
        capture_output=True, encoding="utf-8", timeout=60, check=True,
        env={"PATH": os.environ["PATH"], "TERM": "xterm", "HOME": str(folder), **environment},
    )  # fmt: skip
    return run.stdout


@POSIX
def test_a_terminal_shows_colours_and_a_pipe_does_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("grade", folder / "set.yaml", folder / "class" / "ada")
    assert ESCAPE in on_a_terminal(folder, *words)
    assert ESCAPE not in "".join(shown(capsys, 0, *words))


PLAIN = {"no colour": {"NO_COLOR": "1"}, "a dumb terminal": {"TERM": "dumb"}}


@POSIX
@pytest.mark.parametrize("environment", PLAIN.values(), ids=PLAIN)
def test_colours_can_be_switched_off(environment: dict[str, str], folder: Path) -> None:
    words = ("grade", folder / "set.yaml", folder / "class" / "ada")
    assert ESCAPE not in on_a_terminal(folder, *words, **environment)


@POSIX
@pytest.mark.parametrize(
    ("environment", "moves"), [({}, True), ({"CI": "true"}, False)], ids=["people", "CI"]
)
def test_nothing_moves_in_ci_even_on_a_terminal(
    environment: dict[str, str], moves: bool, folder: Path
) -> None:
    seen = on_a_terminal(folder, "grade", folder / "set.yaml", folder / "class", **environment)
    assert ("\x1b[?25l" in seen) is moves  # the cursor hides while a bar moves
