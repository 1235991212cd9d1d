"""A code problem and a submission → what was seen of the program on each tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from grader.grading.program_run import OF_FORM
from grader.problems import Problem, ProblemSet
from grader.rule import Rule
from grader.sandbox.run import Limits, Program, Run, TreeTask, Worker, run_program
from grader.submissions import Submission
from grader.tree import Tree
from grader.tree.language import parse_tree

MOST_OUTPUT = 64 * 1024


@dataclass(frozen=True, slots=True)
class Runs:
    """The run on each tree, in their order; `again` is a second one on the tree at place `twice`.

    `trial` is a run on a tree of no problem, where all trees are hidden: what a student can be told.
    """

    runs: tuple[Run, ...]
    again: Run | None = None
    twice: int = 0
    trial: Run | None = None

    @property
    def differ(self) -> bool:
        """Whether the program did something else the second time; to be slow is nothing else."""
        if self.again is None or self.again.outcome == "timeout":
            return False
        return _seen(self.again) != _seen(self.runs[self.twice])


def find_program(problems: ProblemSet, problem: Problem, submission: Submission) -> Program | None:
    """The program that was submitted for a problem; a lone file may have a name of its own."""
    code = problem.code
    files = _with_usual_name(problems, submission.files)
    file = _place_of(code.file, files)
    if file is None:
        return None
    return Program(files if code.command else _modules(file, files), file, code.name, code.api, code.command)


def _modules(file: str, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """A Python program with all that it can import: what lies beside it or deeper."""
    folder = file[: file.rfind("/") + 1]
    return {name: data for name, data in files.items() if name.startswith(folder) and name.endswith(".py")}


@dataclass(frozen=True, slots=True)
class Begun:
    """A program that was run on the trees that students know, by their places, and on nothing hidden yet.

    `again` is a second run on the first of them, and `trial` one on a tree of ours where there are none.
    """

    problem: Problem
    program: Program
    public: Mapping[int, Run]
    again: Run | None = None
    trial: Run | None = None


def run_on_trees(problem: Problem, program: Program, worker: Worker) -> Runs:
    """Run the program on every tree as long as there is time for all of them, and on one of them again."""
    return end_runs(begin_runs(problem, program, worker), worker)


def begin_runs(problem: Problem, program: Program, worker: Worker) -> Begun:
    """Run the program on the trees that students know, before it has seen any other.

    A run can tell the next one what it saw, if only by the second in which it ends; and what a program says
    on these trees is shown.
    """
    public = [place for place, tree in enumerate(problem.trees) if not tree.hidden]
    if not public:
        return Begun(problem, program, {}, trial=_try(problem, program, worker))
    runs = _run_within(float(problem.code.seconds_in_all), problem, program, public, worker)
    return Begun(problem, program, runs, _run_again(problem, program, public[0], runs[public[0]], worker))


def end_runs(begun: Begun, worker: Worker) -> Runs:
    """Run it on the hidden trees, too, in the time that is left.

    Where it came nowhere before it had asked about a single node, no tree can change that.
    """
    problem, program, public = begun.problem, begun.program, begun.public
    hidden = [place for place, tree in enumerate(problem.trees) if tree.hidden]
    if unusable := _unusable(begun):
        runs = dict.fromkeys(hidden, unusable)
    else:
        left = problem.code.seconds_in_all - sum(run.seconds for run in public.values())
        runs = _run_within(left, problem, program, hidden, worker)
    twice, again = next(iter(public), 0), begun.again
    if not public:
        again = _run_again(problem, program, twice, runs[twice], worker)
    every = {**public, **runs}
    return Runs(tuple(every[place] for place in range(len(every))), again, twice, begun.trial)


def task_of(problem: Problem, place: int, seconds: float) -> TreeTask:
    """One of the trees as a task that may take so long, and never longer than the set says."""
    tree = problem.trees[place]
    return _task(problem, tree.tree, tree.rule(problem.rule), seconds, tree.ends)


def _task(
    problem: Problem, tree: Tree, rule: Rule, seconds: float, ends: Mapping[str, str] | None = None
) -> TreeTask:
    """A task with the limits of the problem.

    Its seed is always the same: it would tell a program which tree it is run on, and something of what the
    trees of a set are drawn by.
    """
    code = problem.code
    limits = Limits(min(float(code.seconds), seconds), code.memory, MOST_OUTPUT)
    return TreeTask(tree, rule, limits, code.visits, ends=ends)


def _run_within(
    seconds: float, problem: Problem, program: Program, places: Iterable[int], worker: Worker
) -> dict[int, Run]:
    """The runs on some of the trees; those for which no time is left are not run."""
    runs: dict[int, Run] = {}
    for place in places:
        runs[place] = _run(problem, program, place, seconds, worker)
        seconds -= runs[place].seconds
    return runs


def _run(problem: Problem, program: Program, place: int, seconds: float, worker: Worker) -> Run:
    if seconds <= 0:
        return Run("late")
    return run_program(program, task_of(problem, place, seconds), worker)


def _run_again(problem: Problem, program: Program, place: int, first: Run, worker: Worker) -> Run | None:
    """A second run on a tree, if the first came to its end."""
    if first.outcome != "returned":
        return None
    return _run(problem, program, place, float(problem.code.seconds), worker)


def _try(problem: Problem, program: Program, worker: Worker) -> Run:
    """A run on a tree that tells nothing of any other."""
    task = _task(problem, _trial_tree(), problem.rule, float(problem.code.seconds))
    return run_program(program, task, worker)


@cache
def _trial_tree() -> Tree:
    return parse_tree("max(0, 0)")


def _unusable(begun: Begun) -> Run | None:
    """The run of a program that cannot be used, whatever the tree; none where it can."""
    runs = [*begun.public.values()] if begun.trial is None else [begun.trial]
    return runs[0] if all(map(is_unusable, runs)) else None


def is_unusable(run: Run) -> bool:
    """Whether the program came nowhere, before it had asked about a single node."""
    return run.outcome in OF_FORM and not run.visits


def _seen(run: Run) -> tuple[object, ...]:
    return run.outcome, run.value, run.move, run.returned, run.visited


def _with_usual_name(problems: ProblemSet, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files, where a lone one that must be meant is given the name that the set expects."""
    wanted = problems.program_files
    if len(files) != 1 or len(wanted) != 1:
        return files
    (name, data), (usual,) = next(iter(files.items())), wanted
    alike = PurePosixPath(name).suffix.lower() == PurePosixPath(usual).suffix.lower()
    return {usual: data} if alike else files


def _place_of(file: str, files: Mapping[str, bytes]) -> str | None:
    """Where the file is: at the top, or else in the one folder that has it."""
    if file in files:
        return file
    deeper = [name for name in files if name.endswith(f"/{file}")]
    return deeper[0] if len(deeper) == 1 else None
