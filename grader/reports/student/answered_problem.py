"""A ProblemSet and what may be seen of a Grade → AnsweredProblems: all questions, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grader.grading import Check, Grade
from grader.grading.grade_record import CheckStanding
from grader.grading.visibility import Sight
from grader.memory import remembered
from grader.problems import Problem, ProblemSet
from grader.questions import Question
from grader.reports.author_content import figure_in_report
from grader.reports.record_words import (
    LONGEST_ANSWER,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_LINES,
    answer_text,
    shown,
    shown_answer,
    shown_points,
)
from grader.reports.sheets.blank_sheet import hand_in, rule_change_in_words
from grader.reports.student.answered_run import AnsweredRun, answered_runs
from grader.solving import Solution
from grader.solving.counterexample import Counterexample
from grader.text.columns import visible
from grader.text.numbers import exact_sum
from grader.text.sentences import Say
from grader.tree import Tree

_MOST_MARKS = 10_000  # that are remembered in words: most students have the same
_NOT_KNOWN = "?"


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with what became of the answer; all texts are fit to be shown.

    `check` is what may be seen of it. `verdict` is how the answer stands. `given` is in its lines, `expected`
    None where it is hidden or where there is none. `reasons` are the sentences of the marking,
    without those about a misconception, which are `idea`, under the title `misconception`. What a program
    answers, its runs have, tree by tree.
    """

    number: str
    id: str
    title: str
    words: str
    rule: tuple[str, ...]
    verdict: CheckStanding
    verdict_in_words: str
    points: str
    given: str | None
    expected: str | None
    reasons: tuple[str, ...]
    reckoning: str | None
    misconception: str | None
    idea: tuple[str, ...]
    counterexample: Counterexample | None
    check: Check = field(repr=False)
    question: Question = field(repr=False)
    by_program: bool = False


@dataclass(frozen=True, slots=True)
class AnsweredProblem:
    """A problem with what became of it; `text` is Markdown.

    `figure` is the address of the author's own picture inside the page, where that can stand there. On a
    sheet it is about the student's own tree, and `searches` has the solution under each rule that is asked;
    it is empty while anything about the solution is hidden. Of a program, `runs` are on the trees that may
    be seen, and `hidden` counts the others.
    """

    number: int
    id: str
    title: str
    text: str
    figure: str | None = field(repr=False)
    figure_name: str
    variant: str | None
    hand_in: str
    rule: tuple[str, ...]
    points: str
    questions: tuple[AnsweredQuestion, ...]
    searches: tuple[Solution, ...] = field(repr=False)
    runs: tuple[AnsweredRun, ...]
    hidden: int
    problem: Problem = field(repr=False)
    place: int = field(repr=False)  # of the tree among the problem's

    @property
    def by_program(self) -> bool:
        """Whether a program answers it."""
        return self.problem.program is not None

    @property
    def tree(self) -> Tree:
        """The tree that the sheet is about."""
        return self.problem.trees[self.place].tree

    @property
    def seen(self) -> str:
        """The table of sentences about what a program did to nodes."""
        return self.problem.code.way.seen

    @property
    def troubled(self) -> tuple[AnsweredRun, ...]:
        """The runs of which there is something to tell, of those that are alike the first."""
        return tuple(run for run in self.runs if not run.is_fine and run.alike[:1] == (run.name,))


def answered_problems(grade: Grade, sight: Sight, say: Say) -> Iterator[AnsweredProblem]:
    """The problems of a set with what a grade shows of them, which is what is seen of it."""
    problems = sight.problems
    checks = {(check.problem, check.question): check for check in grade.checks}
    for number, problem in enumerate(problems.problems, 1):
        own = [checks[problem.id, asked.question.id] for asked in problem.questions]
        place = grade.variant_of(problem)
        words = _words(problem, place, say, problems=problems)
        yield AnsweredProblem(
            number=number,
            id=problem.id,
            title=words.title,
            text=words.text,
            figure=figure_in_report(problem),
            figure_name="" if problem.figure is None else visible(problem.figure.name),
            variant=_variant(problem, place, say),
            hand_in=hand_in(problem, say) if problem.program else "",
            rule=words.rule,
            points=marks_in_words(own, say),
            questions=tuple(_answered_questions(number, problem, own, words.questions, say)),
            searches=_searches(problem, place, sight),
            runs=tuple(answered_runs(problem, grade, own, sight, say)),
            hidden=sum(not sight.shows_tree(tree) for tree in problem.trees),
            problem=problem,
            place=place,
        )


def _variant(problem: Problem, place: int, say: Say) -> str | None:
    of = problem.variants
    return say("student-page.variant", number=place + 1, of=of) if of > 1 else None


class _Words(NamedTuple):
    """What a problem and its questions say, to every student alike."""

    title: str
    text: str
    rule: tuple[str, ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]  # each with what the rule changes for it


@remembered
def _words(problem: Problem, place: int, say: Say, *, problems: ProblemSet) -> _Words:
    return _Words(
        shown(problem.title or problem.id, LONGEST_NAME, say),
        shown(problem.text, LONGEST_TEXT, say),
        rule_change_in_words(problem.rule, problems.rule, problems),
        tuple(_question_words(problem, place, problems, say)),
    )


def _question_words(
    problem: Problem, place: int, problems: ProblemSet, say: Say
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for asked in problem.questions:
        question = asked.question
        rule = rule_change_in_words(question.rule, problem.rule, problems)
        yield shown(problem.in_words(question, place, say), LONGEST_TEXT, say), rule


def _searches(problem: Problem, place: int, sight: Sight) -> tuple[Solution, ...]:
    """On a sheet, the solution under every rule under which something is asked, where it may be shown."""
    if problem.program or not sight.shows_solution(problem, place):
        return ()
    rules = dict.fromkeys(asked.question.rule for asked in problem.questions)
    return tuple(problem.solution(place, rule) for rule in rules)


def marks_in_words(checks: Sequence[Check], say: Say) -> str:
    """The points of some checks so far; where one is hidden, or all wait for a person, what is possible."""
    marks = (_Mark(check.earned, check.possible, check.standing == "pending") for check in checks)
    return _sum_in_words(tuple(marks), say)


class _Mark(NamedTuple):
    """What a check says of its points; those that wait for a person are not known."""

    earned: int | Fraction | None
    possible: int | Fraction
    waits: bool


@lru_cache(maxsize=_MOST_MARKS)
def _sum_in_words(marks: tuple[_Mark, ...], say: Say) -> str:
    known = [mark for mark in marks if mark.earned is not None and not mark.waits]
    pending = sum(mark.waits and mark.possible > 0 for mark in marks)
    if not known or any(mark.earned is None for mark in marks):
        possible = shown_points(exact_sum(mark.possible for mark in marks))
        return say("student-page.of", earned=_NOT_KNOWN, possible=possible)
    earned, possible = (
        shown_points(exact_sum(points))
        for points in ([mark.earned or 0 for mark in known], [mark.possible for mark in known])
    )
    points = say("student-page.of", earned=earned, possible=possible)
    return say("student-page.of-pending", points=points, number=pending) if pending else points


def _answered_questions(
    number: int,
    problem: Problem,
    checks: Sequence[Check],
    words: Sequence[tuple[str, tuple[str, ...]]],
    say: Say,
) -> Iterator[AnsweredQuestion]:
    """The questions of a problem; `words` are theirs, each with what the rule changes for it."""
    by_program = problem.program is not None
    parts = zip(problem.questions, checks, words, strict=True)
    for place, (asked, check, (text, rule)) in enumerate(parts, 1):
        idea = check.idea if check.misconception is not None else ()
        yield AnsweredQuestion(
            number=f"{number}.{place}",
            id=asked.question.id,
            title=question_title(asked.question, say),
            words=text,
            rule=rule,
            verdict=check.standing,
            verdict_in_words=say(f"verdict.{check.standing}"),
            points=marks_in_words([check], say),
            given=None if check.raw is None else _typed(check.raw, say),
            expected=None if by_program else _expected(check, say),
            reasons=tuple(
                shown(reason, LONGEST_TEXT, say) for reason in check.feedback if reason not in idea
            ),
            reckoning=check.reckoning,
            misconception=None if check.misconception is None else check.misconception.name,
            idea=idea,
            counterexample=check.counterexample,
            check=check,
            question=asked.question,
            by_program=by_program,
        )


def _typed(raw: str, say: Say) -> str:
    return shown(answer_text(raw), LONGEST_ANSWER, say, MOST_LINES)


def question_title(question: Question, say: Say) -> str:
    """What a question is called: by its own name, or by what it asks in the reader's language."""
    return question.id if question.has_own_id else say(f"asks.{question.ask}")


def _expected(check: Check, say: Say) -> str | None:
    return None if check.expected is None else shown(shown_answer(check.expected), LONGEST_TEXT, say)
