"""What courses disagree on, as far as students here go by it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf

from benchmarks.students.plain_trees import Node, Number, Window

OPEN: Window = (-inf, inf)


@dataclass(frozen=True, slots=True)
class Conventions:
    """The rule of a sheet, or the one that a student goes by; `exit` and `start` are no fields of a set.

    `exit: tested` tests a bound before it is updated, and `start: open` begins with (−∞, ∞) although the
    utilities have known bounds.
    """

    ties: str = "cut"
    order: str = "left-to-right"
    cutoffs: str = "deep"
    returns: str = "soft"
    chance: str = "reset"
    utilities: Window | None = None
    best: str = "first"
    exit: str = "updated"
    start: str = "bounds"

    @property
    def bounds(self) -> Window:
        """What every leaf is known to lie in."""
        return self.utilities or OPEN

    @property
    def full(self) -> Window:
        """The window of a search that starts afresh."""
        return OPEN if self.start == "open" else self.bounds

    def crossed(self, alpha: Number, beta: Number) -> bool:
        return alpha > beta or (alpha == beta and self.ties == "cut")

    def children(self, node: Node) -> tuple[Node, ...]:
        """The children of a node in the order of search."""
        return node.children if self.order == "left-to-right" else node.children[::-1]

    def written(self) -> str:
        """The rule as a set states it."""
        stated = {field.name: getattr(self, field.name) for field in fields(self)}
        del stated["exit"], stated["start"]
        if self.utilities is None:
            del stated["utilities"]
        else:
            stated["utilities"] = "[{}, {}]".format(*self.utilities)
        return "{" + ", ".join(f"{name}: {value}" for name, value in stated.items()) + "}"
