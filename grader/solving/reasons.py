"""Log → cutoffs, each with the bound that failed, the node that set it, and a sentence that says why."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from grader.numbers import Number
from grader.rule import plain_number
from grader.sentences import Say
from grader.solving.log import Log, skipped
from grader.solving.origins import ALPHA, BETA, Origin, origins
from grader.solving.search import Stop
from grader.solving.wording import explain
from grader.tree import Kind

_BOUNDS = {ALPHA: "alpha", BETA: "beta"}


@dataclass(frozen=True, slots=True)
class Cutoff:
    """A search stops at a node: after which child, with which window and value then, and why.

    `bound` is the one that failed, `set_by` the node that set it, or None where the rule itself did;
    `skipped` are the topmost nodes skipped; `deep` means that it was not set at `at`'s own parent.
    """

    at: str
    after: str
    alpha: Number
    beta: Number
    value: Number
    bound: str
    set_by: str | None
    skipped: tuple[str, ...]
    deep: bool
    why: str

    def to_dict(self) -> dict[str, object]:
        """The cutoff as JSON holds it."""
        return {
            **asdict(self),
            "alpha": plain_number(self.alpha),
            "beta": plain_number(self.beta),
            "value": plain_number(self.value),
            "skipped": list(self.skipped),
        }


def cutoffs(log: Log, say: Say) -> tuple[Cutoff, ...]:
    """Every cutoff of the search, in the order in which they happened, each with its reason."""
    if not log.stops:
        return ()
    bounds = origins(log)
    return tuple(_cutoff(log, stop, bounds[stop[0]], say) for stop in log.stops)


def failed_side(log: Log, stop: Stop) -> int:
    """Whether it was alpha or beta that the node's value ran into."""
    at, _, window, value = stop
    kind = log.tree.kinds[at]
    return ALPHA if kind is Kind.MIN or (kind is Kind.CHANCE and value <= window[ALPHA]) else BETA


def _cutoff(log: Log, stop: Stop, bounds: tuple[Origin, Origin], say: Say) -> Cutoff:
    at, after, (alpha, beta), value = stop
    side = failed_side(log, stop)
    origin = bounds[side]
    deep = origin.holder not in (at, log.tree.parents[at])
    left = skipped(log, at)
    names = log.tree.names
    return Cutoff(
        names[at], names[after], alpha, beta, value, _BOUNDS[side],
        None if origin.setter is None else names[origin.setter],
        tuple(names[child] for child in left), deep,
        explain(log, stop, side, origin, say, deep=deep, skips=bool(left)),
    )  # fmt: skip
