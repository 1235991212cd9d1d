"""A released set and what a student is about to submit → whether it is readable and answers everything.

Nothing here marks an answer, and nothing that is said depends on what is right.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from grader.course.released_files import Released
from grader.course.sheet_preview import Looked, PreviewState, Sheeted, preview_sheet
from grader.grading.program_run import OF_FORM
from grader.grading.programs.observation import NotAnswered, Observed
from grader.grading.programs.program_feedback import about_outcome, not_handed_in
from grader.grading.programs.program_runs import find_program, run_on_trees
from grader.grading.visibility import public_trees
from grader.problems import Problem, ProblemSet, ProblemTree
from grader.problems.question_name import problem_names
from grader.reports.record_words import note_text, wrapped
from grader.reports.student.marks_table import COLUMNS, LinePiece, LineStyle, TableLine
from grader.sandbox.run import Program, Run, Trouble, Worker
from grader.sandbox.walls.policy import Isolation
from grader.submissions import Submission
from grader.text.columns import visible, width
from grader.text.sentences import Say, sentences
from grader.text.source import InputError, Mistake, refusal

ALL, SHEET, PROGRAMS = "all", "sheet", "programs"

_NOTHING_ASKED = {
    SHEET: ("no problem of this set is answered on a sheet", "name your program"),
    PROGRAMS: ("no problem of this set asks for a program", "name your answer sheet"),
}
_INDENT = "    "
_STYLES: Mapping[PreviewState, LineStyle] = {
    "answered": "right",
    "missing": "missing",
    "unreadable": "unreadable",
    "stopped": "wrong",
}


@dataclass(frozen=True, slots=True)
class Preview:
    """What was looked at, in the order of the set, and notes about the sheet as a whole.

    `elsewhere` are the problems that are answered by what was not given; `not_run` says why programs were
    only read, and is empty where they were run.
    """

    looked: tuple[Looked, ...]
    notes: tuple[Mistake, ...] = ()
    elsewhere: tuple[str, ...] = ()
    not_run: str = ""

    @property
    def ready(self) -> bool:
        """Whether it can be handed in as it is."""
        errors = any(note.severity == "error" for note in self.notes)
        return not errors and all(one.state == "answered" for one in self.looked)


def preview(
    released: Released, submission: Submission, part: str = ALL, isolation: Isolation = "full"
) -> Preview:
    """Look at a submission; a lone `SHEET` or lone `PROGRAMS` are asked only for what can be in them."""
    problems, say = released.problems, sentences(released.problems.language)
    wanted = [problem for problem in problems.problems if part in (ALL, _part(problem))]
    if not wanted:
        raise refusal(submission.name, *_NOTHING_ASKED[part])
    sheet = preview_sheet(released, submission, say) if part != PROGRAMS else Sheeted({})
    programs = preview_programs(problems, submission, isolation, say) if part != SHEET else TriedPrograms({})
    looked = {**sheet.looked, **programs.looked}
    names = problem_names(problems.problems)
    return Preview(
        tuple(one for problem in wanted for one in looked[problem.id]),
        sheet.notes,
        tuple(visible(names[problem.id]) for problem in problems.problems if problem not in wanted),
        programs.not_run,
    )


def _part(problem: Problem) -> str:
    return SHEET if problem.program is None else PROGRAMS


def preview_table(
    seen: Preview, problems: ProblemSet, name: str, columns: int = COLUMNS
) -> Iterator[TableLine]:
    """The lines; the last ones say what was not looked at."""
    say = sentences(problems.language)
    yield (LinePiece(say("preview.heading", name=visible(name)), "heading"),)
    yield (LinePiece(say("report.set", set=problems.id, title=visible(problems.title))),)
    for note in seen.notes:
        yield from ((LinePiece(line),) for line in note_text(note, say).split("\n"))
    yield ()
    yield from _rows(seen, say, columns)
    yield ()
    for sentence in _closing(seen, say):
        yield from ((LinePiece(line),) for line in wrapped(sentence, columns))


def _rows(seen: Preview, say: Say, columns: int) -> Iterator[TableLine]:
    room = max(width(one.name) for one in seen.looked)
    for one in seen.looked:
        padding = " " * (room - width(one.name))
        yield (
            LinePiece(f"{one.name}{padding}  "),
            LinePiece(say(f"preview-state.{one.state}"), _STYLES[one.state]),
        )
        for sentence in one.said:
            yield from (
                (LinePiece(_INDENT + line),) for line in wrapped(visible(sentence), columns - len(_INDENT))
            )


def _closing(seen: Preview, say: Say) -> Iterator[str]:
    ready = sum(one.state == "answered" for one in seen.looked)
    yield say("preview.ready", number=ready, of=len(seen.looked))
    if seen.not_run:
        yield say("preview.not-run", why=seen.not_run)
    if seen.elsewhere:
        yield say("preview.elsewhere", names=seen.elsewhere)
    yield say("preview.form-alone")


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
    names = problem_names(problems.problems)
    return {
        problem.id: (
            _missing(problems, problem, names[problem.id], submission, say)
            if (program := programs[problem.id]) is None
            else _look(problem, names[problem.id], program, worker, say),
        )
        for problem in problems.by_program
    }


def _missing(problems: ProblemSet, problem: Problem, name: str, submission: Submission, say: Say) -> Looked:
    return Looked(visible(name), "missing", tuple(not_handed_in(problems, problem, submission, say)))


def _look(problem: Problem, name: str, program: Program, worker: Worker | None, say: Say) -> Looked:
    public = replace(problem, trees=public_trees(problem))
    if worker is None or not public.trees:
        state, said = _read(problem, program, "read-alone" if public.trees else "no-trees", say)
    else:
        state, said = _run(public, program, worker, say)
    return Looked(visible(name), state, (*said, *_unused(program, say)))


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
        question, name = asked.question, problem.title_of(asked, say)
        try:
            question.key(Observed.of(run, tree.solution(question.rule)))
        except NotAnswered:
            yield say("preview.not-answered", returned=visible(run.returned), question=name)


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
