"""What the sandbox promises of students' code, and by which probes each promise is tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Promise:
    """A sentence that must be true of every child, and the attempts that must fail for it to be."""

    id: str
    says: str
    probes: tuple[str, ...]


PROMISES: Final = (
    Promise(
        "no-reading", "it reads no file, and does not see which there are",
        (
            "read a file of the grader", "read a file of the system", "list the root",
            "see that a file is there",
        ),
    ),
    Promise("no-writing", "it writes no file", ("write a file", "make a temporary folder")),
    Promise(
        "no-spying", "it sees no other process",
        (
            "see the grader's process", "read the grader's environment", "see the zygote's limits",
            "see processes by their clocks", "ask the kernel about the zygote",
            "count the machine's processes",
        ),
    ),
    Promise(
        "no-counting", "no call tells it its number, or how many ran before it",
        ("learn its own number", "learn the number of a descriptor"),
    ),
    Promise(
        "no-network", "it reaches nobody over a network or a socket",
        ("connect by TCP", "send by UDP", "connect to a unix socket", "connect to an abstract socket"),
    ),
    Promise("no-programs", "it starts no program", ("start a program",)),
    Promise("no-processes", "it starts no process and no thread", ("fork", "start a thread", "clone3")),
    Promise(
        "no-signals", "it signals no other process",
        ("signal the grader", "signal the zygote", "signal everybody", "hold the zygote by a handle"),
    ),
    Promise(
        "no-tracing", "it reads and changes nobody's memory but its own",
        ("trace the zygote", "read the zygote's memory", "open the zygote's memory"),
    ),
    Promise("no-sharing", "it shares no memory with anybody", ("find shared memory",)),
    Promise("no-machine-code", "it makes no machine code", ("make machine code",)),
    Promise(
        "no-kernel", "it reaches no rarely used part of the kernel",
        (
            "bpf", "io_uring", "kernel keys", "kernel's log", "mount", "new namespaces", "others' namespaces",
            "perf events", "personality", "user faults",
        ),
    ),
    Promise("no-privileges", "it is nobody, and becomes nobody else", ("become root", "join a group")),
    Promise("limited-memory", "its memory is limited", ("take twice the memory",)),
    Promise("limited-time", "its time on the clock is limited", ("sleep for ever",)),
    Promise("limited-processor", "its processor time is limited", ("compute for ever",)),
    Promise("limited-output", "its output is limited", ("print for ever", "leave a core file")),
    Promise("limited-descriptors", "it opens nothing", ("open another descriptor", "memory file")),
    Promise("kept-limits", "it cannot raise its limits", ("raise its own limits",)),
    Promise(
        "clean-start", "it finds nothing of the grader, no environment, four descriptors",
        ("find the grader", "find an environment", "find another descriptor"),
    ),
    Promise("crashes-alone", "its crash ends nobody else", ("crash",)),
    Promise("nothing-left", "it leaves nothing for the next one", ("find what was left",)),
    Promise("no-survivors", "it does not outlive the grader", ("outlive the grader",)),
)  # fmt: skip

# What is promised of programs in other languages, which bubblewrap holds.
COMMAND_PROMISES: Final = (
    Promise(
        "command-no-reading", "in another language: it reads only programs and its own",
        ("command: read a file of the grader", "command: list the folder of students"),
    ),
    Promise("command-no-writing", "in another language: it writes no file", ("command: write a file",)),
    Promise("command-no-network", "in another language: it talks to nobody", ("command: open a socket",)),
    Promise("command-no-processes", "in another language: it starts no process", ("command: fork",)),
    Promise("command-limited-threads", "in another language: its threads are limited", ("command: threads",)),
    Promise(
        "command-limited-memory", "in another language: its memory is limited",
        (
            "command: take memory", "command: take shared memory", "command: take memory of System V",
            "command: take a second stack", "command: take memory from a device",
            "command: write to its own memory as a file", "command: take files of memory",
            "command: take pairs of sockets", "command: enlarge a pipe", "command: keep pages in a pipe",
            "command: lock parts of a file", "command: watch files", "command: take memory only to read",
        ),
    ),
    Promise(
        "command-no-spying", "in another language: it sees no other process by its clock",
        ("command: see processes by their clocks",),
    ),
    Promise(
        "command-no-kernel", "in another language: it reaches no rarely used part",
        ("command: read the kernel's log", "command: use a new part of the kernel"),
    ),
)  # fmt: skip
