"""A tree that a search cannot use is refused, with every node at fault, at its place."""

from typing import Any

import pytest

from grader.rule import Rule
from grader.solving import solve
from grader.text.source import InputError
from grader.tree import Kind, TreeBuilder
from grader.tree.language import parse_tree
from grader.tree.node import Unknown

ERRORS: dict[str, tuple[str, dict[str, Any], str]] = {
    "an unknown and a blank": (
        "max(min(3, ?x), _)",
        {},
        """\
<tree>:1:12: error: the leaf `B2` is `?x`, which is not a number
   1 | max(min(3, ?x), _)
     |            ^^
     = hint: a search needs a number here
<tree>:1:17: error: the leaf `A2` is left blank
   1 | max(min(3, ?x), _)
     |                 ^
     = hint: a search needs a number here""",
    ),
    "a leaf outside the utilities": (
        "max(3, min(12, -inf))",
        {"utilities": (0, 10)},
        """\
<tree>:1:12: error: the leaf `B1` is 12, but the rule says that utilities lie between 0 and 10
   1 | max(3, min(12, -inf))
     |            ^^
     = hint: change the leaf, or the rule's `utilities`
<tree>:1:16: error: the leaf `B2` is −∞, but the rule says that utilities lie between 0 and 10
   1 | max(3, min(12, -inf))
     |                ^^^^
     = hint: change the leaf, or the rule's `utilities`""",
    ),
    "features without weights": (
        "max({mobility=3, material=1}, 2)",
        {},
        """\
<tree>:1:5: error: the rule gives no weight to `mobility`, `material`, which `A1` has
   1 | max({mobility=3, material=1}, 2)
     |     ^
     = hint: give the rule weights: `evaluation: {mobility: 1, material: 1}`""",
    ),
    "many leaves without weights": (
        "max({mobility=3}, {material=1}, ?x, {mobility=2})",
        {},
        """\
<tree>:1:5: error: the rule gives no weight to `mobility`, `material`, which 3 leaves have, the first one `A1`
   1 | max({mobility=3}, {material=1}, ?x, {mobility=2})
     |     ^
     = hint: give the rule weights: `evaluation: {mobility: 1, material: 1}`
<tree>:1:33: error: the leaf `A3` is `?x`, which is not a number
   1 | max({mobility=3}, {material=1}, ?x, {mobility=2})
     |                                 ^^
     = hint: a search needs a number here""",
    ),
    "a feature that the weights do not name": (
        "max({mobility=3, material=1}, 2)",
        {"evaluation": {"mobility": 1, "safety": 2}},
        """\
<tree>:1:5: error: the rule gives no weight to `material`, which `A1` has
   1 | max({mobility=3, material=1}, 2)
     |     ^
     = hint: the rule's `evaluation` weighs `mobility`, `safety`""",
    ),
    "a node at the limit without static evaluation": (
        'max("an end" = min(1, 2), min~3(4))',
        {"depth": 1},
        """\
<tree>:1:16: error: `"an end"` is where the depth ends, and it has no static evaluation
   1 | max("an end" = min(1, 2), min~3(4))
     |                ^^^
     = hint: write one after its kind, such as `min~5(…)`, or change the rule's `depth`""",
    ),
    "a static evaluation outside the utilities": (
        "max(min~12(1, 2), 3)",
        {"depth": 1, "utilities": (0, 10)},
        """\
<tree>:1:5: error: the leaf `B` is 12, but the rule says that utilities lie between 0 and 10
   1 | max(min~12(1, 2), 3)
     |     ^^^
     = hint: change the leaf, or the rule's `utilities`""",
    ),
    "a chance node between both infinities": (
        "max(3, chance(inf, min(-inf, 4)))",
        {},
        """\
<tree>:1:8: error: the outcomes of `B` are worth both ∞ and −∞, so it has no expected value
   1 | max(3, chance(inf, min(-inf, 4)))
     |        ^^^^^^
     = hint: use finite utilities below it""",
    ),
}


@pytest.mark.parametrize(("text", "fields", "message"), ERRORS.values(), ids=ERRORS)
def test_error_every_node_at_fault_is_shown(text: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        solve(parse_tree(text), Rule(**fields))
    assert str(raised.value) == message


def test_error_a_tree_that_was_never_text_is_refused_by_name() -> None:
    builder = TreeBuilder()
    builder.open(Kind.MAX)
    builder.leaf(Unknown("x"))
    builder.close()
    with pytest.raises(InputError) as raised:
        solve(builder.tree())
    assert str(raised.value) == (
        "<tree>: error: the leaf `A1` is `?x`, which is not a number\n"
        "     = hint: a search needs a number here"
    )


def test_error_a_tree_that_is_wrong_everywhere_needs_no_longer_list() -> None:
    with pytest.raises(InputError) as raised:
        solve(parse_tree(f"max({', '.join('_' * 50)})"))
    assert len(raised.value.mistakes) == 20
    assert str(raised.value).endswith("\n… and more mistakes than these")


WRONG_TYPES: dict[str, tuple[list[Any], str]] = {
    "text for a tree": (["max(3)"], "a Tree can be solved, not str; `parse_tree` makes a tree from text"),
    "a list for a tree": ([[3]], "a Tree can be solved, not list"),
    "a name for a rule": (
        [parse_tree("3"), "aima"],
        "a tree is solved by a Rule, not str; `Rule.preset('aima')` makes one from a name",
    ),
    "fields for a rule": ([parse_tree("3"), {}], "a tree is solved by a Rule, not dict"),
}


@pytest.mark.parametrize(("arguments", "message"), WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_error_what_cannot_be_solved(arguments: list[Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        solve(*arguments)
    assert str(caught.value) == message


def test_a_feature_that_a_node_does_not_have_counts_nothing() -> None:
    assert solve(parse_tree("max({a=3}, {b=2})"), Rule(evaluation=(("a", 1), ("b", 1)))).value == 3


def test_an_unknown_below_the_limit_is_not_asked_for() -> None:
    assert solve(parse_tree("max(min~3(?x), 2)"), Rule(depth=1)).value == 3
