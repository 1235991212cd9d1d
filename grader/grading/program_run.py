"""Ran: what was seen of a student's program on one tree, as the record keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

from grader.questions.verdict import Parts
from grader.sandbox.run.program import RunOutcome

SeenOutcome: TypeAlias = Literal[RunOutcome, "answered"]  # without the marks, it is only told that it was run

# What a program can be told before anything about its marks: it cannot be run at all.
OF_FORM: frozenset[RunOutcome] = frozenset(("syntax", "import", "no-file", "no-function", "arity"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """One run. `outcome` is `returned`, or why it did not; `verdicts` are by question, right or wrong.

    `looked` are nodes that it looked at and should not have, `skipped` the reverse. `line` is where it went
    wrong in `file`, one of those handed in. `said` are sentences for the student; of a run on a `hidden` tree
    a student sees nothing at all.
    """

    problem: str
    tree: str
    hidden: bool
    outcome: SeenOutcome
    verdicts: Parts = field(default_factory=dict)
    returned: str = ""
    visited: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    visits: int | None = 0  # none where it is hidden
    line: int | None = None
    file: str = ""
    said: tuple[str, ...] = ()
    traceback: tuple[str, ...] = ()
    printed: str = ""

    @property
    def right(self) -> bool:
        """Whether every question about this tree is answered right."""
        return all(verdict == "right" for verdict in self.verdicts.values())

    def to_dict(self) -> dict[str, Any]:
        """The run as JSON holds it."""
        parts = ((each.name, getattr(self, each.name)) for each in fields(self))
        return {name: list(part) if isinstance(part, tuple) else part for name, part in parts}
