"""An order of visits that goes astray, and the right one → how far it is right, and the first wrong step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.questions.credit import right_beginning
from grader.questions.question import Marking
from grader.questions.reasons.skips import below_in_words, cutoff_of, lies_below
from grader.questions.reasons.window_steps import entry_in_words, why_cut, window_change_in_words
from grader.solving import Cutoff
from grader.text.sentences import Say
from grader.tree import Tree
from grader.tree.notation import write_name


class _Fork(NamedTuple):
    """Where two orders part: after `last`, one goes on to `expected` and the other to `given`."""

    last: str | None
    expected: str | None
    given: str | None


def first_difference(given: Sequence[str], key: Sequence[str], marking: Marking) -> Iterator[str]:
    """How far the order is right, where the search goes then, and why; nothing where all is right."""
    right = right_beginning(given, key)
    fork = _Fork(
        key[right - 1] if right else None, *(next(iter(rest[right:]), None) for rest in (key, given))
    )
    if fork.expected is None and fork.given is None:
        return
    if fork.last is not None:
        yield marking.say("visited.beginning", number=right, last=write_name(fork.last))
    yield _in_words(fork, marking.say)
    yield from filter(None, (_assumed(fork, given, key, marking), *_reasons(fork, marking)))


def _in_words(fork: _Fork, say: Say) -> str:
    after, expected, given = (write_name(name or "") for name in fork)
    if fork.expected is None:
        return say("visited.ends", after=after)
    if fork.last is None:
        return say("visited.starts", expected=expected)
    key = "visited.goes-on" if fork.given is None else "visited.instead"
    return say(key, after=after, expected=expected, given=given)


def _assumed(fork: _Fork, given: Sequence[str], key: Sequence[str], marking: Marking) -> str | None:
    """What somebody seems to assume who gives this order: another order of the whole tree, or a cut."""
    tree = marking.solution.tree
    known = [tree.index(name) for name in given if not lies_below(name, marking.solution)]
    if _is_finishing_order(known, tree):
        return marking.say("visited.post-order")
    if _is_level_order(known, tree) and not _is_level_order(list(map(tree.index, key)), tree):
        return marking.say("visited.level-order")
    prunes = marking.solution.rule.search != "minimax"
    return _assumed_cut(fork, marking) if prunes and fork.expected not in given else None


def _is_finishing_order(given: Sequence[int], tree: Tree) -> bool:
    """Whether every node comes after all that is named below it, and some are below others."""
    places = {index: place for place, index in enumerate(given)}
    below = [(index, tree.parents[index]) for index in given if tree.parents[index] in places]
    return bool(below) and all(places[child] < places[parent] for child, parent in below)


def _is_level_order(given: Sequence[int], tree: Tree) -> bool:
    """Whether two levels or more are named one after the other, each with several nodes but the root's."""
    of_all = tree.depths()
    depths = [of_all[index] for index in given]
    return depths == sorted(depths) and sum(count > 1 for count in Counter(depths).values()) > 1


def _assumed_cut(fork: _Fork, marking: Marking) -> str | None:
    """The cut by which the search would go where the student did, where one is possible."""
    tree = marking.solution.tree
    if fork.last is None or fork.expected is None or fork.given is None:
        return None
    branch = _branch(fork.last, fork.expected, tree)
    if branch is None or lies_below(fork.given, marking.solution):
        return None
    parent, before = branch
    if parent <= tree.index(fork.given) < tree.ends[parent]:
        return None
    node, child = write_name(tree.names[parent]), write_name(tree.names[before])
    return marking.say("visited.assumes-cut", expected=write_name(fork.expected), node=node, child=child)


def _reasons(fork: _Fork, marking: Marking) -> Iterator[str | None]:
    """What alpha, beta and v become just then, and why the search never goes where the student did."""
    solution, say = marking.solution, marking.say
    known = fork.given if fork.given is not None and not lies_below(fork.given, solution) else None
    cutoff = None if known is None else cutoff_of(solution.tree.index(known), marking)
    yield from below_in_words(() if fork.given is None else (fork.given,), marking)
    if cutoff is None:
        yield _going_on(fork, marking)
    elif _happens_at(fork, cutoff, solution.tree):
        yield _never(fork, cutoff.why, say)
        yield window_change_in_words("step.turns", cutoff.after, solution, say)
    else:
        yield _going_on(fork, marking)
        yield _never(fork, why_cut(cutoff, say), say)


def _never(fork: _Fork, why: str, say: Say) -> str:
    return say("visited.never", items=write_name(fork.given or ""), why=why)


def _happens_at(fork: _Fork, cutoff: Cutoff, tree: Tree) -> bool:
    """Whether the search stops by this cutoff when it is done with the last node that is right."""
    after = tree[cutoff.after]
    inside = [name is not None and after.index <= tree.index(name) < after.end for name in fork[:2]]
    return inside == [True, False]


def _going_on(fork: _Fork, marking: Marking) -> str | None:
    """What the search knows at the node below which it goes on."""
    if fork.last is None or fork.expected is None:
        return None
    solution, tree = marking.solution, marking.solution.tree
    branch = _branch(fork.last, fork.expected, tree)
    if branch is None:
        return entry_in_words(fork.last, solution, marking.say)
    return window_change_in_words("step.goes-on", tree.names[branch[1]], solution, marking.say)


def _branch(last: str, expected: str, tree: Tree) -> tuple[int, int] | None:
    """The lowest node above both, and its child with `last`; None where that node is `last` itself."""
    before, child = tree.index(last), tree.index(expected)
    while not tree.parents[child] <= before < tree.ends[tree.parents[child]]:
        child = tree.parents[child]
    parent = tree.parents[child]
    if parent == before:
        return None
    while tree.parents[before] != parent:
        before = tree.parents[before]
    return parent, before
