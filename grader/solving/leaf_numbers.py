"""Tree + Rule → the number of every leaf, or an error with all leaves that have none or a wrong one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, isnan
from typing import TypeAlias, cast

from grader.rule import Rule
from grader.solving.minimax import true_values
from grader.solving.static_evaluation import missing_weights, static_evaluation
from grader.text.numbers import Number, Payoffs
from grader.text.source import Mistake, Source, first_mistakes
from grader.tree import Kind, Tree
from grader.tree.node import Unknown
from grader.tree.notation import write_name

Numbers: TypeAlias = Sequence[Number | None]


class _Unsolvable(Exception):
    """A node that a search cannot use: what is wrong with it, and what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class _Unweighed(Exception):
    """A leaf with features to which the rule gives no weight."""

    def __init__(self, features: Sequence[str]) -> None:
        super().__init__(features)
        self.features = features


def leaf_numbers(tree: Tree, rule: Rule) -> Numbers:
    """What each leaf is worth by its index, and None for inner nodes."""
    if rule.utilities is None and rule.depth is None and tree.is_plain:
        return cast("Numbers", tree.utilities)
    numbers: list[Number | None] = [None] * len(tree)
    mistakes = []
    unweighed: dict[int, Sequence[str]] = {}
    for index, kind in enumerate(tree.kinds):
        if kind is Kind.LEAF:
            try:
                numbers[index] = _number(tree, index, rule)
            except _Unsolvable as refused:
                mistakes.append(_mistake(tree, index, refused))
            except _Unweighed as found:
                unweighed[index] = found.features
    mistakes += _without_weights(tree, unweighed, rule)
    if mistakes := mistakes or _undefined(tree, numbers):
        raise first_mistakes(mistakes)
    return numbers


def _number(tree: Tree, index: int, rule: Rule) -> Number:
    utility = tree.utilities[index]
    if isinstance(utility, Unknown):
        what = f"is `{utility}`, which is not a number" if utility.name else "is left blank"
        raise _Unsolvable(f"the leaf {_name(tree, index)} {what}", "a search needs a number here")
    number = static_evaluation(tree, index, rule)
    assert not isinstance(number, Payoffs)  # several players are solved elsewhere
    if number is None:
        raise _unevaluated(tree, index, rule)
    low, high = rule.bounds
    if not low <= number <= high:
        stated = f"the rule says that utilities lie between {tree.pretty(low)} and {tree.pretty(high)}"
        message = f"the leaf {_name(tree, index)} is {tree.pretty(number)}, but {stated}"
        raise _Unsolvable(message, "change the leaf, or the rule's `utilities`")
    return number


def _unevaluated(tree: Tree, index: int, rule: Rule) -> _Unsolvable | _Unweighed:
    """Why a leaf without a utility has no static evaluation."""
    if missing := missing_weights(tree, index, rule):
        return _Unweighed(missing)
    message = f"{_name(tree, index)} is where the depth ends, and it has no static evaluation"
    return _Unsolvable(message, "write one after its kind, such as `min~5(…)`, or change the rule's `depth`")


def _without_weights(tree: Tree, unweighed: Mapping[int, Sequence[str]], rule: Rule) -> Iterator[Mistake]:
    """One mistake for all the leaves that have features without a weight, at the first of them."""
    if not unweighed:
        return
    first = next(iter(unweighed))
    missing = dict.fromkeys(name for names in unweighed.values() for name in names)
    name = _name(tree, first)
    who = f"{name} has" if len(unweighed) == 1 else f"{len(unweighed):,} leaves have, the first one {name}"
    message = f"the rule gives no weight to {_quoted(missing)}, which {who}"
    yield _mistake(tree, first, _Unsolvable(message, _weights_hint(tree, missing, rule)))


def _undefined(tree: Tree, numbers: Numbers) -> list[Mistake]:
    """The chance nodes whose outcomes are worth both +∞ and −∞."""
    if inf not in numbers or -inf not in numbers:
        return []
    message = "the outcomes of {} are worth both ∞ and −∞, so it has no expected value"
    return [
        _mistake(
            tree, index, _Unsolvable(message.format(_name(tree, index)), "use finite utilities below it")
        )
        for index, value in enumerate(true_values(tree, numbers))
        if isnan(value) and tree.kinds[index] is Kind.CHANCE
    ]


def _mistake(tree: Tree, index: int, refused: _Unsolvable) -> Mistake:
    source = Source("", "<tree>") if tree.source is None else tree.source
    return Mistake(refused.message, source, tree.span(index), refused.hint)


def _weights_hint(tree: Tree, features: Iterable[str], rule: Rule) -> str:
    if rule.evaluation:
        return f"the rule's `evaluation` weighs {_quoted(dict(rule.evaluation))}"
    usual = tree.usual_weights or tuple((name, 1) for name in features)
    weights = ", ".join(f"{name}: {weight}" for name, weight in usual)
    which = ", such as the usual ones of this game" if tree.usual_weights else ""
    return f"give the rule weights{which}: `evaluation: {{{weights}}}`"


def _name(tree: Tree, index: int) -> str:
    return _quoted([write_name(tree.names[index])])


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
