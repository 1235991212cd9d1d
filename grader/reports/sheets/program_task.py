"""A code problem → what a page says to those who are to write its program, without anything of its trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from grader.problems import Problem, ProblemSet
from grader.reports.author_content import figure_address
from grader.reports.sheets.blank_sheet import hand_in, rule_change_in_words
from grader.text.columns import visible
from grader.text.sentences import Say


@dataclass(frozen=True, slots=True)
class AskedProgram:
    """A problem that is answered by a program: what to hand in, within which limits, and for which points.

    `questions` are sentences with their points.
    """

    by_program: ClassVar[bool] = True

    number: int
    title: str
    text: str
    figure: str | None = field(repr=False)
    figure_name: str
    hand_in: str
    limits: str
    rule: tuple[str, ...]
    questions: tuple[str, ...]


def asked_program(problems: ProblemSet, problem: Problem, number: int, say: Say) -> AskedProgram:
    """What is asked for by the problem of that number."""
    return AskedProgram(
        number=number,
        title=visible(problem.title or problem.id),
        text="\n".join(map(visible, problem.text.strip().splitlines())),
        figure=None if problem.figure is None else figure_address(problem.figure),
        figure_name="" if problem.figure is None else visible(problem.figure.name),
        hand_in=visible(hand_in(problem, say)),
        limits=limits_in_words(problem, say),
        rule=rule_change_in_words(problem.rule, problems.rule, problems),
        questions=tuple(
            say(
                "sheet.question",
                question=say(f"code.ask-{asked.question.ask}"),
                points=say("sheet.points", number=asked.question.points),
            )
            for asked in problem.questions
        ),
    )


def limits_in_words(problem: Problem, say: Say) -> str:
    """How much a program may use."""
    code = problem.code
    return say(
        "code-page.limits", seconds=code.seconds, memory=code.memory >> 20, visits=code.visits,
        all=code.seconds_in_all,
    )  # fmt: skip
