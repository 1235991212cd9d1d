"""A ProblemSet and what may be seen of a Grade → AnsweredProblems: questions, runs, what became of them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from grader.grading import Check, Grade, Ran
from grader.grading.grade_record import CheckStanding
from grader.grading.program_run import OF_FORM
from grader.grading.visibility import Sight
from grader.memory import remembered
from grader.problems import Problem, ProblemSet, ProblemTree
from grader.problems.question_name import QuestionName, names_in_problem
from grader.questions import Question
from grader.questions.question import Observable
from grader.questions.verdict import PartVerdict
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
from grader.reports.set_words import hand_in, rule_change_in_words, variant_in_words
from grader.solving import Solution
from grader.solving.counterexample import Counterexample
from grader.text.columns import visible
from grader.text.numbers import exact_sum
from grader.text.sentences import Say
from grader.tree import Tree

_MOST_MARKS = 10_000  # that are remembered in words: most students have the same
_NOT_KNOWN = "?"
_NOTHING_LOST: frozenset[CheckStanding] = frozenset(("right", "granted", "excluded"))


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with what became of the answer; all texts are fit to be shown.

    `check` is what may be seen of it. `verdict` is how the answer stands. `given` is in its lines, `expected`
    None where it is hidden or where there is none. `reasons` are the sentences of the marking,
    without those about a misconception, which are `idea`, under the title `misconception`; `is_told_before`
    says whether a question before it has these. What a program answers, its runs have, tree by tree.
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
    is_told_before: bool
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
    def is_right(self) -> bool:
        """Whether it is wholly right, so that there is nothing to tell."""
        verdicts = {question.verdict for question in self.questions}
        return "right" in verdicts and verdicts <= _NOTHING_LOST

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
    given = _given(grade, problems)
    told = set(_told_before(grade))
    elsewhere = {problem.id: number for number, problem in enumerate(given.problems, 1)}
    for number, problem in enumerate(problems.problems, 1):
        own = [checks[problem.id, asked.question.id] for asked in problem.questions]
        place = grade.variant_of(problem)
        problem = grade.seen(problem)  # noqa: PLW2901 - the student's own
        words = _words(problem, place, say, problems=problems)
        names = tuple(names_in_problem(problem, number, say))
        yield AnsweredProblem(
            number=number,
            id=problem.id,
            title=words.title,
            text=words.text,
            figure=figure_in_report(problem),
            figure_name="" if problem.figure is None else visible(problem.figure.name),
            variant=_variant(problem, place, say, given=given, numbers=(number, elsewhere[problem.id])),
            hand_in=hand_in(problem, say) if problem.program else "",
            rule=words.rule,
            points=marks_in_words(own, say),
            questions=tuple(_answered_questions(problem, own, words.questions, names, told=told, say=say)),
            searches=_searches(problem, place, sight),
            runs=tuple(answered_runs(problem, grade, own, names=names, sight=sight, say=say)),
            hidden=sum(not sight.shows_tree(tree) for tree in problem.examples),
            problem=problem,
            place=place,
        )


def _told_before(grade: Grade) -> Iterator[str]:
    """The questions before which the idea behind the answer is told, in the order of the set."""
    told: set[str] = set()
    for check in grade.checks:
        if told.issuperset(check.ideas):
            yield check.id
        if check.idea:
            told.update(check.ideas)


def _given(grade: Grade, problems: ProblemSet) -> ProblemSet:
    """The set as whoever had the trees that were marked was given it: versions have other orders."""
    if grade.variant is None or not problems.versions:
        return problems.given_to(grade.tree_of or grade.student)
    return problems.of_version(problems.versions[grade.variant % len(problems.versions)])


def _variant(
    problem: Problem, place: int, say: Say, *, given: ProblemSet, numbers: tuple[int, int]
) -> str | None:
    """Which of its trees it is about, and its number on a sheet that has the problems in another order."""
    words, (here, there) = variant_in_words(problem, place, say), numbers
    if here == there:
        return words or None
    words = words or say("sheet.version", version=given.version)
    return say("report.number-there", version=words, number=there)


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
    return tuple(solution for solution in problem.solutions(place) if not solution.is_open)


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
    problem: Problem,
    checks: Sequence[Check],
    words: Sequence[tuple[str, tuple[str, ...]]],
    names: Sequence[QuestionName],
    *,
    told: Container[str],
    say: Say,
) -> Iterator[AnsweredQuestion]:
    """The questions of a problem; `words` are theirs, each with what the rule changes for it."""
    by_program = problem.program is not None
    for asked, check, (text, rule), name in zip(problem.questions, checks, words, names, strict=True):
        idea = check.idea if check.misconception is not None else ()
        yield AnsweredQuestion(
            number=name.number,
            id=asked.question.id,
            title=shown(name.title, LONGEST_NAME, say),
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
            is_told_before=check.id in told,
            counterexample=check.counterexample,
            check=check,
            question=asked.question,
            by_program=by_program,
        )


def _typed(raw: str, say: Say) -> str:
    return shown(answer_text(raw), LONGEST_ANSWER, say, MOST_LINES)


def _expected(check: Check, say: Say) -> str | None:
    return (
        None
        if check.expected is None
        else shown(shown_answer(check.as_seen(check.expected)), LONGEST_TEXT, say)
    )


_LONGEST_RETURNED = 300
_DRAWN: frozenset[Observable] = frozenset(("visits", "skips"))  # whose right answer the drawing shows


class TreeVerdict(NamedTuple):
    """The verdict on one question; neither word where it is not shown."""

    verdict: PartVerdict | Literal[""]
    in_words: str


@dataclass(frozen=True, slots=True)
class AnsweredRun:
    """What became of a program on a tree; all texts are fit to be shown.

    `rule` is what the tree changes of it, and `verdicts` are in the order of the questions. `corrections` are
    what is right where it is not, each with its question. `judged` says whether it may be told which nodes
    it should have looked at. `alike` are the names of all trees of which the same is told, where the program
    did not come to its end on them.
    """

    name: str
    alike: tuple[str, ...]
    rule: tuple[str, ...]
    verdicts: tuple[TreeVerdict, ...]
    end: str
    returned: str
    corrections: tuple[str, ...]
    said: str
    traceback: str
    printed: str
    judged: bool
    ran: Ran = field(repr=False)
    tree: ProblemTree = field(repr=False)

    @property
    def visits(self) -> str:
        """How many nodes it looked at; nothing where that is hidden."""
        return "" if self.ran.visits is None else str(self.ran.visits)

    @property
    def is_fine(self) -> bool:
        """Whether there is nothing to tell: it is right, or nothing is shown of it yet."""
        return self.ran.right and self.ran.outcome not in OF_FORM


def answered_runs(
    problem: Problem,
    grade: Grade,
    checks: Sequence[Check],
    *,
    names: Sequence[QuestionName],
    sight: Sight,
    say: Say,
) -> Iterator[AnsweredRun]:
    """The runs that a grade shows, with the checks of the problem's questions; none where a sheet answers."""
    runs = [ran for ran in grade.runs if ran.problem == problem.id]
    if not runs:
        return
    places = {tree.id: place for place, tree in enumerate(problem.trees)}
    alike = _alike(runs, say)
    for ran in runs:
        place = places[ran.tree]
        tree = problem.trees[place]
        yield AnsweredRun(
            name=_name(ran, say),
            alike=alike[ran.tree],
            rule=rule_change_in_words(tree.rule(problem.rule), problem.rule, sight.problems),
            verdicts=tuple(_verdict(ran.verdicts.get(check.question, ""), say) for check in checks),
            end=say(f"run-end.{ran.outcome}"),
            returned=shown(ran.returned, _LONGEST_RETURNED, say),
            corrections=tuple(_corrections(ran, problem, checks, names, say))
            if ran.outcome == "returned"
            else (),
            said=_said(ran, alike[ran.tree], say),
            traceback=shown("\n".join(ran.traceback), LONGEST_TEXT, say),
            printed=shown(ran.printed.rstrip("\n"), LONGEST_TEXT, say),
            judged=sight.shows_solution(problem, place),
            ran=ran,
            tree=tree,
        )


def _name(ran: Ran, say: Say) -> str:
    return say("runs.hidden", tree=ran.tree) if ran.hidden else ran.tree


def _said(ran: Ran, trees: tuple[str, ...], say: Say) -> str:
    """Why it did not come to its end; nothing where it did."""
    if not ran.said:
        return ""
    return shown(say("code.on-tree", tree=trees, what=say("drawing.space").join(ran.said)), LONGEST_TEXT, say)


def _verdict(verdict: PartVerdict | Literal[""], say: Say) -> TreeVerdict:
    return TreeVerdict(verdict, say(f"verdict.{verdict}") if verdict else "")


def _alike(runs: Sequence[Ran], say: Say) -> Mapping[str, tuple[str, ...]]:
    """For each tree those of which the same is told, because the program broke off in the same way."""
    groups: dict[object, list[Ran]] = {}
    for ran in runs:
        groups.setdefault((ran.outcome, ran.said) if ran.said else ran.tree, []).append(ran)
    return {
        ran.tree: tuple(_name(one, say) for one in group if not one.right or one.outcome in OF_FORM)
        for group in groups.values()
        for ran in group
    }


def _corrections(
    ran: Ran, problem: Problem, checks: Sequence[Check], names: Sequence[QuestionName], say: Say
) -> Iterator[str]:
    """The right answers to the questions that are not answered right, as far as they may be seen."""
    for asked, check, name in zip(problem.questions, checks, names, strict=True):
        wrong = ran.verdicts.get(check.question, "right") != "right"
        if wrong and asked.question.observable not in _DRAWN and ran.tree in (check.expected or {}):
            answer = shown(shown_answer(check.expected[ran.tree]), LONGEST_TEXT, say)
            yield say("code-page.expected-to", question=str(name), answer=answer)
