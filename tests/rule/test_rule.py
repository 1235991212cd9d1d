"""A rule is read from what files and command lines give, says itself in words, and refuses what cannot be."""

from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import given

from grader.rule import FIELDS, OPEN, PRESETS, Rule, RuleError, RuleFault
from tests.strategies import rules

DEFAULTS: dict[str, object] = {
    "search": "alpha-beta", "ties": "cut", "order": "left-to-right", "cutoffs": "deep", "returns": "soft",
    "chance": "reset", "utilities": None, "window": ["-inf", "inf"], "depth": None, "depth-unit": "moves",
    "agents": 2, "evaluation": None, "best": "first", "last-child": "silent", "exit": "updated",
    "deepening": "none",
}  # fmt: skip


def test_the_defaults_are_those_of_the_common_textbooks() -> None:
    assert Rule().to_dict() == DEFAULTS


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("aima", {"chance": "star1"}),
        ("cs188", {"ties": "keep", "chance": "none", "depth-unit": "rounds"}),
        ("mit-6034", {}),
        ("canterbury", {"last-child": "event"}),
        ("nyu", {"best": "last"}),
    ],
)
def test_a_preset_is_a_row_of_field_values(preset: str, changes: dict[str, object]) -> None:
    assert Rule.preset(preset).to_dict() == {**DEFAULTS, **changes}


READINGS: dict[str, tuple[str, Any, object]] = {
    "a choice": ("ties", "keep", "keep"),
    "a pair as a list": ("utilities", ["-10", "10"], (-10, 10)),
    "a pair as text": ("utilities", "-10,10", (-10, 10)),
    "a pair in brackets": ("utilities", "[-1/2, 0.25]", (Fraction(-1, 2), Fraction(1, 4))),
    "a pair in round brackets": ("window", "(-inf, ∞)", OPEN),
    "a pair of Python's": ("window", (-2, Fraction(4, 2)), (-2, 2)),
    "a decimal of JSON's": ("utilities", [0.1, 1], (Fraction(1, 10), 1)),
    "a number as text": ("depth", "3", 3),
    "a number": ("agents", 3, 3),
    "weights as a mapping": (
        "evaluation",
        {"mobility": "3", "material": -1},
        (("material", -1), ("mobility", 3)),
    ),
    "weights as text": (
        "evaluation",
        "mobility=3,material=1/2",
        (("material", Fraction(1, 2)), ("mobility", 3)),
    ),
    "weights as written": ("evaluation", "{mobility: 3}", (("mobility", 3),)),
    "weights as kept": ("evaluation", (("mobility", 3),), (("mobility", 3),)),
}


@pytest.mark.parametrize(("field", "given", "kept"), READINGS.values(), ids=READINGS)
def test_a_field_is_kept_in_one_form_however_it_is_given(field: str, given: Any, kept: object) -> None:
    assert getattr(Rule.from_fields({field: given}), field) == kept
    assert getattr(Rule(**{field: given}), field) == kept


PROBLEMS: dict[str, tuple[dict[str, object], list[RuleFault]]] = {
    "no such field": (
        {"tie": "cut"},
        [RuleFault("tie", "a rule has no field of this name", "did you mean `ties`?")],
    ),
    "an underscore": (
        {"depth_unit": "moves"},
        [RuleFault("depth_unit", "a rule has no field of this name", "did you mean `depth-unit`?")],
    ),
    "no such choice": (
        {"ties": "keeps"},
        [RuleFault("ties", "`keeps` is not one of its values", "did you mean `keep`?")],
    ),
    "nothing like a choice": (
        {"chance": ["x"]},
        [RuleFault("chance", "`[x]` is not one of its values", "use `reset`, `star1` or `none`")],
    ),
    "a boolean": (
        {"ties": True},
        [RuleFault("ties", "`true` is not one of its values", "use `cut` or `keep`")],
    ),
    "no such preset": (
        {"preset": "cs189"},
        [RuleFault("preset", "no preset is called `cs189`", "did you mean `cs188`?")],
    ),
    "utilities the wrong way round": (
        {"utilities": [10, -10]},
        [RuleFault("utilities", "it begins at 10, above its end −10", "write the smaller number first")],
    ),
    "half a window": (
        {"window": "3"},
        [RuleFault("window", "`3` is not a pair of numbers", "such as `[-10, 10]`")],
    ),
    "a window of words": (
        {"window": ["a", "b"]},
        [RuleFault("window", "`[a, b]` is not a pair of numbers", "such as `[-10, 10]`")],
    ),
    "an empty window": (
        {"window": [3, 3]},
        [
            RuleFault(
                "window",
                "the search would start with nothing between alpha 3 and beta 3",
                "leave room between them; `window` and `utilities` must overlap",
            )
        ],
    ),
    "a window beside the utilities": (
        {"window": [5, 8], "utilities": [0, 4]},
        [
            RuleFault(
                "window",
                "the search would start with nothing between alpha 5 and beta 4",
                "leave room between them; `window` and `utilities` must overlap",
            )
        ],
    ),
    "no depth": (
        {"depth": 0},
        [RuleFault("depth", "`0` is not a whole number from 1", "such as `2`; `default` unsets it")],
    ),
    "half a round": (
        {"depth": "1/2"},
        [RuleFault("depth", "`1/2` is not a whole number from 1", "such as `2`; `default` unsets it")],
    ),
    "no agents": (
        {"agents": -1},
        [RuleFault("agents", "`-1` is not a whole number from 1", "such as `2`; `default` unsets it")],
    ),
    "agents that are no number": (
        {"agents": [2]},
        [RuleFault("agents", "`[2]` is not a whole number from 1", "such as `2`; `default` unsets it")],
    ),
    "a weight that is no number": (
        {"evaluation": {"mobility": "many"}},
        [
            RuleFault(
                "evaluation", "the weight of `mobility` is `many`, not a number", "such as `3` or `-1/2`"
            )
        ],
    ),
    "a weight that is missing": (
        {"evaluation": "mobility"},
        [RuleFault("evaluation", "the weight of `mobility` is missing", "such as `3` or `-1/2`")],
    ),
    "an infinite weight": (
        {"evaluation": {"mobility": inf}},
        [RuleFault("evaluation", "the weight of `mobility` is infinite", "use a large number instead")],
    ),
    "two weights": (
        {"evaluation": "a=1,a=2"},
        [RuleFault("evaluation", "the feature `a` has two weights", "keep one of them")],
    ),
    "no weights": (
        {"evaluation": {}},
        [
            RuleFault(
                "evaluation", "`{}` gives no weights of features", "such as `{mobility: 3, material: 1}`"
            )
        ],
    ),
    "several at once": (
        {"tie": "cut", "preset": "aima", "depth": "deep", "order": "up"},
        [
            RuleFault("tie", "a rule has no field of this name", "did you mean `ties`?"),
            RuleFault("order", "`up` is not one of its values", "use `left-to-right` or `right-to-left`"),
            RuleFault("depth", "`deep` is not a whole number from 1", "such as `2`; `default` unsets it"),
        ],
    ),
}


@pytest.mark.parametrize(("fields", "problems"), PROBLEMS.values(), ids=PROBLEMS)
def test_error_all_that_is_wrong_is_said_at_once(
    fields: dict[str, object], problems: list[RuleFault]
) -> None:
    with pytest.raises(RuleError) as raised:
        Rule.from_fields(fields)
    assert list(raised.value.problems) == problems


def test_error_a_rule_made_in_python_says_the_same() -> None:
    with pytest.raises(RuleError) as raised:
        Rule(ties="kep", depth=-1)  # type: ignore[arg-type]  # a type checker says so, too
    assert str(raised.value) == (
        "`ties`: `kep` is not one of its values; did you mean `keep`?\n"
        "`depth`: `-1` is not a whole number from 1; such as `2`; `default` unsets it"
    )


def test_a_window_may_be_a_single_number_where_ties_are_kept() -> None:
    assert Rule(window=(3, 3), ties="keep").root_window == (3, 3)


def test_a_rule_lower_down_changes_only_what_it_names() -> None:
    above = Rule.from_fields({"ties": "keep", "depth": 2})
    assert Rule.from_fields({"order": "right-to-left"}, above) == above.changed(order="right-to-left")
    assert above.changed(order="right-to-left").ties == "keep"


def test_a_preset_lower_down_starts_afresh() -> None:
    above = Rule.from_fields({"ties": "keep", "depth": 2})
    assert Rule.from_fields({"preset": "nyu", "order": "right-to-left"}, above) == Rule(
        best="last", order="right-to-left"
    )


@pytest.mark.parametrize("default", ["default", None])
def test_default_unsets_a_field(default: str | None) -> None:
    above = Rule.from_fields({"preset": "cs188", "depth": 2})
    below = Rule.from_fields({"ties": default, "depth": default}, above)
    assert (below.ties, below.depth) == ("cut", None)
    assert not {"ties", "depth"} & below.stated


def test_a_rule_remembers_what_was_stated_but_equality_does_not_care() -> None:
    stated = Rule.from_fields({"ties": "cut"})
    assert stated == Rule()
    assert stated.stated == {"ties"}
    assert Rule(depth_unit="rounds").changed(best="first").stated == {"depth-unit", "best"}


def test_a_preset_states_every_field() -> None:
    assert Rule.preset("mit-6034").stated == {field.name for field in FIELDS}


@given(rules())
def test_a_rule_written_as_json_reads_back(fields: dict[str, Any]) -> None:
    rule = Rule(**fields)
    assert Rule.from_fields(rule.to_dict()) == rule


@pytest.mark.parametrize(
    ("rule", "limit"),
    [(Rule(), None), (Rule(depth=3), 3), (Rule(depth=2, depth_unit="rounds", agents=3), 6)],
    ids=["none", "moves", "rounds"],
)
def test_the_limit_is_in_edges(rule: Rule, limit: int | None) -> None:
    assert rule.limit == limit


def test_a_rule_says_itself_in_words() -> None:
    rule = Rule(
        ties="keep", utilities=(-10, 10), window=(0, inf), depth=2, depth_unit="rounds",
        evaluation=(("mobility", 3), ("material", Fraction(-1, 2))), chance="star1",
    )  # fmt: skip
    assert rule.in_words() == (
        "minimax with alpha-beta pruning",
        "a tie is not cut: stop only when α > β",
        "children are searched from left to right",
        "a bound from any node above can cut",
        "a node reports the best value it has seen (fail-soft)",
        "an outcome is skipped when no value it could have would matter (Star1)",
        "every leaf is known to lie between −10 and 10",
        "the search starts with α = 0 and β = ∞",
        "the search ends 2 rounds of 2 agents (4 moves) below the root, where static evaluations stand in "
        "for the rest",
        "a static evaluation is −1/2·material + 3·mobility",
        "of equally good moves, the first one searched is the best move",
        "a cut after the last child skips nothing and is not a cutoff",
        "a bound is updated before the cut is tested: α and β on exit include the value that cut",
    )


def test_what_a_rule_does_not_set_it_does_not_mention() -> None:
    assert Rule().in_words() == (
        "minimax with alpha-beta pruning",
        "a tie is cut: stop when α ≥ β",
        "children are searched from left to right",
        "a bound from any node above can cut",
        "a node reports the best value it has seen (fail-soft)",
        "below a chance node, every outcome is searched afresh, with the full window",
        "of equally good moves, the first one searched is the best move",
        "a cut after the last child skips nothing and is not a cutoff",
        "a bound is updated before the cut is tested: α and β on exit include the value that cut",
    )


def test_a_depth_of_one_move_is_said_in_the_singular() -> None:
    sentence = "the search ends 1 move below the root, where static evaluations stand in for the rest"
    assert sentence in Rule(depth=1).in_words()


def test_plain_minimax_says_nothing_about_pruning() -> None:
    assert Rule(search="minimax", window=(0, 1)).in_words() == (
        "plain minimax: every node is visited",
        "children are searched from left to right",
        "of equally good moves, the first one searched is the best move",
    )


def test_minimax_with_chance_nodes_is_called_expectimax() -> None:
    assert Rule(search="minimax").in_words(chance=True)[0] == (
        "plain minimax, or expectimax where there are chance nodes: every node is visited"
    )
    assert Rule().in_words(chance=True) == Rule().in_words()


def test_every_field_has_a_flag_and_either_choices_or_a_metavar() -> None:
    assert [field.flag for field in FIELDS][:2] == ["--search", "--ties"]
    assert all(bool(field.choices) != bool(field.metavar) for field in FIELDS)
    assert {field.name for field in FIELDS} >= {name for row in PRESETS.values() for name in row}
