"""Nodes in an answer that lie below the depth at which the search ends → a sentence about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.questions.question import Marking
from grader.questions.reading.node_names import names_of
from grader.questions.set_comparison import said_of
from grader.solving import Solution
from grader.tree.notation import write_name


def lies_below(name: str, solution: Solution) -> bool:
    """Whether a node is one of the whole tree, but not of the tree as far as the search goes."""
    names = names_of(solution)
    return names.is_below(names.index(name))


def below_in_words(names: Iterable[str], marking: Marking) -> Iterator[str]:
    """A sentence about the nodes of an answer that lie there, if there are any."""
    if below := [write_name(name) for name in names if lies_below(name, marking.solution)]:
        yield said_of("depth.below", below, marking.say)
