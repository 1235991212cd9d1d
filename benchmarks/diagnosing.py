"""How often the idea behind a sheet is named, by sheets that independent wrong programs filled in."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import product
from multiprocessing import Pool
from os import cpu_count
from random import Random
from typing import TypeAlias

from benchmarks.students.catalogue import IDEAS, RIGHT_IDEA, together
from benchmarks.students.counts import MOST_ALIKE, STYLES, Counts, Key, Told
from benchmarks.students.drawn_sheets import (
    Sheet,
    draw_pair,
    draw_right,
    draw_sheet,
    shows_in,
    with_a_misread_leaf,
    with_one_right,
)
from benchmarks.students.figures import tables
from benchmarks.students.other_conventions import (
    CONVENTIONS,
    draw_convention,
    draw_idea_under_another,
    is_right_by_another,
)
from benchmarks.students.sheets import RUN, Answers, alike, is_given_by, ways_of
from benchmarks.students.slips import slipped
from benchmarks.students.texts import set_text, sheet_text
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.problems.policies import DiagnosisPolicy
from grader.submissions import read_submission
from grader.text.source import Source

SHEETS = 20  # for each idea, way and style
QUICK = 1

Counted: TypeAlias = Iterator[tuple[Key, str]]  # what was tried, and what came of it


@dataclass(frozen=True)  # without slots: the set is kept
class Marking:
    """A sheet's set, loaded once, by which many answers are marked."""

    sheet: Sheet

    @cached_property
    def problems(self) -> ProblemSet:
        return load_problems(Source(set_text(self.sheet.puzzles, self.sheet.style), "students.yaml"))

    def told(self, answers: Sequence[Answers], without: tuple[str, ...] = ()) -> Told:
        submission = read_submission(sheet_text(answers).encode(), "ada.yaml")
        problems = replace(self.problems, diagnosis=DiagnosisPolicy(without=without))
        return Told.by(grade(problems, submission))


@dataclass(frozen=True, slots=True)
class Task:
    """Some sheets of one sort, for one process."""

    sort: str
    number: int
    seed: int
    idea: str = ""
    way: str = ""
    style: str = ""

    def run(self) -> Counts:
        random = Random(repr(self))
        counts: Counts = Counter()
        for key, outcome in _SORTS[self.sort](self, random):
            counts[key, outcome] += 1
        return counts


def one_idea(task: Task, random: Random) -> Counted:
    """Sheets with one idea: as they are, and with every noise."""
    idea = IDEAS[task.idea]
    for _ in range(task.number):
        sheet = draw_sheet(random, idea, task.way, task.style)
        if sheet is None:
            yield _key(task, "none"), "not drawn"
            continue
        same = alike(sheet.puzzles, sheet.answers, sheet.style)
        if len(same) > MOST_ALIKE or is_right_by_another(sheet):
            yield _key(task, "none"), "too many alike"
            continue
        yield from _noises(task, sheet, same, random)


def _noises(task: Task, sheet: Sheet, same: set[str], random: Random) -> Counted:
    marking = Marking(sheet)
    followed = {"as"} if sheet.way == RUN else set()  # what was returned is written down for values
    filled = {
        "none": sheet,
        "slip": replace(sheet, answers=slipped(random, sheet.puzzles, sheet.answers, IDEAS[task.idea])),
        "misread leaf": with_a_misread_leaf(random, sheet),
        "two of three": with_one_right(random, sheet),
    }
    for noise, noisy in filled.items():
        if noisy is None:
            continue
        if noise != "none" and alike(noisy.puzzles, noisy.answers, noisy.style) - same:
            yield _key(task, noise), "too many alike"  # it is just what another idea gives, without any noise
            continue
        told = marking.told(noisy.answers)
        told = replace(told, conventions=told.conventions - followed)
        yield _key(task, noise), told.of_one(task.idea, same)
        if told.conventions:
            yield _key(task, noise), "false convention"
    told = marking.told(sheet.answers, without=(task.idea,))
    another = "twin" if _explains_all(told, sheet) else "another"
    yield replace(_key(task, "none"), sort="left out"), another if told.ideas else "nothing"


def _explains_all(told: Told, sheet: Sheet) -> bool:
    """Whether somebody with what is told fills in just this sheet; of an either-or, with one of it."""
    held = (reduce(together, map(IDEAS.__getitem__, ideas), RIGHT_IDEA) for ideas in product(*told.ideas))
    return any(is_given_by(idea, sheet.puzzles, sheet.answers, sheet.style) for idea in held)


def two_ideas(task: Task, random: Random) -> Counted:
    for _ in range(task.number):
        sheet = draw_pair(random, task.style)
        if alike(sheet.puzzles, sheet.answers, sheet.style) or is_right_by_another(sheet):
            continue  # something simpler explains it all
        yield _key(task, "none"), Marking(sheet).told(sheet.answers).of_two(sheet.ideas)


def idea_under_another(task: Task, random: Random) -> Counted:
    for _ in range(task.number):
        sheet = draw_idea_under_another(random, task.style)
        if sheet is None:
            yield _key(task, "none"), "not drawn"
            continue
        same = alike(sheet.puzzles, sheet.answers, sheet.style)
        if same or is_right_by_another(sheet):
            continue  # something simpler explains it all
        (idea,) = sheet.ideas
        yield _key(task, "none"), Marking(sheet).told(sheet.answers).of_one(idea, {idea})


def right_with_slips(task: Task, random: Random) -> Counted:
    for _ in range(task.number):
        sheet = draw_right(random, task.style)
        answers: Sequence[Answers] = sheet.answers
        for _ in range(random.randint(1, 3)):
            answers = slipped(random, sheet.puzzles, answers, RIGHT_IDEA)
        told = Marking(sheet).told(answers)
        yield _key(task, "slips"), "wrongly" if told.ideas else "nothing"
        if told.conventions:
            yield _key(task, "slips"), "false convention"


def another_convention(task: Task, random: Random) -> Counted:
    convention = next(each for each in CONVENTIONS if each.name == task.idea)
    for _ in range(task.number):
        sheet = draw_convention(random, convention, task.style)
        if sheet is None:
            yield _key(task, "none"), "not drawn"
            continue
        marking = Marking(sheet)
        with_a_slip = slipped(random, sheet.puzzles, sheet.answers, RIGHT_IDEA)
        for noise, answers in (("none", sheet.answers), ("slip", with_a_slip)):
            told = marking.told(answers)
            if told.conventions.intersection(convention.called) or any(map(told.names, convention.called)):
                yield _key(task, noise), "recognised"
            else:
                yield _key(task, noise), "wrongly" if told.ideas or told.conventions else "missed"


def _key(task: Task, noise: str) -> Key:
    return Key(task.sort, task.idea, task.way, task.style, noise)


_SORTS = {
    "idea": one_idea,
    "two ideas": two_ideas,
    "idea under a convention": idea_under_another,
    "right": right_with_slips,
    "convention": another_convention,
}


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    tasks = [task for task in _tasks(options) if task.sort in (options.sort or _SORTS)]
    counts: Counts = Counter()
    with nullcontext() if options.jobs == 1 else Pool(options.jobs) as pool:
        run = map if pool is None else pool.imap_unordered
        for done in run(Task.run, tasks):
            counts += done
    for line in tables(counts):
        print(line)
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.diagnosing", description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} sheets for each idea, way and style")
    parser.add_argument("--sheets", type=int, default=None, help=f"so many instead of {SHEETS}")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, help="how many processes")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--sort", action="append", choices=_SORTS, help="only sheets of this sort")
    parser.add_argument("--idea", action="append", choices=IDEAS, help="only sheets with this idea")
    options = parser.parse_args(arguments)
    options.sheets = options.sheets or (QUICK if options.quick else SHEETS)
    return options


def _tasks(options: argparse.Namespace) -> Iterator[Task]:
    number, seed = options.sheets, options.seed
    for idea in options.idea or IDEAS:
        for style in STYLES:
            if shows_in(IDEAS[idea], style):
                for way in ways_of(IDEAS[idea]):
                    yield Task("idea", number, seed, idea, way, style)
    if options.idea:
        return
    for style in STYLES:
        for chunk in range(10):
            yield Task("two ideas", 3 * number, seed + chunk, style=style)
            yield Task("idea under a convention", 3 * number, seed + chunk, style=style)
            yield Task("right", 5 * number, seed + chunk, style=style)
    for convention in CONVENTIONS:
        for style in convention.styles:
            yield Task("convention", number, seed, convention.name, convention.way, style)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
