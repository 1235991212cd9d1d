"""Fair variants: laws over trees and rules, seeds that never change theirs, and what names do to texts."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.diagnosis.exposure import EVERY_IDEA, shows
from grader.generating.fair_variants import OF_SIZES, FairVariants, Pattern
from grader.questions import KINDS, Question
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests.strategies import trees

GOLDEN = Path(__file__).parent / "fair-variants.json"
TEXTBOOK = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"
SLOW = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))

small_trees = trees(chance_nodes=False, infinities=False, decorated=False).filter(lambda tree: len(tree) > 3)


def questions_about(tree: Tree, rule: Rule) -> tuple[Question, ...]:
    solution = solve(tree, rule)
    asked = (KINDS[kind].fullest(solution) for kind in ("value", "pruned", "visited"))
    return tuple(question for question in asked if question is not None)


def variants_of(tree: Tree, seed: bytes = b"secret", rule: Rule | None = None) -> FairVariants:
    return FairVariants(tree, questions_about(tree, rule or Rule()), seed)


def positions(tree: Tree, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(map(tree.index, names))


def under_other_rules(tree: Tree) -> list[Solution]:
    changes: tuple[dict[str, str], ...] = (
        {},
        {"ties": "keep"},
        {"order": "right-to-left"},
        {"cutoffs": "shallow"},
    )
    return [solve(tree, Rule.from_fields(change)) for change in changes]


@SLOW
@given(small_trees, st.integers(0, 500))
def test_the_search_does_the_same_at_the_same_positions(tree: Tree, place: int) -> None:
    variant = variants_of(tree).variant(place).tree
    assert (variant.kinds, variant.ends) == (tree.kinds, tree.ends)
    for mine, theirs in zip(under_other_rules(tree), under_other_rules(variant), strict=True):
        for what in ("visited", "pruned", "line"):
            assert positions(tree, getattr(mine, what)) == positions(variant, getattr(theirs, what))
        assert list(mine.bounds.values()) == list(theirs.bounds.values())


@SLOW
@given(small_trees, st.integers(0, 500))
def test_the_same_ideas_show_in_the_same_questions(tree: Tree, place: int) -> None:
    variants = variants_of(tree)
    made = variants.variant(place)
    asked = [question.renamed(made.names) for question in variants.questions]
    assert not list(Pattern(tree, variants.questions).differences(made.tree, questions=asked))


@SLOW
@given(small_trees, st.data())
def test_ideas_that_look_at_no_sizes_show_alike_for_all_numbers_in_the_same_order(
    tree: Tree, data: st.DataObject
) -> None:
    numbers = sorted({number for number in tree.utilities if isinstance(number, int | Fraction)})
    shifts = data.draw(st.lists(st.integers(1, 9), min_size=len(numbers), max_size=len(numbers)))
    new = {number: sum(shifts[: place + 1]) - 20 for place, number in enumerate(numbers)}
    other = tree.with_utilities(
        {i: new[u] for i, u in enumerate(tree.utilities) if isinstance(u, int | Fraction)}
    )
    for mine, theirs in zip(under_other_rules(tree), under_other_rules(other), strict=True):
        for kind in ("value", "pruned"):
            pair = KINDS[kind].fullest(mine), KINDS[kind].fullest(theirs)
            assert pair[0] is not None
            assert pair[1] is not None
            for idea in EVERY_IDEA:
                if idea.id not in OF_SIZES:
                    assert shows(idea, pair[0], mine) == shows(idea, pair[1], theirs), idea.id


@SLOW
@given(small_trees, st.integers(0, 500))
def test_numbers_stay_of_the_same_size(tree: Tree, place: int) -> None:
    variant = variants_of(tree).variant(place).tree
    numbers = [number for number in tree.utilities if isinstance(number, int | Fraction)]
    slack = max(Fraction(2), Fraction(max(numbers) - min(numbers)) / 4)
    for own, new in zip(tree.utilities, variant.utilities, strict=True):
        if isinstance(own, int | Fraction):
            assert isinstance(new, int | Fraction)
            assert abs(Fraction(own) - Fraction(new)) <= slack
            assert (own > 0, own < 0) == (new > 0, new < 0)


def test_names_and_numbers_differ_from_one_variant_to_the_next() -> None:
    variants = variants_of(parse_tree(TEXTBOOK))
    made = [variants.variant(place).tree for place in range(30)]
    assert len({tree.utilities for tree in made}) == 30
    assert len({tree.names for tree in made}) == 30


def test_numbers_that_the_problem_speaks_of_stay() -> None:
    tree = parse_tree(TEXTBOOK)
    variants = FairVariants(tree, questions_about(tree, Rule()), b"secret", frozenset((4, 12)))
    for place in range(10):
        made = variants.variant(place).tree
        assert (made.utilities[tree.index("C2")], made.utilities[tree.index("B2")]) == (4, 12)


def test_names_in_answers_and_in_backticks_follow() -> None:
    names = variants_of(parse_tree(TEXTBOOK)).variant(0).names
    assert names.in_answer("[C2, C->C3]") == f"[{names('C2')}, {names('C')}->{names('C3')}]"
    assert names.in_text("A leaf such as `C2`") == f"A leaf such as `{names('C2')}`"


def test_another_seed_gives_other_variants() -> None:
    tree = parse_tree(TEXTBOOK)
    assert variants_of(tree, b"one").variant(0).tree != variants_of(tree, b"two").variant(0).tree


@pytest.mark.parametrize(
    "text", [TEXTBOOK, "max(7, min(max(4, min(5, 9)), 12))", "max(chance(8, 3), chance(6, 2))"]
)
def test_a_seed_never_changes_its_variants(text: str) -> None:
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))
    variants = variants_of(parse_tree(text), b"golden")
    assert [str(variants.variant(place).tree) for place in range(5)] == kept[text]
