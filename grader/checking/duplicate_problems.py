"""Problems that ask the same about trees that are the same but for names and a few numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from grader.checking.asked_questions import spot_of
from grader.checking.finding import Finding, warning
from grader.checking.renumbered_tree import leaf_indexes
from grader.problems import Problem, ProblemSet
from grader.questions import Question
from grader.solving import Solution
from grader.text.numbers import Number
from grader.tree import Tree

_LEAVES_PER_CHANGE = 4  # with one changed leaf in so many, or fewer, a tree is much the same


def problems_differ(problems: ProblemSet) -> Iterator[Finding]:
    """A warning for a problem that is much the same as one before it."""
    for earlier, later in combinations(problems.on_sheet, 2):
        if _questions(earlier) == _questions(later) and _are_much_the_same(earlier, later):
            message = f"`{later.id}` is much the same as `{earlier.id}`: the same questions about such a tree"
            found = warning(
                "near-duplicate", message, "change the tree or what is asked", spot_of(problems, later)
            )
            yield replace(found, mistake=replace(found.mistake, related=(earlier.place, "this one")))


def _questions(problem: Problem) -> frozenset[Hashable]:
    """What is asked, whatever the nodes and the points."""
    return frozenset(_gist(entry.question) for entry in problem.questions)


def _gist(question: Question) -> Hashable:
    fields = question.public_fields()
    return question.ask, question.rule, fields.get("as"), fields.get("text")


def _are_much_the_same(one: Problem, other: Problem) -> bool:
    rule = one.questions[0].question.rule  # under which the other asks something, too
    first, second = one.solution(0, rule), other.solution(0, rule)
    if _shape(first.tree) != _shape(second.tree):
        return False
    mine, theirs = _numbers(first), _numbers(second)
    changed = sum(map(_differ, mine, theirs))
    return changed * _LEAVES_PER_CHANGE <= len(mine) or _ranks(mine) == _ranks(theirs)


def _shape(tree: Tree) -> tuple[object, ...]:
    return tree.kinds, tree.ends, tree.probabilities


def _numbers(solution: Solution) -> list[Number]:
    return [solution.true.numbers[leaf] or 0 for leaf in leaf_indexes(solution.tree)]


def _differ(one: Number, other: Number) -> bool:
    return one != other


def _ranks(numbers: Sequence[Number]) -> list[int]:
    """Which leaf is how large: where this is the same, so is every step of minimax."""
    places = {number: place for place, number in enumerate(sorted(set(numbers)))}
    return [places[number] for number in numbers]
