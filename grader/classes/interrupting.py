"""Ctrl-C → a wish to stop, which is granted when nothing can be lost by it, and which workers never hear."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Whether to stop: the first Ctrl-C asks for it, and the next one is as abrupt as ever."""
    wish = Event()
    if current_thread() is not main_thread():  # only that one hears signals
        yield wish.is_set
        return

    def hear(_number: int, _frame: FrameType | None) -> None:
        if wish.is_set():
            raise KeyboardInterrupt
        wish.set()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield wish.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Whoever is started meanwhile never hears Ctrl-C, also before it could say that it does not want to."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # first, because whoever starts it no longer holds back anything
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
