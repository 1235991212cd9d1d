"""Run and Trouble: what was seen of one run of a student's program, all of it from our side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from grader.text.numbers import Number

# How a run can end. Nothing but `returned` can earn a point.
RunOutcome: TypeAlias = Literal[
    "returned",  # the function returned something that can be read
    "unreadable",  # it returned something that is no value and no move; the trouble says what
    "raised",  # it raised an exception
    "recursion",  # it called itself more often than Python allows
    "syntax",  # a file of it is not Python
    "import",  # it imports what is not there
    "no-file",  # the file was not handed in
    "no-function",  # the file has no function or class of that name
    "arity",  # the function takes other arguments than it is given
    "exited",  # it ended itself before it returned
    "timeout",  # it used up its time
    "memory",  # it used up its memory
    "visits",  # it asked about more nodes than it may
    "crashed",  # it brought Python itself down, as endless recursion in C does
    "forbidden",  # it asked the system for what no program here may do
    "killed",  # it was ended from outside for another reason
    "forged",  # it sent something that no program sends that only asks about nodes and returns
    "late",  # it was not run, since the programs before it used up the time for all of them
]
OUTCOMES: frozenset[RunOutcome] = frozenset(get_args(RunOutcome))


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong, in the student's own files.

    `kind` is the exception's name, or what is wrong with the result (a key of `reading.UNREADABLE`).
    `traceback` has the lines that Python would print, without those that are not the student's.
    `meant` is a name that is there and looks like the one that is missing.
    """

    kind: str
    message: str = ""
    file: str | None = None
    line: int | None = None
    traceback: tuple[str, ...] = ()
    meant: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One run: how it ended, what was returned, and which nodes were asked about in which order.

    `value` is exact; a float is a `Typed` decimal with at most nine digits behind the point.
    `move` is a move as the tree's nodes name it: the edge's label, else the child's name.
    `seconds` are those that count: of a processor, or a part of those on the clock where that is more.
    `returned`, `printed` and `trouble` are the student's words: bounded, and without control characters.
    """

    outcome: RunOutcome
    value: Number | None = None
    move: str | None = None
    returned: str = ""
    visited: tuple[str, ...] = ()
    printed: str = ""
    trouble: Trouble | None = None
    visits: int = 0
    seconds: float = 0.0
