"""A filter of system calls as bytes → the same filter, in force for this process until it ends."""

from __future__ import annotations

import ctypes
from ctypes import addressof

from grader.sandbox.inside.walls.kernel import prctl

_SET_SECCOMP = 22
_MODE_FILTER = 2
_INSTRUCTION = 8  # bytes


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def prepare(code: bytes) -> _Program:
    """The filter as the kernel wants it, made once so that a child only has to load it."""
    return _Program(len(code) // _INSTRUCTION, code)


def load(program: _Program) -> None:
    """Filter the system calls of this process from now on."""
    prctl(_SET_SECCOMP, _MODE_FILTER, addressof(program))
