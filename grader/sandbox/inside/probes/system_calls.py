"""Probes that make one system call, by the number that it has on this machine."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable
from typing import TypeAlias

LIBRARY = ctypes.CDLL(None, use_errno=True)
LIBRARY.syscall.restype = ctypes.c_long

CallNumbers: TypeAlias = dict[str, int]


class NotTriedError(Exception):
    """Nothing came of a probe, since it could not even ask."""


def asking(name: str, *arguments: int) -> Callable[[CallNumbers], str]:
    """A probe that calls the kernel; to be told that its arguments are wrong is to have got through."""

    def probe(calls: CallNumbers) -> str:
        try:
            return f"the answer {call(calls[name], *arguments)}"
        except OSError as error:
            if error.errno in (errno.EPERM, errno.EACCES, errno.ENOSYS):
                raise
            return f"the answer: {error.strerror}"

    return probe


def call(number: int, *arguments: int) -> int:
    """What the kernel answers to a system call; one without a number here cannot be made."""
    if number < 0:
        raise NotTriedError("the system call has no number here")
    result: int = LIBRARY.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
