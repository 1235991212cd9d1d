"""A hand-in on which the grader itself failed → a Grade that says so, and takes no mark from anybody."""

from __future__ import annotations

from grader.classes.job import Outcome, Task, outcome_of
from grader.grading import Check, Grade, Origin
from grader.grading.grade_record import voided
from grader.problems import Asked, ProblemSet
from grader.submissions import HandIn
from grader.text.sentences import Say, sentences
from grader.text.source import Mistake, Source
from grader.version import VERSION


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
