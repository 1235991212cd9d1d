"""An idea and a rule → a smallest tree on which the idea shows, to practise on, and trees like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from grader.generating.asked_kinds import AskedKind
from grader.ideas import BY_ID
from grader.ideas.catalogue import smallest_tree
from grader.questions.general_question import GENERAL_KINDS
from grader.reports.practice.practice_task import PracticeTask
from grader.reports.practice.practice_tree import PracticeTree, practice_tree
from grader.reports.practice.tree_identity import is_known
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.sentences import Say
from grader.text.source import InputError

# In the walk most ideas show; the others in a question, the shortest first.
_ASKED: tuple[tuple[AskedKind, ...], ...] = (
    (),
    (AskedKind("best-move"),),
    *((AskedKind(kind),) for kind in GENERAL_KINDS if kind != "best-move"),
    (AskedKind("visited", "order"),),
    (AskedKind("window", "exit"),),
)


def idea_tree(idea: str, rule: Rule, say: Say, known: frozenset[str] = frozenset()) -> PracticeTree | None:
    """The smallest tree with the tasks in which the idea shows, by this rule or by one that it needs."""
    return None if is_known(smallest_tree(idea).tree, known) else _made(idea, rule, say)


@cache
def _made(idea: str, rule: Rule, say: Say) -> PracticeTree | None:
    for solution in smallest_solutions(idea, rule):
        for asked in _ASKED:
            made = practice_tree(solution, asked, say, ideas=[BY_ID[idea]])
            if idea in made.ideas:
                return replace(made, walk=_plain(made.walk) if not asked else (), solve=_plain(made.solve))
    return None


def _plain(tasks: Iterable[PracticeTask]) -> tuple[PracticeTask, ...]:
    """Tasks without what is beside the point where one idea is looked at."""
    return tuple(replace(task, conventions={}, proofs={}) for task in tasks)


def smallest_solutions(idea: str, rule: Rule) -> Iterator[Solution]:
    """The smallest tree of an idea, solved by a rule if that allows its numbers, and by one that shows it."""
    smallest = smallest_tree(idea)
    for each in (rule.changed(depth=None, evaluation=None), smallest.rule):
        try:
            yield solve(smallest.tree, each)
        except InputError:  # a utility that the rule does not allow
            continue
