"""A code problem and what was handed in for it → a check for each question, and a Ran for each tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from grader.grading.grade_record import Check, Misconception
from grader.grading.program_run import Ran
from grader.grading.programs.program_answers import AnsweredSeries, answer_questions
from grader.grading.programs.program_diagnosis import diagnosed
from grader.grading.programs.program_feedback import Telling, about_outcome, is_unreadable, not_handed_in
from grader.grading.programs.program_runs import Begun, Runs, begin_runs, end_runs, find_program
from grader.grading.ready_questions import rule_difference
from grader.grading.voided_question import voided
from grader.problems import Asked, Problem, ProblemSet
from grader.sandbox.run import Program, Run, Worker
from grader.submissions import Submission
from grader.text.columns import beginning
from grader.text.numbers import exact
from grader.text.sentences import Say
from grader.text.source import InputError

_MOST_NAMES = 3_000  # of nodes that a record keeps of one run
_LONGEST_PRINTED, _MOST_PRINTED = 4_000, 60  # characters and lines


@dataclass(frozen=True, slots=True)
class MarkedProgram:
    """The checks of a problem, and what was seen on each of its trees."""

    checks: tuple[Check, ...]
    runs: tuple[Ran, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()


def mark_all(
    problems: ProblemSet, submission: Submission, worker: Worker | None, say: Say
) -> list[MarkedProgram]:
    """Run and mark what was handed in for each code problem.

    On the trees that students know all programs are run before any of them sees a hidden one: what it saw
    there, no later run can then tell its student.
    """
    begun = [_begin(problems, problem, submission, worker, say) for problem in problems.by_program]
    return [_end(problems, one, worker, say) for one in begun]


def _begin(
    problems: ProblemSet, problem: Problem, submission: Submission, worker: Worker | None, say: Say
) -> Begun | MarkedProgram:
    """The program after its runs on public trees; or its marks, where there is nothing more to run."""
    program = find_program(problems, problem, submission)
    if program is None or worker is None:
        told = tuple(not_handed_in(problems, problem, submission, say))
        verdict = "unreadable" if is_unreadable(submission) else "missing"
        return _unmarked(problem, say, verdict=verdict, feedback=told, early=dict.fromkeys(told, "form"))
    try:
        return begin_runs(problem, program, worker)
    except InputError:  # programs like this one are not run here, for anybody
        raise
    except Exception as fault:  # noqa: BLE001 - our fault, which must not stop the others
        return _failed(problem, fault, say)


def _end(
    problems: ProblemSet, begun: Begun | MarkedProgram, worker: Worker | None, say: Say
) -> MarkedProgram:
    """The marks, after the runs on hidden trees; a fault of ours costs nothing but them."""
    if isinstance(begun, MarkedProgram) or worker is None:
        assert isinstance(begun, MarkedProgram)
        return begun
    try:
        return mark_runs(problems, begun.problem, begun.program, end_runs(begun, worker), say)
    except InputError:
        raise
    except Exception as fault:  # noqa: BLE001
        return _failed(begun.problem, fault, say)


def _failed(problem: Problem, fault: Exception, say: Say) -> MarkedProgram:
    said = say("grading.failed")
    return _unmarked(
        problem, say, verdict="failed", feedback=(said,), early={said: "marks"},
        fault=f"{type(fault).__name__}: {fault}",
    )  # fmt: skip


def mark_runs(
    problems: ProblemSet, problem: Problem, program: Program, runs: Runs, say: Say
) -> MarkedProgram:
    """Mark what was seen of a program."""
    rows = answer_questions(problem, runs, say)
    telling = Telling(problem, program, runs, say)
    checks = [_check(problems, problem, row, telling, first=row is rows[0]) for row in rows]
    explained, named = diagnosed(checks, rows, problems.diagnosis, say)
    rans = tuple(_ran(problem, place, rows, telling) for place in range(len(problem.trees)))
    whose = tuple(replace(idea, problem=problem.id) for idea in named)
    return MarkedProgram(tuple(_voided(explained, problem, say)), rans, whose)


def _unmarked(problem: Problem, say: Say, **fields: Any) -> MarkedProgram:
    """The checks where there is nothing to mark."""
    checks = [
        Check(
            problem=problem.id, question=asked.question.id, ask=asked.question.ask,
            possible=asked.question.points, **fields,
        )
        for asked in problem.questions
    ]  # fmt: skip
    return MarkedProgram(tuple(_voided(checks, problem, say)))


def _voided(checks: list[Check] | tuple[Check, ...], problem: Problem, say: Say) -> list[Check]:
    pairs: zip[tuple[Check, Asked]] = zip(checks, problem.questions, strict=True)
    return [voided(check, asked.void, say) for check, asked in pairs]


def _check(
    problems: ProblemSet, problem: Problem, row: AnsweredSeries, telling: Telling, *, first: bool
) -> Check:
    question = row.question
    form = tuple(telling.about_form(row)) if first else ()
    rule, told = (rule_difference(series.rule, problems.rule) for series in (row.series, row.told))
    return Check(
        problem=problem.id,
        question=question.id,
        ask=question.ask,
        verdict=row.verdict,
        earned=exact(row.share * question.points),
        possible=question.points,
        given={answer.tree.id: answer.plain for answer in row.answers},
        expected={answer.tree.id: answer.posed.expected for answer in row.answers},
        rule=rule,
        reckoning=telling.reckoning(row),
        feedback=(*form, *telling.about_trees(row, first=first)),
        early=dict.fromkeys(form, "form"),
        parts={answer.tree.id: answer.verdict for answer in row.answers},
        unseen={} if rule == told else {"rule": told},
    )


def _ran(problem: Problem, place: int, rows: tuple[AnsweredSeries, ...], telling: Telling) -> Ran:
    """What the record keeps of a run."""
    tree, first = problem.trees[place], rows[0].answers[place]
    run, right = first.run, first.posed.solution
    trouble = run.trouble
    return Ran(
        problem=problem.id,
        tree=tree.id,
        hidden=tree.hidden,
        outcome=run.outcome,
        verdicts={row.question.id: row.answers[place].verdict for row in rows},
        returned=run.returned,
        visited=run.visited[:_MOST_NAMES],
        looked=_without(run.visited, right.visited),
        skipped=_without(right.visited, run.visited) if run.outcome == "returned" else (),
        visits=run.visits,
        line=trouble.line if trouble else None,
        file=(trouble.file or "") if trouble else "",
        said=(*about_outcome(problem, run, telling.say), *telling.about_difference(place)),
        traceback=_traceback(run),
        printed=_beginning(run.printed),
    )


def _without(names: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """The names that are not among the others."""
    known = frozenset(others)
    return tuple(name for name in names if name not in known)[:_MOST_NAMES]


def _beginning(printed: str) -> str:
    if len(printed) <= _LONGEST_PRINTED and printed.count("\n") <= _MOST_PRINTED:
        return printed
    whole = printed.rstrip("\n")
    begun = beginning(whole, _LONGEST_PRINTED, _MOST_PRINTED)
    return begun if begun == whole else f"{begun}…"


def _traceback(run: Run) -> tuple[str, ...]:
    """The student's own traceback, with the exception below it as Python prints it."""
    trouble = run.trouble
    if trouble is None or not trouble.traceback:
        return ()
    last = f"{trouble.kind}: {trouble.message}" if trouble.message else trouble.kind
    return (*trouble.traceback, last)
