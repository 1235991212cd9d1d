"""The worker's side: a Job, then chunks of tasks → their outcomes, whatever is in them."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, NoReturn, Self, cast

from grader.classes.failed_grade import failed_grade
from grader.classes.job import Chunk, Job, Outcome, Outcomes, Task, outcome_of
from grader.grading import Grade, grade
from grader.grading.programs import SharedWorker, has_program
from grader.submissions import Submission, read_hand_in
from grader.text.source import InputError

if TYPE_CHECKING:
    from grader.sandbox.run import Worker


class Marker:
    """Marks by one set, with one sandbox, which is started when the first program is to be run."""

    def __init__(self, job: Job, core: int | None = None) -> None:
        self._problems = job.problems()
        self._shared = SharedWorker(self._problems, job.isolation, core)
        self._not_run: Worker | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shared.__exit__(kind, error, trace)

    def mark(self, chunk: Chunk) -> Outcomes:
        """One bad submission costs only itself."""
        return tuple(map(self._mark, chunk))

    def _mark(self, task: Task) -> Outcome:
        try:
            return outcome_of(task.number, self._grade(read_hand_in(task.handed)))
        except MemoryError:  # more may be amiss here than with this one: another process tries it alone
            raise
        except Exception as error:  # noqa: BLE001 - our fault, which must not stop the others
            fault = f"{type(error).__name__}: {error}"
            return outcome_of(task.number, failed_grade(self._problems, task.handed, fault))

    def _grade(self, submission: Submission) -> Grade:
        if self._not_run is None or not has_program(self._problems, submission):
            try:
                return grade(self._problems, submission, worker=self._shared.worker_for(submission))
            except InputError as refused:  # programs are not run here, for anybody; sheets are still marked
                self._not_run = cast("Worker", _NotRun(refused))
        return grade(self._problems, submission, worker=self._not_run)


class _NotRun:
    """A worker that runs nothing: every program fails for this reason, and can be marked elsewhere."""

    def __init__(self, refused: InputError) -> None:
        self._reason = refused.mistakes[0].message

    def __getattr__(self, _wanted: str) -> NoReturn:
        from grader.sandbox.run.child import SandboxFailed

        raise SandboxFailed(self._reason)
