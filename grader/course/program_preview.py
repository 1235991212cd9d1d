"""The programs of a hand-in → whether each runs on the public trees and answers what is asked there."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from grader.course.sheet_preview import Looked, PreviewState
from grader.grading.program_run import OF_FORM
from grader.grading.programs.observation import NotAnswered, Observed
from grader.grading.programs.program_feedback import not_handed_in
from grader.grading.programs.program_runs import find_program, run_on_trees
from grader.grading.programs.run_endings import about_outcome
from grader.grading.visibility import public_trees
from grader.problems import Problem, ProblemSet, ProblemTree
from grader.sandbox.run import Program, Run, Trouble, Worker
from grader.sandbox.walls.policy import Isolation
from grader.submissions import Submission
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.text.source import InputError

_EVERYTHING = "*"  # what an import may bring in


@dataclass(frozen=True, slots=True)
class TriedPrograms:
    """What was found of each problem, by its id, and why nothing was run, if so."""

    looked: Mapping[str, tuple[Looked, ...]]
    not_run: str = ""


def preview_programs(
    problems: ProblemSet, submission: Submission, isolation: Isolation, say: Say
) -> TriedPrograms:
    """Run every program that is there; where programs cannot be run, see whether they can be read."""
    programs = {problem.id: find_program(problems, problem, submission) for problem in problems.by_program}
    if not any(programs.values()):
        return TriedPrograms(_all(problems, programs, submission, None, say))
    try:
        with Worker(isolation) as worker:
            return TriedPrograms(_all(problems, programs, submission, worker, say))
    except InputError as refused:  # nothing is run on this machine, or not a program such as this
        return TriedPrograms(_all(problems, programs, submission, None, say), refused.mistakes[0].message)


def _all(
    problems: ProblemSet, programs: Mapping[str, Program | None], submission: Submission,
    worker: Worker | None, say: Say,
) -> dict[str, tuple[Looked, ...]]:  # fmt: skip
    return {
        problem.id: (
            _missing(problems, problem, submission, say)
            if (program := programs[problem.id]) is None
            else _look(problem, program, worker, say),
        )
        for problem in problems.by_program
    }


def _missing(problems: ProblemSet, problem: Problem, submission: Submission, say: Say) -> Looked:
    return Looked(problem.id, "missing", tuple(not_handed_in(problems, problem, submission, say)))


def _look(problem: Problem, program: Program, worker: Worker | None, say: Say) -> Looked:
    public = replace(problem, trees=public_trees(problem))
    if worker is None or not public.trees:
        state, said = _read(problem, program, "read-alone" if public.trees else "no-trees", say)
    else:
        state, said = _run(public, program, worker, say)
    return Looked(problem.id, state, (*said, *_unused(program, say)))


def _read(problem: Problem, program: Program, fine: str, say: Say) -> tuple[PreviewState, tuple[str, ...]]:
    """Whether the file is Python and has what the set asks for, without running it."""
    run = None if program.command else _trouble_in(program)
    if run is None:
        return "answered", (say(f"preview.{fine}", file=problem.code.file),)
    return "unreadable", tuple(about_outcome(problem, run, say))


def _run(
    problem: Problem, program: Program, worker: Worker, say: Say
) -> tuple[PreviewState, tuple[str, ...]]:
    runs = run_on_trees(problem, program, worker)
    trees: dict[str, list[str]] = {}
    for tree, run in zip(problem.trees, runs.runs, strict=True):
        for what in dict.fromkeys(_said(problem, tree, run, say)):
            trees.setdefault(what, []).append(tree.id)
    if not trees:
        differs = (say("code.differs", tree=problem.trees[runs.twice].id),) if runs.differ else ()
        return "answered", (say("preview.ran", number=len(problem.trees), file=problem.code.file), *differs)
    outcomes = {run.outcome for run in runs.runs}
    said = tuple(_on_trees(trees, len(problem.trees), say))
    return "unreadable" if outcomes <= OF_FORM else "stopped" if outcomes - {"returned"} else "missing", said


def _said(problem: Problem, tree: ProblemTree, run: Run, say: Say) -> Iterator[str]:
    """Why a run did not come to its end, or which questions what it returned does not answer."""
    if run.outcome != "returned":
        yield " ".join(about_outcome(problem, run, say))
        return
    for asked in problem.questions:
        question = asked.question
        try:
            question.key(Observed.of(run, tree.solution(question.rule)))
        except NotAnswered:
            yield say("preview.not-answered", returned=visible(run.returned), question=question.id)


def _on_trees(trees: Mapping[str, list[str]], of: int, say: Say) -> Iterator[str]:
    for what, names in trees.items():
        yield say("code.everywhere" if len(names) == of else "code.on-tree", tree=tuple(names), what=what)


def _unused(program: Program, say: Say) -> Iterator[str]:
    if unused := tuple(visible(name) for name in program.unused):
        yield say("code.unused", number=len(unused), files=unused)


def _trouble_in(program: Program) -> Run | None:
    """That the file is not Python, or has nothing of the name that is asked for; None where it has."""
    data = program.files[program.file]
    try:
        with warnings.catch_warnings(action="ignore"):  # such as those about an odd escape
            tree = ast.parse(data, program.file)
    except SyntaxError as error:
        return _not_python(program, visible(error.msg), error.lineno)
    except (ValueError, RecursionError, MemoryError):  # NUL bytes, and brackets within brackets
        return _not_python(program, "it cannot be read", 1)
    names = set(_names(tree))
    if program.name in names or _EVERYTHING in names:
        return None
    return Run("no-function", trouble=Trouble("no-function", program.name))


def _not_python(program: Program, message: str, line: int | None) -> Run:
    return Run("syntax", trouble=Trouble("SyntaxError", message, program.file, line or 1))


def _names(tree: ast.Module) -> Iterator[str]:
    """What the file defines, imports or assigns, wherever it does."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=asname):
                yield asname or name.partition(".")[0]
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
