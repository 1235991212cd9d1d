"""The grader ends, or is ended, while workers are busy: none of them stays, and a word says what is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.classes.teaching import PROGRAMS, RIGHT, SLEEP, hand_in_program, kept, make_class

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

STUDENTS = 150
# A process with a second thread is not copied: its workers are fresh ones.
STARTS = {
    "copies": "",
    "fresh": "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n",
}
MAIN = """\
import sys
from grader.cli.main import main
if __name__ == "__main__":
    %s
    sys.exit(main())
"""
STOPPED = "stopped: all grades so far are saved, and the same command resumes from here"


@contextmanager
def grading(folder: Path, start: str = "copies", report: str = "html") -> Iterator[subprocess.Popen[str]]:
    """The real command, with two workers, in a session of its own."""
    program = folder / "run.py"
    program.write_text(MAIN % STARTS[start].replace("\n", "\n    "), encoding="utf-8")
    command = [sys.executable, "run.py", "grade", "set.yaml", "class", "--out", "out", "--jobs", "2"]
    with subprocess.Popen(
        [*command, "--report", report], cwd=folder, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            for left in session(process.pid):
                os.kill(left, signal.SIGKILL)


def session(leader: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state, _parent, _group, own = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(own) == leader and state != "Z":
                found.append(int(folder.name))
    return found


def wait_until(what: object, seconds: float = 60) -> None:
    assert callable(what)
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.005)


def pages_begin(folder: Path) -> None:
    wait_until((folder / "out" / "students").exists)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_class(tmp_path, {f"s{number}": RIGHT for number in range(STUDENTS)})
    return tmp_path


@pytest.mark.parametrize("start", STARTS)
def test_workers_that_write_pages_end_when_the_grader_is_killed(folder: Path, start: str) -> None:
    with grading(folder, start) as process:
        pages_begin(folder)
        assert len(session(process.pid)) > 2
        process.kill()
        process.communicate(timeout=30)  # whoever reads its output comes to the end
        wait_until(lambda: not session(process.pid), 30)
        assert session(process.pid) == []
    assert len(list(folder.glob("out/students/*/report.html"))) < STUDENTS


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGINT,
        *(pytest.param(each, marks=pytest.mark.slow) for each in (signal.SIGTERM, signal.SIGHUP)),
    ],
)
def test_a_grader_that_is_asked_to_end_while_pages_are_written_says_that_the_same_command_goes_on(
    folder: Path, number: signal.Signals
) -> None:
    with grading(folder) as process:
        pages_begin(folder)
        process.send_signal(number)
        _, told = process.communicate(timeout=30)
        wait_until(lambda: not session(process.pid), 30)
        assert session(process.pid) == []
    assert process.returncode == 128 + number
    assert told.splitlines()[1:] == [STOPPED]
    assert len(kept(folder / "out")) == STUDENTS


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_grader_that_is_asked_to_end_while_it_marks_keeps_what_is_marked(
    tmp_path: Path, number: signal.Signals
) -> None:
    make_class(tmp_path, {"ada": RIGHT}, PROGRAMS)
    hand_in_program(tmp_path, "zoe", SLEEP)
    with grading(tmp_path, report="csv") as process:
        wait_until((tmp_path / "out" / "gradebook.sqlite").exists)
        wait_until(lambda: len(session(process.pid)) > 3)  # a sandbox runs
        process.send_signal(number)
        _, told = process.communicate(timeout=30)
        wait_until(lambda: not session(process.pid), 30)
        assert session(process.pid) == []
    assert process.returncode == 128 + number
    assert told.splitlines()[-1].endswith("all others are saved, and the same command resumes from here")


def test_nothing_is_left_of_a_grader_that_is_killed_while_programs_run(tmp_path: Path) -> None:
    make_class(tmp_path, {"ada": RIGHT}, PROGRAMS)
    hand_in_program(tmp_path, "zoe", SLEEP)
    with grading(tmp_path, report="csv") as process:
        wait_until(lambda: len(session(process.pid)) > 3)
        process.kill()
        process.communicate(timeout=30)
        wait_until(lambda: not session(process.pid), 30)
        assert session(process.pid) == []


def test_a_grader_that_shall_outlive_its_terminal_does_not_hear_that_it_closed(folder: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with grading(folder) as process:
            pages_begin(folder)
            os.killpg(process.pid, signal.SIGHUP)
            process.communicate(timeout=60)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert process.returncode == 0
    assert len(list(folder.glob("out/students/*/report.html"))) == STUDENTS
