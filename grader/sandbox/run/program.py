"""Program and Task: what a student handed in, and one tree on which it is to be run."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from grader.rule import Rule
from grader.sandbox.apis import Api, api_of
from grader.sandbox.walls.limits import Limits
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
class Task:
    """One tree under one rule, how much a run may use, and how many nodes it may look at.

    `ends` says where the game is won or lost, by the names of leaves; where it is None the utility decides.
    """

    tree: Tree
    rule: Rule
    limits: Limits
    visits: int
    seed: int = 0
    ends: Mapping[str, str] | None = None
