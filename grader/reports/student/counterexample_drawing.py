"""A counterexample and the solution that it is about → a drawing with the changed leaves marked."""

from __future__ import annotations

from collections.abc import Sequence

from grader.drawing import Marks, draw
from grader.drawing.marks import fold_unchanged
from grader.drawing.picture import Picture, picture
from grader.solving import Solution
from grader.solving.counterexample import Counterexample
from grader.solving.minimax import true_values
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree import Tree

LARGEST_WHOLE = 15  # nodes of a counterexample that a page draws whole


def drawn(counterexample: Counterexample, solution: Solution, say: Say, form: str = "text") -> str:
    """The tree with all values, both where they depend on the leaf; `form` is one that `draw` knows."""
    tree, marks = _changed_tree(counterexample, solution, say)
    return draw(tree, form, marks, say)


def counterexample_picture(counterexample: Counterexample, solution: Solution, say: Say) -> Picture:
    """The same for a page that styles all its drawings alike; of a larger tree only what changes is open."""
    tree, marks = _changed_tree(counterexample, solution, say)
    if len(tree) > LARGEST_WHOLE:
        first = _numbers(counterexample, solution, counterexample.utilities[0])
        tree, marks = fold_unchanged(tree, marks, true_values(tree, first))
    return picture(tree, marks, say, named=False)


def _changed_tree(counterexample: Counterexample, solution: Solution, say: Say) -> tuple[Tree, Marks]:
    tree, own = solution.tree, solution.true.numbers
    say = say.in_decimals() if tree.in_decimals else say
    first, second = (_numbers(counterexample, solution, utility) for utility in counterexample.utilities)
    changed = sorted(map(tree.index, (counterexample.leaf, *counterexample.changed)))
    marks = Marks(
        values=_values(tree, first, second, say),
        changed={index: say("counterexample.was", utility=own[index]) for index in changed},
    )
    utilities = {index: number for index, number in enumerate(first) if number is not None}
    return tree.without_evaluations().with_utilities(utilities), marks


def _numbers(counterexample: Counterexample, solution: Solution, utility: Number) -> list[Number | None]:
    """The utility of each leaf, with one of the two of the leaf that it is about."""
    numbers = list(solution.true.numbers)
    for name, number in {**counterexample.changed, counterexample.leaf: utility}.items():
        numbers[solution.tree.index(name)] = number
    return numbers


def _values(
    tree: Tree, first: Sequence[Number | None], second: Sequence[Number | None], say: Say
) -> dict[int, str]:
    """The values of inner nodes, and both utilities of the leaf in which the two columns differ."""
    values = enumerate(zip(true_values(tree, first), true_values(tree, second), strict=True))
    return {
        index: say.shown(one) if one == other else say("counterexample.either", first=one, second=other)
        for index, (one, other) in values
        if first[index] is None or one != other
    }
