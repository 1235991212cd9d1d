"""Marked answers and the tree that they are about → the nodes at which they are wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from grader.grading import Check
from grader.problems import Problem
from grader.questions.verdict import Parts, PartVerdict
from grader.rule.rule_fields import OrderWord
from grader.tree import Tree
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True)
class Ground:
    """A tree on which answers are marked; `indexes` knows its nodes by name, and by the edge above them."""

    tree: Tree
    order: OrderWord
    indexes: Mapping[str, int]


def ground_of(problem: Problem, variant: int) -> Ground:
    """One of the trees of a problem."""
    tree = problem.trees[variant].tree
    names = list(map(write_name, tree.names))
    edges = {f"{names[tree.parents[index]]}->{names[index]}": index for index in range(1, len(tree))}
    return Ground(tree, problem.rule.order, edges | {name: index for index, name in enumerate(tree.names)})


def numbers_judged(asked: Sequence[Sequence[Check | None]]) -> list[Parts]:
    """For each student a verdict for each node for which numbers were asked; wrong where one of them is.

    For each question that was asked there are the checks of the same students, None where there is none.
    """
    if len(asked) == 1:  # the usual case, and far quicker
        return [check.parts for check in asked[0] if check is not None]
    return [_judged(checks) for checks in zip(*asked, strict=True)]


def _judged(checks: Iterable[Check | None]) -> Parts:
    judged: dict[str, PartVerdict] = {}
    for check in filter(None, checks):
        judged |= {name: verdict for name, verdict in check.parts.items() if judged.get(name) != "wrong"}
    return judged


def wrongly_pruned(
    asked: Sequence[Sequence[Check | None]], cuts: Sequence[bool], ground: Ground
) -> Counter[int]:
    """By node, how many students name it though they should not, or leave it out, in answers that are amiss.

    In an order of visits it counts who is in it. `cuts` says for each question whether cutoffs are named,
    each of which stands for what it skips.
    """
    if len(asked) == 1 and not cuts[0]:
        alone = list(filter(None, asked[0]))
        if _agree(alone):
            return _by_naming(alone, ground)
    return Counter(
        chain.from_iterable(_all_wrong(checks, cuts, ground) for checks in zip(*asked, strict=True))
    )


def _agree(checks: Sequence[Check]) -> bool:
    """Whether all were marked by the same key."""
    return all(check.expected == checks[0].expected for check in checks)


def _by_naming(checks: Sequence[Check], ground: Ground) -> Counter[int]:
    """The usual case, and far quicker: how often each node is named tells how often that is wrong."""
    named = Counter(chain.from_iterable(check.given or () for check in checks))
    key = {*(checks[0].expected or ())} if checks else set()
    left_out = {name: len(checks) - named[name] for name in key}
    wrong = {name: count for name, count in named.items() if name not in key} | left_out
    return +Counter({ground.indexes[name]: wrong[name] for name in wrong if name in ground.indexes})


def _all_wrong(checks: Iterable[Check | None], cuts: Iterable[bool], ground: Ground) -> set[int]:
    marked = zip(checks, cuts, strict=True)
    return set().union(
        *(_difference(check, cut, ground) for check, cut in marked if check and check.verdict != "right")
    )


def _difference(check: Check, cut: bool, ground: Ground) -> set[int]:
    if cut:
        return _skipped(check.given, ground) ^ _skipped(check.expected, ground)
    named = set(check.given or ()).symmetric_difference(check.expected or ())
    return {ground.indexes[name] for name in named if name in ground.indexes}


def _skipped(cuts: Iterable[Mapping[str, Any]] | None, ground: Ground) -> set[int]:
    """The children that come after those after which the search is said to stop."""
    found: set[int] = set()
    for cut in cuts or ():
        at, after = (ground.indexes.get(cut[place]) for place in ("at", "after"))
        if at is not None and after is not None:
            found.update(child for child in ground.tree.child_indexes(at) if _follows(child, after, ground))
    return found


def _follows(child: int, after: int, ground: Ground) -> bool:
    return child > after if ground.order == "left-to-right" else child < after
