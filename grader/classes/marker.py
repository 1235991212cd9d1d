"""The worker's side: a Job, then chunks of tasks → their outcomes, whatever is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self, cast

from grader.classes.job import Chunk, Job, Outcome, Outcomes, Task, outcome_of
from grader.grading import Check, Grade, Origin, grade
from grader.grading.programs import SharedWorker, has_program
from grader.grading.voided_question import voided
from grader.problems import Asked, ProblemSet
from grader.submissions import HandIn, Submission, read_hand_in
from grader.text.sentences import Say, sentences
from grader.text.source import InputError, Mistake, Source
from grader.version import VERSION

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

    def __exit__(self, *_raised: object) -> None:
        self._shared.__exit__()

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


def given_up(problems: ProblemSet, task: Task, reason: str) -> Outcome:
    """What becomes of a task of which a worker died, and died again when it had nothing else to do."""
    return outcome_of(task.number, failed_grade(problems, task.handed, reason))


def failed_grade(problems: ProblemSet, handed: HandIn, fault: str) -> Grade:
    """The grade where nothing could be marked; `fault` is for whoever runs the grader."""
    say = sentences(problems.language)
    checks = tuple(
        _check(problem.id, asked, fault, say) for problem in problems.problems for asked in problem.questions
    )
    message = f"the grader itself failed on this: {fault}"
    note = Mistake(message, Source("", handed.name), hint="grade again; if it fails again, please report it")
    return Grade(
        set=problems.id,
        student=handed.student,
        status="failed",
        checks=checks,
        made_from=Origin(problems.hash, handed.hash, problems.rule.to_dict(), VERSION),
        notes=(note,),
        name=handed.name,
        problems=problems,
    )


def _check(problem: str, asked: Asked, fault: str, say: Say) -> Check:
    question, told = asked.question, say("grading.failed")
    check = Check(
        problem=problem, question=question.id, ask=question.ask, verdict="failed", possible=question.points,
        feedback=(told,), early={told: "marks"}, fault=fault,
    )  # fmt: skip
    return voided(check, asked.void, say)
