"""Workers that are killed, Ctrl-C, and graders that are killed themselves: done for real."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from grader.classes import Summary
from grader.gradebook import FILE
from tests.classes.teaching import PROGRAMS, RIGHT, SEARCH, SLEEP, hand_in_program, kept, make_class, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")


def sleepy_class(folder: Path, program: str = SLEEP) -> None:
    """Ada and Bob have ordinary programs, and Zoe, the last one, has one that gives time to do something."""
    make_class(folder, {}, PROGRAMS)
    for student in ("ada", "bob"):
        hand_in_program(folder, student, SEARCH)
    hand_in_program(folder, "zoe", program)


def workers() -> list[int]:
    """The processes that mark; to ask `multiprocessing` would be to bury those that are dead."""
    return [int(stat.parent.name) for stat in Path("/proc").glob("[0-9]*/stat") if is_worker(stat)]


def is_worker(stat: Path) -> bool:
    try:
        state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        command = stat.with_name("cmdline").read_bytes()
    except OSError:  # it is gone
        return False
    is_like_us = command == Path("/proc/self/cmdline").read_bytes() or b"spawn_main" in command
    return state != "Z" and int(parent) == os.getpid() and is_like_us


class Killer:
    """Kills the worker that has Zoe's program, so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self, summary: Summary) -> None:
        if summary.marked == 2 and self.left and (found := workers()):
            self.left -= 1
            for worker in found:
                os.kill(worker, signal.SIGKILL)
            while workers():
                time.sleep(0.01)


def test_a_worker_that_is_killed_costs_nobody_anything(tmp_path: Path) -> None:
    sleepy_class(tmp_path, SLEEP.replace("15", "1"))
    summary = run(tmp_path, progress=Killer(1))
    assert (summary.statuses, summary.faults) == ({"graded": 3}, {})
    assert [student for student, _, _ in kept(tmp_path)] == ["ada", "bob", "zoe"]


def test_a_submission_of_which_the_worker_dies_twice_is_recorded_as_failed_and_tried_next_time(
    tmp_path: Path,
) -> None:
    sleepy_class(tmp_path)
    summary = run(tmp_path, progress=Killer(2))
    assert summary.statuses == {"graded": 2, "failed": 1}
    assert summary.faults == {"killed, as by a system that is out of memory": 1}
    assert kept(tmp_path) == [("ada", "graded", 7), ("bob", "graded", 7), ("zoe", "failed", 0)]
    hand_in_program(tmp_path, "zoe", SEARCH)
    again = run(tmp_path)
    assert (again.known, again.marked) == (2, 1)
    assert kept(tmp_path)[-1] == ("zoe", "graded", 7)


def grader_in(folder: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "grader", "grade", "set.yaml", "class", "--out", ".", "--report", "csv"]
    return subprocess.Popen(
        [*command, "--jobs", "1", *options], cwd=folder, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip


def wait_for_grades(folder: Path, count: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(sqlite3.OperationalError):  # a gradebook that is only being made
            if (folder / FILE).exists() and len(kept(folder)) >= count:
                return
        time.sleep(0.1)
    raise AssertionError("no grade was kept in a minute")


def test_ctrl_c_keeps_everything_so_far_and_says_how_to_go_on(tmp_path: Path) -> None:
    sleepy_class(tmp_path)
    with grader_in(tmp_path) as process:
        wait_for_grades(tmp_path, 2)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to the workers too
        _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert told.splitlines() == [
        "3 submissions: 0 unchanged, 2 processed (2 graded; 6 right)",
        "stopped: 1 is left; all others are saved, and the same command resumes from here",
    ]
    assert kept(tmp_path) == [("ada", "graded", 7), ("bob", "graded", 7)]
    hand_in_program(tmp_path, "zoe", SEARCH)
    again = run(tmp_path)
    assert (again.known, again.marked) == (2, 1)


def test_ctrl_c_while_reports_are_written_is_heard_by_nobody_else(tmp_path: Path) -> None:
    make_class(tmp_path, {f"s{number}": RIGHT for number in range(600)})
    with grader_in(tmp_path, "--report", "html", "--jobs", "2") as process:
        end = time.monotonic() + 60
        while not (tmp_path / "students").exists() and time.monotonic() < end:
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert told.splitlines() == [
        "600 submissions: 0 unchanged, 600 processed (600 graded; 1,200 right)",
        "stopped: all grades so far are saved, and the same command resumes from here",
    ]


HELD_BACK = """
import sys
import time
from multiprocessing import active_children
from pathlib import Path
from grader.classes import worker_processes as processes

def serve(*_given):
    time.sleep(60)

if __name__ == "__main__":
    processes.serve = serve  # what is asked is how workers are born, not what they do
    if sys.argv[1] == "fresh":
        processes.is_alone = lambda: False
    started = processes.Processes(None, 2)
    for _ in range(2):
        started.submit(())
    while len(active_children()) < 2:
        pass
    for worker in active_children():
        status = Path(f"/proc/{worker.pid}/status").read_text()
        print(int(status.split("SigBlk:")[1].split()[0], 16) & 0b10)
    started.shutdown(cancel_futures=True)
"""


@pytest.mark.parametrize("born", ["copied", "fresh"])
def test_every_worker_is_deaf_to_ctrl_c_from_its_first_moment_on(born: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(HELD_BACK)
    command = [sys.executable, "-W", "error", str(script), born]
    done = subprocess.run(
        command,
        check=False,
        cwd=Path.cwd(),
        env={**os.environ, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.split() == ["2", "2"]


def test_a_grader_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    sleepy_class(tmp_path)
    with grader_in(tmp_path) as process:
        wait_for_grades(tmp_path, 2)
        process.kill()
        process.wait(30)
    hand_in_program(tmp_path, "zoe", SEARCH)
    again = run(tmp_path)
    assert (again.known, again.marked) == (2, 1)
    assert [student for student, _, _ in kept(tmp_path)] == ["ada", "bob", "zoe"]


def test_two_graders_on_one_gradebook_at_once_keep_each_grade_once(tmp_path: Path) -> None:
    make_class(tmp_path, {f"student-{number}": RIGHT for number in range(30)})
    with grader_in(tmp_path) as one, grader_in(tmp_path) as other:
        for process in (one, other):
            process.communicate(timeout=60)
            assert process.returncode == 0
    assert len(kept(tmp_path)) == 30
