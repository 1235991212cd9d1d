"""The name of a probe → what a child got when it tried what no child may do, or how it was refused.

Our own attempts to break out, which `grader selftest` runs behind all walls, behind each alone and behind
none. They try for real, but do no harm where they succeed.
"""

from __future__ import annotations

import errno
import inspect
import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from grader.sandbox.inside.probes import meddling, reaching, seeing, using
from grader.sandbox.inside.probes.calling import NotTriedError, asking

_LONGEST = 1 << 16


def main(channel: int) -> None:
    """Run the probe that the other end names, and say what it got or how it was refused.

    `absent` is what a call is of which the kernel says that there is none, be it so or by a wall.
    """
    asked = json.loads(os.read(channel, _LONGEST))
    os.write(channel, json.dumps(_answer(asked["probe"], asked["bait"])).encode())


def _answer(name: str, bait: Mapping[str, Any]) -> dict[str, str]:
    probe = _PROBES[name]
    try:
        got = probe(**{part: bait[part] for part in inspect.signature(probe).parameters})
    except NotTriedError as error:
        return {"untried": str(error)}
    except Exception as error:  # noqa: BLE001 - however it is refused, it is refused
        absent = isinstance(error, OSError) and error.errno == errno.ENOSYS
        return {"absent" if absent else "refused": f"{type(error).__name__}: {error}"[:200]}
    return {"got": str(got)[:200]}


_PROBES: Mapping[str, Callable[..., str | None]] = {
    "read a file of the grader": reaching.read_file,
    "read a file of the system": reaching.read_system_file,
    "list the root": reaching.list_root,
    "see that a file is there": reaching.see_file,
    "write a file": reaching.write_file,
    "make a temporary folder": reaching.make_folder,
    "see the grader's process": reaching.see_process,
    "read the grader's environment": reaching.read_environment,
    "see processes by their clocks": seeing.read_clocks,
    "ask the kernel about the zygote": seeing.ask_about_zygote,
    "count the machine's processes": seeing.count_processes,
    "learn its own number": seeing.learn_number,
    "learn the number of a descriptor": seeing.learn_number_of_descriptor,
    "connect by TCP": reaching.connect_by_tcp,
    "send by UDP": reaching.send_by_udp,
    "connect to a unix socket": reaching.connect_to_file,
    "connect to an abstract socket": reaching.connect_to_name,
    "start a program": meddling.start_program,
    "fork": meddling.fork,
    "start a thread": meddling.start_thread,
    "signal the grader": meddling.signal_worker,
    "signal the zygote": meddling.signal_zygote,
    "signal everybody": meddling.signal_everybody,
    "hold the zygote by a handle": meddling.hold_zygote,
    "trace the zygote": meddling.trace_zygote,
    "read the zygote's memory": meddling.read_zygote,
    "open the zygote's memory": meddling.open_zygote,
    "see the zygote's limits": meddling.see_limits_of_zygote,
    "take twice the memory": using.allocate,
    "compute for ever": using.compute,
    "sleep for ever": using.sleep,
    "crash": using.crash,
    "print for ever": using.flood,
    "leave a core file": using.leave_core_file,
    "open another descriptor": using.open_descriptor,
    "find another descriptor": using.find_descriptors,
    "find an environment": using.find_environment,
    "find the grader": using.find_grader,
    "find shared memory": using.find_shared_memory,
    "find what was left": using.find_what_was_left,
    "make machine code": using.make_machine_code,
    "become root": using.become_root,
    "join a group": using.join_group,
    "raise its own limits": using.raise_limits,
    "bpf": asking("bpf", -1, 0, 0),
    "clone3": asking("clone3", 0, 0),
    "io_uring": asking("io_uring_setup", 0, 0),
    "kernel keys": asking("keyctl", -1),
    "kernel's log": asking("syslog", 10, 0, 0),
    "memory file": asking("memfd_create", 0, 0),
    "mount": asking("mount", 0, 0, 0, 0, 0),
    "new namespaces": asking("unshare", 0),
    "others' namespaces": asking("setns", -1, 0),
    "perf events": asking("perf_event_open", 0, 0, -1, -1, 0),
    "personality": asking("personality", 0xFFFF_FFFF),
    "user faults": asking("userfaultfd", -1),
}
