"""Probes that start processes, and that meddle with those which are there."""

from __future__ import annotations

import ctypes
import os
import resource
import threading

from grader.sandbox.inside.probes.system_calls import Numbers, call

_PTRACE_SEIZE = 0x4206
_BEFORE = ctypes.create_string_buffer(b"of the zygote")  # at the same address in the zygote and its children


def start_program() -> None:
    """A program that is started has the channel, and says there what we could not."""
    os.execv("/bin/sh", ["sh", "-c", """printf '{"got": "a shell"}' >&3"""])  # noqa: S606


def fork() -> str:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "a process"


def start_thread() -> str:
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    return "a thread"


def signal_worker(worker: int) -> str:
    os.kill(worker, 0)
    return "through"


def signal_zygote(zygote: int) -> str:
    return signal_worker(zygote)


def signal_everybody() -> str:
    return signal_worker(-1)


def hold_zygote(zygote: int) -> str:
    return f"descriptor {os.pidfd_open(zygote)}"


def trace_zygote(calls: Numbers, zygote: int) -> str:
    call(calls["ptrace"], _PTRACE_SEIZE, zygote, 0, 0)
    return "hold of it"


def read_zygote(calls: Numbers, zygote: int) -> str:
    ours = ctypes.create_string_buffer(len(_BEFORE))
    local = (ctypes.c_size_t * 2)(ctypes.addressof(ours), len(ours))
    remote = (ctypes.c_size_t * 2)(ctypes.addressof(_BEFORE), len(_BEFORE))
    places = ctypes.addressof(local), 1, ctypes.addressof(remote), 1
    call(calls["process_vm_readv"], zygote, *places, 0)
    return ours.value.decode()


def open_zygote(zygote: int) -> str:
    with open(f"/proc/{zygote}/mem", "rb", buffering=0) as file:  # noqa: PTH123
        file.seek(ctypes.addressof(_BEFORE))
        return repr(file.read(len(_BEFORE)))


def see_limits_of_zygote(zygote: int) -> str:
    return repr(resource.prlimit(zygote, resource.RLIMIT_NOFILE))
