"""Chunks of tasks → processes of this machine, copied where that is safe, and replaced when they die."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING

from grader.classes.executors import WorkerDied
from grader.classes.interrupts import interrupts_held_back, leave_signals
from grader.classes.job import Chunk, Job, Outcomes

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext


# A fresh process has nothing of ours open, neither the gradebook nor the channels of other processes.
FRESH = get_context("spawn")

_SET_PDEATHSIG = 1
_PATIENCE = 5.0  # seconds that an idle worker may take to go
_STARTING = Lock()


class Processes:
    """An executor whose workers are processes, each of which is asked by a thread, a chunk at a time."""

    def __init__(self, job: Job, workers: int) -> None:
        self.workers = workers
        self._processes = tuple(_Process(job, core) for core in range(workers))
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        for process in self._processes:
            self._idle.put(process)
        self._threads = ThreadPoolExecutor(workers)
        if is_alone():
            _fork_all(self._processes)

    def submit(self, chunk: Chunk) -> Future[Outcomes]:
        return self._threads.submit(self._ask, chunk)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what was submitted, or end it now."""
        if cancel_futures:
            self._threads.shutdown(wait=False, cancel_futures=True)
            _each(self._processes, "kill")
        self._threads.shutdown(wait)
        _each(self._processes, "close")

    def _ask(self, chunk: Chunk) -> Outcomes:
        process = self._idle.get()
        try:
            return process.ask(chunk)
        finally:
            self._idle.put(process)


def _fork_all(processes: Sequence[_Process]) -> None:
    """Start workers that have imported everything already, as copies of this process."""
    context = get_context("fork")
    channels: list[Connection] = []
    for process in processes:
        channels.append(process.start(context, channels))


def _each(processes: Sequence[_Process], do: str) -> None:
    for process in processes:
        getattr(process, do)()


@dataclass(slots=True)
class _Running:
    process: BaseProcess
    channel: Connection


class _Process:
    """One worker: started when it is first asked, and again after it has died."""

    def __init__(self, job: Job, core: int) -> None:
        self._job = job
        self._core = core
        self._running: _Running | None = None

    def ask(self, chunk: Chunk) -> Outcomes:
        """What the process makes of a chunk; WorkerDied where it did not live to tell."""
        try:
            channel = self._running.channel if self._running else self.start(FRESH)
            channel.send(chunk)
            answer = channel.recv()
        except (EOFError, OSError):
            raise WorkerDied(self._buried()) from None
        if isinstance(answer, Exception):
            raise answer
        outcomes: Outcomes = answer
        return outcomes

    def kill(self) -> None:
        if self._running is not None:
            self._running.process.kill()

    def close(self) -> None:
        """Let it go; it ends by itself when nobody can ask any more."""
        if self._running is not None:
            self._running.channel.close()
            self._running.process.join(_PATIENCE)
            self._buried()

    def start(self, context: SpawnContext | ForkContext, others: Sequence[Connection] = ()) -> Connection:
        """Start it, and say where it can be asked; a copy of us closes what it has of the others."""
        ours, theirs = context.Pipe()
        copied = (*others, ours) if context is not FRESH else ()
        process = context.Process(target=serve, args=(theirs, self._job, self._core, copied), daemon=True)
        with _STARTING, theirs, interrupts_held_back():
            process.start()
        self._running = _Running(process, ours)
        return ours

    def _buried(self) -> str:
        """How it ended."""
        running, self._running = self._running, None
        if running is None:
            return "it cannot be started"
        running.channel.close()
        running.process.kill()
        running.process.join()
        return _ENDS.get(running.process.exitcode or 0, f"exit status {running.process.exitcode}")


def serve(channel: Connection, job: Job, core: int, copied: Sequence[Connection] = ()) -> None:
    """What the process does: answer each chunk with its outcomes, or with the reason why there are none."""
    begin_as_worker(copied=bool(copied))
    for other in copied:  # or no worker would ever see that nobody can ask any more
        other.close()
    from grader.classes.marker import Marker

    try:
        gc.disable()  # or it would look again and again through all that is remembered for the class
        with Marker(job, core) as marker:
            while True:
                channel.send(marker.mark(channel.recv()))
                _collect_new()
    except MemoryError:
        sys.exit(_OUT_OF_MEMORY)
    except (EOFError, BrokenPipeError, ConnectionResetError):  # nobody is there any more
        return
    except Exception as error:  # noqa: BLE001 - told to the one who asked
        channel.send(error)


def _collect_new() -> None:
    """Free what a chunk left behind in cycles; what is remembered of it stays, and is not looked at again."""
    gc.collect()
    gc.freeze()


_OUT_OF_MEMORY = 77
_ENDS = {_OUT_OF_MEMORY: "out of memory", -9: "killed, as by a system that is out of memory"}


def begin_as_worker(*, copied: bool) -> None:
    """What a process does first that works for another; a copy shares the memory of that one."""
    leave_signals()
    _end_with_parent(copied=copied)
    if copied:
        gc.freeze()  # so that the collector does not copy what is shared


def _end_with_parent(*, copied: bool) -> None:
    """Let this process end as soon as the one that started it does, however that ends.

    A copy is made by its parent's main thread, and so the kernel can see to it, whatever Python is busy
    with; a fresh one may come from a thread that ends long before the parent does.
    """
    parent = parent_process()
    assert parent is not None
    if copied:
        from grader.sandbox.inside.libc_calls import prctl

        prctl(_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent.pid:  # it ended before the kernel knew
            os._exit(1)
    else:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def is_alone() -> bool:
    """Whether this process can be copied as it is: no other thread of it is in the middle of anything."""
    return sys.platform == "linux" and len(list(Path("/proc/self/task").iterdir())) == 1


def context_for(database: Path) -> ForkContext | SpawnContext:
    """How to start processes that read a database, which SQLite forbids to copies of one that has it open."""
    return get_context("fork") if is_alone() and not _is_open(database) else FRESH


def _is_open(file: Path) -> bool:
    wanted = file.stat()
    found = [_stat(descriptor) for descriptor in os.listdir("/proc/self/fd")]  # noqa: PTH208 - only names
    return any(one is not None and os.path.samestat(one, wanted) for one in found)


def _stat(descriptor: str) -> os.stat_result | None:
    try:
        return os.fstat(int(descriptor))
    except OSError:  # it was only there to list the others
        return None
