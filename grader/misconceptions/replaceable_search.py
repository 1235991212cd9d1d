"""One search whose every decision can be replaced: what somebody who gets one of them wrong would find.

`Search` with nothing replaced does what `solve` does, under every rule; a test keeps it so. A
misconception is a subclass that replaces the one decision it gets wrong. Speed does not matter here:
each is run once for each puzzle, however many students there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isnan
from typing import ClassVar

from grader.rule import OPEN, Window
from grader.solving import Solution
from grader.solving.alpha_beta import Stop
from grader.solving.chance import Star1
from grader.solving.minimax import expected, probabilities
from grader.solving.sums import plus, product
from grader.text.numbers import Number
from grader.tree import Kind


@dataclass(slots=True)
class Frame:
    """An open node: its window on entry and now, its value so far, and the children still to come."""

    index: int
    kind: Kind
    depth: int
    above: Frame | None
    entry: Window
    to_come: list[int]  # the next one last
    alpha: Number
    beta: Number
    value: Number | None = None
    results: list[Number] = field(default_factory=list)
    last: int = -1  # the child that has just returned
    improved: bool = False  # whether that child was better than all before it
    stopped: bool = False
    free: bool = False  # below a chance node where the rule forbids to prune
    star: Star1 | None = None

    @property
    def result(self) -> Number:
        """What the last child returned."""
        return self.results[-1]


class Undefined(ArithmeticError):
    """A wrong idea asks for ∞ − ∞ at the node of that name, so that it has no answer."""


class Search:
    """A search of a solved puzzle's tree under its rule, with the decisions as methods.

    `always_right` says that the root's value comes out right whatever the tree, and `silent` names the
    parts of an answer about which somebody who searches like this could say anything.
    """

    id: ClassVar[str] = ""
    always_right: ClassVar[bool] = True
    silent: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.tree = solution.tree
        self.rule = solution.rule
        self.numbers = solution.true.numbers
        self.windows: dict[int, Window] = {}
        self.exits: dict[int, Window] = {}
        self.returned: dict[int, Number] = {}
        self.stops: list[Stop] = []
        self.best_child: int | None = None  # of the root
        self._run()

    # The decisions, in the order in which a search makes them.

    def root_window(self) -> Window:
        return OPEN if self.rule.search == "minimax" else self.rule.root_window

    def children(self, frame_index: int) -> Sequence[int]:
        """The children of a node in the order in which they are searched."""
        children = self.tree.child_indexes(frame_index)
        return children if self.rule.order == "left-to-right" else children[::-1]

    def player(self, frame: Frame) -> Kind:
        """Who moves at a node."""
        return frame.kind

    def initial(self, frame: Frame) -> Number | None:
        """The value of a player's node before its first child has returned."""
        return None

    def child_window(self, frame: Frame) -> Window:
        """What a player's node passes down to its next child."""
        if frame.free or self.rule.search == "minimax":
            return OPEN
        if self.rule.cutoffs == "deep":
            return frame.alpha, frame.beta
        return self.shallow_window(frame)

    def shallow_window(self, frame: Frame) -> Window:
        if frame.value is None:
            return OPEN
        return (frame.value, inf) if self.player(frame) is Kind.MAX else (-inf, frame.value)

    def better(self, frame: Frame, result: Number, value: Number) -> bool:
        """Whether a player prefers the result to the value so far."""
        return result > value if self.player(frame) is Kind.MAX else result < value

    def update(self, frame: Frame) -> None:
        """Narrow a player's window by what has just been found."""
        assert frame.value is not None
        if self.player(frame) is Kind.MAX:
            frame.alpha = max(frame.alpha, frame.value)
        else:
            frame.beta = min(frame.beta, frame.value)

    def cuts(self, frame: Frame) -> bool:
        """Whether a player's node has its window closed."""
        return frame.alpha > frame.beta or (self.rule.ties == "cut" and frame.alpha == frame.beta)

    def is_free(self, above: Frame) -> bool:
        """Whether nothing may be cut at the children of a node, nor below them."""
        return above.free or (above.kind is Kind.CHANCE and self.rule.chance == "none")

    def star(self, frame: Frame) -> Star1 | None:
        """Star1's account of a chance node, where the rule has one."""
        if self.rule.chance != "star1" or self.rule.search == "minimax":
            return None
        cuts_ties = self.rule.ties == "cut"
        return Star1(frame.entry, self.rule.bounds, cuts_ties, iter(self.probabilities(frame)))

    def outcome_window(self, frame: Frame) -> Window:
        """What a chance node passes down to its next outcome."""
        if frame.star is not None:
            return frame.star.next_window()
        return OPEN if self.rule.chance == "none" or self.rule.search == "minimax" else self.rule.bounds

    def expectation(self, frame: Frame, results: Sequence[Number]) -> Number:
        """The value of a chance node all of whose outcomes, from left to right, have returned."""
        return expected(self.tree, frame.index, results)

    def chance_cuts(self, frame: Frame) -> bool:
        """Whether a chance node is left after an outcome; the last result is in."""
        return frame.star is not None and not frame.star.add(frame.result)

    def reported(self, frame: Frame) -> Number:
        """What a node reports to its parent."""
        assert frame.value is not None
        if self.rule.returns == "soft" or frame.free or self.rule.search == "minimax":
            return frame.value
        return max(frame.entry[0], min(frame.value, frame.entry[1]))

    def parent_stops(self, child: Frame) -> bool:
        """Whether a child that was cut ends its parent, too."""
        return False

    def remembered(self, index: int) -> Number | None:
        """The value of an inner node that need not be searched, because it is known already."""
        return None

    # What is said of the search afterwards.

    def unvisited(self) -> frozenset[int]:
        """The nodes that are called pruned."""
        return frozenset(range(len(self.tree))).difference(self.windows)

    def chosen(self) -> tuple[int, ...]:
        """The children of the root that are called best."""
        if self.best_child is None:
            return ()
        visited = [child for child in self.children(0) if child in self.returned]
        best = [child for child in visited if self.returned[child] == self.returned[self.best_child]]
        return {"first": (self.best_child,), "last": tuple(best[-1:]), "any": tuple(best)}[self.rule.best]

    def shown_window(self, window: Window) -> Window:
        """A window as it is written down."""
        return window

    # What every search has in common.

    def probabilities(self, frame: Frame) -> list[Number]:
        """The probabilities of a chance node's outcomes, in the order of search."""
        found = self.left_to_right(frame)
        return found if self.rule.order == "left-to-right" else found[::-1]

    def left_to_right(self, frame: Frame) -> list[Number]:
        """The probabilities of a chance node's outcomes, from left to right."""
        return probabilities(self.tree, frame.index)

    def partial_sum(self, frame: Frame) -> Number:
        """The share of the outcomes that have returned."""
        total: Number = 0
        for probability, result in zip(self.probabilities(frame), frame.results, strict=False):
            total = plus(total, product(probability, result))
        return total

    def _run(self) -> None:
        frames: list[Frame] = []
        result = self._enter(0, self.root_window(), frames)
        while frames:
            frame = frames[-1]
            if result is not None:
                self._take(frame, result)
            if frame.stopped or not frame.to_come:
                frames.pop()
                result = self._leave(frame)
            else:
                frame.last = frame.to_come.pop()
                chance = self.player(frame) is Kind.CHANCE
                window = self.outcome_window(frame) if chance else self.child_window(frame)
                result = self._enter(frame.last, window, frames)

    def _enter(self, index: int, window: Window, frames: list[Frame]) -> Number | None:
        """Visit a node: a leaf has its number at once, any other is opened."""
        self.windows[index] = self.exits[index] = window
        number = self.remembered(index) if self.numbers[index] is None else self.numbers[index]
        if number is not None:
            self.returned[index] = number
            return number
        above = frames[-1] if frames else None
        depth = 0 if above is None else above.depth + 1
        to_come = list(self.children(index))[::-1]
        frame = Frame(index, self.tree.kinds[index], depth, above, window, to_come, *window)
        frame.free = above is not None and self.is_free(above)
        frame.value = self.initial(frame)
        frame.star = self.star(frame) if frame.kind is Kind.CHANCE else None
        frames.append(frame)
        return None

    def _take(self, frame: Frame, result: Number) -> None:
        """Take in what the last child returned, and see whether the node is done."""
        frame.results.append(result)
        if self.player(frame) is Kind.CHANCE:
            cut = not frame.free and self.chance_cuts(frame)
            frame.value = self._chance_value(frame)
        else:
            frame.improved = frame.value is None or self.better(frame, result, frame.value)
            if frame.improved:
                frame.value = result
                if frame.above is None:
                    self.best_child = frame.last
            before = frame.alpha, frame.beta
            if not frame.free and self.rule.search != "minimax":
                self.update(frame)
            cut = self.rule.search != "minimax" and not frame.free and self.cuts(frame)
            if cut and self.rule.exit == "tested":
                frame.alpha, frame.beta = before
            self.exits[frame.index] = frame.alpha, frame.beta
        if cut:
            self._stop(frame)

    def _chance_value(self, frame: Frame) -> Number:
        if frame.star is not None:
            return frame.star.value
        if frame.to_come:
            return self.partial_sum(frame)
        in_order = frame.results if self.rule.order == "left-to-right" else frame.results[::-1]
        return self.expectation(frame, in_order)

    def _stop(self, frame: Frame) -> None:
        assert frame.value is not None
        frame.stopped = True
        if frame.to_come or self.rule.last_child == "event":
            self.stops.append((frame.index, frame.last, (frame.alpha, frame.beta), frame.value))

    def _leave(self, frame: Frame) -> Number:
        result = self.returned[frame.index] = self.reported(frame)
        if isnan(result):
            raise Undefined(self.tree.names[frame.index])
        if frame.above is not None and frame.stopped and self.parent_stops(frame):
            frame.above.stopped = True
        return result
