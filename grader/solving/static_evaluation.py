"""A node where a search stops → its static evaluation: a utility, an estimate, or weighed features."""

from __future__ import annotations

from grader.rule import Rule
from grader.solving.arithmetic import weighted_sum
from grader.text.numbers import Number, Payoffs
from grader.tree import Kind, Tree
from grader.tree.node import Unknown


def static_evaluation(tree: Tree, index: int, rule: Rule) -> Number | Payoffs | None:
    """The utility of a leaf, or what a search that stops at an inner node takes it to be worth, if known."""
    number = tree.utilities[index] if tree.kinds[index] is Kind.LEAF else tree.estimates[index]
    if isinstance(number, Unknown):
        return None
    features = tree.features[index]
    if number is not None or not features or missing_weights(tree, index, rule):
        return number
    weights = dict(rule.evaluation or ())
    return weighted_sum([weights[name] for name, _ in features], [worth for _, worth in features])


def missing_weights(tree: Tree, index: int, rule: Rule) -> tuple[str, ...]:
    """The features of a node to which the rule gives no weight."""
    weights = dict(rule.evaluation or ())
    return tuple(name for name, _ in tree.features[index] or () if name not in weights)
