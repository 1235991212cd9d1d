"""Root or an ordinary user → somebody without any privilege, who can never gain one."""

from __future__ import annotations

import ctypes
import errno
import os
from contextlib import suppress

from grader.sandbox.inside.walls.kernel import capset, prctl

_SET_DUMPABLE, _CAPBSET_DROP, _SET_SECUREBITS, _SET_NO_NEW_PRIVS, _CAP_AMBIENT = 4, 24, 28, 38, 47
_CLEAR_ALL = 4
_LOCKED_SECUREBITS = 0xEF  # root is nobody special, no capability survives or rises again; all locked
_VERSION = 0x2008_0522


def become(identity: int) -> None:
    """Turn root into the user of that number; anybody else stays who they are."""
    if os.geteuid() != 0:
        return
    os.setgroups([])
    os.setresgid(identity, identity, identity)
    os.setresuid(identity, identity, identity)


def drop_capabilities() -> None:
    """Give up every capability, also those that a user namespace gave us, for ourselves and our children."""
    prctl(_CAP_AMBIENT, _CLEAR_ALL)
    for step in (_empty_the_bounding_set, _lock):
        with suppress(PermissionError):  # who may not change these has no capability to lose
            step()
    header = (ctypes.c_uint32 * 2)(_VERSION, 0)
    capset(header, (ctypes.c_uint32 * 6)())


def refuse_new_privileges() -> None:
    """From now on no program that is started has more rights than we have."""
    prctl(_SET_NO_NEW_PRIVS, 1)


def hide() -> None:
    """Let nobody of the same user look into this process or trace it."""
    prctl(_SET_DUMPABLE, 0)


def _lock() -> None:
    prctl(_SET_SECUREBITS, _LOCKED_SECUREBITS)


def _empty_the_bounding_set() -> None:
    for capability in range(64):
        try:
            prctl(_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno == errno.EINVAL:  # the kernel has no more of them
                return
            raise
