"""A ProblemSet and what may be seen of a Grade → AnsweredPrograms: what became of a program on each tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, NamedTuple

from grader.grading import Check, Grade, Ran
from grader.grading.program_run import OF_FORM, RETURNED
from grader.problems import Problem, ProblemSet, ProblemTree
from grader.questions import Question
from grader.reports.inline_figures import figure_in_report
from grader.reports.record_words import shown_answer
from grader.reports.sheets.blank_sheet import hand_in, rule_change_in_words
from grader.reports.shown_keys import shows_solution
from grader.reports.student.answered_problem import (
    LONGEST_NAME,
    LONGEST_TEXT,
    AnsweredQuestion,
    answered_questions,
    points_in_words,
    shown,
)
from grader.text.columns import visible
from grader.text.sentences import Say

_LONGEST_RETURNED = 300
_OF_NODES = frozenset(("visited", "pruned"))  # whose right answer the drawing shows


class Verdict(NamedTuple):
    """The verdict on one question; neither word where it is not shown."""

    verdict: str
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
    verdicts: tuple[Verdict, ...]
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


@dataclass(frozen=True, slots=True)
class AnsweredProgram:
    """A code problem: `runs` are on the trees that may be seen, and `hidden` counts the others."""

    by_program: ClassVar[bool] = True
    place: ClassVar[int] = 0  # there are no variants

    number: int
    id: str
    title: str
    text: str
    figure: str | None = field(repr=False)
    figure_name: str
    hand_in: str
    rule: tuple[str, ...]
    points: str
    questions: tuple[AnsweredQuestion, ...]
    runs: tuple[AnsweredRun, ...]
    hidden: int
    problem: Problem = field(repr=False)

    @property
    def seen(self) -> str:
        """The table of sentences about what its program did to nodes."""
        return self.problem.code.way.seen

    @property
    def troubled(self) -> tuple[AnsweredRun, ...]:
        """The runs of which there is something to tell, of those that are alike the first."""
        return tuple(run for run in self.runs if not run.is_fine and run.alike[:1] == (run.name,))


def answered_programs(
    grade: Grade, problems: ProblemSet, now: datetime | None, say: Say
) -> Iterator[AnsweredProgram]:
    """The code problems, with what a grade shows of them; staff has no time, and sees all trees."""
    checks = {(check.problem, check.question): check for check in grade.checks}
    for number, problem in enumerate(problems.problems, 1):
        if problem.program is None:
            continue
        own = [checks[problem.id, asked.question.id] for asked in problem.questions]
        words = [_words(problem, asked.question, problems, say) for asked in problem.questions]
        runs = [ran for ran in grade.runs if ran.problem == problem.id]
        yield AnsweredProgram(
            number=number,
            id=problem.id,
            title=shown(problem.title or problem.id, LONGEST_NAME, say),
            text=shown(problem.text, LONGEST_TEXT, say),
            figure=figure_in_report(problem),
            figure_name="" if problem.figure is None else visible(problem.figure.name),
            hand_in=hand_in(problem, say),
            rule=rule_change_in_words(problem.rule, problems.rule, problems),
            points=points_in_words(own, say),
            questions=tuple(answered_questions(number, problem, own, words, say)),
            runs=tuple(_runs(problem, runs, own, problems=problems, now=now, say=say)),
            hidden=0 if now is None else sum(tree.hidden for tree in problem.trees),
            problem=problem,
        )


def _words(
    problem: Problem, question: Question, problems: ProblemSet, say: Say
) -> tuple[str, tuple[str, ...]]:
    """What a question asks, and what the rule changes for it."""
    rule = rule_change_in_words(question.rule, problem.rule, problems)
    return say(f"code.ask-{question.ask}"), rule


def _runs(
    problem: Problem,
    runs: Sequence[Ran],
    checks: Sequence[Check],
    *,
    problems: ProblemSet,
    now: datetime | None,
    say: Say,
) -> Iterator[AnsweredRun]:
    places = {tree.id: place for place, tree in enumerate(problem.trees)}
    alike = _alike(runs, say)
    for ran in runs:
        place = places[ran.tree]
        tree = problem.trees[place]
        yield AnsweredRun(
            name=_name(ran, say),
            alike=alike[ran.tree],
            rule=rule_change_in_words(tree.rule(problem.rule), problem.rule, problems),
            verdicts=tuple(_verdict(ran.verdicts.get(check.question, ""), say) for check in checks),
            end=say(f"run-end.{ran.outcome}"),
            returned=shown(ran.returned, _LONGEST_RETURNED, say),
            corrections=tuple(_corrections(ran, checks, say)) if ran.outcome == RETURNED else (),
            said=_said(ran, alike[ran.tree], say),
            traceback=shown("\n".join(ran.traceback), LONGEST_TEXT, say),
            printed=shown(ran.printed.rstrip("\n"), LONGEST_TEXT, say),
            judged=shows_solution(problem, place, problems, now),
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


def _verdict(verdict: str, say: Say) -> Verdict:
    return Verdict(verdict, say(f"verdict.{verdict}") if verdict else "")


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


def _corrections(ran: Ran, checks: Sequence[Check], say: Say) -> Iterator[str]:
    """The right answers to the questions that are not answered right, as far as they may be seen."""
    for check in checks:
        wrong = ran.verdicts.get(check.question, "right") != "right"
        if wrong and check.ask not in _OF_NODES and ran.tree in (check.expected or {}):
            answer = shown(shown_answer(check.expected[ran.tree]), LONGEST_TEXT, say)
            yield say("code-page.expected-to", question=check.question, answer=answer)
