"""Where a code problem shows too little or leaves too little room, or a program earns what it should not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from grader.checking.asked_questions import MOST_NODES, in_quotes, spot_of, title_of_check
from grader.checking.finding import Finding, error, warning
from grader.grading import Check, grade
from grader.grading.programs.program_marks import mark_runs
from grader.grading.programs.program_runs import Runs, task_of
from grader.grading.visibility import public_trees
from grader.problems import Problem, ProblemSet, ProblemTree
from grader.questions.question import Observable
from grader.reports.record_words import points_in_words
from grader.reports.sheets.starter_files import starter_files
from grader.rule import Rule
from grader.sandbox.apis import Api
from grader.sandbox.run import Program, Run, Worker, run_program
from grader.sandbox.walls.policy import Isolation
from grader.solving import Solution, solve
from grader.submissions import read_files
from grader.text.numbers import Payoffs
from grader.text.sentences import sentences
from grader.text.source import InputError, Mistake
from grader.tree import Tree

_ROOM = 2  # times as many nodes as our own search asks about; few students' searches ask for each once


class _Tried(NamedTuple):
    """A field that programs get wrong without anybody noticing: its values, and where they could show."""

    field: str
    values: tuple[str, str]
    observables: frozenset[Observable]


_ABOUT_VISITS: frozenset[Observable] = frozenset(("visits", "skips", "count"))
_TRIED = (
    _Tried("ties", ("cut", "keep"), _ABOUT_VISITS),
    _Tried("cutoffs", ("deep", "shallow"), _ABOUT_VISITS),
    _Tried("best", ("first", "last"), frozenset(("move",))),
)


def some_trees_are_public(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where students see none of the trees, and so nothing of what went wrong."""
    for problem in problems.by_program:
        if not public_trees(problem):
            message = (
                f"every tree of {in_quotes(problem.title)} is hidden, so students never see what went wrong"
            )
            yield warning("all-hidden", message, "let one be seen", spot_of(problems, problem))


def rules_are_tried(problems: ProblemSet) -> Iterator[Finding]:
    """A warning for every field of the rule that no tree puts to the test."""
    for problem in problems.by_program:
        asked = {entry.question.observable for entry in problem.questions if entry.void is None}
        for tried in _TRIED:
            if asked & tried.observables and _applies(problem, tried) and not _shows(problem, tried):
                stated = f"`{tried.field}: {getattr(problem.rule, tried.field)}`"
                message = f"no tree of {in_quotes(problem.title)} shows whether a program follows {stated}"
                hint = "add a tree on which it matters"
                yield warning("untested-rule", message, hint, spot_of(problems, problem))


def limits_are_wide_enough(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where our own search asks about nearly as many nodes as a program may, or more."""
    for problem in problems.by_program:
        counts = {tree.id: tree.solution(problem.rule).counts.nodes_visited for tree in problem.trees}
        tree, most = max(counts.items(), key=lambda item: item[1])
        if most * _ROOM > problem.code.visits:
            asks = f"on `{tree}` a right search asks about {most:,} nodes"
            message = f"{asks}, and `visits` lets a program ask about {problem.code.visits:,}"
            hint = f"allow {most * _ROOM:,} or more"
            yield warning("tight-limits", message, hint, spot_of(problems, problem))


def _applies(problem: Problem, tried: _Tried) -> bool:
    """Whether the field has one of the two values, and means anything under the rule."""
    rule = problem.rule
    means = rule.search == "alpha-beta" or tried.field == "best"
    return means and getattr(rule, tried.field) in tried.values


def _shows(problem: Problem, tried: _Tried) -> bool:
    """Whether some tree has another key under the other value; a large one is taken to have."""
    return any(
        len(tree.tree) > MOST_NODES or _differs(tree, tree.rule(problem.rule), tried)
        for tree in problem.trees
    )


def _differs(tree: ProblemTree, rule: Rule, tried: _Tried) -> bool:
    keys = set()
    for value in tried.values:
        try:
            keys.add(_key(solve(tree.tree, rule.changed(**{tried.field: value})), tried))
        except InputError:  # the tree cannot be searched by this rule
            return True
    return len(keys) > 1


def _key(solution: Solution, tried: _Tried) -> tuple[str, ...]:
    return solution.best_moves if tried.field == "best" else solution.visited


_HINT = "widen the limits, or make the tree smaller"


def started_worker(isolation: Isolation) -> Worker:
    """A worker for one core, whichever that is."""
    return Worker(isolation, core=os.getpid())


def not_run(problems: ProblemSet, refused: InputError) -> Finding:
    """That programs could not be tried, and why."""
    first = refused.mistakes[0]
    message = f"programs are not tried here: {first.message}"
    place = problems.by_program[0].place
    return Finding("not-run", Mistake(message, problems.source, place, first.hint, severity="warning"))


def reference_earns_everything(problems: ProblemSet, worker: Worker) -> Iterator[Finding]:
    """Our own search, asked through the API within the limits, must be right on every tree."""
    for problem in problems.by_program:
        if problem.code.command:
            continue
        runs = Runs(tuple(_replayed(problem, place, worker) for place in range(len(problem.trees))))
        program = Program({}, problem.code.file, problem.code.name, problem.code.api)
        marked = mark_runs(problems, problem, program, runs, sentences())
        for check in marked.checks:
            wrong = [place for place, verdict in enumerate(check.parts.values()) if verdict != "right"]
            if wrong and check.earned != check.possible:
                yield _falls_short(problems, problem, check, runs, wrong[0])


def starter_earns_nothing(problems: ProblemSet, worker: Worker) -> Iterator[Finding]:
    """The file that students start from must earn nothing, but for what is given to everybody."""
    files = {name: text.encode() for name, text in starter_files(problems).items()}
    voids = {
        (problem.id, asked.question.id)
        for problem in problems.by_program
        for asked in problem.questions
        if asked.void is not None
    }
    places = {problem.id: problem.place for problem in problems.by_program}
    for check in grade(problems, read_files(files, "starter"), worker=worker).checks if files else ():
        if check.earned and check.problem in places and (check.problem, check.question) not in voids:
            title = title_of_check(problems, check)
            message = f"the starter earns {points_in_words(check.earned)} for {title}"
            yield error("starter-earns", message, problems.source, places[check.problem])


def _falls_short(problems: ProblemSet, problem: Problem, check: Check, runs: Runs, place: int) -> Finding:
    """On which tree the search fails, and how its run ended there."""
    tree, outcome = problem.trees[place], runs.runs[place].outcome
    title = title_of_check(problems, check)
    message = f"our own search is not right on `{tree.id}` when {title} is marked: {outcome}"
    return error("reference-falls-short", message, problems.source, tree.place, _HINT)


def _replayed(problem: Problem, place: int, worker: Worker) -> Run:
    """One run of the program that does what our search does."""
    code, tree = problem.code, problem.trees[place]
    files = {
        code.file: replay_of(code.way).encode(),
        PLAN: plan_of(tree.tree, tree.solution(problem.rule)).encode(),
    }
    program = Program(files, code.file, REPLAY, code.api)
    return run_program(program, task_of(problem, place, float(code.seconds)), worker)


REPLAY = "Replay"
PLAN = "plan.py"

_RESULT = """\
from fractions import Fraction
from plan import BEST, STEPS, VALUES

numbers = tuple(float(text) if "inf" in text else Fraction(text) for text in VALUES)
value = numbers if len(numbers) > 1 else numbers[0]

"""


def replay_of(api: Api) -> str:
    """The program that does what the plan beside it says."""
    return _RESULT + api.replay


def plan_of(tree: Tree, solution: Solution) -> str:
    """What a search asks and returns, as a module: a node is its parent's place and its number there."""
    places = {name: place for place, name in enumerate(solution.visited)}
    steps = [_step(tree, name, places) for name in solution.visited[1:]]
    moves = [tree[child].move for child in tree.child_indexes(0)]
    best = moves.index(solution.best_moves[0]) if solution.best_moves else None
    value: object = solution.value
    values = list(map(str, value if isinstance(value, Payoffs) else (value,)))
    return f"STEPS = {steps}\nVALUES = {values}\nBEST = {best}\n"


def _step(tree: Tree, name: str, places: dict[str, int]) -> tuple[int, int]:
    index = tree.index(name)
    parent = tree.parents[index]
    return places[tree.names[parent]], tree.child_indexes(parent).index(index)
