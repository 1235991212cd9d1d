"""The one table of what a child may do: its modules, its walls, its system calls.

A reader can check the sandbox by reading this file. What is not allowed here is denied.
"""

from __future__ import annotations

import errno
import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

_ALL = 0xFFFF_FFFF  # every bit of an argument that is a C `int`
_EVERY = 0xFFFF_FFFF_FFFF_FFFF  # … and of one that is an address
_WAIT_FOR_ALL = 0x100
_LAST_CLOCK = 7  # of those that a program needs: of the day, of the machine, and its own processor time
_EXECUTABLE, _ANONYMOUS, _SHARED = (
    getattr(mmap, name, 0) for name in ("PROT_EXEC", "MAP_ANONYMOUS", "MAP_SHARED")
)  # not on Windows
_GROWS_DOWN = 0x100


@dataclass(frozen=True, slots=True)
class Argument:
    """A condition on an argument of a system call: those of its bits that `mask` names must be `bits`."""

    position: int
    mask: int
    bits: int = 0


@dataclass(frozen=True, slots=True)
class Above:
    """A condition on an argument of a system call: it is larger than this, as every number below 0 is."""

    position: int
    number: int


# The walls of `isolation="full"`, and which of them must stand for code to be run at all.
WallName: TypeAlias = Literal["rlimits", "seccomp", "namespaces", "landlock", "identity"]
WALLS: Final[tuple[WallName, ...]] = get_args(WallName)
MINIMUM: Final[tuple[WallName, ...]] = ("rlimits", "seccomp")
Isolation: TypeAlias = Literal["full", "none"]
ISOLATIONS: Final[Mapping[Isolation, tuple[WallName, ...]]] = {"full": WALLS, "none": ("rlimits",)}

# The system calls by which the zygote shuts Landlock, found by name like all others.
LANDLOCK: Final = ("landlock_create_ruleset", "landlock_restrict_self")

# Whom the kernel takes a child for, where the grader runs as root: `nobody`.
UNPRIVILEGED: Final = 65534

# Imported by the zygote, as no file can be read later. What is not here cannot be imported.
MODULES: Final = (
    "__future__", "abc", "argparse", "array", "ast", "bisect", "calendar", "cmath", "collections.abc",
    "contextlib", "copy", "csv", "ctypes", "dataclasses", "datetime", "decimal", "difflib", "encodings.ascii",
    "encodings.big5", "encodings.cp1252", "encodings.cp950", "encodings.gbk", "encodings.latin_1",
    "encodings.unicode_escape", "encodings.utf_16", "encodings.utf_8_sig", "enum", "errno", "fractions",
    "functools", "gc", "graphlib", "heapq", "inspect", "io", "itertools", "json", "keyword", "linecache",
    "logging", "math", "mmap", "numbers", "operator", "optparse", "os.path", "pickle", "pprint", "queue",
    "random", "re", "reprlib", "select", "signal", "socket", "statistics", "string", "struct", "textwrap",
    "threading", "time", "timeit", "traceback", "types", "typing", "unittest", "warnings", "weakref",
)  # fmt: skip

# System calls that do what a program needs once it runs: it computes, and talks over what is open.
ALLOWED: Final = {
    "read and write what is open": ("read", "readv", "write", "writev", "lseek", "close"),
    "talk over the channel": ("recvfrom", "sendto", "poll", "ppoll", "select", "pselect6"),
    "have memory": ("brk", "mmap", "mprotect", "mremap", "munmap", "madvise"),
    "handle signals": (
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "alarm", "setitimer",
        "getitimer", "restart_syscall",
    ),
    "know the time": (
        "clock_getres", "clock_gettime", "clock_nanosleep", "gettimeofday", "nanosleep", "time", "times",
        "getrusage",
    ),
    "wait for a lock": ("futex", "sched_yield"),
    "know itself": (
        "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getrlimit", "prlimit64",
    ),
    "have chance": ("getrandom",),
    "end": ("exit", "exit_group"),
}  # fmt: skip

# … and of these, only with such arguments. A clock below 0 is that of another process, by its number.
_CLOCKS: Final = (Argument(0, _ALL & ~_LAST_CLOCK),)
CONDITIONS: Final = {
    "clock_getres": _CLOCKS,
    "clock_gettime": _CLOCKS,
    "clock_nanosleep": _CLOCKS,
    "mmap": (Argument(2, _EXECUTABLE), Argument(3, _ANONYMOUS, _ANONYMOUS)),  # nor a file
    "mprotect": (Argument(2, _EXECUTABLE),),
    "sendto": (Argument(3, _ALL), Argument(4, _EVERY)),  # no flags, no address
    "recvfrom": (Argument(3, _ALL & ~_WAIT_FOR_ALL),),  # no flag but this one
    "prlimit64": (Argument(0, _ALL), Argument(2, _EVERY)),  # its own limits, and only to see them
}

# Denied with another error than the usual one, so that a student reads a sentence that helps.
REFUSED: Final = {
    errno.EACCES: (
        "open", "openat", "openat2", "creat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat",
        "faccessat2", "readlink", "readlinkat", "getcwd", "chdir", "mkdir", "mkdirat", "unlink", "unlinkat",
        "rmdir", "rename", "renameat", "renameat2", "execve", "execveat",
    ),
    errno.ENOTTY: ("ioctl",),
    errno.ENOSYS: ("clone3", "rseq", "membarrier"),  # what the C library asks for, and does without
}  # fmt: skip
DENIED: Final = errno.EPERM  # everything that stands nowhere in this file

# Answered with 0: their numbers would tell how many programs were run before, or who else is there.
UNTOLD: Final = ("getpid", "getppid", "gettid")

# Only an attack makes these: it ends at once.
FATAL: Final = (
    "add_key", "bpf", "chroot", "delete_module", "finit_module", "fsopen", "init_module", "io_uring_enter",
    "io_uring_register", "io_uring_setup", "kcmp", "kexec_file_load", "kexec_load", "keyctl", "mount",
    "move_mount", "name_to_handle_at", "open_by_handle_at", "open_tree", "perf_event_open", "personality",
    "pidfd_getfd", "pivot_root", "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace",
    "reboot", "request_key", "seccomp", "setns", "swapoff", "swapon", "umount2", "unshare", "userfaultfd",
)  # fmt: skip

# Programs in other languages have a wall of their own, bubblewrap, and need far more system calls. They may
# have threads, but are one process each: with others they would have the memory of all of them.
PROCESSES: Final = ("fork", "vfork", "clone")
THREADS: Final = {"clone": (Argument(0, 0x0001_0000),)}  # what is denied does not say CLONE_THREAD

# There is nobody to talk to, the kernel would keep what they say, and its own log is none of theirs.
CONNECTIONS: Final = ("socket", "socketpair", "syslog")

# Memory of theirs that no limit of a process counts: shared without a file, or like a stack that grows.
# They are told that there is none left.
UNCOUNTED: Final = ("shmget", "semget", "msgget", "mq_open")
UNCOUNTED_MAPPINGS: Final = (
    {"mmap": (Argument(3, _SHARED | _ANONYMOUS, _SHARED | _ANONYMOUS),)},
    {"mmap": (Argument(3, _GROWS_DOWN, _GROWS_DOWN),)},
)

# … or held by the kernel: files of memory, pages in a pipe, watches on files. Languages do without.
UNSUPPORTED: Final = (
    "memfd_create", "vmsplice", "inotify_init", "inotify_init1", "inotify_add_watch", "fanotify_init",
)  # fmt: skip

# … as are larger pipes and locks on parts of files, of which there may be any number.
_ENLARGE_PIPE, _LOCKS = 1031, (6, 7, 37, 38)
ENLARGED_PIPES: Final = {"fcntl": (Argument(1, _ALL, _ENLARGE_PIPE),)}
FILE_LOCKS: Final = tuple({"fcntl": (Argument(1, _ALL, lock),)} for lock in _LOCKS)

# Clocks of other processes, as above.
OTHER_CLOCKS: Final = {
    name: (Above(0, _LAST_CLOCK),)
    for name in ("clock_getres", "clock_gettime", "clock_nanosleep", "timer_create")
}

# Since number 424 a system call has the same number on every processor. Of those, and of all that are still
# to come, they may use these alone; from the others the C library and all languages have a way back.
NEWER: Final = range(424, 512)
KNOWN_NEWER: Final = (
    "close_range", "epoll_pwait2", "faccessat2", "fchmodat2", "futex_requeue", "futex_wait", "futex_waitv",
    "futex_wake", "openat2",
)  # fmt: skip
