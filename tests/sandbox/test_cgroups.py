"""Cgroups: where they can be made, what they are told, and why there are none; files play the kernel."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox.run import Program, Worker, run_program
from grader.sandbox.run.child import SandboxFailed
from grader.sandbox.walls import cgroups
from grader.sandbox.walls.cgroups import Cgroup, CgroupPlace, find_cgroups, make_cgroup
from tests.sandbox.programs import task

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")

ANSWER = 'read -r _; echo \'{"value": 3, "move": "a1"}\''


class Kernel:
    """A hierarchy in which a new folder gets the files that the kernel would put there."""

    def __init__(self, folder: Path, path: str = "/", controllers: str = "cpu memory pids") -> None:
        self.hierarchy = folder / "cgroup"
        self.own = folder / "own"
        self.own.write_text(f"4:memory:/elsewhere\n0::{path}\n")
        self.hierarchy.mkdir()
        (self.hierarchy / "cgroup.controllers").write_text(controllers)
        self.here = self.hierarchy / path.lstrip("/")
        self.here.mkdir(parents=True, exist_ok=True)
        (self.here / "cgroup.controllers").write_text(controllers)
        (self.here / "cgroup.subtree_control").write_text("")
        (self.here / "cgroup.procs").write_text(f"{os.getpid()}\n")

    def find(self) -> CgroupPlace:
        return find_cgroups.__wrapped__(self.hierarchy, self.own)


@pytest.fixture(autouse=True)
def removable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a folder away with the files in it, as the kernel does."""
    rmdir = Path.rmdir

    def remove(folder: Path) -> None:
        for file in folder.iterdir():
            file.unlink()
        rmdir(folder)

    monkeypatch.setattr(Path, "rmdir", remove)


def test_a_cgroup_that_is_all_we_see_shares_out_its_memory(tmp_path: Path) -> None:
    kernel = Kernel(tmp_path)
    assert kernel.find() == CgroupPlace(kernel.here)
    assert (kernel.here / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert [path.name for path in kernel.here.iterdir() if path.is_dir()] == []


def test_who_is_in_a_cgroup_that_shares_out_moves_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel(tmp_path)
    write = Path.write_text

    def busy(file: Path, text: str, **more: Any) -> int:
        if file.name == "cgroup.subtree_control" and not (kernel.here / "grader").exists():
            raise OSError(errno.EBUSY, "Device or resource busy")
        return write(file, text, **more)

    monkeypatch.setattr(Path, "write_text", busy)
    assert kernel.find() == CgroupPlace(kernel.here)
    assert (kernel.here / "grader" / "cgroup.procs").read_text() == str(os.getpid())
    kernel.own.write_text("0::/grader\n")
    assert kernel.find() == CgroupPlace(kernel.here)


def _without_version_2(folder: Path) -> Kernel:
    kernel = Kernel(folder)
    (kernel.hierarchy / "cgroup.controllers").unlink()
    return kernel


def _read_only(folder: Path) -> Kernel:
    kernel = Kernel(folder)
    (kernel.here / "cgroup.subtree_control").unlink()
    (kernel.here / "cgroup.subtree_control").mkdir()
    return kernel


NONE: dict[str, tuple[Callable[[Path], Kernel], str]] = {
    "no version 2": (_without_version_2, "no cgroup of version 2 is to be seen here"),
    "no memory": (
        lambda folder: Kernel(folder, controllers="hugetlb"),
        "the cgroup that the grader runs in does not count memory",
    ),
    "somebody else's": (
        lambda folder: Kernel(folder, "/session.scope"),
        "the cgroup that the grader runs in is not left to it (`Delegate=yes`)",
    ),
    "read-only": (_read_only, "the grader may not make one (Is a directory)"),
}


@pytest.mark.parametrize(("make", "why"), NONE.values(), ids=NONE)
def test_error_where_there_is_no_cgroup_it_says_why(
    make: Callable[[Path], Kernel], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert make(tmp_path).find() == CgroupPlace(None, why)


def test_a_cgroup_that_systemd_left_to_us_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(tmp_path, "/user.slice/grading.scope")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "getxattr", lambda _path, _name: b"1")
    assert kernel.find() == CgroupPlace(kernel.here)


def test_a_program_has_a_cgroup_with_its_limits_and_it_is_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "find_cgroups", lambda: CgroupPlace(tmp_path))
    with make_cgroup(memory=1 << 20, threads=3) as group:
        assert group is not None
        said = {file.name: file.read_text() for file in group.folder.iterdir()}
    assert said == {
        "memory.max": "1048576", "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "3",
    }  # fmt: skip
    assert [*tmp_path.iterdir()] == []


def test_a_program_is_in_its_cgroup_before_it_runs(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And reads nothing of what it was told to wait for."""
    monkeypatch.setattr(cgroups, "find_cgroups", lambda: CgroupPlace(tmp_path))
    admitted: list[tuple[str, int]] = []

    def admit(group: Cgroup, process: int) -> None:
        program = ""
        while not program:  # it has only just begun
            program = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0].decode()
        admitted.append((program, int((group.folder / "memory.max").read_text())))

    monkeypatch.setattr(Cgroup, "add", admit)
    seen = run_program(Program({}, command=("bash", "-c", ANSWER)), task(), worker)
    assert (seen.outcome, seen.value) == ("returned", 3)
    assert admitted == [("/bin/sh", task().limits.memory + (64 << 20))]


def test_error_a_program_that_cannot_be_put_into_its_cgroup_is_not_run(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "find_cgroups", lambda: CgroupPlace(tmp_path))

    def refuse(_group: Cgroup, _process: int) -> None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Cgroup, "add", refuse)
    with pytest.raises(SandboxFailed, match=r"it cannot be put into a cgroup \(Permission denied\)"):
        run_program(Program({}, command=("bash", "-c", ANSWER)), task(), worker)


def test_error_where_no_cgroup_can_be_made_nobody_loses_marks(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "find_cgroups", lambda: CgroupPlace(tmp_path / "gone"))
    with pytest.raises(SandboxFailed, match=r"no cgroup can be made for it \(No such file or directory\)"):
        run_program(Program({}, command=("bash", "-c", ANSWER)), task(), worker)
