"""A set's code problems and a submission → checks and runs: what a program answers, marked tree by tree."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple, Self

from grader.grading.grade_record import WALLED, Check, Misconception
from grader.grading.program_run import Ran
from grader.problems import ProblemSet
from grader.sandbox.walls.policy import Isolation
from grader.submissions import Submission
from grader.text.sentences import Say

if TYPE_CHECKING:
    from grader.sandbox.run import Worker

__all__ = ["Programs", "SharedWorker", "has_program", "mark_programs"]


class Programs(NamedTuple):
    """What became of the programs of one submission."""

    checks: tuple[Check, ...] = ()
    runs: tuple[Ran, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    isolation: Isolation = WALLED


def has_program(problems: ProblemSet, submission: Submission) -> bool:
    """Whether there is anything to run, for which a worker is needed."""
    if not problems.by_program or not submission.files:
        return False
    from grader.grading.programs.program_runs import find_program

    return any(find_program(problems, problem, submission) is not None for problem in problems.by_program)


def mark_programs(problems: ProblemSet, submission: Submission, worker: Worker | None, say: Say) -> Programs:
    """Run what was submitted and mark it; without a worker, one is started for this submission alone."""
    if not problems.by_program:
        return Programs()
    from grader.grading.programs.program_marks import mark_all

    if worker is None and has_program(problems, submission):
        from grader.sandbox.run import Worker

        with Worker() as own:
            return mark_programs(problems, submission, own, say)
    marked = mark_all(problems, submission, worker, say)
    runs = tuple(ran for one in marked for ran in one.runs)
    return Programs(
        tuple(check for one in marked for check in one.checks),
        runs,
        tuple(named for one in marked for named in one.misconceptions),
        worker.isolation if worker is not None and runs else WALLED,
    )


class SharedWorker:
    """One worker for many submissions, started when the first program is to be run."""

    def __init__(self, problems: ProblemSet, isolation: Isolation = "full", core: int | None = None) -> None:
        self._problems = problems
        self._isolation = isolation
        self._core = os.getpid() if core is None else core
        self._worker: Worker | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._worker = None
        self._stack.close()

    def worker_for(self, submission: Submission) -> Worker | None:
        """The worker, or none where the submission has nothing to run."""
        if self._worker is None and has_program(self._problems, submission):
            from grader.sandbox.run import Worker

            # Any core will do; two graders side by side should not choose the same.
            self._worker = self._stack.enter_context(Worker(self._isolation, core=self._core))
        return self._worker
