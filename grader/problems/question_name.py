"""Problems → the name of each question, which every view, page and command shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.memory import remembered
from grader.problems.problem import Problem
from grader.text.sentences import Say


@dataclass(frozen=True, slots=True)
class QuestionName:
    """What a question is called: `1.3 Which leaves are pruned?`, which tables and commands know by its id.

    The number is that of the problem in the set, and of the question in the problem.
    """

    number: str
    title: str
    id: str

    def __str__(self) -> str:
        return f"{self.number} {self.title}"

    @property
    def with_id(self) -> str:
        """The same for those who have to type the id somewhere."""
        return f"{self} ({self.id})"


def question_names(problems: Iterable[Problem], say: Say) -> dict[str, QuestionName]:
    """By its id the name of each question of a set."""
    return {
        name.id: name
        for number, problem in enumerate(problems, 1)
        for name in names_in_problem(problem, number, say)
    }


def problem_names(problems: Iterable[Problem]) -> dict[str, str]:
    """By its id the name of each problem of a set, such as `1. The textbook's tree`."""
    return {problem.id: f"{number}. {problem.title}" for number, problem in enumerate(problems, 1)}


@remembered
def names_in_problem(problem: Problem, number: int, say: Say) -> tuple[QuestionName, ...]:
    """The names of a problem's questions; where two have one title, each has its id behind it."""
    return tuple(_names(problem, number, say))


def _names(problem: Problem, number: int, say: Say) -> Iterator[QuestionName]:
    titles = [problem.title_of(asked, say) for asked in problem.questions]
    often = Counter(titles)
    for place, (asked, title) in enumerate(zip(problem.questions, titles, strict=True), 1):
        own = asked.question.id
        told = say("question-title.again", title=title, id=own) if often[title] > 1 else title
        yield QuestionName(f"{number}.{place}", told, f"{problem.id}.{own}")
