"""Chunks and an executor → outcomes in order: what a dead worker costs, and what a stop keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

import pytest

from grader.classes.executors import ClassRun, WorkerDied
from grader.classes.job import Chunk, Outcome, Outcomes, Task
from grader.grading.grade_record import Status
from grader.submissions import HandIn
from grader.text.source import InputError, refusal


def outcome(task: Task, status: Status = "graded", *faults: str) -> Outcome:
    return Outcome(task.number, "", {"student": task.handed.student}, status, {}, faults)


def chunks(students: str, size: int) -> Iterator[Chunk]:
    tasks = [Task(number, HandIn(name, name, {})) for number, name in enumerate(students)]
    return iter([tuple(tasks[start : start + size]) for start in range(0, len(tasks), size)])


@dataclass
class Stand:
    """An executor that answers the chunk that was submitted last first, and dies of some students."""

    deadly: str = ""
    lives: int = 1000  # how often it dies of them
    workers: int = 2
    error: type[Exception] | Callable[[str], Exception] = WorkerDied
    asked: list[str] = field(default_factory=list)
    beside: list[int] = field(default_factory=list)  # how many chunks were out when another was asked
    open: list[tuple[Chunk, Future[Outcomes]]] = field(default_factory=list)

    def submit(self, chunk: Chunk) -> Future[Outcomes]:
        future: Future[Outcomes] = Future()
        self.asked.append("".join(task.handed.student for task in chunk))
        self.beside.append(len(self.open))
        self.open.append((chunk, future))
        return future

    def answer(self) -> None:
        chunk, future = self.open.pop()
        if self.lives and any(task.handed.student in self.deadly for task in chunk):
            self.lives -= 1
            future.set_exception(self.error("killed"))
        else:
            future.set_result(tuple(map(outcome, chunk)))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


def marked(stand: Stand, students: str, size: int = 2, most: int = 1000) -> list[tuple[str, str]]:
    """Student and status of every outcome; after so many the run is stopped."""
    found: list[tuple[str, str]] = []

    def stop() -> bool:  # asked before every wait
        if stand.open:
            stand.answer()
        return len(found) >= most

    run = ClassRun(stand, lambda task, reason: outcome(task, "failed", reason), stop)
    for outcomes in run.outcomes(chunks(students, size)):
        found += [(one.record["student"], one.status) for one in outcomes]
    return found


def all_graded(students: str) -> list[tuple[str, str]]:
    return [(student, "graded") for student in students]


def test_outcomes_come_in_the_order_of_the_tasks() -> None:
    assert marked(Stand(), "abcdefghijk") == all_graded("abcdefghijk")


def test_whoever_was_with_a_dead_worker_is_tried_again_alone() -> None:
    stand = Stand(deadly="c", lives=1, workers=1)
    assert marked(stand, "abcdefgh") == all_graded("abcdefgh")
    assert stand.asked[4:] == ["c", "d"]


def test_the_one_of_which_a_worker_dies_twice_is_given_up_and_no_other() -> None:
    stand = Stand(deadly="cf", workers=3)
    assert marked(stand, "abcdefgh") == [
        (student, "failed" if student in "cf" else "graded") for student in "abcdefgh"
    ]


def test_nothing_else_is_marked_while_a_suspect_is_tried_alone() -> None:
    stand = Stand(deadly="a", lives=1, workers=1)
    assert marked(stand, "abcdefghijkl") == all_graded("abcdefghijkl")
    beside = dict(zip(stand.asked, stand.beside, strict=True))
    assert beside == {"ab": 0, "cd": 1, "ef": 2, "gh": 3, "ij": 2, "kl": 2, "a": 0, "b": 0}


def test_a_stop_keeps_what_is_done_even_where_something_before_it_is_not() -> None:
    assert marked(Stand(workers=2), "abcdefghijklmnop", most=0) == []
    found = marked(Stand(workers=2), "abcdefghijklmnop", most=1)
    assert found
    assert all(status == "graded" for _, status in found)


def test_what_no_worker_can_do_stops_the_run() -> None:
    stand = Stand(deadly="a", error=lambda text: refusal("worker", text))
    with pytest.raises(InputError, match="killed"):
        marked(stand, "ab")


def test_workers_that_are_all_gone_stop_the_run() -> None:
    class Gone(Stand):
        def answer(self) -> None:
            _, future = self.open.pop()
            future.cancel()
            future.set_running_or_notify_cancel()  # tells those who wait

    with pytest.raises(InputError, match="the workers do not answer any more"):
        marked(Gone(), "ab")


def test_workers_that_all_die_before_they_answer_stop_the_run() -> None:
    stand = Stand(deadly="abcdefghijkl")
    with pytest.raises(InputError, match="none has lived to answer: killed"):
        marked(stand, "abcdefghijkl")
    assert len(stand.asked) < 12
