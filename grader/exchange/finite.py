"""Tree → the numbers at its leaves, for formats that know finite numbers only."""

from __future__ import annotations

from fractions import Fraction

from grader.notation import write_name
from grader.source import Mistake, Source, first_mistakes
from grader.tree import Kind, Tree, Unknown

_NOWHERE = Source("", "<tree>")


def finite_utilities(tree: Tree, system: str) -> dict[int, int | Fraction]:
    """The utility of every leaf by its index; an `InputError` names those that have no finite one."""
    found: dict[int, int | Fraction] = {}
    mistakes = []
    for index, kind in enumerate(tree.kinds):
        if kind is Kind.LEAF:
            utility = tree.utilities[index]
            if utility is None or isinstance(utility, Unknown | float):
                mistakes.append(_without_number(tree, index, system))
            else:
                found[index] = utility
    if mistakes:
        raise first_mistakes(mistakes)
    return found


def _without_number(tree: Tree, index: int, system: str) -> Mistake:
    name = write_name(tree.names[index])
    infinite = isinstance(tree.utilities[index], float)
    message = (
        f"the leaf `{name}` {'is infinite' if infinite else 'has no number'}, and {system} needs a finite one"
    )
    return Mistake(message, tree.source or _NOWHERE, tree.span(index), "give it a finite number")
