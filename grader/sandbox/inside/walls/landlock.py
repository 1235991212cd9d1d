"""Landlock without a rule: no file, no network port, nobody outside to signal or to connect to."""

from __future__ import annotations

import ctypes
import os

from grader.sandbox.inside.walls.kernel import system_call

_VERSION = 1  # the flag that asks which version of Landlock the kernel has
_FILES = ((5, 16), (3, 15), (2, 14), (1, 13))  # since a version, as many kinds of access to files,
_PORTS = ((4, 2),)  # … to ports,
_SCOPES = ((6, 2),)  # … and to others' abstract sockets and processes


def shut(create: int, restrict: int) -> None:
    """Deny all that this kernel's Landlock can deny; the numbers are those of its two system calls."""
    version = system_call(create, 0, 0, _VERSION)
    handled = [_bits(table, version) for table in (_FILES, _PORTS, _SCOPES)]
    known = max(place for place, bits in enumerate(handled, 1) if bits)
    rules = (ctypes.c_uint64 * known)(*handled[:known])
    ruleset = system_call(create, ctypes.addressof(rules), ctypes.sizeof(rules), 0)
    system_call(restrict, ruleset, 0)
    os.close(ruleset)


def _bits(table: tuple[tuple[int, int], ...], version: int) -> int:
    return next(((1 << count) - 1 for since, count in table if version >= since), 0)
