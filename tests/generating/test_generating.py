"""Trees to order: goals of every sort are met, seeds are kept, and what cannot be is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.diagnosis.exposure import shows
from grader.document import load_document
from grader.generating.asked_kinds import read_asked
from grader.generating.difficulty import difficulty_of
from grader.generating.generator import generate
from grader.generating.goals import GoalError, Goals, read_goals
from grader.generating.likeness import goals_like
from grader.generating.tree_facts import TreeFacts
from grader.ideas import BY_ID, CATALOGUE
from grader.rule import Rule
from grader.solving import solve
from grader.text.source import InputError, Source
from grader.tree.language import parse_tree

GOLDEN = Path(__file__).parent / "seeds.txt"
IDEAS = ("no-deep-cutoffs", "root-window-reset", "alpha-overwritten")
ASKED = read_asked(["value", "pruned"])
SEED_GOALS: tuple[dict[str, Any], ...] = (
    {},
    {"leaves": "12", "cutoffs": "2", "deep": "1"},
    {"kinds": "max,min,chance", "numbers": "head", "distinct": "true"},
    {"shape": "uniform", "cutoffs": "1..", "ties": "none", "best-move-not": "first"},
    {"leaves": "9..12", "detect": "root-window-reset"},
)


def seeded() -> str:
    """The trees of fifty seeds, ten for each of five goals."""
    lines = []
    for number, fields in enumerate(SEED_GOALS):
        goals = Goals.from_fields(fields)
        for seed in range(10):
            (found,) = generate(goals, Rule.preset("aima"), f"golden-{seed}").trees
            lines.append(f"{number} {seed} {found.tree!s}")
    return "\n".join(lines) + "\n"


def test_a_seed_never_changes_its_trees() -> None:
    assert seeded() == GOLDEN.read_text(encoding="utf-8")


def test_the_first_trees_are_the_same_however_many_follow() -> None:
    goals = Goals.from_fields({"cutoffs": "2"})
    few, many = (generate(goals, Rule(), "7", number).trees for number in (2, 5))
    assert [found.tree for found in few] == [found.tree for found in many[:2]]
    assert len({found.tree for found in many}) == 5


def test_three_given_ideas_show_in_twelve_leaves_with_a_deep_cutoff() -> None:
    goals = Goals.from_fields({"leaves": "12", "cutoffs": "2", "deep": "1", "detect": list(IDEAS)})
    (found,) = generate(goals, Rule(), "7", asked=ASKED).trees
    solution = solve(parse_tree(str(found.tree)), Rule())
    questions = [asked.question(solution) for asked in ASKED]
    assert len(solution.tree.leaves) == 12
    assert solution.deep_cutoffs.count(True) == 1
    assert len(solution.cutoffs) == 2
    assert all(any(shows(BY_ID[idea], question, solution) for question in questions) for idea in IDEAS)
    assert found.steps < 500


def test_ideas_are_named_and_told_apart() -> None:
    goals = Goals.from_fields({"name": "no-deep-cutoffs", "tell-apart": "no-deep-cutoffs,alpha-overwritten"})
    (found,) = generate(goals, Rule(), "3", asked=ASKED).trees
    assert not found.facts.unnamed(["no-deep-cutoffs"])
    assert found.facts.answered("no-deep-cutoffs") != found.facts.answered("alpha-overwritten")


def test_as_many_ideas_as_possible_show_in_few_leaves() -> None:
    asked = read_asked(["pruned"])
    most = generate(
        Goals.from_fields({"leaves": "..6", "most-ideas": "true"}), Rule(), "1", asked=asked
    ).trees
    some = generate(Goals.from_fields({"leaves": "..6"}), Rule(), "1", asked=asked).trees
    assert len(most[0].facts.shown) > len(some[0].facts.shown)
    assert most[0].facts.leaves <= 6


def test_a_depth_limit_changes_the_answer() -> None:
    rule = Rule(depth=2)
    goals = Goals.from_fields({"depth": "3..4", "depth-limit-changes": "best-move"})
    for found in generate(goals, rule, "1", 3).trees:
        tree = parse_tree(str(found.tree))
        assert solve(tree, rule).best_moves != solve(tree, Rule()).best_moves


def test_a_deep_cutoff_in_three_levels_needs_a_player_who_moves_twice() -> None:
    goals = Goals.from_fields({"depth": "3", "deep": "1"})
    (found,) = generate(goals, Rule(), "1").trees
    assert sum(solve(found.tree).deep_cutoffs) == 1


def test_star1_cuts_the_last_outcome_by_plan() -> None:
    goals = Goals.from_fields({"layers": "max,chance,min", "depth": "3", "cutoffs": "2..", "deep": "2.."})
    assert len(generate(goals, Rule(chance="star1"), "1", 5, most_steps=300).trees) == 5


def test_trees_like_another_are_as_hard() -> None:
    tree = parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))")
    facts = TreeFacts(solve(tree), ASKED)
    harvest = generate(goals_like(facts), Rule(), "1", 3, asked=ASKED)
    for found in harvest.trees:
        assert abs(found.facts.difficulty.figure - facts.difficulty.figure) <= facts.difficulty.figure // 10
        assert found.facts.leaves == 9
        assert len(found.facts.cut_kinds) == 1


def test_trees_are_like_one_with_two_kinds_on_a_level() -> None:
    tree = parse_tree("max(chance(12, 4), chance(1/4 -> 20, 3/4 -> 8), min(9, 10))")
    harvest = generate(goals_like(TreeFacts(solve(tree), ASKED)), Rule(), "1", 3, asked=ASKED)
    assert len(harvest.trees) == 3
    for found in harvest.trees:
        assert {"max", "min", "chance"} < set(found.tree.kinds)
        assert max(found.tree.depths()) == 2


def test_the_figure_of_difficulty_is_the_sum_of_its_parts() -> None:
    solution = solve(parse_tree("max(7, min(max(5, min(5, 9)), 8))"))
    difficulty = difficulty_of(solution, 10)
    assert difficulty.steps == len(solution.steps)
    assert str(difficulty) == (
        "16 (3 leaves to look at, 19 steps, 2 cutoffs of which 1 deep, shows 10 misconceptions)"
    )
    assert difficulty.figure == (
        difficulty.leaves + 2 * difficulty.cutoffs + 3 * difficulty.deep + round((difficulty.steps + 10) / 5)
    )


def test_the_nearest_tree_is_told_with_what_stands_in_the_way() -> None:
    goals = Goals.from_fields({"leaves": "5", "depth": "3", "deep": "1", "layers": "max,min"})
    harvest = generate(goals, Rule(), "1", most_steps=60)
    assert not harvest.trees
    assert harvest.steps <= 60 + 30
    assert harvest.nearest is not None
    assert [(each.goal, each.wanted, each.found) for each in harvest.nearest.missing] == [("deep", "1", "0")]


def test_equal_numbers_are_drawn_where_no_plan_has_room() -> None:
    goals = Goals.from_fields({"leaves": "3", "numbers": "5..5"})
    (found,) = generate(goals, Rule(), "1").trees
    assert [leaf.utility for leaf in found.tree.leaves] == [5, 5, 5]


def test_trees_with_ties_come_after_those_without() -> None:
    goals = Goals.from_fields({"leaves": "3", "numbers": "0..1"})
    trees = generate(goals, Rule(), "1", 32).trees  # four shapes with eight choices of numbers each
    assert len({found.tree for found in trees}) == 32


def test_chance_below_chance_takes_no_longer_than_any_other_plan() -> None:
    goals = Goals.from_fields({"leaves": "60", "depth": "12", "layers": "max,chance,chance"})
    (found,) = generate(goals, Rule(), "1", most_steps=200).trees
    assert found.facts.leaves == 60


@pytest.mark.parametrize("wanted", ["1", "300..400"])
def test_no_misconception_is_tried_where_the_difficulty_is_far_off(wanted: str) -> None:
    goals = Goals.from_fields({"difficulty": wanted})
    harvest = generate(goals, Rule(), "1", most_steps=20)
    assert harvest.nearest is not None
    assert not harvest.nearest.facts.knows_all_ideas
    assert harvest.nearest.missing[0].found.startswith(("at least", "at most"))


def test_a_tree_with_every_misconception_tried_counts_as_several_steps() -> None:
    goals = Goals.from_fields({"leaves": "3", "difficulty": "13"})
    harvest = generate(goals, Rule(), "1", most_steps=20)
    assert harvest.nearest is not None
    assert harvest.nearest.facts.knows_all_ideas
    assert harvest.nearest.steps < harvest.steps <= 20 + 6


ERRORS: dict[str, tuple[dict[str, Any], str]] = {
    "a range that is turned round": (
        {"leaves": "9..4"},
        "`leaves`: `9..4` begins above its end; write the smaller number first: `4..9`",
    ),
    "no room": (
        {"leaves": "3", "cutoffs": "5"},
        "`cutoffs`: 3 leaves have room for one cutoff at most, not for 5; raise `leaves`, or lower this",
    ),
    "no range": (
        {"leaves": "many"},
        "`leaves`: `many` is not a range of whole numbers; such as `3`, `2..4` or `2..`",
    ),
    "out of range": (
        {"depth": "0"},
        "`depth`: `0` goes beyond what is possible here; it lies between 1 and 12",
    ),
    "no such tree": (
        {"leaves": "3", "depth": "4"},
        "`leaves`: no tree has 3 leaves, depth 4, 2..4 children at every inner node and 2 kinds of nodes; "
        "widen `leaves`, `depth` or `branching`",
    ),
    "an unknown goal": ({"leafs": "3"}, "`leafs`: there is no goal `leafs`; did you mean `leaves`?"),
    "an unknown idea": (
        {"detect": "no-deep-cutofs"},
        "`detect`: no misconception is called `no-deep-cutofs`; did you mean `no-deep-cutoffs`?",
    ),
    "an idea of programs": (
        {"detect": "floor-division"},
        "`detect`: `floor-division` shows only in programs, or where several players move; "
        "choose one that shows on a sheet about Max and Min",
    ),
    "probabilities that do not add up": (
        {"kinds": "max,chance", "probabilities": "2/3,3/4"},
        "`probabilities`: 2/3, 3/4 do not add up to 1 in 2..4 outcomes; add others",
    ),
    "too few numbers": (
        {"leaves": "9", "numbers": "0..5", "distinct": "true"},
        "`numbers`: there are 6 numbers for 9 different leaves; widen the range, or leave `distinct` out",
    ),
    "no numbers": (
        {"numbers": "some"},
        "`numbers`: `some` is not a range of numbers; such as `0..20`, `-5..5 halves` or `head`",
    ),
    "numbers without end": (
        {"numbers": "0..inf"},
        "`numbers`: `0..inf` has no end; leaves get numbers from a range such as `0..20`",
    ),
    "more deep ones than cutoffs": (
        {"cutoffs": "1", "deep": "2"},
        "`deep`: 2 are wanted out of at most one cutoff; raise `cutoffs`, or lower this",
    ),
    "one to tell apart": (
        {"tell-apart": "no-deep-cutoffs"},
        "`tell-apart`: there is nothing to tell a single misconception apart from; name two or more",
    ),
    "no uniform tree": (
        {"shape": "uniform", "leaves": "7", "branching": "2..3", "depth": "2"},
        "`leaves`: no uniform tree has 7 leaves, depth 2, 2..3 children at every inner node and 2 kinds of "
        "nodes; widen `leaves`, `depth` or `branching`",
    ),
    "a uniform tree beyond the limit": (
        {"shape": "uniform", "branching": "9", "depth": "3"},
        "`depth`: uniform trees of depth 3 have 729 leaves or more, and 200 are the limit; "
        "lower this or `branching`",
    ),
    "one number of children": (
        {"leaves": "10", "branching": "9", "depth": "2"},
        "`leaves`: no tree has 10 leaves, depth 2, 9 children at every inner node and 2 kinds of nodes; "
        "widen `leaves`, `depth` or `branching`",
    ),
    "one probability": (
        {"kinds": "max,chance", "probabilities": "1/3", "branching": "2"},
        "`probabilities`: 1/3 does not add up to 1 in 2 outcomes; add others",
    ),
    "an inner node has several leaves": (
        {"inner-pruned": "5", "leaves-pruned": "3"},
        "`inner-pruned`: 5 pruned inner nodes have at least 6 leaves below, of which 3 may be pruned; "
        "raise `leaves-pruned`, or lower this",
    ),
    "two places": (
        {"best-move": "last", "best-move-not": "last"},
        "`best-move-not`: the best move is to be last, and not to be; keep one of the two",
    ),
    "a move by chance": (
        {"layers": "chance,max", "best-move": "first"},
        "`best-move`: there is no best move if chance decides at the root; choose another `root`",
    ),
    "nobody moves": ({"kinds": "chance"}, "`kinds`: nobody moves in this tree; add `max` or `min`"),
    "no kind": ({"root": "mix"}, "`root`: `mix` is not a kind of node; did you mean `min`?"),
    "no word": ({"ties": "few"}, "`ties`: `few` is not one of its values; "
        "use `any`, `none`, `leaves`, `cut` or `best-move`"),
    "expectations without chance": (
        {"expectations": "whole"},
        "`expectations`: there is no chance node in this tree; add `chance` to `kinds`, or leave this out",
    ),
    "probabilities without chance": (
        {"probabilities": "1/2", "layers": "max,min"},
        "`probabilities`: there is no chance node in this tree; add `chance` to `kinds`, or leave this out",
    ),
    "kinds besides layers": (
        {"layers": "max,chance", "kinds": "max,min,chance"},
        "`kinds`: the `layers` have `max` and `chance`; leave one of the two out",
    ),
    "more at both than in all": (
        {"cutoffs": "3", "cutoffs-at-max": "2", "cutoffs-at-min": "2"},
        "`cutoffs`: 4 are wanted at Max and at Min together; "
        "raise this, or lower `cutoffs-at-max` or `cutoffs-at-min`",
    ),
    "fewer at both than in all": (
        {"cutoffs": "3..", "cutoffs-at-max": "0", "cutoffs-at-min": "1"},
        "`cutoffs`: there may be 1 at Max and at Min together; "
        "lower this, or raise `cutoffs-at-max` or `cutoffs-at-min`",
    ),
    "pruned without a cutoff": (
        {"cutoffs": "0", "inner-pruned": "1"},
        "`inner-pruned`: nothing is pruned without a cutoff; raise `cutoffs`, or leave this out",
    ),
    "the first place by two names": (
        {"best-move": "first", "best-move-not": "1"},
        "`best-move-not`: no place is left for the best of 2..4 moves; "
        "choose another place, or widen `branching`",
    ),
    "no middle": (
        {"best-move": "middle", "branching": "2"},
        "`best-move`: no place is left for the best of 2 moves; choose another place, or widen `branching`",
    ),
    "a tie of different leaves": (
        {"distinct": "true", "ties": "best-move"},
        "`ties`: no two moves are equal if all leaves are `distinct`; keep one of the two",
    ),
    "all are equal": (
        {"numbers": "3..3", "no-guess": "true"},
        "`numbers`: all leaves are equal if there is only one number; widen the range",
    ),
    "no probability": (
        {"probabilities": "1/2,2"},
        "`probabilities`: `2` is not between 0 and 1; write probabilities such as `1/2,1/3,1/6`",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("fields", "message"), ERRORS.values(), ids=ERRORS)
def test_error_goals_that_cannot_be(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(GoalError) as raised:
        Goals.from_fields(fields)
    assert str(raised.value) == message


RULED_OUT: dict[str, tuple[dict[str, Any], Rule, str]] = {
    "minimax": (
        {"cutoffs": "1"},
        Rule(search="minimax"),
        "`cutoffs`: plain minimax prunes nothing; use `search: alpha-beta`, or leave this out",
    ),
    "shallow": (
        {"deep": "1"},
        Rule(cutoffs="shallow"),
        "`deep`: the rule has shallow cutoffs only; use `cutoffs: deep`, or leave this out",
    ),
    "no depth": (
        {"depth-limit-changes": "value"},
        Rule(),
        "`depth-limit-changes`: the rule has no depth that could change anything; "
        "add a depth to the rule, such as `depth=2`",
    ),
    "a depth beyond the leaves": (
        {"depth-limit-changes": "value", "depth": "2..3"},
        Rule(depth=3),
        "`depth-limit-changes`: a search of depth 3 sees all of a tree of depth 2..3; "
        "raise `depth`, or lower that of the rule",
    ),
    "one player": (
        {"kinds": "max,chance", "leaves-pruned": "1.."},
        Rule(),
        "`leaves-pruned`: nothing is pruned where Max alone moves; add `min` to the kinds, or leave this out",
    ),
    "ties of different leaves": (
        {"ties": "cut", "distinct": "true"},
        Rule(),
        "`ties`: there are no ties where all leaves are `distinct`; keep one of the two",
    ),
    "a guess that is right": (
        {"no-guess": "true", "cutoffs": "0"},
        Rule(),
        "`no-guess`: “nothing is pruned” is right where `cutoffs` is 0; raise `cutoffs`, or leave this out",
    ),
    "cutoffs that prune nothing": (
        {"cutoffs": "1", "leaves-pruned": "0"},
        Rule(),
        "`cutoffs`: a cutoff prunes a leaf at least; raise `leaves-pruned`, or leave this out",
    ),
    "an idea about chance": (
        {"detect": "unweighted-average"},
        Rule(),
        "`detect`: `unweighted-average` shows only at chance nodes; add `chance` to the kinds",
    ),
    "an idea about cutting": (
        {"name": "no-deep-cutoffs"},
        Rule(search="minimax"),
        "`name`: `no-deep-cutoffs` shows only where something is pruned; "
        "use `search: alpha-beta`, or choose another one",
    ),
    "a deep cutoff in two levels": (
        {"deep": "1", "depth": "2"},
        Rule(),
        "`deep`: a deep cutoff takes 3 levels, and a tree of depth 2 has fewer; "
        "raise `depth`, or leave this out",
    ),
    "cutoffs that prune more": (
        {"cutoffs": "6", "leaves-pruned": "3"},
        Rule(),
        "`cutoffs`: 6 cutoffs prune at least 6 leaves, not 3; raise `leaves-pruned`, or lower this",
    ),
    "cutoffs at both that prune more": (
        {"cutoffs-at-max": "2", "cutoffs-at-min": "2", "leaves-pruned": "..3"},
        Rule(),
        "`cutoffs-at-max`: 4 cutoffs prune at least 4 leaves, not 3; raise `leaves-pruned`, or lower this",
    ),
    "the first of equal moves": (
        {"ties": "best-move", "best-move": "last"},
        Rule(),
        "`best-move`: the first of equally good moves is right, which is not the last of all; "
        "use `best: last`, or leave this out",
    ),
    "the last of equal moves": (
        {"ties": "best-move", "best-move": "1"},
        Rule(best="last"),
        "`best-move`: the last of equally good moves is right, which is not the first of all; "
        "use `best: first`, or leave this out",
    ),
    "two right moves in one place": (
        {"ties": "best-move", "best-move": "2"},
        Rule(best="any"),
        "`best-move`: of two equally good moves, which are both right, only one is number 2; "
        "use `best: first`, or leave this out",
    ),
    "one of the utilities": (
        {"numbers": "20..60"},
        Rule(utilities=(0, 20)),
        "`numbers`: the rule allows only 20 of these numbers; "
        "choose others, or change the rule's `utilities`",
    ),
    "few numbers for the usual leaves": (
        {"numbers": "0..3", "distinct": "true"},
        Rule(),
        "`numbers`: there are 4 numbers for 8 different leaves; widen the range, or leave `distinct` out",
    ),
    "utilities": (
        {"numbers": "0..20"},
        Rule(utilities=(-9, -1)),
        "`numbers`: the rule allows none of these numbers; choose others, or change the rule's `utilities`",
    ),
}


@pytest.mark.parametrize(("fields", "rule", "message"), RULED_OUT.values(), ids=RULED_OUT)
def test_error_goals_that_the_rule_rules_out(fields: dict[str, Any], rule: Rule, message: str) -> None:
    with pytest.raises(GoalError) as raised:
        generate(Goals.from_fields(fields), rule, "1")
    assert str(raised.value) == message


def test_error_ideas_that_change_no_answer_to_what_is_asked() -> None:
    goals = Goals.from_fields({"detect": "root-window-reset", "tell-apart": "no-deep-cutoffs,global-window"})
    with pytest.raises(GoalError) as raised:
        generate(goals, Rule(), "1", asked=read_asked(["value", "best-move"]))
    assert str(raised.value) == (
        "`detect`: `root-window-reset` changes no answer to value or best-move; "
        "ask for what the search does as well, such as `pruned`\n"
        "`tell-apart`: `no-deep-cutoffs` and `global-window` cannot lead to a wrong answer here; "
        "choose others, or ask for what they change"
    )


@pytest.mark.parametrize(
    "idea", [idea.id for idea in CATALOGUE if idea.facet in ("search", "labels", "windows")]
)
def test_what_a_search_does_wrong_changes_no_values(idea: str) -> None:
    goals = Goals.from_fields({"cutoffs": "2..", "kinds": "max,min,chance"})
    for found in generate(goals, Rule(), "1", 8, asked=read_asked(["value", "best-move", "line"])).trees:
        assert not found.facts.shows(idea)


def test_an_idea_that_is_to_be_named_shows_as_well() -> None:
    goals = Goals.from_fields({"name": "no-deep-cutoffs"})
    for found in generate(goals, Rule(), "1", 4, asked=ASKED).trees:
        assert found.facts.shows("no-deep-cutoffs")


def test_layers_of_a_tree_to_be_like_give_way_to_other_kinds() -> None:
    like = Goals.from_fields({"layers": "max,min", "root": "max"})
    goals = Goals.from_fields({"kinds": "max,min,chance"}, like)
    assert not goals.layers
    assert goals.has_chance


def test_goals_are_read_from_a_file() -> None:
    source = Source("leaves: 9..14\nkinds: [max, min, chance]\ndistinct: yes\n", "set.yaml")
    assert read_goals(load_document(source)) == Goals.from_fields(
        {"leaves": "9..14", "kinds": "max,min,chance", "distinct": "true"}
    )


def test_error_in_a_file_has_its_place() -> None:
    with pytest.raises(InputError) as raised:
        read_goals(load_document(Source("leaves: 9..4\ncutofs: 2\n", "set.yaml")))
    assert str(raised.value) == (
        "set.yaml:1:9: error: `9..4` begins above its end\n"
        "   1 | leaves: 9..4\n"
        "     |         ^^^^\n"
        "     = hint: write the smaller number first: `4..9`\n"
        "set.yaml:2:1: error: there is no goal `cutofs`\n"
        "   2 | cutofs: 2\n"
        "     | ^^^^^^\n"
        "     = hint: did you mean `cutoffs`?"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("values", "`ask`: `values` is not a question about any tree; did you mean `value`?"),
        ("value,value", "`ask`: a question is asked twice; name each kind once"),
    ],
)
def test_error_in_what_is_asked(text: str, message: str) -> None:
    with pytest.raises(GoalError) as raised:
        read_asked(text.split(","))
    assert str(raised.value) == message
