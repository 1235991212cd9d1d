"""Where the trees of a code problem show too little, or its limits leave too little room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grader.checking.asked_questions import MOST_NODES, spot_of
from grader.checking.finding import Finding, warning
from grader.grading.visibility import public_trees
from grader.problems import Problem, ProblemSet, ProblemTree
from grader.questions.question import Observable
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.source import InputError

_ROOM = 2  # times as many nodes as our own search asks about; few students' searches ask for each once


class _Tried(NamedTuple):
    """A field that programs get wrong without anybody noticing: its values, and where they could show."""

    field: str
    values: tuple[str, str]
    observables: frozenset[Observable]


_ABOUT_VISITS: frozenset[Observable] = frozenset(("visits", "skips", "count"))
_TRIED = (
    _Tried("ties", ("cut", "keep"), _ABOUT_VISITS),
    _Tried("cutoffs", ("deep", "shallow"), _ABOUT_VISITS),
    _Tried("best", ("first", "last"), frozenset(("move",))),
)


def some_trees_are_public(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where students see none of the trees, and so nothing of what went wrong."""
    for problem in problems.by_program:
        if not public_trees(problem):
            message = f"every tree of `{problem.id}` is hidden, so that students never see what went wrong"
            yield warning("all-hidden", message, "let one be seen", spot_of(problems, problem))


def rules_are_tried(problems: ProblemSet) -> Iterator[Finding]:
    """A warning for every field of the rule that no tree puts to the test."""
    for problem in problems.by_program:
        asked = {entry.question.observable for entry in problem.questions if entry.void is None}
        for tried in _TRIED:
            if asked & tried.observables and _applies(problem, tried) and not _shows(problem, tried):
                stated = f"`{tried.field}: {getattr(problem.rule, tried.field)}`"
                message = f"no tree of `{problem.id}` shows whether a program follows {stated}"
                hint = "add a tree on which it matters"
                yield warning("untested-rule", message, hint, spot_of(problems, problem))


def limits_are_wide_enough(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where our own search asks about nearly as many nodes as a program may, or more."""
    for problem in problems.by_program:
        counts = {tree.id: tree.solution(problem.rule).counts.nodes_visited for tree in problem.trees}
        tree, most = max(counts.items(), key=lambda item: item[1])
        if most * _ROOM > problem.code.visits:
            asks = f"on `{tree}` a right search asks about {most:,} nodes"
            message = f"{asks}, and `visits` lets a program ask about {problem.code.visits:,}"
            hint = f"allow {most * _ROOM:,} or more"
            yield warning("tight-limits", message, hint, spot_of(problems, problem))


def _applies(problem: Problem, tried: _Tried) -> bool:
    """Whether the field has one of the two values, and means anything under the rule."""
    rule = problem.rule
    means = rule.search == "alpha-beta" or tried.field == "best"
    return means and getattr(rule, tried.field) in tried.values


def _shows(problem: Problem, tried: _Tried) -> bool:
    """Whether some tree has another key under the other value; a large one is taken to have."""
    return any(
        len(tree.tree) > MOST_NODES or _differs(tree, tree.rule(problem.rule), tried)
        for tree in problem.trees
    )


def _differs(tree: ProblemTree, rule: Rule, tried: _Tried) -> bool:
    keys = set()
    for value in tried.values:
        try:
            keys.add(_key(solve(tree.tree, rule.changed(**{tried.field: value})), tried))
        except InputError:  # the tree cannot be searched by this rule
            return True
    return len(keys) > 1


def _key(solution: Solution, tried: _Tried) -> tuple[str, ...]:
    return solution.best_moves if tried.field == "best" else solution.visited
