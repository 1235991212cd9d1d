"""The walls: what they hold together, what the least of them hold, and that the policy says what it means."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

import pytest

from grader.sandbox.selftest import probe_runs
from grader.sandbox.selftest.probe_runs import Seen, lay_bait, try_walls
from grader.sandbox.selftest.promises import PROMISES
from grader.sandbox.walls.policy import (
    ALLOWED,
    CONDITIONS,
    CONNECTIONS,
    FATAL,
    KNOWN_NEWER,
    LANDLOCK,
    MINIMUM,
    MODULES,
    OTHER_CLOCKS,
    PROCESSES,
    REFUSED,
    UNCOUNTED,
    UNSUPPORTED,
    UNTOLD,
    WALLS,
    WallName,
)
from grader.sandbox.walls.syscall_filter import call_number, filter_program
from grader.text.source import InputError
from tests.sandbox.nobody import run_as_nobody

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")

FOLDER = Path(__file__).parents[2]
PROBES = tuple(probe for promise in PROMISES for probe in promise.probes)
NAMES = tuple(chain(*ALLOWED.values(), *REFUSED.values(), UNTOLD, FATAL))
COMMANDS = tuple(chain(CONNECTIONS, PROCESSES, UNCOUNTED, UNSUPPORTED, OTHER_CLOCKS, KNOWN_NEWER))
CALLS = tuple(promise for promise in PROMISES if promise.id in ("no-kernel", "no-sharing"))
UNKNOWN = -1  # what libseccomp says of a name that no processor has

# A container as many are: it forbids namespaces, mounts and Landlock.
CONTAINER = """\
import ctypes
library = ctypes.CDLL("libseccomp.so.2")
library.seccomp_init.restype = ctypes.c_void_p
rules = ctypes.c_void_p(library.seccomp_init(0x7FFF0000))
for name in (b"unshare", b"mount", b"pivot_root", b"landlock_create_ruleset"):
    library.seccomp_rule_add_array(rules, 0x00050001, library.seccomp_syscall_resolve_name(name), 0, None)
assert library.seccomp_load(rules) == 0
"""
TRY_ALL = """
import json
from grader.sandbox.selftest.probe_runs import lay_bait
from grader.sandbox.walls.policy import WALLS
from grader.sandbox.selftest.probe_runs import try_walls
with lay_bait() as bait:
    standing, seen = try_walls(WALLS, bait)
missing = {wall: why for wall, why in standing.items() if why}
print(json.dumps([missing, [probe for probe, each in seen.items() if not each.held]]))
"""


@pytest.fixture(scope="module")
def behind_all() -> Mapping[str, Seen]:
    return _try(WALLS)


@pytest.fixture(scope="module")
def behind_the_least() -> Mapping[str, Seen]:
    return _try(MINIMUM)


@pytest.mark.parametrize("probe", PROBES)
def test_no_probe_gets_through_all_walls(probe: str, behind_all: Mapping[str, Seen]) -> None:
    assert behind_all[probe].held, behind_all[probe].saw


@pytest.mark.parametrize("probe", PROBES)
def test_no_probe_gets_through_the_least_that_must_stand(
    probe: str, behind_the_least: Mapping[str, Seen]
) -> None:
    assert behind_the_least[probe].held, behind_the_least[probe].saw


def test_the_probes_would_get_through_if_nothing_held_them() -> None:
    """Those for which it takes a wall, or else they would prove nothing about one."""
    with lay_bait() as bait:
        _, seen = try_walls((), bait)
    free = {probe for probe in PROBES if not seen[probe].held}
    assert free >= {
        "read a file of the grader", "write a file", "connect by TCP", "send by UDP",
        "connect to a unix socket", "connect to an abstract socket", "start a program", "fork",
        "start a thread", "signal the grader", "signal the zygote", "find shared memory", "make machine code",
        "take twice the memory", "compute for ever", "print for ever", "open another descriptor",
        "see processes by their clocks", "ask the kernel about the zygote", "count the machine's processes",
        "learn its own number", "learn the number of a descriptor", "raise its own limits",
    }  # fmt: skip


@pytest.mark.parametrize("walls", [(), ("seccomp",)], ids=["no wall", "seccomp"])
def test_a_probe_without_a_number_for_its_call_is_not_tried(
    walls: tuple[WallName, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the library knows no such call: the kernel would refuse a number that is none."""
    _need_the_least()
    monkeypatch.setattr(probe_runs, "call_number", lambda _name: UNKNOWN)
    monkeypatch.setattr(probe_runs, "PROMISES", CALLS)
    with lay_bait() as bait:
        _, seen = try_walls(walls, bait)
    assert [probe for probe in seen if seen[probe].tried or seen[probe].held] == []


def test_what_the_kernel_does_not_have_is_no_credit_to_how_a_child_is_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A kernel, or a container, that knows no such call: only a wall that would refuse it is tried."""
    _need_the_least()
    monkeypatch.setattr(probe_runs, "PROMISES", CALLS)
    with lay_bait() as bait:
        bait["calls"] = {**bait["calls"], "bpf": 1023}
        _, unwalled = try_walls((), bait)
        _, walled = try_walls(("seccomp",), bait)
    assert (unwalled["bpf"].tried, unwalled["bpf"].held) == (False, False)
    assert (walled["bpf"].tried, walled["bpf"].held) == (True, True)


def test_in_a_container_without_namespaces_and_landlock_no_probe_gets_through() -> None:
    missing, free = _try_elsewhere(CONTAINER + TRY_ALL)
    assert missing["user namespace"] == "unshare: Operation not permitted"
    assert missing["landlock"] == "system call: Operation not permitted"
    assert free == []


def test_as_nobody_no_probe_gets_through() -> None:
    _, free = json.loads(run_as_nobody(TRY_ALL))
    assert free == []


def test_every_name_in_the_policy_is_a_system_call() -> None:
    _need_the_least()
    names = sorted({*NAMES, *COMMANDS, *LANDLOCK})
    assert [name for name in names if call_number(name) == UNKNOWN] == []


def test_no_system_call_stands_in_the_policy_twice() -> None:
    assert [name for name, times in Counter(NAMES).items() if times > 1] == []


def test_a_condition_is_put_only_on_what_is_allowed() -> None:
    assert set(CONDITIONS) <= set(chain(*ALLOWED.values()))


def test_the_filter_is_made_of_whole_instructions() -> None:
    _need_the_least()
    assert filter_program()
    assert len(filter_program()) % 8 == 0


def test_every_module_in_the_policy_is_one_of_the_standard_library() -> None:
    assert {name.split(".")[0] for name in MODULES} <= sys.stdlib_module_names


def _try(walls: tuple[WallName, ...]) -> Mapping[str, Seen]:
    _need_the_least()
    with lay_bait() as bait:
        return try_walls(walls, bait)[1]


def _need_the_least() -> None:
    try:
        filter_program()
    except InputError as error:
        pytest.skip(str(error))


def _try_elsewhere(program: str) -> tuple[dict[str, str], list[str]]:
    """Which walls do not stand in another process, and why, and which probes get through."""
    _need_the_least()
    command = [sys.executable, "-B", "-c", program]
    run = subprocess.run(command, cwd=FOLDER, capture_output=True, check=False, timeout=120)
    assert run.stdout, run.stderr.decode()
    missing, free = json.loads(run.stdout)
    return missing, free
