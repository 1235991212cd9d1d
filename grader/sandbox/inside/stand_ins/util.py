"""`util`: queues, counters and small functions."""

# ruff: noqa: N802, N803, S311 - the names are those that the project's students use, and chance is a game's

from __future__ import annotations

import heapq
import random
import sys
from collections import deque
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, NoReturn

from grader.sandbox.inside.stand_ins.absent import part_of


class Stack:
    """Last in, first out."""

    def __init__(self) -> None:
        self.list: list[Any] = []

    def push(self, item: Any) -> None:
        self.list.append(item)

    def pop(self) -> Any:
        return self.list.pop()

    def isEmpty(self) -> bool:
        return not self.list


class Queue:
    """First in, first out."""

    def __init__(self) -> None:
        self.list: deque[Any] = deque()

    def push(self, item: Any) -> None:
        self.list.append(item)

    def pop(self) -> Any:
        return self.list.popleft()

    def isEmpty(self) -> bool:
        return not self.list


class PriorityQueue:
    """The lowest priority first, and among equal ones the earliest."""

    def __init__(self) -> None:
        self.heap: list[tuple[Any, int, Any]] = []
        self._numbers = count()

    def push(self, item: Any, priority: Any) -> None:
        heapq.heappush(self.heap, (priority, next(self._numbers), item))

    def pop(self) -> Any:
        return heapq.heappop(self.heap)[2]

    def isEmpty(self) -> bool:
        return not self.heap

    def update(self, item: Any, priority: Any) -> None:
        """Give an item the priority unless it has a lower one already; add it where it is not there."""
        for place, (before, _, other) in enumerate(self.heap):
            if other == item:
                if priority < before:
                    del self.heap[place]
                    heapq.heapify(self.heap)
                    break
                return
        self.push(item, priority)


class PriorityQueueWithFunction(PriorityQueue):
    """A priority queue that works out the priorities itself."""

    def __init__(self, priorityFunction: Callable[[Any], Any]) -> None:
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item: Any, priority: Any = None) -> None:
        super().push(item, self.priorityFunction(item) if priority is None else priority)


class Counter(dict[Any, Any]):
    """Numbers by keys, 0 where there is none."""

    def __missing__(self, key: Any) -> int:
        return 0

    def incrementAll(self, keys: Any, number: Any) -> None:
        for key in keys:
            self[key] += number

    def argMax(self) -> Any:
        """A key with the largest number, or None where there are no keys."""
        return max(self, key=self.__getitem__, default=None)

    def sortedKeys(self) -> list[Any]:
        return sorted(self, key=self.__getitem__, reverse=True)

    def totalCount(self) -> Any:
        return sum(self.values())

    def normalize(self) -> None:
        total = self.totalCount()
        for key in self if total else ():
            self[key] = self[key] / total

    def copy(self) -> Counter:
        return Counter(self)

    def __mul__(self, other: Mapping[Any, Any]) -> Any:
        return sum(number * other[key] for key, number in self.items() if key in other)


def manhattanDistance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def lookup(name: str, namespace: Mapping[str, Any]) -> Any:
    """What a name means among these names, or as `module.name`."""
    module, _, last = name.rpartition(".")
    if module:
        return getattr(sys.modules[module], last)
    if name not in namespace:
        raise NameError(f"{name} is not defined here")
    return namespace[name]


def raiseNotDefined() -> NoReturn:
    """Say that the function that called this one is still to be written."""
    caller = sys._getframe(1)  # noqa: SLF001 - there is no other way to know
    raise NotImplementedError(f"{caller.f_code.co_name} is not written yet (line {caller.f_lineno})")


def flipCoin(probability: float) -> bool:
    return random.random() < probability


def normalize(vectorOrCounter: Any) -> Any:
    """The same numbers, scaled so that they add up to 1."""
    if isinstance(vectorOrCounter, dict):
        scaled = Counter(vectorOrCounter)
        scaled.normalize()
        return scaled
    total = sum(vectorOrCounter)
    return [number / total for number in vectorOrCounter] if total else vectorOrCounter


def chooseFromDistribution(distribution: Any) -> Any:
    """One item by its probability, from `{item: probability}` or pairs of probability and item."""
    if isinstance(distribution, dict):
        pairs = [(probability, item) for item, probability in distribution.items()]
    else:
        pairs = list(distribution)
    return random.choices([item for _, item in pairs], [probability for probability, _ in pairs])[0]


def nearestPoint(position: tuple[float, float]) -> tuple[int, int]:
    return int(position[0] + 0.5), int(position[1] + 0.5)


def sign(number: float) -> int:
    return 1 if number >= 0 else -1


__getattr__ = part_of("util", "is not here: a search on trees does without it")
