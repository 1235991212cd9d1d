"""One search whose every decision can be replaced: what somebody who gets one of them wrong would do.

`Search` with nothing replaced does what `solve` does, under every rule; a test keeps it so. An idea about
pruning is a subclass that replaces the one decision it gets wrong. Speed does not matter here: each is run
once for each puzzle, however many students there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isnan
from typing import ClassVar

from grader.ideas.value_step import Facet, Undefined, ValueStep
from grader.rule import OPEN, Window
from grader.solving import Solution
from grader.solving.alpha_beta import Stop
from grader.solving.arithmetic import plus, product
from grader.solving.chance import Star1
from grader.text.numbers import Number
from grader.tree import Kind


@dataclass(slots=True)
class Frame:
    """An open node: its window on entry and now, its value so far, and the children still to come."""

    index: int
    role: Kind
    above: Frame | None
    entry: Window
    to_come: list[int]  # the next one last
    alpha: Number
    beta: Number
    value: Number | None = None
    seen: list[int] = field(default_factory=list)
    improved: bool = False  # whether the last child changed the value
    stopped: bool = False
    free: bool = False  # below a chance node where the rule forbids to prune
    star: Star1 | None = None

    @property
    def last(self) -> int:
        """The child that has just returned."""
        return self.seen[-1]


class Search:
    """A search of a solved puzzle's tree under its rule, with the decisions as methods.

    `step` says how nodes are worked out, and `own` are values of all nodes that somebody goes by.
    `always_right` says that the root's value comes out right whatever the tree.
    """

    id: ClassVar[str] = ""
    facet: ClassVar[Facet] = "search"
    always_right: ClassVar[bool] = True

    def __init__(
        self, solution: Solution, step: ValueStep | None = None, own: Mapping[int, Number] | None = None
    ) -> None:
        self.solution = solution
        self.tree = solution.tree
        self.rule = solution.rule
        self.step = step or ValueStep(solution)
        self.own = own or {}
        self.prunes = self.rule.search != "minimax"
        self.windows: dict[int, Window] = {}
        self.exits: dict[int, Window] = {}
        self.histories: dict[int, list[Window]] = {}
        self.returned: dict[int, Number] = {}
        self.seen: dict[int, list[int]] = {}
        self.stops: list[Stop] = []
        self.cut: set[int] = set()  # the nodes at which something was skipped
        self.best: Number = 0  # what the root is worth, whatever it reports
        self._run()

    # The decisions, in the order in which a search makes them.

    def start(self) -> Window:
        return self.rule.root_window

    def children(self, index: int) -> Sequence[int]:
        """The children of a node in the order in which they are searched."""
        return self.step.in_order(index)

    def child_window(self, frame: Frame) -> Window:
        """What a player's node passes down to its next child."""
        return (frame.alpha, frame.beta) if self.rule.cutoffs == "deep" else self.shallow_window(frame)

    def shallow_window(self, frame: Frame) -> Window:
        if frame.value is None:
            return OPEN
        return (frame.value, inf) if frame.role is Kind.MAX else (-inf, frame.value)

    def outcome_window(self, frame: Frame) -> Window:
        """What a chance node passes down to its next outcome."""
        return self.rule.bounds if frame.star is None else frame.star.next_window()

    def entry(self, index: int, window: Window, above: Frame | None) -> Window:
        """The window with which a node is entered that was handed this one."""
        return window

    def opened(self, frame: Frame) -> None:
        """What is done at an inner node before its first child is searched."""

    def tightened(self, frame: Frame) -> Window:
        """A player's window by what has just been found."""
        assert frame.value is not None
        if frame.role is Kind.MAX:
            return max(frame.alpha, frame.value), frame.beta
        return frame.alpha, min(frame.beta, frame.value)

    def crossed(self, frame: Frame, window: Window) -> bool:
        """Whether a player's node with this window is left."""
        return self.is_empty(*window)

    def is_empty(self, alpha: Number, beta: Number) -> bool:
        return alpha > beta or (self.rule.ties == "cut" and alpha == beta)

    def kept(self, frame: Frame, window: Window) -> Window:
        """The window with which a player's node goes on after the test."""
        return window

    def is_free(self, above: Frame) -> bool:
        """Whether nothing may be cut at the children of a node, nor below them."""
        return above.free or (above.role is Kind.CHANCE and self.rule.chance == "none")

    def star(self, frame: Frame) -> Star1 | None:
        """Star1's account of a chance node, where the rule has one."""
        if self.rule.chance != "star1" or not self.step.is_expected_at(frame.index):
            return None
        return Star1(frame.entry, self.rule.bounds, self.rule.ties == "cut", iter(self.shares(frame.index)))

    def chance_bound(self, frame: Frame) -> Number | None:
        """What a chance node reports if it is left after an outcome, whose result is in."""
        if frame.star is None or frame.star.add(self.returned[frame.last]):
            return None
        return frame.star.value

    def ends_after(self, child: int) -> bool:
        """Whether a node is left after a child though its window is open."""
        return False

    def reported(self, frame: Frame) -> Number:
        """What a node reports to its parent."""
        assert frame.value is not None
        if self.rule.returns == "soft" or frame.free or not self.prunes:
            return frame.value
        return max(frame.entry[0], min(frame.value, frame.entry[1]))

    def remembered(self, index: int) -> Number | None:
        """The value of an inner node that need not be searched, because it is known already."""
        return None

    def note(self, index: int, number: Number) -> None:
        """Write down what a node reports, unless somebody has a value of their own for it."""
        self.returned[index] = self.own.get(index, number)

    # What is said of the search afterwards.

    def unvisited(self) -> frozenset[int]:
        return frozenset(range(len(self.tree))).difference(self.windows)

    def seen_children(self, index: int) -> Sequence[int]:
        """The children of a node that were looked at, in that order."""
        return self.seen.get(index, ())

    def moves(self) -> tuple[int, ...]:
        """The children of the root that seem best."""
        return self.step.moves(self.seen.get(0, ()), self.returned, self.best)

    # What every search has in common.

    def shares(self, index: int) -> list[Number]:
        """The probabilities of a chance node's outcomes, in the order of search."""
        found = self.step.probabilities(index)
        return found if self.rule.order == "left-to-right" else found[::-1]

    def partial_sum(self, frame: Frame) -> Number:
        """The share of the outcomes that have returned."""
        total: Number = 0
        for probability, child in zip(self.shares(frame.index), frame.seen, strict=False):
            total = plus(total, product(probability, self.returned[child]))
        return total

    def _run(self) -> None:
        frames: list[Frame] = []
        self._enter(0, self.start() if self.prunes else OPEN, frames)
        while frames:
            frame = frames[-1]
            if frame.stopped or not frame.to_come:
                frames.pop()
                self._leave(frame)
                if frames:
                    self._take(frames[-1], frame.index)
            else:
                child = frame.to_come.pop()
                if self._enter(child, self._handed_down(frame), frames):
                    self._take(frame, child)

    def _handed_down(self, frame: Frame) -> Window:
        if frame.free or not self.prunes or self.is_free(frame):
            return OPEN
        if frame.role is Kind.CHANCE:
            return self.outcome_window(frame)
        return self.step.passed_down(frame.index, self.child_window(frame))

    def _enter(self, index: int, window: Window, frames: list[Frame]) -> bool:
        """Visit a node; whether it is done at once, as a leaf is."""
        above = frames[-1] if frames else None
        free = above is not None and self.is_free(above)
        if self.prunes and not free:
            window = self.entry(index, window, above)
        self.windows[index] = self.exits[index] = window
        self.histories[index] = [window]
        number = self.solution.true.numbers[index]
        if number is None:
            number = self.remembered(index)
        if number is not None:
            self.note(index, number)
            return True
        frame = Frame(index, self.step.role(index), above, window, list(self.children(index))[::-1], *window)
        frame.free = free
        self.seen[index] = frame.seen
        if frame.role is Kind.CHANCE and self.prunes and not free:
            frame.star = self.star(frame)
        self.opened(frame)
        frames.append(frame)
        return False

    def _take(self, frame: Frame, child: int) -> None:
        """Take in what a child returned, and see whether the node is done."""
        frame.seen.append(child)
        may_cut = self.prunes and not frame.free
        if frame.role is Kind.CHANCE:
            bound = self.chance_bound(frame) if may_cut else None
            frame.value = self._chance_value(frame) if bound is None else bound
            if bound is not None:
                self._stop(frame)
        else:
            before, frame.value = frame.value, self.step.value(frame.index, frame.seen, self.returned)
            frame.improved = before is None or frame.value != before
            if may_cut:
                self._narrow(frame)
        if not frame.stopped and may_cut and self.ends_after(child):
            frame.stopped = True

    def _narrow(self, frame: Frame) -> None:
        """Test a player's window after a child, and go on with what is left of it."""
        narrow = self.tightened(frame)
        crossed = self.crossed(frame, narrow)
        if not (crossed and self.rule.exit == "tested"):
            frame.alpha, frame.beta = self.kept(frame, narrow)
        if (window := (frame.alpha, frame.beta)) != self.exits[frame.index]:
            self.histories[frame.index].append(window)
        self.exits[frame.index] = window
        if crossed:
            self._stop(frame)

    def _chance_value(self, frame: Frame) -> Number:
        if frame.star is not None:
            return frame.star.value
        if len(frame.seen) < len(self.tree.child_indexes(frame.index)):
            return self.partial_sum(frame)
        return self.step.value(frame.index, frame.seen, self.returned)

    def _stop(self, frame: Frame) -> None:
        assert frame.value is not None
        frame.stopped = True
        if frame.to_come:
            self.cut.add(frame.index)
        if frame.to_come or self.rule.last_child == "event":
            self.stops.append((frame.index, frame.last, (frame.alpha, frame.beta), frame.value))

    def _leave(self, frame: Frame) -> None:
        assert frame.value is not None
        if frame.above is None:
            self.best = frame.value
        result = self.reported(frame)
        if isnan(result):
            raise Undefined(self.tree.names[frame.index])
        self.note(frame.index, result)
