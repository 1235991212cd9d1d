"""Program, TreeTask and Run: a student's program, a tree to run it on, and what it did there."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Literal, TypeAlias, get_args

from grader.rule import Rule
from grader.sandbox.apis import Api, api_of
from grader.sandbox.walls.limits import Limits
from grader.text.numbers import Number
from grader.tree import Tree


@dataclass(frozen=True, slots=True)
class Program:
    """The main file with the files beside it, the function or class to use, and the API that it expects.

    A program in another language has a `command` instead of a `name`.
    """

    files: Mapping[str, bytes] = field(repr=False)
    file: str = ""
    name: str = ""
    api: str = "tree"
    command: tuple[str, ...] = ()

    @property
    def way(self) -> Api:
        """How it meets the tree."""
        return api_of(self.api, self.command)

    @property
    def unused(self) -> tuple[str, ...]:
        """The files that no import ever finds, since Python or the API has a module of that name."""
        taken = sys.stdlib_module_names.union(self.way.modules)
        return tuple(name for name in self.files if name != self.file and self._module(name) in taken)

    def _module(self, name: str) -> str:
        """What an import would call a file, or the folder that it is in."""
        path = PurePosixPath(name)
        folder = PurePosixPath(self.file).parent
        if path.suffix != ".py" or not path.is_relative_to(folder):
            return ""
        return path.relative_to(folder).with_suffix("").parts[0]


@dataclass(frozen=True, slots=True)
class TreeTask:
    """One tree under one rule, how much a run may use, and how many nodes it may look at.

    `ends` says where the game is won or lost, by the names of leaves; where it is None the utility decides.
    """

    tree: Tree
    rule: Rule
    limits: Limits
    visits: int
    seed: int = 0
    ends: Mapping[str, str] | None = None


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

    `kind` is the exception's name, or what is wrong with the result (a key of `final_message.UNREADABLE`).
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
