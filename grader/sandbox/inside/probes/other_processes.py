"""Probes that start processes, and that meddle with those which are there."""

from __future__ import annotations

import ctypes
import os
import resource
import threading
from collections.abc import Callable

from grader.sandbox.inside.probes.system_calls import LIBRARY, CallNumbers, NotTriedError, call

_PTRACE_SEIZE = 0x4206
_BEFORE = ctypes.create_string_buffer(b"of the zygote")  # at the same address in the zygote and its children
_FIRST = range(1, 100)
_ROOM = 1 << 10
_NUMBERED = ("getpid", "getppid", "gettid", "set_tid_address")


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


def trace_zygote(calls: CallNumbers, zygote: int) -> str:
    call(calls["ptrace"], _PTRACE_SEIZE, zygote, 0, 0)
    return "hold of it"


def read_zygote(calls: CallNumbers, zygote: int) -> str:
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


def read_clocks(worker: int, zygote: int) -> str:
    """The processor time of others, which each have a clock below 0 that follows from their number."""
    clocks = [~process << 3 | 2 for process in (worker, zygote, *_FIRST)]
    got = [name for name, ask in _CLOCKS.items() if any(ask(ctypes.c_int(clock)) == 0 for clock in clocks)]
    if not got:
        raise PermissionError("there is no such clock")
    return f"an answer from {', '.join(got)}"


def ask_about_zygote(zygote: int) -> str:
    return _answers({ask.__name__: _asking(ask, zygote) for ask in _QUESTIONS})


def count_processes() -> str:
    if LIBRARY.sysinfo(ctypes.create_string_buffer(_ROOM)) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return "the load, the memory and the number of processes"


def learn_number(calls: CallNumbers) -> str:
    asked = {name: _asking(call, calls[name], 0) for name in _NUMBERED}
    return _answers({**asked, "native_id": lambda: threading.main_thread().native_id})


def learn_number_of_descriptor() -> str:
    """A number that the kernel counts up with each file of memory that anybody makes."""
    return f"inode {os.fstat(1).st_ino}"


def _answers(questions: dict[str, Callable[[], object]]) -> str:
    """Those that are answered, with anything but 0."""
    got, untried = [], []
    for name, ask in questions.items():
        try:
            answer = ask()
        except OSError:
            continue
        except NotTriedError:
            untried.append(name)
        else:
            got += [name] if answer not in (0, None) else []
    if got:
        return f"an answer from {', '.join(got)}"
    if len(untried) == len(questions):
        raise NotTriedError("the system calls have no number here")
    raise PermissionError("no answer")


def _asking(ask: Callable[..., object], *arguments: object) -> Callable[[], object]:
    return lambda: ask(*arguments)


def _sleep(clock: ctypes.c_int) -> int:
    """Nothing, for no time, where there is such a clock."""
    result: int = LIBRARY.clock_nanosleep(clock, 0, ctypes.create_string_buffer(16), None)
    return result


_CLOCKS: dict[str, Callable[[ctypes.c_int], int]] = {
    "clock_gettime": lambda clock: LIBRARY.clock_gettime(clock, ctypes.create_string_buffer(16)),
    "clock_getres": lambda clock: LIBRARY.clock_getres(clock, ctypes.create_string_buffer(16)),
    "clock_nanosleep": _sleep,
}
_QUESTIONS: tuple[Callable[[int], object], ...] = (
    os.getpgid, os.getsid, os.sched_getaffinity, os.sched_getparam, os.sched_getscheduler,
)  # fmt: skip
