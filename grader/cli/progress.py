"""A class that is being graded → a bar on the terminal that shows how far it has come."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from grader.classes import Summary
from grader.grading.grade_record import CheckStanding
from grader.grading.record import VERDICTS


@contextmanager
def shown_progress(what: str) -> Iterator[Callable[[Summary], None]]:
    """A function that shows how far a run has come."""
    if not sys.stderr.isatty() or os.environ.get("CI") or os.environ.get("TERM") == "dumb":
        yield lambda _summary: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    def at_least(width: int) -> Column:
        return Column(no_wrap=True, min_width=width)

    # Where there is little room, the bar and some of the counts give way.
    columns = (
        TextColumn("{task.description}", table_column=at_least(8)), BarColumn(20),
        MofNCompleteColumn(table_column=at_least(5)),
        TextColumn("{task.fields[rate]}", table_column=at_least(10)),
        TimeRemainingColumn(compact=True, table_column=at_least(5)),
        TextColumn("{task.fields[counts]}", table_column=Column(no_wrap=True, ratio=1)),
    )  # fmt: skip
    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    progress = Progress(*columns, console=console, transient=True)
    task = progress.add_task(what, total=None, rate="", counts="")

    def show(summary: Summary) -> None:
        progress.start()  # only now, as workers are not copied from a process that has a thread for its bar
        done = summary.known + summary.marked
        progress.update(task, total=summary.entries, completed=done, counts=shown_counts(summary.verdicts))
        speed = progress.tasks[0].speed
        progress.update(task, rate="" if speed is None else f"{speed:,.0f} a second")

    try:
        yield show
    finally:
        progress.stop()


def shown_counts(verdicts: Mapping[CheckStanding, int]) -> str:
    """`12 right, 3 wrong`: how many answers have each verdict."""
    return ", ".join(f"{verdicts[verdict]:,} {verdict}" for verdict in VERDICTS if verdicts.get(verdict))
