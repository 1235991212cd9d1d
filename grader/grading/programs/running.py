"""A code problem and a submission → what was seen of the program on each tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.grading.ran import RETURNED
from grader.problems import CodeProblem, ProblemSet
from grader.sandbox import Limits, Program, Run, Task, Worker, run_program
from grader.submissions import Submission

MOST_OUTPUT = 64 * 1024


@dataclass(frozen=True, slots=True)
class Runs:
    """The run on each tree, in their order; `again` is a second one on the tree at place `twice`."""

    runs: tuple[Run, ...]
    again: Run | None = None
    twice: int = 0

    @property
    def differ(self) -> bool:
        """Whether the program did something else the second time; to be slow is nothing else."""
        if self.again is None or self.again.outcome == "timeout":
            return False
        return _seen(self.again) != _seen(self.runs[self.twice])


def find_program(problems: ProblemSet, problem: CodeProblem, submission: Submission) -> Program | None:
    """The program that was handed in for a problem; a lone file may have a name of its own."""
    code = problem.code
    files = _with_usual_name(problems, submission.files)
    file = _place_of(code.file, files)
    return None if file is None else Program(files, file, code.name, code.api, code.command)


def run_on_trees(problem: CodeProblem, program: Program, worker: Worker) -> Runs:
    """Run the program on every tree as long as there is time for all of them, and on one of them again."""
    left = float(problem.code.seconds_in_all)
    runs: list[Run] = []
    for place in range(len(problem.trees)):
        runs.append(_run(problem, program, place, left, worker))
        left -= runs[-1].seconds
    twice = next((place for place, tree in enumerate(problem.trees) if not tree.hidden), 0)
    if runs[twice].outcome != RETURNED:
        return Runs(tuple(runs))
    return Runs(tuple(runs), _run(problem, program, twice, float(problem.code.seconds), worker), twice)


def task_of(problem: CodeProblem, place: int, seconds: float) -> Task:
    """One of the trees as a task that may take so long, and never longer than the set says."""
    code, tree = problem.code, problem.trees[place]
    limits = Limits(min(float(code.seconds), seconds), code.memory, MOST_OUTPUT)
    rule = tree.rule(problem.rule)
    return Task(tree.tree, rule, limits, code.visits, _seed(problem, place), tree.ends)


def _run(problem: CodeProblem, program: Program, place: int, seconds: float, worker: Worker) -> Run:
    if seconds <= 0:
        return Run("late")
    (run,) = run_program(program, [task_of(problem, place, seconds)], worker)
    return run


def _seed(problem: CodeProblem, place: int) -> int:
    """The same for everybody, so that a program that draws lots does the same each time."""
    return int.from_bytes(problem.seed[:4]) + place


def _seen(run: Run) -> tuple[object, ...]:
    return run.outcome, run.value, run.move, run.returned, run.visited


def _with_usual_name(problems: ProblemSet, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files, where a lone one that must be meant is given the name that the set expects."""
    wanted = {problem.code.file for problem in problems.programs}
    if len(files) != 1 or len(wanted) != 1:
        return files
    (name, data), (usual,) = next(iter(files.items())), wanted
    alike = PurePosixPath(name).suffix == PurePosixPath(usual).suffix
    return {usual: data} if alike else files


def _place_of(file: str, files: Mapping[str, bytes]) -> str | None:
    """Where the file is: at the top, or else in the one folder that has it."""
    if file in files:
        return file
    deeper = [name for name in files if name.endswith(f"/{file}")]
    return deeper[0] if len(deeper) == 1 else None
