"""An answer about a tree → the same answer about a tree of the same shape whose nodes have other names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from grader.memory import remembered
from grader.questions.reading.subtrees import item_texts
from grader.solving import Solution
from grader.tree import Tree

OtherNames: TypeAlias = Mapping[str, str]  # what nodes, edges and moves of one tree are called in another

_BOUNDS = frozenset(("alpha", "beta"))  # which an answer may name besides


@remembered
def other_names(solution: Solution, other: Solution) -> OtherNames | None:
    """The other names of everything that an answer may name; none where a name may mean two things."""
    names: dict[str, str] = {}
    for own, theirs in _called(solution, other):
        if names.setdefault(own, theirs) != theirs:
            return None
    return names if _BOUNDS.isdisjoint(names) else None


def _called(solution: Solution, other: Solution) -> Iterator[tuple[str, str]]:
    for form in ("nodes", "edges"):
        yield from zip(item_texts(form, solution), item_texts(form, other), strict=True)
    yield from zip(_moves(solution.tree), _moves(other.tree), strict=True)


def _moves(tree: Tree) -> Iterable[str]:
    return (tree[index].move for index in range(1, len(tree)))


def renamed_answer(answer: Any, names: OtherNames) -> Any:
    """The answer, or a part of it, in the other names; what names nothing stays."""
    match answer:
        case str():
            return names.get(answer, answer)
        case dict():
            return {names.get(name, name): renamed_answer(part, names) for name, part in answer.items()}
        case tuple() | frozenset():
            items = [renamed_answer(item, names) for item in answer]
            if all(new is old for new, old in zip(items, answer, strict=True)):
                return answer  # numbers, say, which may be of a kind of their own
            return getattr(type(answer), "_make", tuple if isinstance(answer, tuple) else frozenset)(items)
    return answer
