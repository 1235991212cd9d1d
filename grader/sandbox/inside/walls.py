"""The walls around a child: some are raised once in the zygote, some by each child for itself."""

from __future__ import annotations

import ctypes
import errno
import math
import os
import resource
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from ctypes import addressof
from functools import partial
from os import getpid, getppid
from pathlib import Path
from signal import SIGKILL
from typing import Any, TypeAlias

from grader.sandbox.inside.libc_calls import capset, mount, pivot_root, prctl, system_call, unmount, unshare

# A kind of limit, with the soft and the hard one.
ResourceBound: TypeAlias = tuple[int, tuple[int, int]]

_SET_PDEATHSIG = 1
_MOST_KEPT = 100


class Walls:
    """The walls that a worker ordered, all made ready while files can still be read."""

    def __init__(self, orders: dict[str, Any]) -> None:
        self._orders = orders
        self._zygote = getpid()
        self._own_size = _own_size()
        self._limited = "rlimits" in orders["walls"]
        self._filtered = "seccomp" in orders["walls"]
        self._bounds: dict[tuple[float, int, int], tuple[ResourceBound, ...]] = {}
        self._filter = _prepare_filter(bytes.fromhex(orders["filter"]))

    def raise_once(self) -> dict[str, str]:
        """Raise the walls that children inherit, and say of each part nothing, or why it does not stand."""
        ordered = self._orders["walls"]
        standing = _standing_once(ordered, self._orders)
        if standing.get("pid namespace") == "":
            _become_first()
            self._zygote = getpid()
        return standing | dict.fromkeys(set(ordered) & {"rlimits", "seccomp"}, "")

    def for_limits(self, limits: tuple[float, int, int]) -> tuple[ResourceBound, ...]:
        """What binds a child to such limits, found once for all children that have the same."""
        if limits not in self._bounds:
            if len(self._bounds) >= _MOST_KEPT:
                self._bounds.clear()
            self._bounds[limits] = _bounds(*limits, self._own_size)
        return self._bounds[limits]

    def raise_in_child(self, bounds: tuple[ResourceBound, ...]) -> None:
        """Raise the walls of this process, before it reads anything."""
        prctl(_SET_PDEATHSIG, SIGKILL)
        if getppid() != self._zygote:  # it ended before the kernel knew that we shall end with it
            raise ProcessLookupError("the zygote is gone")
        if self._limited:
            _limit(bounds)
        if self._filtered:
            _load_filter(self._filter)


def _standing_once(ordered: Collection[str], orders: dict[str, Any]) -> dict[str, str]:
    standing: dict[str, str] = {}
    if "namespaces" in ordered:
        _enter_namespaces(standing)  # root does it as root,
    if "identity" in ordered:
        standing["identity"] = _try(partial(_become_user, orders["unprivileged"]))
    if "namespaces" in ordered:
        _enter_user_namespace(standing)  # … and anybody else from inside a user namespace
    if "identity" in ordered:
        standing["capabilities"] = _try(_drop_capabilities)
        standing["hidden memory"] = _try(_hide)
    if not {"seccomp", "landlock", "identity"}.isdisjoint(ordered):
        standing["no new privileges"] = _try(_refuse_new_privileges)
    if "landlock" in ordered:
        standing["landlock"] = _try(partial(_shut_landlock, *orders["landlock"]))
    return standing


def _enter_namespaces(standing: dict[str, str]) -> None:
    """Enter those namespaces that do not stand yet, and empty the root once there is one of our own."""
    for name in _KINDS:
        if standing.get(f"{name} namespace") != "":
            standing[f"{name} namespace"] = _try(partial(_enter_namespace, name))
    if standing["mount namespace"] == "" and standing.get("empty root") != "":
        standing["empty root"] = _try(_empty_the_root)


def _enter_user_namespace(standing: dict[str, str]) -> None:
    standing["user namespace"] = _try(partial(_enter_namespace, _USER))
    if standing["user namespace"] == "":
        _enter_namespaces(standing)


def _try(step: Callable[[], object]) -> str:
    """Nothing, or why the step could not be taken."""
    try:
        step()
    except OSError as error:
        return str(error.strerror or error)
    return ""


# Rlimits: what the kernel lets one process use.
_UNKNOWN = 128 << 20
_REFUSED = resource.RLIMIT_NPROC, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE
_STACK = 64 << 20
_DESCRIPTORS = 4


def _own_size() -> int:
    """The address space that this process has before any student's code, which does not count as theirs."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        return _UNKNOWN


def _bounds(seconds: float, memory: int, output: int, own: int) -> tuple[ResourceBound, ...]:
    """What binds a process to such limits, or to as much as whoever started us allows."""
    cpu = math.ceil(seconds + 0.5)  # whole ones, and later than the clock
    return (
        _bound(resource.RLIMIT_STACK, _STACK),
        _bound(resource.RLIMIT_CPU, cpu, cpu + 1),
        _bound(resource.RLIMIT_AS, own + memory),
        _bound(resource.RLIMIT_FSIZE, output),
        _bound(resource.RLIMIT_NOFILE, _DESCRIPTORS),
        *(_bound(kind, 0) for kind in _REFUSED),
    )


def _limit(bounds: Iterable[ResourceBound]) -> None:
    """Bind this process; there is no way back."""
    for kind, both in bounds:
        resource.setrlimit(kind, both)


def _bound(kind: int, soft: int, hard: int | None = None) -> ResourceBound:
    _, most = resource.getrlimit(kind)
    hard = soft if hard is None else hard
    return kind, (soft, hard) if most == resource.RLIM_INFINITY else (min(soft, most), min(hard, most))


# Seccomp: which system calls it lets it make.
_SET_SECCOMP = 22
_MODE_FILTER = 2
_INSTRUCTION = 8  # bytes


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def _prepare_filter(code: bytes) -> _Filter:
    """The filter as the kernel wants it, made once so that a child only has to load it."""
    return _Filter(len(code) // _INSTRUCTION, code)


def _load_filter(made: _Filter) -> None:
    """Filter the system calls of this process from now on."""
    prctl(_SET_SECCOMP, _MODE_FILTER, addressof(made))


# Namespaces of our own: no other process, no network, no shared memory, and a root with nothing in it.
_USER = "user"
_KINDS = ("mount", "pid", "network", "ipc")

_FLAGS = {
    "mount": 0x0002_0000,
    "pid": 0x2000_0000,
    "network": 0x4000_0000,
    "ipc": 0x0800_0000,
    _USER: 0x1000_0000,
}

_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_PROGRAMS, _RECURSIVE, _PRIVATE = 1, 2, 4, 8, 1 << 14, 1 << 18
_DETACH = 2
_PLACES = ("/tmp", "/proc", "/dev")  # noqa: S108 - any folder that is there can be covered


def _enter_namespace(name: str) -> None:
    """Enter a new namespace of this kind; for a pid namespace, our next child is the first in it."""
    unshare(_FLAGS[name])


def _empty_the_root() -> None:
    """Make an empty folder that nobody can write to the root of everything, and let go of all else."""
    mount(b"", b"/", _RECURSIVE | _PRIVATE)
    place = next(place for place in _PLACES if Path(place).is_dir())
    flags = _READ_ONLY | _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS
    mount(b"tmpfs", place.encode(), flags, b"size=4k,nr_inodes=2,mode=0555")
    os.chdir(place)
    pivot_root(b".", b".")  # the old root now lies over the new one, from where it can be taken away
    unmount(b".", _DETACH)
    os.chdir("/")


def _become_first() -> None:
    """Go on as the first process of the new pid namespace, with which all others in it end.

    The process that called this only waits for it, and the new one does not outlive it.
    """
    child = os.fork()
    if child:
        os._exit(_wait(child))
    prctl(_SET_PDEATHSIG, SIGKILL)


def _wait(child: int) -> int:
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) & 0xFF


# Landlock without a rule: no file, no network port, nobody outside to signal or to connect to.
_LANDLOCK_VERSION = 1  # the flag that asks which version of Landlock the kernel has
_FILES = ((5, 16), (3, 15), (2, 14), (1, 13))  # since a version, as many kinds of access to files,
_PORTS = ((4, 2),)  # … to ports,
_SCOPES = ((6, 2),)  # … and to others' abstract sockets and processes


def _shut_landlock(create: int, restrict: int) -> None:
    """Deny all that this kernel's Landlock can deny; the numbers are those of its two system calls."""
    version = system_call(create, 0, 0, _LANDLOCK_VERSION)
    handled = [_bits(table, version) for table in (_FILES, _PORTS, _SCOPES)]
    known = max(place for place, bits in enumerate(handled, 1) if bits)
    rules = (ctypes.c_uint64 * known)(*handled[:known])
    ruleset = system_call(create, addressof(rules), ctypes.sizeof(rules), 0)
    system_call(restrict, ruleset, 0)
    os.close(ruleset)


def _bits(table: tuple[tuple[int, int], ...], version: int) -> int:
    return next(((1 << count) - 1 for since, count in table if version >= since), 0)


# Identity: somebody without any privilege, who can never gain one.
_SET_DUMPABLE, _CAPBSET_DROP, _SET_SECUREBITS, _SET_NO_NEW_PRIVS, _CAP_AMBIENT = 4, 24, 28, 38, 47
_CLEAR_ALL = 4
_LOCKED_SECUREBITS = 0xEF  # root is nobody special, no capability survives or rises again; all locked
_CAPABILITY_VERSION = 0x2008_0522


def _become_user(identity: int) -> None:
    """Turn root into the user of that number; anybody else stays who they are."""
    if os.geteuid() != 0:
        return
    os.setgroups([])
    os.setresgid(identity, identity, identity)
    os.setresuid(identity, identity, identity)


def _drop_capabilities() -> None:
    """Give up every capability, also those that a user namespace gave us, for ourselves and our children."""
    prctl(_CAP_AMBIENT, _CLEAR_ALL)
    for step in (_empty_the_bounding_set, _lock_securebits):
        with suppress(PermissionError):  # who may not change these has no capability to lose
            step()
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    capset(header, (ctypes.c_uint32 * 6)())


def _refuse_new_privileges() -> None:
    """From now on no program that is started has more rights than we have."""
    prctl(_SET_NO_NEW_PRIVS, 1)


def _hide() -> None:
    """Let nobody of the same user look into this process or trace it."""
    prctl(_SET_DUMPABLE, 0)


def _lock_securebits() -> None:
    prctl(_SET_SECUREBITS, _LOCKED_SECUREBITS)


def _empty_the_bounding_set() -> None:
    for capability in range(64):
        try:
            prctl(_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno == errno.EINVAL:  # the kernel has no more of them
                return
            raise
