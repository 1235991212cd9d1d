"""The cgroup that we run in → one for each program, where the kernel counts all of its memory."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from uuid import uuid4

_HIERARCHY = Path("/sys/fs/cgroup")
_OWN = Path("/proc/self/cgroup")
_VERSION_2 = "0::"
_CONTROLLERS = frozenset({"memory", "pids"})
_OURS = "grader"  # where we stay ourselves: a cgroup that shares out what it has may hold no process
_DELEGATED = "user.delegate"  # so systemd marks a cgroup that it leaves to whoever runs in it
_MOMENT, _PATIENCE = 0.001, 5.0  # seconds until the kernel has buried what was in a cgroup


@dataclass(frozen=True, slots=True)
class CgroupPlace:
    """The cgroup in which those of programs can be made; or none, and why."""

    folder: Path | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Cgroup:
    """The cgroup of one program and all that it starts."""

    folder: Path

    def add(self, process: int) -> None:
        (self.folder / "cgroup.procs").write_text(str(process), encoding="ascii")

    def remove(self) -> None:
        """End what is still in it, and take it away."""
        with suppress(FileNotFoundError):  # a kernel before 5.14 ends nobody this way; its walls do
            (self.folder / "cgroup.kill").write_text("1", encoding="ascii")
        deadline = monotonic() + _PATIENCE
        while _is_busy(self.folder) and monotonic() < deadline:
            sleep(_MOMENT)


@contextmanager
def make_cgroup(memory: int, threads: int) -> Iterator[Cgroup | None]:
    """A cgroup with such limits, gone afterwards; none where there is no place for it."""
    place = find_cgroups().folder
    if place is None:
        yield None
        return
    group = _made(place, memory, threads)
    try:
        yield group
    finally:
        group.remove()


@cache
def find_cgroups(hierarchy: Path = _HIERARCHY, own: Path = _OWN) -> CgroupPlace:
    """Where they can be made, tried out once."""
    try:
        folder = _own_cgroup(hierarchy, own)
        if folder is None:
            return CgroupPlace(None, "no cgroup of version 2 is to be seen here")
        if not _names(folder / "cgroup.controllers") >= _CONTROLLERS:
            return CgroupPlace(None, "the cgroup that the grader runs in does not count memory")
        if not _is_ours(folder, hierarchy):
            return CgroupPlace(None, "the cgroup that the grader runs in is not left to it (`Delegate=yes`)")
        _share_out(folder)
        _made(folder, memory=1 << 30, threads=1).remove()
    except OSError as error:
        return CgroupPlace(None, f"the grader may not make one ({error.strerror})")
    return CgroupPlace(folder)


def _own_cgroup(hierarchy: Path, own: Path) -> Path | None:
    """The cgroup that we run in, or the one above it if we have already made room there."""
    lines = own.read_text(encoding="utf-8").splitlines()
    path = next((line.removeprefix(_VERSION_2) for line in lines if line.startswith(_VERSION_2)), None)
    if path is None or ".." in path or not (hierarchy / "cgroup.controllers").exists():
        return None
    folder = hierarchy / path.lstrip("/")
    return folder.parent if folder.name == _OURS and folder != hierarchy else folder


def _is_ours(folder: Path, hierarchy: Path) -> bool:
    """Whether nobody else arranges it: it is all that we see, or was left to us."""
    if folder == hierarchy or os.geteuid() != 0:
        return os.access(folder, os.W_OK)
    try:
        return os.getxattr(folder, _DELEGATED) == b"1"
    except OSError:
        return False


def _share_out(folder: Path) -> None:
    """Let cgroups below this one have limits; who is in it moves aside, as the kernel demands."""
    control = folder / "cgroup.subtree_control"
    if _names(control) >= _CONTROLLERS:
        return
    words = " ".join(f"+{name}" for name in sorted(_CONTROLLERS))
    try:
        control.write_text(words, encoding="ascii")
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        _move_aside(folder)
        control.write_text(words, encoding="ascii")


def _move_aside(folder: Path) -> None:
    ours = folder / _OURS
    ours.mkdir(exist_ok=True)
    for process in (folder / "cgroup.procs").read_text(encoding="ascii").split():
        with suppress(ProcessLookupError):  # it has just ended
            (ours / "cgroup.procs").write_text(process, encoding="ascii")


def _made(place: Path, memory: int, threads: int) -> Cgroup:
    folder = place / f"program-{uuid4().hex}"
    folder.mkdir()
    limits = {"memory.max": memory, "memory.oom.group": 1, "pids.max": threads}
    try:
        for name, limit in limits.items():
            (folder / name).write_text(str(limit), encoding="ascii")
        with suppress(FileNotFoundError):  # where there is no swap to count
            (folder / "memory.swap.max").write_text("0", encoding="ascii")
    except OSError:
        folder.rmdir()
        raise
    return Cgroup(folder)


def _is_busy(folder: Path) -> bool:
    try:
        folder.rmdir()
    except OSError as error:
        return error.errno == errno.EBUSY
    return False


def _names(file: Path) -> frozenset[str]:
    return frozenset(file.read_text(encoding="ascii").split())
