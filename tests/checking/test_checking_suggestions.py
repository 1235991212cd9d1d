"""How a set could detect a misconception: by other numbers at its leaves, or by a small tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from grader.checking import Suggestion, cover, suggest, suggestion_search
from grader.checking.asked_questions import every_question
from grader.checking.coverage_words import suggestion_lines
from grader.checking.suggestion import ExampleTree, LeafChange
from grader.diagnosis.exposure import EVERY_IDEA, shows
from grader.problems import ProblemSet, load_problems
from grader.problems.question_name import QuestionName
from grader.rule import Rule
from grader.solving import solve
from grader.text.source import Source
from grader.tree.language import parse_tree

TREE = "A = max(a -> B = min(3, 12, 8), b -> C = min(2, 4, 6))"


@pytest.fixture(scope="module", autouse=True)
def _few_trees() -> Iterator[None]:
    """Fewer small trees are tried than else; the tests of the command try all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suggestion_search, "_TREES", 40)
        suggestion_search._small_trees.cache_clear()  # noqa: SLF001 - they were tried by others before
        yield
    suggestion_search._small_trees.cache_clear()  # noqa: SLF001


def loaded(
    tree: str = TREE, questions: str = "[{ask: value, of: [B, C, A]}]", rule: str = "aima"
) -> ProblemSet:
    text = f"set: one\nrule: {rule}\nproblems: [{{id: one, tree: '{tree}', questions: {questions}}}]"
    return load_problems(Source(text, "set.yaml"))


def suggested(misconception: str, problems: ProblemSet) -> Suggestion:
    return suggest(problems, cover(problems), misconception)


def first_of(misconceptions: Sequence[str]) -> list[object]:
    """One of them is tried always; the others are slow."""
    first, *others = misconceptions
    return [first, *(pytest.param(each, marks=pytest.mark.slow) for each in others)]


def test_what_the_set_detects_needs_no_change() -> None:
    assert suggested("everyone-maximises", loaded()) == Suggestion("everyone-maximises", ("one.value",))


def test_the_smallest_change_of_one_leaf_comes_first() -> None:
    first, *_ = suggested("zero-is-missing", loaded()).changes
    assert (first.problem, first.leaves, first.questions) == ("one", (("C1", 2, 0),), ("one.value",))


CHANGED = (
    "zero-is-missing",
    "finite-infinity-sentinel",
    "compare-truncated-values",
)


@pytest.mark.parametrize("misconception", first_of(CHANGED))
def test_a_set_with_the_suggested_numbers_detects_it(misconception: str) -> None:
    problems = loaded()
    changes = suggested(misconception, problems).changes
    assert changes
    for change in changes:
        names = {name: new for name, _, new in change.leaves}
        leaves = [names.get(leaf.name, leaf.utility) for leaf in problems.on_sheet[0].trees[0].tree.leaves]
        text = "A = max(a -> B = min({}, {}, {}), b -> C = min({}, {}, {}))".format(*leaves)
        assert cover(loaded(text)).exposed_by(misconception) == change.questions


def test_two_leaves_are_changed_only_where_one_is_not_enough() -> None:
    changes = suggested(
        "finite-infinity-sentinel", loaded("max(min(3, 5), 4)", "[{ask: value, of: B}]")
    ).changes
    assert {len(change.leaves) for change in changes} == {2}


def test_a_change_says_what_would_be_lost() -> None:
    problems = loaded("max(1/2, 3/4)", "[{ask: best-move}]")
    changes = suggested("tie-takes-last-move", problems).changes
    assert all("compare-truncated-values" in change.loses for change in changes)


def test_a_change_keeps_to_the_bounds_of_the_rule() -> None:
    problems = loaded(rule="{preset: aima, utilities: [1, 12]}")
    assert suggested("zero-is-missing", problems).changes == ()


def test_no_question_is_left_without_an_answer() -> None:
    problems = loaded("max(3, B = min(4, C = max(1, 2)))", "[{ask: window, of: C}, {ask: pruned}]")
    for change in suggested("trigger-also-pruned", problems).changes:
        assert {name: new for name, _, new in change.leaves}.get("B1", 4) > 3


def test_the_numbers_of_a_game_cannot_be_changed() -> None:
    game = "{game: nim, position: '1 2', to-move: max}"
    text = f"set: one\nrule: aima\nproblems: [{{id: one, tree: {game}, questions: [{{ask: value}}]}}]"
    found = suggested("trigger-also-pruned", load_problems(Source(text, "set.yaml")))
    assert found.changes == ()
    assert found.example is not None


SHOWN = ("no-deep-cutoffs", "unweighted-average", "stop-at-first-worse-sibling", "tie-takes-last-move")


@pytest.mark.parametrize("misconception", first_of(SHOWN))
def test_a_misconception_shows_in_the_tree_that_is_suggested(misconception: str) -> None:
    example = suggested(misconception, loaded("4", "[{ask: value}]")).example
    assert example is not None
    assert example.rule is None
    solution = solve(parse_tree(str(example.tree)), Rule.preset("aima"))
    idea = next(idea for idea in EVERY_IDEA if idea.id == misconception)
    assert example.asks == tuple(q.ask for q in every_question(solution) if shows(idea, q, solution))


def test_another_rule_is_named_where_the_own_leaves_no_room() -> None:
    found = suggested("trigger-also-pruned", loaded(rule="{preset: aima, search: minimax}"))
    assert found.changes == ()
    assert found.example is not None
    assert found.example.rule == {"preset": "aima", "utilities": [-30, 30]}


def test_another_rule_is_named_where_the_own_needs_evaluations() -> None:
    problems = loaded("max(min~2(3, 4), 1)", "[{ask: value}]", "{preset: aima, depth: 1}")
    found = suggested("trigger-also-pruned", problems)
    assert found.example is not None
    assert found.example.rule is not None


def test_the_same_set_always_gets_the_same_advice() -> None:
    assert suggested("zero-is-missing", loaded()) == suggested("zero-is-missing", loaded())


NAMES = {
    "one.value": QuestionName("1.1", "What is the root worth?", "one.value"),
    "one.line": QuestionName("1.2", "Which line of play follows?", "one.line"),
}


def test_a_suggestion_is_told_in_lines() -> None:
    change = LeafChange(
        "one", (("B1", 3, 0), ("B2", 12, Fraction(-1, 2))), ("one.value", "one.line"), ("oracle-pruning",)
    )
    example = ExampleTree(
        parse_tree("max(0, 1)"), ("value", "line"), {"preset": "aima", "utilities": [-3, 3]}
    )
    assert list(suggestion_lines(Suggestion("zero-is-missing", (), (change,), example), NAMES)) == [
        "to detect zero-is-missing (“Children worth 0 passed over”):",
        "  one: with B1 = 0 instead of 3 and B2 = −1/2 instead of 12 it shows in"
        " 1.1 What is the root worth? (one.value), 1.2 Which line of play follows? (one.line)"
        "; but then nothing detects “±∞ check taken for pruning”",
        "  a tree in which it shows under `rule: {preset: aima, utilities: [-3, 3]}`: "
        "max(0, 1), if you ask for `value` or `line`",
    ]
    assert list(suggestion_lines(Suggestion("zero-is-missing"), NAMES))[-1] == (
        "  no change of one or two leaves and no small tree was found in which it shows"
    )
    assert list(suggestion_lines(Suggestion("zero-is-missing", ("one.value",)), NAMES)) == [
        "zero-is-missing (“Children worth 0 passed over”) shows in"
        " 1.1 What is the root worth? (one.value) already"
    ]


def test_json_has_numbers_as_they_are_written() -> None:
    change = LeafChange("one", (("B1", 3, Fraction(1, 2)),), ("one.value",))
    example = ExampleTree(parse_tree("max(0, 1)"), ("value",), None)
    assert Suggestion("zero-is-missing", (), (change,), example).to_dict() == {
        "misconception": "zero-is-missing",
        "shown_by": [],
        "changes": [
            {"problem": "one", "leaves": {"B1": ["3", "1/2"]}, "questions": ["one.value"], "loses": []}
        ],
        "example": {"tree": "max(0, 1)", "asks": ["value"], "rule": None},
    }


def test_a_tree_is_offered_with_small_whole_numbers_where_these_will_do() -> None:
    problems = loaded(questions="[{ask: pruned}]")
    example = suggested("no-deep-cutoffs", problems).example
    assert example is not None
    assert all(isinstance(leaf.utility, int) and abs(leaf.utility) < 10 for leaf in example.tree.leaves)
