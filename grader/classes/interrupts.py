"""Ctrl-C, SIGTERM or SIGHUP → a wish to stop, granted when nothing can be lost; workers hear none of it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType

# Ctrl-C, what systems send before they end a process for good, and what a terminal sends when it closes.
_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(KeyboardInterrupt):
    """Somebody asked the grader to end, by the signal of that number."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Wish:
    """Whether to stop, and which signal said so; 0 while none did."""

    def __init__(self) -> None:
        self.number = 0
        self._heard = Event()

    def __call__(self) -> bool:
        return self._heard.is_set()

    def hear(self, number: int) -> None:
        self.number = number
        self._heard.set()


@contextmanager
def interruptible() -> Iterator[Wish]:
    """Whether to stop: the first signal asks for it, and the next one is as abrupt as ever."""
    wish = Wish()

    def hear(number: int) -> None:
        if wish():
            raise Stopped(number)
        wish.hear(number)

    with _heard_by(hear):
        yield wish


@contextmanager
def stoppable() -> Iterator[None]:
    """Whoever is asked to end meanwhile is told by `Stopped`, and so can clean up and say a word."""

    def hear(number: int) -> None:
        raise Stopped(number)

    with _heard_by(hear):
        yield


@contextmanager
def _heard_by(hear: Callable[[int], None]) -> Iterator[None]:
    if current_thread() is not main_thread():  # only that one hears signals
        yield
        return

    def handle(number: int, _frame: FrameType | None) -> None:
        hear(number)

    # What is ignored stays so: `nohup` wants the grader to outlive its terminal.
    heard = [number for number in _ENDING if signal.getsignal(number) not in (signal.SIG_IGN, None)]
    before = {number: signal.signal(number, handle) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def leave_signals() -> None:
    """What a worker does first: whether to go on is for the grader alone to decide, which can kill it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Whoever is started meanwhile hears no signal before it could say that it does not want to."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # first, because whoever starts it no longer holds back anything
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
