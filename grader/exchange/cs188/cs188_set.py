"""A folder of `.test` files of the Pacman projects → a problem set, and where its keys and theirs differ."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader.exchange.cs188.cs188_games import AGENTS, GRAPH_TEST, Cs188Fields, GraphGame, read_graph_game
from grader.problems import ProblemSet, load_problems
from grader.problems.field_readers import LONGEST_ID
from grader.solving import Solution
from grader.text.numbers import NumberError, read_number, show_number
from grader.text.source import InputError, Source, all_mistakes, load_source, refusal

MOST_FILES = 2_000

_NO_ID = re.compile(r"[^\w.-]+")
_INDENT = " " * 10
_COMPARED = ("action", "generated")
_WHOLE = "PassAllTestsQuestion"


@dataclass(frozen=True, slots=True)
class Imported:
    """The text of the set, and the tests of which there is something to say.

    These have nothing to be compared with, disagree with their solutions, or were left out.
    """

    text: str
    tests: int
    without_solution: tuple[str, ...]
    disagreements: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Test:
    """A test that can be imported, with the solution beside it, if there is one."""

    name: str
    game: GraphGame
    solution: Cs188Fields | None

    @property
    def is_compared(self) -> bool:
        return self.solution is not None and any(field in self.solution for field in _COMPARED)


@dataclass(frozen=True, slots=True)
class _Group:
    """The tests of one folder for one agent: a problem of the set."""

    id: str
    agent: str
    points: Fraction
    tests: tuple[_Test, ...]
    all_or_nothing: bool


def import_cs188(folder: Path, set_id: str | None = None) -> Imported:
    """The set of all tests below a folder; an `InputError` has the mistakes of every file."""
    tests, left_out = _read_tests(folder)
    if not tests:
        hint = f'a test has `class: "{GRAPH_TEST}"` and the fields `successors` and `evaluation`'
        raise refusal(str(folder), "there is no test of a game tree in this folder", hint)
    groups = tuple(_groups(folder, tests))
    text = _set_text(_as_id(set_id or folder.resolve().name or "cs188"), groups)
    problems = load_problems(Source(text, "set.yaml"))
    alone = tuple(path.relative_to(folder).as_posix() for path, test in tests.items() if not test.is_compared)
    return Imported(text, len(tests), alone, tuple(_disagreements(problems, groups)), tuple(left_out))


def _read_tests(folder: Path) -> tuple[dict[Path, _Test], list[str]]:
    """The tests by their files, and the names of those that are no trees."""
    tests: dict[Path, _Test] = {}
    left_out, errors = [], []
    for path in _files(folder):
        try:
            entries = Cs188Fields(load_source(path))
            if "class" in entries and entries.words("class") != (GRAPH_TEST,):
                left_out.append(f"{path.relative_to(folder).as_posix()}: {' '.join(entries.words('class'))}")
            else:
                tests[path] = _Test(path.stem, read_graph_game(entries), _solution(path))
        except InputError as error:
            errors.append(error)
    if errors:
        raise all_mistakes(errors)
    return tests, left_out


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise refusal(str(folder), "there is no folder of this name", "name a folder with `.test` files")
    files = sorted(folder.rglob("*.test"))
    if len(files) > MOST_FILES:
        raise refusal(str(folder), f"there are more than {MOST_FILES:,} tests here", "name a smaller folder")
    return files


def _solution(test: Path) -> Cs188Fields | None:
    path = test.with_suffix(".solution")
    return Cs188Fields(load_source(path)) if path.exists() else None


def _groups(folder: Path, tests: dict[Path, _Test]) -> Iterator[_Group]:
    """The tests of each folder and agent, in the order of the files."""
    grouped: dict[tuple[Path, str], list[_Test]] = {}
    for path, test in tests.items():
        grouped.setdefault((path.parent, test.game.agent), []).append(test)
    ids: set[str] = set()
    for (parent, agent), found in grouped.items():
        alone = sum(other == parent for other, _ in grouped) == 1
        name = agent if parent == folder else parent.relative_to(folder).as_posix().replace("/", "-")
        own = _free(_as_id(name if alone or name == agent else f"{name}-{agent}"), ids)
        share = Fraction(len(found), sum(path.parent == parent for path in tests))
        config = _config(parent)
        points = _points(config, sum(path.parent == parent for path in tests))
        whole = config is not None and config.words("class") == (_WHOLE,)
        yield _Group(own, agent, points * share, tuple(found), whole)


def _config(folder: Path) -> Cs188Fields | None:
    """What the folder says about its question."""
    path = folder / "CONFIG"
    return Cs188Fields(load_source(path)) if path.is_file() else None


def _points(entries: Cs188Fields | None, tests: int) -> Fraction:
    """What the question is worth by its CONFIG file; else a point for each test."""
    if entries is None or "max_points" not in entries:
        return Fraction(tests)
    try:
        number = read_number(entries.word("max_points"))
    except NumberError as error:
        raise entries.error("max_points", error.message, error.hint) from None
    if isinstance(number, float) or number < 0:
        raise entries.error("max_points", "points are a number from 0")
    return Fraction(number)


def _set_text(set_id: str, groups: Iterable[_Group]) -> str:
    lines = [f"set: {set_id}", f"title: {json.dumps(set_id)}", "rule: cs188", "problems:"]
    for group in groups:
        lines += _problem_lines(group)
    return "\n".join(lines) + "\n"


def _problem_lines(group: _Group) -> Iterator[str]:
    half = show_number(group.points / 2)
    yield f"  - id: {group.id}"
    yield f"    title: {group.agent}"
    yield f"    rule: {{search: {AGENTS[group.agent].search}}}"
    yield f"    code: {{file: multiAgents.py, class: {group.agent}, api: cs188}}"
    if group.all_or_nothing:
        yield "    all-or-nothing: true"
    yield "    trees:"
    ids: set[str] = set()
    for test in group.tests:
        yield f"      - id: {_free(_as_id(test.name), ids)}"
        yield f"        rule: {{depth: {test.game.depth}, agents: {test.game.agents}}}"
        yield "        points: 1"
        yield from (
            f"        {end}: {json.dumps(names, ensure_ascii=False)}"
            for end, names in (("won", test.game.won), ("lost", test.game.lost))
        )
        yield "        tree: |"
        yield from (_INDENT + line for line in f"{test.game.tree}".splitlines())
    yield "    questions:"
    yield f"      - {{ask: best-move, points: {half}}}"
    yield f"      - {{ask: visited, points: {half}}}"


def _disagreements(problems: ProblemSet, groups: Iterable[_Group]) -> Iterator[str]:
    """Where the keys of the set are not what the `.solution` files say."""
    for problem, group in zip(problems.by_program, groups, strict=True):
        for tree, test in zip(problem.trees, group.tests, strict=True):
            if test.solution is not None:
                solution = tree.solution(problem.rule)
                for said in _differences(solution, test.game.states, test.solution):
                    yield f"{group.id}/{tree.id}: {said}"


def _differences(solution: Solution, states: tuple[str, ...], theirs: Cs188Fields) -> Iterator[str]:
    if "action" in theirs and theirs.entry("action").text not in solution.best_moves:
        best = ", ".join(solution.best_moves)
        yield f"the best move here is {best}, and the solution says {theirs.entry('action').text}"
    if "generated" in theirs:
        tree = solution.whole
        ours, given = {states[tree.index(name)] for name in solution.visited}, set(theirs.words("generated"))
        if missing := sorted(given - ours):
            yield f"the search here does not generate {', '.join(missing)}, and the solution has it"
        if surplus := sorted(ours - given):
            yield f"the search here generates {', '.join(surplus)}, and the solution does not"


def _as_id(name: str) -> str:
    """A name as ids are written."""
    return _NO_ID.sub("-", name).strip("-.")[:LONGEST_ID] or "tests"


def _free(wanted: str, taken: set[str]) -> str:
    """The id, with a number behind it where it is taken already."""
    free, number = wanted, 1
    while free in taken:
        number += 1
        free = f"{wanted[: LONGEST_ID - 6]}-{number}"
    taken.add(free)
    return free
