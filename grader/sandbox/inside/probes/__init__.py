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

from grader.sandbox.inside.probes import files_and_networks, other_processes, resources
from grader.sandbox.inside.probes.system_calls import NotTriedError, asking

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
    "read a file of the grader": files_and_networks.read_file,
    "read a file of the system": files_and_networks.read_system_file,
    "list the root": files_and_networks.list_root,
    "see that a file is there": files_and_networks.see_file,
    "write a file": files_and_networks.write_file,
    "make a temporary folder": files_and_networks.make_folder,
    "see the grader's process": files_and_networks.see_process,
    "read the grader's environment": files_and_networks.read_environment,
    "see processes by their clocks": other_processes.read_clocks,
    "ask the kernel about the zygote": other_processes.ask_about_zygote,
    "count the machine's processes": other_processes.count_processes,
    "learn its own number": other_processes.learn_number,
    "learn the number of a descriptor": other_processes.learn_number_of_descriptor,
    "connect by TCP": files_and_networks.connect_by_tcp,
    "send by UDP": files_and_networks.send_by_udp,
    "connect to a unix socket": files_and_networks.connect_to_file,
    "connect to an abstract socket": files_and_networks.connect_to_name,
    "start a program": other_processes.start_program,
    "fork": other_processes.fork,
    "start a thread": other_processes.start_thread,
    "signal the grader": other_processes.signal_worker,
    "signal the zygote": other_processes.signal_zygote,
    "signal everybody": other_processes.signal_everybody,
    "hold the zygote by a handle": other_processes.hold_zygote,
    "trace the zygote": other_processes.trace_zygote,
    "read the zygote's memory": other_processes.read_zygote,
    "open the zygote's memory": other_processes.open_zygote,
    "see the zygote's limits": other_processes.see_limits_of_zygote,
    "take twice the memory": resources.allocate,
    "compute for ever": resources.compute,
    "sleep for ever": resources.sleep,
    "crash": resources.crash,
    "print for ever": resources.flood,
    "leave a core file": resources.leave_core_file,
    "open another descriptor": resources.open_descriptor,
    "find another descriptor": resources.find_descriptors,
    "find an environment": resources.find_environment,
    "find the grader": resources.find_grader,
    "find shared memory": resources.find_shared_memory,
    "find what was left": resources.find_what_was_left,
    "make machine code": resources.make_machine_code,
    "become root": resources.become_root,
    "join a group": resources.join_group,
    "raise its own limits": resources.raise_limits,
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
