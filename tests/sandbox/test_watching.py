"""What processes use, as the kernel tells it: memory, threads, processor time."""

import os
import subprocess
import sys
from threading import Event, Thread

import pytest

from grader.sandbox.inside import zygote
from grader.sandbox.run.child import Used, family, processor_time, used_by
from grader.sandbox.walls.limits import PATIENCE, time_used

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads what Linux tells")

MUCH = 64 << 20


def test_memory_in_use_is_counted() -> None:
    before = used_by(os.getpid()).memory
    kept = bytearray(b"x" * MUCH)
    assert used_by(os.getpid()).memory >= before + len(kept) // 2


def test_threads_are_counted() -> None:
    over = Event()
    threads = [Thread(target=over.wait) for _ in range(3)]
    before = used_by(os.getpid()).threads
    for thread in threads:
        thread.start()
    assert used_by(os.getpid()).threads == before + 3
    over.set()
    for thread in threads:
        thread.join()


def test_what_a_process_started_belongs_to_it() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert child.pid in family(os.getpid())
        assert child.stdin is not None
        child.stdin.close()


def test_a_process_that_is_gone_uses_nothing() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert used_by(child.pid) == Used(0, 0)
    assert processor_time(child.pid) == 0


@pytest.mark.parametrize("number", [0, -1])
def test_no_process_has_used_no_time(number: int) -> None:
    assert processor_time(number) == 0


def test_the_processor_time_of_a_process_is_what_it_used() -> None:
    assert processor_time(os.getpid()) > 0


TIMES = {"busy": (3.0, 3.0, 3.0), "asleep": (0.0, 4.0, 1.0), "on a busy machine": (1.0, 3.0, 1.0)}


@pytest.mark.parametrize(("processor", "clock", "counted"), TIMES.values(), ids=TIMES)
def test_the_time_that_counts_is_of_the_processor_or_a_part_of_the_clock(
    processor: float, clock: float, counted: float
) -> None:
    assert time_used(processor, clock) == counted


def test_the_zygote_is_as_patient_as_the_worker() -> None:
    assert zygote.PATIENCE == PATIENCE
