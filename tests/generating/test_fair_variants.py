"""Fair variants: laws over trees and rules, seeds that never change theirs, and what names do to texts."""

import json
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.diagnosis.exposure import EVERY_IDEA, shows
from grader.generating.fair_variants import NUMBERINGS, FairVariants
from grader.generating.numberings import NumberingRow, Numberings
from grader.generating.search_pattern import LOOKS_AT, OF_SIZES, AskedTree, Pattern
from grader.problems import load_problems
from grader.questions import KINDS, Question
from grader.rule import Rule
from grader.solving import solve
from grader.text.source import Source
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests import oracles
from tests.strategies import trees

GOLDEN = Path(__file__).parent / "fair-variants.json"
TEXTBOOK = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"
# Each example makes several variants, and asks every idea about them.
SLOW = settings(max_examples=settings().max_examples // 5, suppress_health_check=list(HealthCheck))

OTHER_RULES = (Rule(), Rule(ties="keep"), Rule(order="right-to-left"), Rule(cutoffs="shallow"))

small_trees = trees(chance_nodes=False, infinities=False, decorated=False).filter(lambda tree: len(tree) > 3)


def questions_about(tree: Tree, rule: Rule) -> tuple[Question, ...]:
    solution = solve(tree, rule)
    asked = (KINDS[kind].fullest(solution) for kind in ("value", "pruned"))
    return tuple(question for question in asked if question is not None)


def variants_of(tree: Tree, seed: bytes = b"secret", rule: Rule | None = None) -> FairVariants:
    return FairVariants(tree, questions_about(tree, rule or Rule()), seed)


@cache
def golden(text: str) -> FairVariants:
    return variants_of(parse_tree(text), b"golden")


def positions(tree: Tree, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(map(tree.index, names))


@SLOW
@given(small_trees, st.integers(0, 500))
def test_the_search_does_the_same_at_the_same_positions_by_an_independent_engine(
    tree: Tree, place: int
) -> None:
    variant = variants_of(tree).variant(place).tree
    assert (variant.kinds, variant.ends) == (tree.kinds, tree.ends)
    for rule in OTHER_RULES:
        assert trace_of(tree, rule) == trace_of(variant, rule)


def trace_of(tree: Tree, rule: Rule) -> object:
    """What a plain recursion visits, cuts and chooses, by the positions of nodes."""
    fields = oracles.fields_of(rule)
    record = oracles.explore(tree, fields)
    cuts = [(tree.index(cut.at), tree.index(cut.after), cut.bound) for cut in record.cutoffs]
    moves = [node.move for node in tree.children(tree.root)]
    best = [moves.index(move) for move in oracles.best_moves(tree, fields)]
    return positions(tree, record.visited), positions(tree, record.pruned), cuts, best


@SLOW
@given(small_trees, st.integers(0, 500))
def test_the_same_ideas_show_in_the_same_questions(tree: Tree, place: int) -> None:
    variants = variants_of(tree)
    made = variants.variant(place)
    asked = tuple(question.renamed(made.names) for question in variants.questions)
    mine, theirs = AskedTree(tree, variants.questions), AskedTree(made.tree, asked)
    for posed, other in zip(mine.questions, theirs.questions, strict=True):
        assert [shows(idea, *posed) for idea in EVERY_IDEA] == [shows(idea, *other) for idea in EVERY_IDEA]


@SLOW
@given(small_trees, st.sampled_from(("value", "pruned", "window", "visited")), st.data())
def test_an_idea_shows_alike_where_all_that_it_looks_at_is_in_the_same_order(
    tree: Tree, kind: str, data: st.DataObject
) -> None:
    asked = KINDS[kind].fullest(solve(tree, Rule()))
    assert asked is not None
    mine, theirs = AskedTree(tree, (asked,)), AskedTree(in_the_same_order(tree, data), (asked,))
    for idea in EVERY_IDEA:
        if mine.seen_by(idea) is not None and mine.seen_by(idea) == theirs.seen_by(idea):
            for posed, other in zip(mine.questions, theirs.questions, strict=True):
                assert shows(idea, *posed) == shows(idea, *other), idea.id


def in_the_same_order(tree: Tree, data: st.DataObject) -> Tree:
    """The tree with other numbers in the same order, each on the same side of 0, and as whole as it was."""
    old = sorted({number for number in tree.utilities if isinstance(number, int | Fraction)})
    steps = data.draw(st.lists(st.integers(1, 9), min_size=len(old), max_size=len(old)))
    new: dict[object, int | Fraction] = {0: 0}
    for place, number in enumerate(each for each in old if each > 0):
        new[number] = sum(steps[: place + 1]) + number % 1
    for place, number in enumerate(each for each in reversed(old) if each < 0):
        new[number] = -sum(steps[: place + 1]) + number % 1
    return tree.with_utilities({index: new[own] for index, own in enumerate(tree.utilities) if own in new})


def test_each_kind_of_idea_that_looks_at_sizes_is_in_the_catalogue() -> None:
    assert {*LOOKS_AT, *OF_SIZES} <= {idea.id for idea in EVERY_IDEA}


@SLOW
@given(small_trees, st.integers(0, 500))
def test_numbers_stay_of_the_same_size(tree: Tree, place: int) -> None:
    variant = variants_of(tree).variant(place).tree
    old, new = (sorted(Fraction(str(leaf.utility)) for leaf in each.leaves) for each in (tree, variant))
    slack = max(Fraction(2), (old[-1] - old[0]) / 4)
    for mine, theirs in zip(old, new, strict=True):
        assert abs(mine - theirs) <= slack
        assert (mine > 0, mine < 0) == (theirs > 0, theirs < 0)


def test_names_and_numbers_differ_from_one_variant_to_the_next() -> None:
    variants = golden(TEXTBOOK)
    made = [variants.variant(place).tree for place in range(30)]
    assert len({tree.utilities for tree in made}) == 30
    assert len({tree.names for tree in made}) == 30


def test_no_two_of_100_variants_have_the_same_numbers() -> None:
    variants = golden(TEXTBOOK)
    assert variants.numberings == NUMBERINGS
    trees = [variants.in_written_names(place).tree for place in range(NUMBERINGS)]
    assert len({tree.utilities for tree in trees}) == NUMBERINGS
    assert variants.written.utilities not in {tree.utilities for tree in trees}


def test_numbers_come_again_only_where_there_are_few() -> None:
    variants = golden("max(7, min(max(4, min(5, 9)), 12))")
    assert 30 < variants.numberings < NUMBERINGS
    places = range(2 * variants.numberings)
    numbers = [variants.in_written_names(place).tree.utilities for place in places]
    assert len(set(numbers)) == variants.numberings
    assert numbers[: variants.numberings] == numbers[variants.numberings :]


def test_a_row_has_every_numbering_in_the_same_order_once() -> None:
    numberings = Numberings.of(parse_tree("max(2, min(4, 5), 9)"), ())
    assert numberings is not None
    row = NumberingRow(numberings)
    every = {units for units in product(*numberings.choices) if list(units) == sorted(set(units))}
    assert {row.at(place) for place in range(row.number)} == every
    assert row.number == len(every)


def test_numbers_that_the_problem_speaks_of_stay() -> None:
    tree = parse_tree(TEXTBOOK)
    variants = FairVariants(tree, questions_about(tree, Rule()), b"secret", frozenset((4, 12)))
    for place in range(10):
        made = variants.variant(place).tree
        assert (made.utilities[tree.index("C2")], made.utilities[tree.index("B2")]) == (4, 12)


def test_names_in_answers_and_in_backticks_follow() -> None:
    names = golden(TEXTBOOK).variant(0).names
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
    variants = golden(text)
    assert [str(variants.variant(place).tree) for place in range(5)] == kept[text]


def test_children_change_places_where_nothing_else_does() -> None:
    made = [golden(TEXTBOOK).variant(place).tree for place in range(12)]
    orders = {tuple(sorted(range(3, 5), key=one.utilities.__getitem__)) for one in made}  # type: ignore[arg-type]
    assert orders == {(3, 4), (4, 3)}  # 12 and 8, of which none matters to any search


@pytest.mark.parametrize(
    "text",
    ["max(chance(8, 3), chance(6, 2))", "max(chance(1/3 -> 9, 2/3 -> 3), 4, chance(1/4 -> 8, 3/4 -> 0))"],
)
def test_trees_with_chance_have_several_sets_of_numbers(text: str) -> None:
    variants = golden(text)
    assert len({variants.variant(place).tree.utilities for place in range(30)}) > 3


@pytest.mark.parametrize("text", [TEXTBOOK, "max(c0 -> C = 3, min(U = 4, 5), min(6, 8))"])
def test_no_node_is_called_the_same_in_any_two_of_1000_variants(text: str) -> None:
    variants = variants_of(parse_tree(text))
    names = [(*variants.names(place).names.values(),) for place in range(1000)]
    assert all(len(set(called)) == 1000 for called in zip(*names, strict=True))
    assert all(len(set(own)) == len(own) for own in names)


def test_a_set_of_nodes_that_is_copied_is_never_the_same_nodes_of_another_variant() -> None:
    variants = variants_of(parse_tree(TEXTBOOK))
    for nodes in (["C2", "C3"], ["B", "C", "D"], ["A", "D1", "D3"]):
        called = {frozenset(map(variants.names(place), nodes)) for place in range(1000)}
        assert len(called) == 1000


def test_names_are_in_alphabetical_order_from_the_top_down() -> None:
    tree = parse_tree("A = max(B = min(D = max(1, 2), 3), C = min(4, 5))")
    for place in (0, 5, 100, 700):
        names = variants_of(tree).names(place)
        assert sorted(map(names, "ABCD")) == [*map(names, "ABCD")]


def test_known_bounds_and_the_window_move_with_the_numbers() -> None:
    tree, rule = parse_tree(TEXTBOOK), Rule(utilities=(0, 30), window=(1, 25))
    variants = FairVariants(tree, questions_about(tree, rule), b"secret", bounds=rule)
    made = [variants.variant(place) for place in range(8)]
    assert len({str(each.changes) for each in made}) > 4
    for each in made:
        theirs = rule.changed(**each.changes)
        assert theirs.utilities is not None
        assert theirs.utilities[0] == 0
        assert trace_of(each.tree, theirs) == trace_of(tree, rule)


def test_bounds_that_the_problem_speaks_of_stay() -> None:
    tree, rule = parse_tree(TEXTBOOK), Rule(utilities=(0, 30))
    variants = FairVariants(tree, questions_about(tree, rule), b"secret", frozenset((30,)), rule)
    for place in range(5):
        assert variants.variant(place).changes == {"utilities": (0, 30)}


def test_error_variants_of_another_course_or_with_another_idea() -> None:
    tree = parse_tree(TEXTBOOK)
    pattern = Pattern(tree, questions_about(tree, Rule()))
    for text, what in (
        ("max(min(3, 12, 8), min(2, 4, 6), min(14, 5))", "the shape is another"),
        ("max(min(3, 12, 8), min(4, 2, 6), min(14, 5, 2))", "the search takes another course"),
        ("max(min(0, 12, 8), min(-2, 4, 6), min(14, 5, -2))", "`best-initialised-to-zero` shows in `value`"),
    ):
        (found,) = pattern.differences(parse_tree(text))
        assert found.startswith(what)


CORRECTED = """\
set: corrected
rule: aima
seed: secret
problems:
  - id: one
    tree: max(min(1, 13, 2), min(10, 16), min(4, 10, 8))
    variants: 8
    questions: [{ask: first-error, by: stop-at-first-worse-sibling}]
"""


def test_the_first_wrong_step_of_a_run_has_the_same_number_in_every_variant() -> None:
    (problem,) = load_problems(Source(CORRECTED, "set.yaml")).problems
    (asked,) = problem.questions
    keys = [asked.question.key(problem.solution_for(asked.question, place)) for place in range(8)]
    assert len(set(keys)) > 1
    assert len({key.step for key in keys}) == 1


def test_error_variants_whose_first_wrong_step_is_another() -> None:
    (problem,) = load_problems(Source(CORRECTED, "set.yaml")).problems
    written = parse_tree("max(min(1, 13, 2), min(10, 16), min(4, 10, 8))")
    pattern = Pattern(written, [asked.question for asked in problem.questions])
    (found,) = pattern.differences(parse_tree("max(min(13, 1, 2), min(10, 16), min(4, 10, 8))"))
    assert found == "the first wrong step of a run is another"
