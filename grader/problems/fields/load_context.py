"""What one loading of a set shares: its folder, what it has taken in, and everything that is wrong so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from grader.document import Value, mistake_at
from grader.problems.fields.set_folder import SetFolder
from grader.text.source import InputError, Mistake
from grader.tree import Tree

MAX_MISTAKES = 100
MAX_NODES = 2_000_000

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class LoadContext:
    """Collects mistakes, so that one of them does not hide the others."""

    folder: SetFolder
    mistakes: list[Mistake] = field(default_factory=list)
    nodes: int = 0
    versions: int = 0  # how many there are of the set

    def attempt(self, read: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T | None:
        """What `read` makes of its arguments, or None and a note of what was wrong."""
        try:
            return read(*arguments, **options)
        except InputError as error:
            self.note(error.mistakes)
        return None

    def passes(self, check: Callable[[], None]) -> bool:
        """Whether the check finds nothing wrong; else that is noted."""
        before = len(self.mistakes)
        self.attempt(check)
        return len(self.mistakes) == before

    def note(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes += mistakes

    def count(self, tree: Tree, place: Value) -> None:
        """Refuse trees that are too large when taken together."""
        self.nodes += len(tree)
        if self.nodes > MAX_NODES:
            message = f"the trees up to here have more than {MAX_NODES:,} nodes together"
            raise mistake_at(place, message, "use smaller trees, or make two sets")

    def finish(self) -> None:
        """Raise everything that is wrong, each thing once."""
        if self.mistakes:
            once = {
                (mistake.source.name, mistake.span, mistake.message): mistake for mistake in self.mistakes
            }
            raise InputError(InputError(once.values()).mistakes[:MAX_MISTAKES])
