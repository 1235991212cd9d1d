"""TreeTask → answers to questions about its nodes, one at a time, and the log of what was asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from grader.sandbox.run.packed_messages import HANDLE, Forged, Messages, NodeFacts, Result
from grader.sandbox.run.program import TreeTask
from grader.solving.static_evaluation import static_evaluation
from grader.text.numbers import Number, Payoffs
from grader.tree import Kind, Tree

_AT_ONCE = 64


class OutOfVisits(Exception):
    """More was asked than the task allows."""


@dataclass(slots=True)
class Serving:
    """The tree of one run, as far as it has been disclosed.

    A handle is random, is made when the node's parent is first asked about, and belongs to this run
    alone: what is not in `_disclosed` was guessed, is out of date, or was never handed out. Every
    question counts against the quota, also one that was asked before.
    """

    task: TreeTask
    pack: Callable[[NodeFacts], bytes]
    root: bytes = field(default_factory=lambda: os.urandom(HANDLE))
    asked: int = 0
    log: list[int] = field(default_factory=list)
    _disclosed: dict[bytes, int | bytes] = field(default_factory=dict)
    _drawn: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._disclosed[self.root] = 0

    def converse(self, messages: Messages) -> Result:
        """Answer questions until there is a result."""
        while True:
            message = messages.receive()
            if isinstance(message, Result):
                return message
            messages.tell(self.look(message))

    def look(self, handle: bytes) -> bytes:
        """What the node of that handle tells about itself, packed; the first time, this is a visit."""
        found = self._disclosed.get(handle)
        if found is None:
            raise Forged("it asked about a node that nothing led to", "no-handle")
        self.asked += 1
        if self.asked > self.task.visits:
            raise OutOfVisits
        if isinstance(found, int):
            self.log.append(found)
            found = self._disclosed[handle] = self.pack(self._disclose(found))
        return found

    @property
    def visited(self) -> tuple[str, ...]:
        """The names of the nodes that were asked about, in the order of first asking."""
        names = self.task.tree.names
        return tuple(names[index] for index in self.log)

    def _disclose(self, index: int) -> NodeFacts:
        """All about a node, with new handles for its children."""
        tree, rule = self.task.tree, self.task.rule
        kind = tree.kinds[index]
        if kind is Kind.LEAF:
            worth = static_evaluation(tree, index, rule)
            return NodeFacts(kind, _shown(worth), end=self._end(index, worth))
        children = tree.child_indexes(index)
        return NodeFacts(
            kind,
            _shown(static_evaluation(tree, index, rule)),
            tuple([tree.labels[child] for child in children]),
            _probabilities(tree, children) if kind is Kind.CHANCE else (),
            self._hand_out(children),
        )

    def _end(self, index: int, worth: Number | Payoffs | None) -> str | None:
        """Whether the game is won or lost at a leaf: as the task says, or else by the sign of the utility."""
        ends = self.task.ends
        if ends is None:
            return "lost" if isinstance(worth, int | Fraction | float) and worth < 0 else "won"
        return ends.get(self.task.tree.names[index]) if ends else None

    def _hand_out(self, children: Sequence[int]) -> tuple[bytes, ...]:
        handles = []
        for child in children:
            handle = self._handle()
            while handle in self._disclosed:  # two alike, once in an age
                handle = self._handle()
            self._disclosed[handle] = child
            handles.append(handle)
        return tuple(handles)

    def _handle(self) -> bytes:
        """Eight random bytes; chance is asked for many at once, as to ask takes longer than to draw."""
        if not self._drawn:
            data = os.urandom(HANDLE * _AT_ONCE)
            self._drawn = [data[start : start + HANDLE] for start in range(0, len(data), HANDLE)]
        return self._drawn.pop()


def _probabilities(tree: Tree, children: Sequence[int]) -> tuple[str, ...]:
    given = [tree.probabilities[child] for child in children]
    return tuple(
        str(Fraction(1, len(given)) if probability is None else probability) for probability in given
    )


def _shown(number: Number | Payoffs | None) -> str | None:
    return None if number is None else str(number)
