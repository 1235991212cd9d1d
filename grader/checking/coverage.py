"""A set → Coverage: which misconceptions each of its questions exposes, and which show nowhere.

A question exposes a misconception if whoever goes by it gives a wrong answer on every variant; one that
a program answers, if the program is wrong on one of the trees. A misconception applies to a set if it can
show in some question about a tree of the same shape, with the numbers that its leaves have or with others;
the tree of a game has only its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grader.checking.asked_questions import (
    MOST_NODES,
    MOST_VARIANTS,
    PosedQuestion,
    every_question,
    is_small,
    posed,
)
from grader.checking.renumbered_tree import renumbered
from grader.diagnosis.diagnosis import MOST_ALIKE
from grader.diagnosis.exposure import EVERY_IDEA, AboutSolution, answers, named_among, shows
from grader.generating.difficulty import Difficulty, difficulty_of
from grader.grading.programs.program_answers import series_by_rule
from grader.ideas import WrongIdea
from grader.problems import Problem, ProblemSet
from grader.problems.problem import FairTrees
from grader.questions import Question
from grader.solving import Solution, solve

_MOST_ALIKE = 4  # trees of a program that are tried with other numbers
_MOST_RENUMBERED = 18
_NODES_RENUMBERED = 1_500  # of all trees that are tried for one


@dataclass(frozen=True, slots=True)
class Exposure:
    """What one question can tell: `alike` are misconceptions that it exposes by the same answer."""

    question: str
    exposes: tuple[str, ...]
    looks_right: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "exposes": list(self.exposes),
            "looks_right": list(self.looks_right),
            "alike": [list(group) for group in self.alike],
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a set can tell: `applies` are misconceptions, `alike` those that all answers leave together.

    `named` says among how many a misconception is told that a sheet goes by throughout, at most on any sheet
    that was tried.
    """

    applies: tuple[str, ...]
    exposures: tuple[Exposure, ...]
    alike: tuple[tuple[str, ...], ...]
    named: Mapping[str, int]
    too_large: tuple[str, ...]  # problems whose trees were not tried

    @property
    def detected(self) -> tuple[str, ...]:
        exposed = {idea for exposure in self.exposures for idea in exposure.exposes}
        return tuple(idea for idea in self.applies if idea in exposed)

    @property
    def undetected(self) -> tuple[str, ...]:
        return tuple(idea for idea in self.applies if idea not in self.detected)

    def exposed_by(self, idea: str) -> tuple[str, ...]:
        """The questions in which a misconception shows."""
        return tuple(exposure.question for exposure in self.exposures if idea in exposure.exposes)

    def to_dict(self, matrix: bool = False) -> dict[str, Any]:
        """The coverage as JSON holds it, with every question where the matrix is wanted."""
        record: dict[str, Any] = {
            "detected": list(self.detected),
            "undetected": list(self.undetected),
            "alike": [list(group) for group in self.alike],
            "named": dict(self.named),
            "too_large": list(self.too_large),
        }
        return record | ({"questions": [each.to_dict() for each in self.exposures]} if matrix else {})


def cover(problems: ProblemSet, *, every_variant: bool = False) -> Coverage:
    """What the questions of a set can tell.

    Which misconceptions are named is tried on `every_variant`, or else where variants are fair on the written
    tree alone: other numbers may look like a slip or a misread leaf, which takes a whole diagnosis to see.
    """
    whole, problems = problems, problems.as_written()
    told = [*map(_of_sheet, _small_questions(problems)), *_of_programs(problems)]
    exposed = {idea for question in told for idea in question.said}
    applying = exposed | _also_applying(told, exposed)
    return Coverage(
        _in_order(applying),
        tuple(question.exposure(applying) for question in told),
        _never_apart(told, exposed),
        _named(whole if every_variant else problems, told, exposed, None if every_variant else MOST_VARIANTS),
        tuple(_too_large(problems)),
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """What each misconception says that a question exposes; `like` are solutions that it is about."""

    name: str
    said: dict[WrongIdea, Hashable]
    like: tuple[Solution, ...]
    by_program: bool

    def exposure(self, applying: Collection[WrongIdea]) -> Exposure:
        return Exposure(
            self.name,
            _in_order(self.said),
            _in_order(idea for idea in applying if idea not in self.said),
            _alike(self.said),
        )

    def others(self, solution: Solution) -> tuple[Question, ...]:
        """The questions that could be asked in its place about a solution."""
        asked = every_question(solution)
        return tuple(question for question in asked if not self.by_program or question.observable)


def _small_questions(problems: ProblemSet) -> Iterator[PosedQuestion]:
    return (entry for entry in posed(problems) if entry.is_small)


def _of_sheet(entry: PosedQuestion) -> _Told:
    """What shows on every variant; what is answered on the first ones tells ideas apart."""
    said = _said([(entry.question, solution) for solution in entry.solutions], all, by_program=False)
    for solution in islice(entry.all_solutions(), MOST_VARIANTS, None):
        said = {idea: each for idea, each in said.items() if shows(idea, entry.question, solution)}
    first = entry.problem.solution_for(entry.question)
    like = () if first.is_open else (first,)
    return _Told(entry.name.id, said, like, by_program=False)


def _of_programs(problems: ProblemSet) -> Iterator[_Told]:
    """What a program's answers on all the trees together tell."""
    for problem in problems.by_program:
        for series in series_by_rule(problem)[0]:
            asked = [(one.question, one.solution) for one in series.posed if _is_bearable(one.solution)]
            if asked and series.asked.void is None:
                like = tuple(solution for _, solution in asked[:_MOST_ALIKE])
                name = f"{problem.id}.{series.asked.question.id}"
                yield _Told(name, _said(asked, any, by_program=True), like, by_program=True)


def _is_bearable(solution: Solution) -> bool:
    return len(solution.tree) <= MOST_NODES


def _too_large(problems: ProblemSet) -> Iterator[str]:
    """The problems whose trees were not tried; of programs, where none was."""
    for problem in problems.on_sheet:
        if not is_small(problem):
            yield problem.id
    for program in problems.by_program:
        if not any(_is_bearable(tree.solution(program.rule)) for tree in program.trees):
            yield program.id


def _said(
    pairs: Sequence[tuple[Question, Solution]], enough: Callable[[Iterable[bool]], bool], *, by_program: bool
) -> dict[WrongIdea, Hashable]:
    """What whoever goes by an idea says, for the ideas that show often `enough`."""
    return {
        idea: tuple(answers(idea, question, solution, by_program=by_program) for question, solution in pairs)
        for idea in EVERY_IDEA
        if enough(shows(idea, question, solution, by_program=by_program) for question, solution in pairs)
    }


def _named(
    problems: ProblemSet, told: Sequence[_Told], exposed: Collection[WrongIdea], most: int | None
) -> dict[str, int]:
    """Among how many each idea is named: on every sheet, or where programs do the same on all trees."""
    ideas = [idea for idea in EVERY_IDEA if idea in exposed]
    named: dict[str, int] = {}
    for number, sheet in enumerate(islice(_sheets(problems), most)):
        here = named_among(ideas if number == 0 else [idea for idea in ideas if idea.id in named], sheet)
        named = {idea: max(among, named.get(idea, 0)) for idea, among in here.items()}
    programs = [question for question in told if question.by_program]
    for idea in ideas:
        said = [question.said.get(idea) for question in programs]
        if idea.id not in named and any(each is not None for each in said):
            alike = sum([question.said.get(other) for question in programs] == said for other in ideas)
            if alike <= MOST_ALIKE:
                named[idea.id] = alike
    return named


def _sheets(problems: ProblemSet) -> Iterator[list[AboutSolution]]:
    """Sheets on which every variant of every problem occurs, fair ones that differ in names alone once."""
    small = [problem for problem in problems.on_sheet if is_small(problem.as_written())]
    places = {problem.id: _unlike(problem) for problem in small}
    for number in range(max(map(len, places.values()), default=0)):
        yield [
            AboutSolution(problem.id, asked.question, problem.solution_for(asked.question, place))
            for problem in small
            for place in (places[problem.id][number % len(places[problem.id])],)
            for asked in problem.at(place).questions
            if asked.question.about_search and asked.void is None
        ]


def _unlike(problem: Problem) -> Sequence[int]:
    """The variants that differ in more than names."""
    if not isinstance(problem.trees, FairTrees):
        return range(problem.variants)
    return sorted({problem.trees.variants.alike(place) for place in range(problem.variants)})


def _also_applying(told: Sequence[_Told], exposed: Collection[WrongIdea]) -> set[WrongIdea]:
    """The misconceptions that no question exposes, but one about trees of the same shapes could."""
    hidden = [idea for idea in EVERY_IDEA if idea not in exposed]
    found: set[WrongIdea] = set()
    for solution, questions, by_program in _similar(told):
        for idea in hidden:
            if idea not in found and any(
                shows(idea, question, solution, by_program=by_program) for question in questions
            ):
                found.add(idea)
    return found


def _similar(told: Sequence[_Told]) -> Iterator[tuple[Solution, tuple[Question, ...], bool]]:
    """Every tree that is asked about, once and with other numbers, too; and what could be asked about it."""
    asked = {(id(own), question.by_program): (own, question) for question in told for own in question.like}
    for own, question in asked.values():
        for solution in _shaped_like(own):
            yield solution, question.others(solution), question.by_program


def _shaped_like(solution: Solution) -> Iterator[Solution]:
    """The tree with its own numbers, and with others, unless it is a game's."""
    yield solution
    is_game = solution.whole.source is None
    times = 0 if is_game else min(_MOST_RENUMBERED, _NODES_RENUMBERED // len(solution.tree))
    for tree in renumbered(solution, times):
        yield solve(tree, solution.rule)


def _never_apart(told: Iterable[_Told], exposed: Iterable[WrongIdea]) -> tuple[tuple[str, ...], ...]:
    """The misconceptions that are exposed, but by the same answers throughout."""
    questions = tuple(told)
    return _alike({idea: tuple(question.said.get(idea) for question in questions) for idea in exposed})


def _alike(said: dict[WrongIdea, Hashable]) -> tuple[tuple[str, ...], ...]:
    groups: dict[Hashable, list[WrongIdea]] = {}
    for idea, answer in said.items():
        groups.setdefault(answer, []).append(idea)
    return tuple(sorted(_in_order(group) for group in groups.values() if len(group) > 1))


def _in_order(found: Iterable[WrongIdea]) -> tuple[str, ...]:
    """The ids in the order of the catalogue."""
    members = {idea.id for idea in found}
    return tuple(idea.id for idea in EVERY_IDEA if idea.id in members)


def difficulties(problems: ProblemSet, coverage: Coverage) -> Mapping[str, Difficulty]:
    """By the id of a problem; the first of its variants stands for all, a tree with an unknown has none."""
    shown = {exposure.question: set(exposure.exposes) for exposure in coverage.exposures}
    ideas: dict[str, set[str]] = {}
    found: dict[str, Difficulty] = {}
    for entry in posed(problems):
        solution = entry.problem.solution_for(entry.question)
        if entry.is_small and not solution.is_open:
            known = ideas.setdefault(entry.problem.id, set())
            known |= shown.get(entry.name.id, set())
            first = next(each for each in entry.problem.solutions() if not each.is_open)
            found[entry.problem.id] = difficulty_of(first, len(known))
    return found
