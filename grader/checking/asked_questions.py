"""A set → its questions one by one, with the solutions that they are asked about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from grader.checking.finding import Subject
from grader.grading import Check
from grader.problems import Asked, Problem, ProblemSet
from grader.problems.question_name import QuestionName
from grader.questions import KINDS, Question
from grader.questions.question import Shown
from grader.solving import Solution
from grader.text.source import Source

MOST_NODES = 3_000  # a larger tree is not searched again and again, only to see what might be
_OF_A_SEARCH: tuple[Shown, ...] = ("search", "windows")
MOST_VARIANTS = 12  # of more variants than these the first stand for all


@dataclass(frozen=True, slots=True)
class PosedQuestion:
    """A question of a set, with the problem that asks it."""

    problem: Problem
    asked: Asked
    source: Source
    name: QuestionName

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def title(self) -> str:
        """The question as a sentence quotes it: `“1.3 Which leaves are pruned?”`."""
        return in_quotes(self.name)

    @property
    def spot(self) -> Subject:
        return Subject(self.source, self.asked.place, self.problem.id, self.question.id)

    @property
    def solutions(self) -> list[Solution]:
        """What the question is asked about: one solution for each of the first variants."""
        return list(islice(self.all_solutions(), MOST_VARIANTS))

    def all_solutions(self) -> Iterator[Solution]:
        """One solution for each variant, however many there are."""
        variants = range(len(self.problem.trees))
        return (self.problem.solution_for(self.question, variant) for variant in variants)

    @property
    def is_small(self) -> bool:
        return is_small(self.problem)


def posed(problems: ProblemSet) -> Iterator[PosedQuestion]:
    """The questions whose answers follow from a search, but for those that were taken out."""
    for entry in on_sheet(problems):
        if entry.question.about_search:
            yield entry


def on_sheet(problems: ProblemSet) -> Iterator[PosedQuestion]:
    """All questions on the sheet but for those that were taken out."""
    names = problems.question_names
    for problem in problems.on_sheet:
        for asked in problem.questions:
            if asked.void is None:
                name = names[f"{problem.id}.{asked.question.id}"]
                yield PosedQuestion(problem, asked, problems.source, name)


def title_of_check(problems: ProblemSet, check: Check) -> str:
    """The question that a check is about, as a sentence quotes it."""
    return in_quotes(problems.question_names[check.id])


def in_quotes(name: object) -> str:
    """The title of a problem or the name of a question, set off from the sentence around it."""
    return f"“{name}”"


def spot_of(problems: ProblemSet, problem: Problem) -> Subject:
    return Subject(problems.source, problem.place, problem.id)


def is_small(problem: Problem) -> bool:
    """Whether the trees of a problem can be searched a few hundred times."""
    return max(len(tree.tree) for tree in problem.trees) <= MOST_NODES


def every_question(solution: Solution) -> Iterator[Question]:
    """Questions about a solution that leave no part of it out: all others follow from these."""
    for kind in KINDS.values():
        question = kind.fullest(solution)
        if question is None or (solution.rule.search == "minimax" and question.shown in _OF_A_SEARCH):
            continue
        if question.fits_players or not solution.tree.players:
            yield question
