"""Workers: fresh children one after the other, how each one ended, and nothing left behind."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.run import worker as worker_module
from grader.sandbox.run.child import Child, SandboxFailed
from grader.sandbox.run.worker import Worker
from grader.sandbox.walls import syscall_filter
from grader.sandbox.walls.limits import Exit, ExitReason, Limits, read_exit
from grader.text.source import InputError
from tests.sandbox.programs import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")

LIMITS = Limits(seconds=5, memory=64 << 20, output=8192)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker("none", program="probes") as started:
        yield started


def test_a_child_answers_over_its_channel(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        assert "refused" in answer(child, "find an environment")


def test_a_child_that_is_done_ends_by_itself(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        answer(child, "find an environment")
        assert summary(child.wait(5)) == ("exit", 0, "ended")


def test_every_child_is_another_process(worker: Worker) -> None:
    with worker.child(LIMITS) as first:
        before = first.process
    with worker.child(LIMITS) as second:
        assert second.process != before


def test_a_child_that_takes_too_long_is_killed(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        tell(child, "sleep for ever")
        assert summary(child.wait(0.05)) == ("signal", signal.SIGKILL, "timeout")


def test_a_child_can_be_killed_at_any_time(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        tell(child, "sleep for ever")
        child.kill()
        assert summary(child.wait(5)) == ("signal", signal.SIGKILL, "killed")


def test_the_zygote_itself_ends_a_child_that_its_worker_forgot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "pidfd_send_signal", _not_allowed)
    with Worker("none", program="probes") as started, started.child(LIMITS) as child:
        tell(child, "sleep for ever")
        assert summary(child.wait(0.05)) == ("signal", signal.SIGKILL, "timeout")


def test_how_a_child_ended_can_be_asked_again(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        child.kill()
        assert child.wait(5) is child.wait(5)


def test_a_crash_is_told_from_an_end(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        tell(child, "crash")
        assert summary(child.wait(5)) == ("signal", signal.SIGSEGV, "crash")


def test_the_end_says_how_long_it_took_and_how_much_it_computed(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        tell(child, "sleep for ever")
        end = child.wait(0.05)
        assert end.seconds >= 0.04
        assert end.cpu < end.seconds


ENDS = {
    "a status": (3, None, Exit("exit", 3, 1.0, 0.5, "ended")),
    "a status that we did not cause": (0, "timeout", Exit("exit", 0, 1.0, 0.5, "ended")),
    "processor time": (-signal.SIGXCPU, None, Exit("signal", signal.SIGXCPU, 1.0, 0.5, "processor")),
    "memory": (-signal.SIGKILL, None, Exit("signal", signal.SIGKILL, 1.0, 0.5, "memory")),
    "a forbidden call": (-signal.SIGSYS, None, Exit("signal", signal.SIGSYS, 1.0, 0.5, "forbidden")),
    "a crash": (-signal.SIGBUS, None, Exit("signal", signal.SIGBUS, 1.0, 0.5, "crash")),
    "a crash just before we ended it": (
        -signal.SIGSEGV, "timeout", Exit("signal", signal.SIGSEGV, 1.0, 0.5, "crash"),
    ),
    "our doing": (-signal.SIGKILL, "timeout", Exit("signal", signal.SIGKILL, 1.0, 0.5, "timeout")),
}  # fmt: skip


@pytest.mark.parametrize(("status", "ended", "end"), ENDS.values(), ids=ENDS)
def test_what_the_kernel_says_becomes_a_reason(status: int, ended: ExitReason | None, end: Exit) -> None:
    assert read_exit(status, 1.0, 0.5, ended) == end


def test_what_a_child_prints_is_kept_up_to_its_limit(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        assert "File too large" in answer(child, "print for ever")["refused"]
        assert child.printed(1 << 20) == b"x" * LIMITS.output


def test_no_more_than_was_asked_for_is_read_of_the_output(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        answer(child, "print for ever")
        assert child.printed(10) == b"x" * 10


def test_a_child_that_nobody_waited_for_is_gone_afterwards(worker: Worker) -> None:
    with worker.child(LIMITS) as child:
        tell(child, "sleep for ever")
        process = child.process
    assert not Path(f"/proc/{process}").exists()


def test_a_worker_leaves_no_process_and_no_descriptor() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    with Worker("none", program="probes") as started:
        process = started.process
        with started.child(LIMITS):
            pass
    assert not Path(f"/proc/{process}").exists()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_zygote_that_died_is_started_again() -> None:
    with Worker("none", program="probes") as started:
        first = started.process
        os.kill(first, signal.SIGKILL)
        with started.child(LIMITS) as child:
            assert "refused" in answer(child, "find an environment")
        assert started.process != first


def test_a_child_whose_zygote_dies_is_our_failure_and_not_the_students() -> None:
    with Worker("none", program="probes") as started, started.child(LIMITS) as child:
        tell(child, "sleep for ever")
        os.kill(started.process, signal.SIGKILL)
        with pytest.raises(SandboxFailed, match="the process that starts students' code is gone"):
            child.wait(5)


def test_a_zygote_that_keeps_dying_is_given_up(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module.Zygote, "fork", _reset)
    with pytest.raises(SandboxFailed, match="the process that starts it dies"), worker.child(LIMITS):
        pass


def test_where_no_process_can_be_started_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module.subprocess, "Popen", _not_allowed)  # type: ignore[attr-defined]
    assert refused() == (
        "sandbox: error: students' code is not run here: no process can be started for it "
        "(Operation not permitted)\n"
        "     = hint: `grader selftest` shows what stands; inside your own container, use "
        "`--isolation none`"
    )


def test_a_zygote_that_does_not_start_says_why() -> None:
    assert "(ModuleNotFoundError: No module named 'grader.sandbox.inside.nothing')" in refused(
        program="nothing"
    )


def test_no_code_runs_where_the_filter_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "filter_program", lambda: b"nonsense")
    assert "its walls cannot be raised (OSError: [Errno 22] prctl: Invalid argument)" in refused()


def test_without_libseccomp_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    _without_libseccomp(monkeypatch)
    assert refused() == (
        "sandbox: error: students' code is not run here: the library `libnone.so.9` is missing\n"
        "     = hint: install it (`apt install libseccomp2`), or use `--isolation none` inside your own "
        "container"
    )


def test_without_isolation_no_libseccomp_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    _without_libseccomp(monkeypatch)
    with Worker("none", program="probes") as started:
        assert started.standing == {"rlimits": ""}


@pytest.mark.parametrize(
    ("platform", "largest"), [("darwin", 1 << 62), ("win32", 1 << 62), ("linux", 1 << 31)]
)
def test_elsewhere_it_is_refused_with_a_word_why(
    platform: str, largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module.sys, "platform", platform)  # type: ignore[attr-defined]
    monkeypatch.setattr(worker_module.sys, "maxsize", largest)  # type: ignore[attr-defined]
    assert refused() == (
        "sandbox: error: students' code runs only on 64-bit Linux\n"
        "     = hint: use such a machine, or a container on it"
    )


def test_a_worker_with_a_core_stays_on_it_and_leaves_it_afterwards() -> None:
    before = os.sched_getaffinity(0)
    with Worker("none", program="probes", core=len(before)) as started:
        assert os.sched_getaffinity(0) == os.sched_getaffinity(started.process) == {min(before)}
    assert os.sched_getaffinity(0) == before


def test_the_zygote_is_small(worker: Worker) -> None:
    status = Path(f"/proc/{worker.process}/status").read_text(encoding="utf-8")
    assert int(status.split("VmRSS:")[1].split()[0]) < 40_000  # kB; a fork costs as much as there is to copy


def test_hashes_are_the_same_in_every_worker() -> None:
    """Or a set would have another order, and code that walks one another grade."""
    assert _hash_of_a_text() == _hash_of_a_text()


def _hash_of_a_text() -> object:
    with Worker("none") as started:
        return run(started, "def search(node):\n    return hash('a text') % 1_000_000").value


def tell(child: Child, probe: str) -> None:
    bait = {"output": LIMITS.output, "memory": LIMITS.memory}
    child.channel.send(json.dumps({"probe": probe, "bait": bait}).encode())


def answer(child: Child, probe: str) -> dict[str, str]:
    tell(child, probe)
    said: dict[str, str] = json.loads(child.channel.recv(4096))
    return said


def summary(end: Exit) -> tuple[str, int, str]:
    return end.how, end.number, end.why


def refused(program: str = "probes") -> str:
    """What is said when a worker cannot be had."""
    with pytest.raises(InputError) as raised, Worker(program=program):
        pass
    return str(raised.value)


def _without_libseccomp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syscall_filter, "_LIBRARY", "libnone.so.9")
    monkeypatch.setattr(syscall_filter, "_library", syscall_filter._library.__wrapped__)  # noqa: SLF001
    monkeypatch.setattr(worker_module, "filter_program", syscall_filter.filter_program.__wrapped__)


def _not_allowed(*_: object, **__: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def _reset(*_: object) -> None:
    raise ConnectionResetError
