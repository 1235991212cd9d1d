"""Functions → figures: how often one goes into another, with the noise of a shared machine kept low."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter, process_time


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: a ratio, and the least or most that it should be."""

    what: str
    ratio: float | None
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.ratio is None:
            return "not measured"
        short = self.at_least is not None and self.ratio < self.at_least
        over = self.at_most is not None and self.ratio > self.at_most
        return "MISSED" if short or over else "ok"

    def __str__(self) -> str:
        ratio = "–" if self.ratio is None else f"{self.ratio:.2f}"
        aim = f"≥ {self.at_least:g}" if self.at_least is not None else f"≤ {self.at_most:g}"
        return f"{self.what:<74} {ratio:>7}  {aim:>6}  {self.verdict}{'  ' + self.note if self.note else ''}"


def print_figures(name: str) -> None:
    """Print what a benchmark finds, as it finds it."""
    for figure in import_module(f"benchmarks.{name}").figures():
        print(figure, flush=True)


def seconds(*functions: Callable[[], object], rounds: int = 5, wall: bool = False) -> list[float]:
    """The best time of each function; they take turns, so that a busy moment hits all alike.

    What is counted is the processor's time, which does not grow when others use the machine too;
    with `wall`, for work in other processes, the time on the clock.
    """
    clock = perf_counter if wall else process_time
    best = [float("inf")] * len(functions)
    for _ in range(rounds):
        for index, function in enumerate(functions):
            gc.collect()
            start = clock()
            function()
            best[index] = min(best[index], clock() - start)
    return best
