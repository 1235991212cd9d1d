"""A Problem and what may be seen of a Grade → AnsweredRuns: what became of a program on each tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from grader.grading import Check, Grade, Ran
from grader.grading.program_run import OF_FORM
from grader.grading.visibility import Sight
from grader.problems import Problem, ProblemTree
from grader.questions.question import Observable
from grader.questions.verdict import PartVerdict
from grader.reports.record_words import LONGEST_TEXT, shown, shown_answer
from grader.reports.sheets.blank_sheet import rule_change_in_words
from grader.text.sentences import Say

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
    problem: Problem, grade: Grade, checks: Sequence[Check], sight: Sight, say: Say
) -> Iterator[AnsweredRun]:
    """The runs that a grade shows, with the checks of the problem's questions; none where a sheet answers."""
    runs = [ran for ran in grade.runs if ran.problem == problem.id]
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
            corrections=tuple(_corrections(ran, problem, checks, say)) if ran.outcome == "returned" else (),
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


def _corrections(ran: Ran, problem: Problem, checks: Sequence[Check], say: Say) -> Iterator[str]:
    """The right answers to the questions that are not answered right, as far as they may be seen."""
    for asked, check in zip(problem.questions, checks, strict=True):
        wrong = ran.verdicts.get(check.question, "right") != "right"
        if wrong and asked.question.observable not in _DRAWN and ran.tree in (check.expected or {}):
            answer = shown(shown_answer(check.expected[ran.tree]), LONGEST_TEXT, say)
            yield say("code-page.expected-to", question=check.question, answer=answer)
