"""Calls of the C library that Python has no name for; each raises an `OSError` that says which one failed."""

from __future__ import annotations

import ctypes
import os

_LIBRARY = ctypes.CDLL(None, use_errno=True)
_LONG = ctypes.c_ulong
_LIBRARY.prctl.argtypes = (ctypes.c_int, _LONG, _LONG, _LONG, _LONG)
_LIBRARY.mount.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, _LONG, ctypes.c_char_p)
_PRCTL = _LIBRARY.prctl
_LIBRARY.syscall.restype = ctypes.c_long


def prctl(option: int, second: int = 0, third: int = 0) -> int:
    return _checked("prctl", _PRCTL(option, second, third, 0, 0))


def unshare(flags: int) -> None:
    _checked("unshare", _LIBRARY.unshare(flags))


def mount(kind: bytes, target: bytes, flags: int, options: bytes = b"") -> None:
    _checked("mount", _LIBRARY.mount(b"none", target, kind, flags, options))


def pivot_root(new: bytes, old: bytes) -> None:
    _checked("pivot_root", _LIBRARY.pivot_root(new, old))


def unmount(target: bytes, flags: int) -> None:
    _checked("umount", _LIBRARY.umount2(target, flags))


def capset(header: ctypes.Array[ctypes.c_uint32], data: ctypes.Array[ctypes.c_uint32]) -> None:
    _checked("capset", _LIBRARY.capset(header, data))


def system_call(number: int, *arguments: int) -> int:
    """A system call by its number, with whole numbers and addresses as arguments."""
    return _checked("system call", _LIBRARY.syscall(_LONG(number), *map(_LONG, arguments)))


def _checked(name: str, result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{name}: {os.strerror(error)}")
    return result
