"""What is promised of generated trees holds by an engine that shares nothing with the package."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.generating.generator import generate
from grader.generating.goals import GoalError, Goals
from grader.rule import Rule
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from tests import oracles

_RULES = (
    Rule(), Rule(ties="keep"), Rule(order="right-to-left"), Rule(cutoffs="shallow"),
    Rule(last_child="event"), Rule(chance="star1"), Rule(chance="none"), Rule(returns="hard"),
    Rule(best="last"),
)  # fmt: skip
_COUNT = st.sampled_from(("0", "1", "2", "1..", "..2", "1..3", "3.."))


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, Any], Rule]:
    fields = draw(
        st.fixed_dictionaries(
            {"leaves": st.sampled_from(("6", "8..10", "9..12"))},
            optional={
                "depth": st.sampled_from(("2", "3", "4", "3..4")),
                "shape": st.sampled_from(("any", "even", "uniform", "lopsided")),
                "kinds": st.sampled_from(("max,min", "max,min,chance", "max,chance")),
                "numbers": st.sampled_from(("0..20", "-9..9", "0..10 halves", "head")),
                "distinct": st.just("true"),
                "ties": st.sampled_from(("any", "none", "cut", "leaves", "best-move")),
                "cutoffs": _COUNT,
                "deep": _COUNT,
                "cutoffs-at-max": _COUNT,
                "cutoffs-at-min": _COUNT,
                "leaves-pruned": _COUNT,
                "inner-pruned": _COUNT,
                "best-move": st.sampled_from(("first", "last", "2")),
                "best-move-not": st.sampled_from(("first", "last")),
                "expectations": st.sampled_from(("whole", "halves")),
                "no-guess": st.just("true"),
            },
        )
    )
    return fields, draw(st.sampled_from(_RULES))


@settings(max_examples=3 * settings().max_examples)
@given(cases(), st.integers(0, 999))
def test_what_is_promised_holds_by_an_independent_engine(
    case: tuple[dict[str, Any], Rule], seed: int
) -> None:
    fields, rule = case
    try:
        goals = Goals.from_fields(fields)
        harvest = generate(goals, rule, str(seed), 2, most_steps=150)
    except GoalError:
        return
    for found in harvest.trees:
        check(found.tree, goals, rule)
    if len(harvest.trees) < 2 and harvest.nearest is not None:
        assert harvest.nearest.missing


def check(tree: Tree, goals: Goals, rule: Rule) -> None:
    """Every goal, looked at once more in the tree's own text."""
    assert parse_tree(str(tree)) == parse_tree(f"{tree}") == tree
    fields = oracles.fields_of(rule)
    record, values = oracles.explore(tree, fields), oracles.true_values(oracles.plain(tree, fields))
    pruned = [tree[name] for name in record.pruned]
    numbers = [leaf.utility for leaf in tree.leaves]
    measured = {
        "leaves": len(numbers),
        "depth": max(tree.depths()),
        "cutoffs": len(record.cutoffs),
        "deep": sum(_is_deep(tree, rule, cut) for cut in record.cutoffs),
        "cutoffs_at_max": sum(tree[cut.at].kind is Kind.MAX for cut in record.cutoffs),
        "cutoffs_at_min": sum(tree[cut.at].kind is Kind.MIN for cut in record.cutoffs),
        "leaves_pruned": sum(node.is_leaf for node in pruned),
        "inner_pruned": sum(not node.is_leaf for node in pruned),
    }
    for name, number in measured.items():
        span = getattr(goals, name)
        if span is not None and (name != "deep" or not tree.has_chance):
            assert number in span, name
    assert set(numbers) <= set(goals.numbers.pool)
    assert not goals.distinct or len(set(numbers)) == len(numbers)
    check_ties(tree, goals, fields)
    check_moves(tree, goals, fields, values)
    for node in tree:
        if node.kind is Kind.CHANCE:
            times = {"whole": 1, "halves": 2}.get(goals.expectations)
            assert times is None or (values[node.name] * times) % 1 == 0


def _is_deep(tree: Tree, rule: Rule, cut: oracles.Cut) -> bool:
    """Whether the bound that failed is none of those that the node's parent has set by then."""
    if rule.cutoffs == "shallow":
        return False
    parent = tree.parent(tree[cut.at])
    if parent is None:
        return False
    fields = oracles.fields_of(rule)
    record = oracles.explore(tree, fields)
    siblings = [child.name for child in tree.children(parent) if child.name in record.visited]
    before = (
        siblings[: siblings.index(cut.at)]
        if rule.order == "left-to-right"
        else siblings[siblings.index(cut.at) + 1 :]
    )
    side = 0 if cut.bound == "alpha" else 1
    owner = Kind.MAX if side == 0 else Kind.MIN
    set_here = [record.returned[name] for name in before] if parent.kind is owner else []
    best = (max if side == 0 else min)(set_here, default=None)
    return not (
        best is not None and best == record.windows[cut.at][side] != record.windows[parent.name][side]
    )


def check_ties(tree: Tree, goals: Goals, fields: oracles.Fields) -> None:
    other = {**fields, "ties": "keep" if fields["ties"] == "cut" else "cut"}
    decides = oracles.explore(tree, fields).visited != oracles.explore(tree, other).visited
    numbers = [leaf.utility for leaf in tree.leaves]
    tied = len(oracles.best_moves(tree, {**fields, "best": "any"})) > 1
    assert goals.ties != "none" or not (decides or tied)
    assert goals.ties != "cut" or decides
    assert goals.ties != "leaves" or len(set(numbers)) < len(numbers)
    assert goals.ties != "best-move" or tied


def check_moves(tree: Tree, goals: Goals, fields: oracles.Fields, values: dict[str, Any]) -> None:
    children = tree.children(tree.root)
    (best,) = oracles.best_moves(tree, fields)
    place = [child.move for child in children].index(best)
    names = {"first": 0, "last": len(children) - 1, 2: 1}
    assert goals.best_move is None or place == names[goals.best_move]
    assert goals.best_move_not is None or place != names[goals.best_move_not]
    if goals.no_guess:
        assert place
        assert oracles.explore(tree, fields).pruned
        assert len({values[child.name] for child in children}) > 1
