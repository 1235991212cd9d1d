"""The policy → a program for the kernel that filters system calls, written by libseccomp.

Names become numbers here, on the machine that runs them, so the same policy holds on every processor.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TypeAlias

from grader.sandbox.walls import policy
from grader.text.source import refusal

_LIBRARY = "libseccomp.so.2"
_ALLOW = 0x7FFF_0000
_KILL_PROCESS = 0x8000_0000
_ERRNO = 0x0005_0000
_BAD_ARCHITECTURE = 2  # attributes of a filter: what to do with calls of another processor mode,
_OPTIMIZE = 8  # and how to arrange it: as a binary tree
_GREATER, _MASKED_EQUAL = 6, 7
_LARGEST = 1 << 16

# What happens to which system calls, by name or number, and with which arguments alone.
_Conditions: TypeAlias = Sequence[policy.Argument | policy.Above]
_Group: TypeAlias = tuple[int, Iterable[str | int], Mapping[str, _Conditions]]


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("position", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("mask", ctypes.c_uint64),
        ("bits", ctypes.c_uint64),
    )


@cache
def filter_program() -> bytes:
    """The filter that every child loads; an `InputError` says what to install where it cannot be had."""
    return _filter(
        _ERRNO | policy.DENIED,
        [
            (_ALLOW, [*chain(*policy.ALLOWED.values())], policy.CONDITIONS),
            *((_ERRNO | error, names, {}) for error, names in policy.REFUSED.items()),
            (_ERRNO, policy.UNTOLD, {}),
            (_KILL_PROCESS, policy.FATAL, {}),
        ],
    )


@cache
def command_filter() -> bytes:
    """The filter of other languages: all but attacks, processes, and memory that nothing counts."""
    return _filter(
        _ALLOW,
        [
            (_ERRNO | policy.DENIED, (*_older(policy.FATAL), *policy.CONNECTIONS), {}),
            (_ERRNO | policy.DENIED, policy.PROCESSES, policy.THREADS),
            (_ERRNO | policy.DENIED, policy.ENLARGED_PIPES, policy.ENLARGED_PIPES),
            (_ERRNO | errno.EINVAL, policy.OTHER_CLOCKS, policy.OTHER_CLOCKS),
            (_ERRNO | errno.ENOMEM, policy.UNCOUNTED, {}),
            (_ERRNO | errno.ENOSYS, (*policy.UNSUPPORTED, *_unknown_newer()), {}),
            *((_ERRNO | errno.ENOMEM, mapping, mapping) for mapping in policy.UNCOUNTED_MAPPINGS),
            *((_ERRNO | errno.ENOLCK, lock, lock) for lock in policy.FILE_LOCKS),
        ],
    )


def _older(names: Iterable[str]) -> Iterator[str]:
    return (name for name in names if call_number(name) not in policy.NEWER)


def _unknown_newer() -> Iterator[int]:
    """All that a kernel may have, whether or not the library knows it, but what languages do use."""
    known = {call_number(name) for name in policy.KNOWN_NEWER}
    return (number for number in policy.NEWER if number not in known)


def _filter(default: int, groups: Iterable[_Group]) -> bytes:
    """A filter that does with each group of system calls what stands there, and else the default."""
    library = _library()
    rules = library.seccomp_init(default)
    try:
        library.seccomp_attr_set(rules, _BAD_ARCHITECTURE, _KILL_PROCESS)
        library.seccomp_attr_set(rules, _OPTIMIZE, 2)  # an old library keeps them in a row: slower, no weaker
        for action, calls, conditions in groups:
            for each in calls:
                number = call_number(each) if isinstance(each, str) else each
                if number >= 0:  # what this processor does not have, nobody can call
                    _add(library, rules, action, number, conditions.get(str(each), ()))
        return _exported(library, rules)
    finally:
        library.seccomp_release(rules)


def call_number(name: str) -> int:
    """The number of a system call; below 0 where this processor has none, or the library does not know it."""
    number: int = _library().seccomp_syscall_resolve_name(name.encode())
    return number


@cache
def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        raise refusal(
            "sandbox",
            f"students' code is not run here: the library `{_LIBRARY}` is missing",
            "install it (`apt install libseccomp2`), or use `--isolation none` inside your own container",
        ) from None
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = (ctypes.c_uint32,)
    library.seccomp_attr_set.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32)
    library.seccomp_syscall_resolve_name.argtypes = (ctypes.c_char_p,)
    library.seccomp_rule_add_array.argtypes = (
        ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(_Comparison),
    )  # fmt: skip
    library.seccomp_export_bpf.argtypes = (ctypes.c_void_p, ctypes.c_int)
    library.seccomp_release.argtypes = (ctypes.c_void_p,)
    return library


def _add(library: ctypes.CDLL, rules: int, action: int, number: int, conditions: _Conditions) -> None:
    comparisons = [*map(_comparison, conditions)]
    array = (_Comparison * len(comparisons))(*comparisons)
    failed = library.seccomp_rule_add_array(rules, action, number, len(comparisons), array)
    if failed:
        raise OSError(-failed, f"no rule for system call {number}: {os.strerror(-failed)}")


def _comparison(condition: policy.Argument | policy.Above) -> _Comparison:
    if isinstance(condition, policy.Above):
        return _Comparison(condition.position, _GREATER, condition.number, 0)
    return _Comparison(condition.position, _MASKED_EQUAL, condition.mask, condition.bits)


def _exported(library: ctypes.CDLL, rules: int) -> bytes:
    file = os.memfd_create("filter", os.MFD_CLOEXEC)
    try:
        failed = library.seccomp_export_bpf(rules, file)
        if failed:
            raise OSError(-failed, f"no filter: {os.strerror(-failed)}")
        return os.pread(file, _LARGEST, 0)
    finally:
        os.close(file)
