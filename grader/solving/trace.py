"""Log → the steps of the search, one by one, as a student would write them down; and as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal, TypeAlias, get_args

from grader.rule import Window
from grader.solving.arithmetic import plus, product
from grader.solving.minimax import probabilities
from grader.solving.search_log import BoundKind, Log, narrowed, visited_children
from grader.text.columns import visible, width
from grader.text.numbers import Number, pretty_number
from grader.text.sentences import Say, sentences
from grader.tree import Kind
from grader.tree.notation import write_name

StepAction: TypeAlias = Literal["enter", "leaf", "update", "cut", "return"]
ACTIONS: tuple[StepAction, ...] = get_args(StepAction)

_AT_FIRST: Mapping[Kind, Number] = {Kind.MAX: -inf, Kind.MIN: inf, Kind.CHANCE: 0}
_SIGNS = ("α", "β", "v", "")  # the headings that are the same in every language


@dataclass(frozen=True, slots=True)
class Step:
    """One step; alpha, beta and value are the node's then."""

    action: StepAction
    node: str
    alpha: Number
    beta: Number
    value: Number
    sentence: str


def steps(log: Log, bounds: Mapping[int, BoundKind], reasons: Iterable[str], say: Say) -> Iterator[Step]:
    """Every step of the search; `bounds` say what is known of each node, `reasons` why each stop is one."""
    stops = {at: (value, why) for (at, _, _, value), why in zip(log.stops, reasons, strict=True)}
    awaited = {at: len(below) for at, below in visited_children(log).items()}
    trace = _Trace(log, bounds, stops, say, awaited)
    for index in log.windows:
        yield from trace.visit(index)


def steps_table(
    steps: Iterable[Step], show: Callable[[Number], str] = pretty_number, say: Say | None = None
) -> str:
    """The steps as plain text, a line for each, in columns; `show` writes the numbers."""
    say = say or sentences()
    actions = {action: say(f"trace.action-{action}") for action in ACTIONS}
    rows: list[Sequence[str]] = [(say("trace.step"), say("trace.action"), say("trace.node"), *_SIGNS)]
    for number, step in enumerate(steps, 1):
        shown = map(show, (step.alpha, step.beta, step.value))
        rows.append((str(number), actions[step.action], visible(step.node), *shown, visible(step.sentence)))
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (cell + " " * (columns - width(cell)) for cell, columns in zip(row, widths, strict=True))
    return "  ".join(cells).rstrip()


@dataclass(slots=True)
class _Trace:
    """The search told again: each open node with its window, its value and how many children it awaits."""

    log: Log
    bounds: Mapping[int, BoundKind]
    stops: Mapping[int, tuple[Number, str]]
    say: Say
    awaited: dict[int, int]
    windows: dict[int, Window] = field(default_factory=dict)
    values: dict[int, Number] = field(default_factory=dict)
    probabilities: dict[int, Number] = field(default_factory=dict)  # of outcomes

    def visit(self, index: int) -> Iterator[Step]:
        """Enter a node; from a leaf go up again, as far as nodes are done."""
        kind = self.log.tree.kinds[index]
        self.windows[index] = self.log.windows[index]
        if kind is Kind.LEAF:
            value = self.values[index] = self.log.returned[index]
            yield self._step("leaf", index, self._told("leaf", index, value))
            yield from self._go_up(index)
        else:
            self.values[index] = _AT_FIRST[kind]
            yield self._step("enter", index, self._told(f"enter-{kind}", index))

    def _go_up(self, child: int) -> Iterator[Step]:
        index = self.log.tree.parents[child]
        while index >= 0:
            yield self._update(index, child)
            self.awaited[index] -= 1
            if self.awaited[index]:
                return
            yield from self._leave(index)
            child, index = index, self.log.tree.parents[index]

    def _update(self, index: int, child: int) -> Step:
        """Take what a child returned into its parent's value and window."""
        kind, result, before = self.log.tree.kinds[index], self.log.returned[child], self.values[index]
        if kind is Kind.CHANCE:
            return self._add(index, child, result)
        value = self.values[index] = max(before, result) if kind is Kind.MAX else min(before, result)
        if index not in self.log.unbounded:
            self.windows[index] = narrowed(self.log, index, self.windows[index], result)
        if value == before:
            return self._step("update", index, self._told("update-same", index, child=self._name(child)))
        told = self._told(f"update-{kind}", index, value, child=self._name(child))
        return self._step("update", index, told)

    def _add(self, index: int, outcome: int, result: Number) -> Step:
        """Take an outcome into the sum at a chance node."""
        if outcome not in self.probabilities:
            tree = self.log.tree
            self.probabilities |= zip(tree.child_indexes(index), probabilities(tree, index), strict=True)
        share = product(self.probabilities[outcome], result)
        value = self.values[index] = plus(self.values[index], share)
        added = {"child": self._name(outcome), "share": self._show(share)}
        return self._step("update", index, self._told("update-chance", index, value, **added))

    def _leave(self, index: int) -> Iterator[Step]:
        """Stop at a node where the search did, and return what it returned."""
        if index in self.stops:
            self.values[index], why = self.stops[index]
            yield self._step("cut", index, why)
        result = self.values[index] = self.log.returned[index]
        yield self._step("return", index, self._told(f"return-{self.bounds[index]}", index, result))

    def _step(self, action: StepAction, index: int, sentence: str) -> Step:
        alpha, beta = self.windows[index]
        return Step(action, self.log.tree.names[index], alpha, beta, self.values[index], sentence)

    def _told(self, key: str, index: int, value: Number | None = None, **parts: str) -> str:
        if value is not None:
            parts["value"] = self._show(value)
        return self.say(f"trace.{key}", node=self._name(index), **parts)

    def _show(self, number: Number) -> str:
        return self.log.tree.pretty(number)

    def _name(self, index: int) -> str:
        return write_name(self.log.tree.names[index])
