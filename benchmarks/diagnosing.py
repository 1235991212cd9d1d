"""How often the idea behind a sheet is named, by sheets that independent wrong programs filled in."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from multiprocessing import Pool
from os import cpu_count
from random import Random
from typing import TypeAlias

import grader
from benchmarks.students.catalogue import IDEAS, RIGHT_IDEA
from benchmarks.students.drawn_sheets import (
    CONVENTIONS,
    Sheet,
    draw_convention,
    draw_pair,
    draw_right,
    draw_sheet,
    shows_in,
    with_a_misread_leaf,
    with_one_right,
)
from benchmarks.students.sheets import RUN, WAYS, Answers, alike, ways_of
from benchmarks.students.slips import slipped
from benchmarks.students.texts import set_text, sheet_text
from grader.grading import Grade
from grader.problems import ProblemSet, load_problems
from grader.submissions import read_submission
from grader.text.source import Source

SHEETS = 20  # for each idea, way and style
QUICK = 2
MOST_ALIKE = 3  # ideas that explain a sheet alike, for it to count, and that an either-or may have
STYLES = ("short", "long")
# A product that can leave an idea out takes its id by this name.
WITHOUT = "without"

# What was counted: under which heading, of which idea, way, style and noise, and what came of it.
Key: TypeAlias = tuple[str, str, str, str, str]
Counts: TypeAlias = Counter[tuple[Key, str]]


@dataclass(frozen=True, slots=True)
class Told:
    """What a student is told: ideas that hold together, each with those it cannot be told from; conventions."""

    ideas: tuple[frozenset[str], ...]
    conventions: frozenset[str]

    @classmethod
    def by(cls, grade: Grade) -> Told:
        named = grade.misconceptions
        if all(hasattr(idea, "either") for idea in named):
            ideas = {frozenset((idea.id, *idea.either)): None for idea in named}  # type: ignore[attr-defined]
        else:  # a record without `either` lists one idea and all that it cannot be told from
            ideas = {frozenset(idea.id for idea in named): None}
        fields = {check.convention.field for check in grade.checks if check.convention is not None}
        return cls(tuple(ideas), frozenset(fields))

    def names(self, idea: str) -> bool:
        """Whether an idea is named, alone or among at most three."""
        return any(idea in group and len(group) <= MOST_ALIKE for group in self.ideas)

    def of_one(self, idea: str, same: Iterable[str]) -> str:
        """What came of a sheet with one idea, which `same` ideas explain as well."""
        if not self.ideas:
            return "convention" if self.conventions else "missed"
        false = [group for group in self.ideas if idea not in group]
        if false:
            return "alike" if all(group <= set(same) for group in false) else "wrongly"
        if not self.names(idea):
            return "missed"
        return "alone" if self.ideas[0] == {idea} else "among"

    def of_two(self, ideas: Sequence[str]) -> str:
        """What came of a sheet with two ideas."""
        if any(group.isdisjoint(ideas) for group in self.ideas):
            return "wrongly"
        groups = {idea: [group for group in self.ideas if idea in group] for idea in ideas}
        both = all(map(self.names, ideas)) and groups[ideas[0]] != groups[ideas[1]]
        return "both" if both else "one" if any(map(self.names, ideas)) else "missed"


@dataclass(frozen=True)  # without slots: the set is kept
class Marking:
    """A sheet's set, loaded once, by which many answers are marked."""

    sheet: Sheet

    @cached_property
    def problems(self) -> ProblemSet:
        return load_problems(Source(set_text(self.sheet.puzzles, self.sheet.style), "students.yaml"))

    def told(self, answers: Sequence[Answers], without: str | None = None) -> Told:
        submission = read_submission(sheet_text(answers).encode(), "ada.yaml")
        leaving_out = {} if without is None else {WITHOUT: without}
        return Told.by(grader.grade(self.problems, submission, **leaving_out))  # type: ignore[arg-type]


CAN_LEAVE_OUT = WITHOUT in signature(grader.grade).parameters


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


Counted: TypeAlias = Iterator[tuple[Key, str]]


def one_idea(task: Task, random: Random) -> Counted:
    """Sheets with one idea: as they are, and with every noise."""
    idea = IDEAS[task.idea]
    for _ in range(task.number):
        sheet = draw_sheet(random, idea, task.way, task.style)
        if sheet is None:
            yield _key(task, "none"), "not drawn"
            continue
        same = alike(sheet.puzzles, sheet.answers, sheet.style)
        if len(same) > MOST_ALIKE:
            yield _key(task, "none"), "too many alike"
            continue
        yield from _noises(task, sheet, same, random)


def _noises(task: Task, sheet: Sheet, same: set[str], random: Random) -> Counted:
    marking = Marking(sheet)
    filled = {
        "none": sheet,
        "slip": Sheet(
            sheet.puzzles, sheet.style, sheet.ideas, sheet.way,
            tuple(slipped(random, sheet.puzzles, sheet.answers, IDEAS[task.idea])),
        ),
        "misread leaf": with_a_misread_leaf(random, sheet),
        "two of three": with_one_right(random, sheet),
    }  # fmt: skip
    for noise, noisy in filled.items():
        if noisy is not None:
            told = marking.told(noisy.answers)
            yield _key(task, noise), told.of_one(task.idea, same)
            if told.conventions - ({"as"} if sheet.way == RUN else set()):
                yield _key(task, noise), "false convention"
    if CAN_LEAVE_OUT:
        told = marking.told(sheet.answers, without=task.idea)
        yield _key(task, "left out"), "another" if told.ideas else "nothing"


def two_ideas(task: Task, random: Random) -> Counted:
    for _ in range(task.number):
        sheet = draw_pair(random, task.style)
        if alike(sheet.puzzles, sheet.answers, sheet.style):
            continue  # one idea explains it all
        yield _key(task, "none"), Marking(sheet).told(sheet.answers).of_two(sheet.ideas)


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
        told = Marking(sheet).told(sheet.answers)
        if told.conventions.intersection(convention.called) or any(map(told.names, convention.called)):
            yield _key(task, "none"), "recognised"
        else:
            yield _key(task, "none"), "wrongly" if told.ideas or told.conventions else "missed"


def _key(task: Task, noise: str) -> Key:
    return task.sort, task.idea, task.way, task.style, noise


_SORTS = {
    "idea": one_idea,
    "two ideas": two_ideas,
    "right": right_with_slips,
    "convention": another_convention,
}


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    tasks = list(_tasks(options))
    counts: Counts = Counter()
    with nullcontext() if options.jobs == 1 else Pool(options.jobs) as pool:
        run = map if pool is None else pool.imap_unordered
        for done in run(Task.run, tasks):
            counts += done
    for line in (*_by_idea(counts), "", *_by_way(counts), "", *_by_convention(counts), "", *_figures(counts)):
        print(line)
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.diagnosing", description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} sheets for each idea, way and style")
    parser.add_argument("--sheets", type=int, default=None, help=f"so many instead of {SHEETS}")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, help="how many processes")
    parser.add_argument("--seed", type=int, default=7)
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
            yield Task("right", 5 * number, seed + chunk, style=style)
    for convention in CONVENTIONS:
        for style in convention.styles:
            yield Task("convention", number, seed, convention.name, convention.way, style)


_OUTCOMES = ("alone", "among", "alike", "missed", "convention", "wrongly")


def _select(counts: Counts, **wanted: str) -> Counter[str]:
    """The outcomes of all that is wanted: by sort, idea, way, style and noise."""
    places = {name: place for place, name in enumerate(("sort", "idea", "way", "style", "noise"))}
    found: Counter[str] = Counter()
    for (key, outcome), number in counts.items():
        if all(key[places[name]] == value for name, value in wanted.items()):
            found[outcome] += number
    return found


def _by_idea(counts: Counts) -> Iterator[str]:
    yield f"{'idea':<46} {'facet':<8} {_HEAD}"
    for idea in IDEAS.values():
        found = _select(counts, sort="idea", idea=idea.id, noise="none")
        if found:
            yield f"{idea.id:<46} {idea.facet:<8} {_row(found)}"


def _by_way(counts: Counts) -> Iterator[str]:
    yield f"{'noise, way, style':<55} {_HEAD}"
    for noise in ("none", "slip", "misread leaf", "two of three"):
        for way in WAYS:
            for style in STYLES:
                found = _select(counts, sort="idea", way=way, style=style, noise=noise)
                if found:
                    yield f"{', '.join((noise, way, style)):<55} {_row(found)}"
        yield f"{noise:<55} {_row(_select(counts, sort='idea', noise=noise))}"


def _by_convention(counts: Counts) -> Iterator[str]:
    yield f"{'right under another convention':<55} {'sheets':>6} {'recognised':>10} {'missed':>7} {'wrongly':>7}"
    for convention in CONVENTIONS:
        found = _select(counts, sort="convention", idea=convention.name)
        shares = [
            _share(found, what, ("recognised", "missed", "wrongly"))
            for what in ("recognised", "missed", "wrongly")
        ]
        if found:
            total = found.total() - found["not drawn"]
            yield f"{convention.name:<55} {total:>6} {shares[0]:>10.1%} {shares[1]:>7.1%} {shares[2]:>7.1%}"


_HEAD = f"{'sheets':>6} {'named':>7} " + " ".join(f"{what:>7.7}" for what in _OUTCOMES) + f" {'alike>3':>7}"


def _row(found: Counter[str]) -> str:
    shares = [_share(found, what) for what in _OUTCOMES]
    cells = " ".join(f"{share:>7.1%}" for share in (shares[0] + shares[1], *shares))
    return f"{_total(found):>6} {cells} {found['too many alike']:>7}"


def _total(found: Counter[str], outcomes: Sequence[str] = _OUTCOMES) -> int:
    return sum(found[outcome] for outcome in outcomes)


def _share(found: Counter[str], what: str, outcomes: Sequence[str] = _OUTCOMES) -> float:
    total = _total(found, outcomes)
    return found[what] / total if total else 0.0


def _named(found: Counter[str]) -> float:
    return _share(found, "alone") + _share(found, "among")


def _figures(counts: Counts) -> Iterator[str]:
    yield f"{'figure':<70} {'share':>7}  {'aim':>8}"
    clean = _select(counts, sort="idea", noise="none")
    cells = [
        _named(found)
        for way in WAYS
        for style in STYLES
        if _total(found := _select(counts, sort="idea", way=way, style=style, noise="none"))
    ]
    yield _figure("named, alone or among at most three", _named(clean), at_least=0.95)
    yield _figure("… in the worst way and style", min(cells, default=0), at_least=0.9)
    for noise, words, aim in (
        ("slip", "… with one random slip", 0.9),
        ("misread leaf", "… with one leaf misread and carried through", 0.85),
        ("two of three", "… in two of three problems", 0.95),
    ):
        yield _figure(words, _named(_select(counts, sort="idea", noise=noise)), at_least=aim)
    every = _select(counts, sort="idea")
    yield _figure("wrongly named", _share(clean, "wrongly"), at_most=0.003)
    yield _figure("… with any noise", _share(every, "wrongly"), at_most=0.003)
    pairs = _select(counts, sort="two ideas")
    if pairs:
        yield _figure(
            "two ideas in different facets: both named",
            _share(pairs, "both", ("both", "one", "missed", "wrongly")),
            at_least=0.9,
        )
        yield _figure(
            "… a third one named",
            _share(pairs, "wrongly", ("both", "one", "missed", "wrongly")),
            at_most=0.003,
        )
    right = _select(counts, sort="right")
    if right:
        yield _figure(
            "right sheets with 1 to 3 slips told an idea",
            _share(right, "wrongly", ("wrongly", "nothing")),
            at_most=0.01,
        )
    sheets = _total(every) + _total(right, ("wrongly", "nothing"))
    told = every["false convention"] + right["false convention"]
    yield _figure("told a convention where there is none", told / sheets if sheets else 0, at_most=0.007)
    conventions = _select(counts, sort="convention")
    if conventions:
        yield _figure(
            "right under another convention: recognised",
            _share(conventions, "recognised", ("recognised", "missed", "wrongly")),
            at_least=0.97,
        )
    left_out = _select(counts, sort="idea", noise="left out")
    if left_out:
        yield _figure(
            "the idea taken out of the catalogue: told another",
            _share(left_out, "another", ("another", "nothing")),
            at_most=0.17,
        )
    else:
        yield "the idea taken out of the catalogue: not measured, no idea can be left out yet"
    yield f"explained alike by more than three, and not counted: {every['too many alike']} sheets; none drawn: {every['not drawn']}"


def _figure(what: str, share: float, at_least: float = 0, at_most: float = 1) -> str:
    aim = f"≥ {at_least:.0%}" if at_least else f"≤ {at_most:.1%}"
    verdict = "ok" if at_least <= share <= at_most else "MISSED"
    return f"{what:<70} {share:>7.2%}  {aim:>8}  {verdict}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
