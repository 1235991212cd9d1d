"""What was seen of a program on every tree → each question answered there, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from grader.grading.program_run import OF_FORM
from grader.grading.programs.observation import NotAnswered, Observed
from grader.grading.programs.program_runs import Runs, is_unusable
from grader.grading.ready_questions import under_each_rule
from grader.memory import remembered
from grader.problems import Accepted, Asked, Problem, ProblemTree
from grader.questions import Mark, Marking, Question
from grader.questions.verdict import PartVerdict, Verdict
from grader.rule import Rule
from grader.sandbox.run import Run
from grader.solving import Solution
from grader.text.sentences import Say


@dataclass(frozen=True, slots=True)
class _PosedOnTree:
    """A question about one tree, and what is right there."""

    tree: ProblemTree
    question: Question
    solution: Solution
    expected: Any  # as JSON holds it


@dataclass(frozen=True, slots=True)
class _Series:
    """A question on all the trees, under the stated rule or an accepted one."""

    asked: Asked
    rule: Rule
    accepted: Accepted | None
    posed: tuple[_PosedOnTree, ...]


@remembered
def series_by_rule(problem: Problem) -> tuple[tuple[_Series, ...], ...]:
    """The questions under the stated rule, and then under each further one that is accepted."""
    return under_each_rule(problem, partial(_series, problem), _keys)


def _keys(series: _Series) -> list[Any]:
    return [posed.expected for posed in series.posed]


def _series(problem: Problem, asked: Asked, accepted: Accepted | None) -> _Series:
    rule = asked.question.rule if accepted is None else accepted.under(asked.question.rule)
    return _Series(asked, rule, accepted, tuple(_pose(asked.question, tree, rule) for tree in problem.trees))


def _pose(asked: Question, tree: ProblemTree, rule: Rule) -> _PosedOnTree:
    """The question about one tree, which is right or wrong as a whole."""
    question = replace(asked, rule=tree.rule(rule), carry=False, credit="all")
    solution = tree.solution(rule)
    return _PosedOnTree(tree, question, solution, question.plain_key(solution))


_NOTHING_TO_READ = OF_FORM | {"unreadable"}


@dataclass(frozen=True, slots=True)
class AnswerOnTree:
    """A question on one tree: what the program answered, and its mark; neither where it did not answer."""

    posed: _PosedOnTree
    observed: Observed
    given: Any
    mark: Mark | None

    @property
    def tree(self) -> ProblemTree:
        return self.posed.tree

    @property
    def run(self) -> Run:
        return self.observed.run

    @property
    def verdict(self) -> PartVerdict:
        if self.run.outcome in _NOTHING_TO_READ:
            return "unreadable"
        return "right" if self.right else "wrong"

    @property
    def right(self) -> bool:
        return self.mark is not None and self.mark.share == 1

    @property
    def plain(self) -> Any:
        """The answer as JSON holds it."""
        return None if self.given is None else self.posed.question.plain(self.given)


@dataclass(frozen=True, slots=True)
class AnsweredSeries:
    """A question on every tree, answered.

    `told` is the series under the rule that the trees speak for that students know. `trial` is a run of which
    they can be told where there is no such tree.
    """

    series: _Series
    answers: tuple[AnswerOnTree, ...]
    told: _Series
    trial: Run | None = None
    together: bool = False  # whether it earns something only with all other questions of its problem
    spoiled: bool = False  # … and one of these is not right on every tree

    @property
    def question(self) -> Question:
        return self.series.asked.question

    @property
    def weights(self) -> Fraction:
        return Fraction(sum(answer.tree.weight for answer in self.answers))

    @property
    def right(self) -> Fraction:
        """What the trees count on which it is right."""
        return Fraction(sum(answer.tree.weight for answer in self.answers if answer.right))

    @property
    def share(self) -> Fraction:
        share = self.right / self.weights
        if self.spoiled or (self.question.credit == "all" and share < 1):
            return Fraction(0)
        return share * (self.series.accepted.credit if self.series.accepted else 1)

    @property
    def verdict(self) -> Verdict:
        if self.share:
            return "right" if self.share == 1 else "partly"
        return "unreadable" if self._is_unreadable else "wrong"

    @property
    def public(self) -> tuple[AnswerOnTree, ...]:
        """The answers on the trees that students know."""
        return tuple(answer for answer in self.answers if not answer.tree.hidden)

    @property
    def is_unusable(self) -> bool:
        """Whether the program came nowhere on any tree, as far as students may know."""
        runs = [answer.run for answer in self.public] if self.trial is None else [self.trial]
        return bool(runs) and all(map(is_unusable, runs))

    @property
    def _is_unreadable(self) -> bool:
        """Whether nothing can be read of it; what became of hidden trees does not count."""
        return self.is_unusable or {answer.verdict for answer in self.public} == {"unreadable"}


def answer_questions(problem: Problem, runs: Runs, say: Say) -> tuple[AnsweredSeries, ...]:
    """All questions under the one rule that is best for the student, of equals the stated one."""
    rules = [tuple(_row(series, runs, say) for series in questions) for questions in series_by_rule(problem)]
    if problem.all_or_nothing:
        rules = list(map(_together, rules))
    best = max(rules, key=_worth)
    told = max(rules, key=_public_worth)
    return tuple(replace(row, told=other.series) for row, other in zip(best, told, strict=True))


def _together(rows: tuple[AnsweredSeries, ...]) -> tuple[AnsweredSeries, ...]:
    """The rows where nothing is earned unless every question is right on every tree."""
    spoiled = any(row.right < row.weights for row in rows)
    return tuple(replace(row, together=True, spoiled=spoiled) for row in rows)


def _worth(rows: tuple[AnsweredSeries, ...]) -> Fraction:
    return Fraction(sum(row.share * row.question.points for row in rows))


def _public_worth(rows: tuple[AnsweredSeries, ...]) -> Fraction:
    """The same of the trees that students know alone."""
    return _worth(tuple(replace(row, answers=row.public) for row in rows if row.public))


def _row(series: _Series, runs: Runs, say: Say) -> AnsweredSeries:
    pairs = zip(series.posed, runs.runs, strict=True)
    return AnsweredSeries(series, tuple(_answer(posed, run, say) for posed, run in pairs), series, runs.trial)


def _answer(posed: _PosedOnTree, run: Run, say: Say) -> AnswerOnTree:
    observed = Observed.of(run, posed.solution)
    try:
        given = posed.question.key(observed) if run.outcome == "returned" else None
    except NotAnswered:
        given = None
    guessed = posed.question.is_returned and not observed.saw_a_leaf
    mark = None if given is None or guessed else _mark(posed, given, observed, say)
    return AnswerOnTree(posed, observed, given, mark)


def _mark(posed: _PosedOnTree, given: Any, observed: Observed, say: Say) -> Mark:
    """The mark; whoever looks below the depth of the search has not looked at the right nodes."""
    mark = posed.question.mark(given, Marking(posed.solution, say, {}))
    if posed.question.observable == "visits" and observed.beyond:
        return replace(mark, share=Fraction(0))
    return mark
