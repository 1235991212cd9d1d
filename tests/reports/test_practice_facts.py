"""All that a practice page says about a tree is what `solve`, `key` and `grade` say about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings

from grader.generating.asked_kinds import USUALLY_ASKED, AskedKind
from grader.generating.goals import Goals
from grader.ideas import CATALOGUE, RIGHT
from grader.ideas.guided_search import guided_by
from grader.questions.general_question import GENERAL_KINDS
from grader.questions.question import Marking
from grader.reports.practice.fresh_trees import ChosenTree, TreeFamily, fresh_trees
from grader.reports.practice.idea_trees import idea_tree
from grader.reports.practice.practice_page import MOST_BYTES, practice_html
from grader.reports.practice.practice_task import PracticeTask
from grader.reports.practice.practice_tree import practice_tree
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.numbers import read_number
from grader.text.sentences import sentences
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from tests.strategies import cases

SAY = sentences()
RULES: Mapping[str, tuple[dict[str, object], dict[str, object]]] = {
    "alpha-beta": ({}, {"leaves": "4..12"}),
    "ties kept": ({"ties": "keep"}, {"leaves": "4..10"}),
    "from the right": ({"order": "right-to-left"}, {"leaves": "4..10"}),
    "shallow": ({"cutoffs": "shallow"}, {"leaves": "6..10", "depth": "3..4"}),
    "fail-hard": ({"returns": "hard"}, {"leaves": "4..10"}),
    "minimax": ({"search": "minimax"}, {"leaves": "4..10"}),
    "chance": ({}, {"leaves": "4..8", "kinds": "max, min, chance"}),
    "star1": (
        {"chance": "star1", "utilities": [0, 20]},
        {"leaves": "4..8", "kinds": "max, chance", "numbers": "0..20"},
    ),
}
ASKED = tuple(AskedKind(kind) for kind in GENERAL_KINDS)
WORDS = (
    ("value", "returned"), ("pruned", "nodes"), ("pruned", "subtrees"), ("pruned", "edges"),
    ("visited", "order"), ("visited", "leaves"), ("count", "leaves-evaluated"),
    ("count", "leaves-pruned"), ("window", "exit"), ("window", "history"), ("cutoffs", "windows"),
)  # fmt: skip


def generated(name: str, number: int) -> tuple[ChosenTree, ...]:
    fields, goals = RULES[name]
    family = TreeFamily(Goals.from_fields(goals), Rule.from_fields(fields), ASKED)
    found = fresh_trees([family], number, f"facts {name}")
    assert len(found) == number
    return found


@pytest.mark.parametrize("name", RULES)
def test_the_page_says_what_the_solver_and_the_marks_say(name: str) -> None:
    for chosen in generated(name, 2):
        agree(chosen.solution)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_the_page_says_what_the_solver_and_the_marks_say_for_many_trees(name: str) -> None:
    for chosen in generated(name, 25):
        agree(chosen.solution)


def agree(solution: Solution) -> None:
    made = practice_tree(solution, ASKED, SAY)
    walk_is_the_search(made.walk, solution)
    for task in made.solve:
        assert task.accepted
    posed = [asked.question(solution) for asked in ASKED]
    for place, question in enumerate(
        question for question in posed if next(question.misfits(solution), None) is None
    ):
        tasks = [task for task in made.solve if task.question == place]
        answer = written(tasks, solution)
        if answer is not None:
            given = question.read(answer, solution)
            assert question.mark(given, Marking(solution, SAY)).share == 1, (question.ask, answer)


@pytest.mark.parametrize("asked", [*ASKED, *(AskedKind(*each) for each in WORDS)], ids=str)
def test_every_question_about_a_tree_can_be_solved_on_the_page(asked: AskedKind) -> None:
    solution = solve(parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"))
    tasks = practice_tree(solution, [asked], SAY, ideas=()).solve
    assert tasks
    for task in tasks:
        cases = ["-".join(task.case.split("-")[:number]) for number in range(1, 4)]
        for level in (1, 2, 3):
            assert any(f"practice.{case}-{level}" in SAY.catalogue for case in cases), task.case


def walk_is_the_search(tasks: tuple[PracticeTask, ...], solution: Solution) -> None:
    """The walk visits what the search does, with its windows and values, and cuts where it does."""
    names = solution.tree.names
    visited = [names[0], *(names[int(task.accepted[0])] for task in tasks if task.widget == "node")]
    assert tuple(visited) == solution.visited
    if solution.rule.search != "minimax":
        windows = {names[task.at or 0]: task.accepted[0] for task in tasks if task.widget == "window"}
        shown = solution.tree.pretty
        inner = [name for name in solution.visited if not solution.tree[name].is_leaf]
        assert windows == {name: ";".join(map(shown, solution.windows[name])) for name in inner}
    cut = [(names[task.at or 0], task.parts["why"]) for task in tasks if task.accepted == ("cut",)]
    assert cut == [(cutoff.at, cutoff.why) for cutoff in solution.cutoffs]
    updates = [solution.tree.pretty(step.value) for step in solution.steps if step.action == "update"]
    assert [task.accepted[0] for task in tasks if task.widget == "number"] == updates


def written(tasks: list[PracticeTask], solution: Solution) -> str | None:  # noqa: PLR0911 - a form each
    """The right answers of the tasks of a question, as a student writes them on a sheet."""
    names = solution.tree.names

    def number(text: str) -> str:
        return text.replace("−", "-").replace("∞", "inf")

    def some(text: str) -> str:
        return "[" + ", ".join(names[int(index)] for index in text.split()) + "]"

    if not tasks:
        return None
    first = tasks[0]
    if first.case == "cuts":
        at = [task for task in tasks if task.case == "cut-after"]
        bounds = [task for task in tasks if task.widget == "choice"]
        pairs = zip(at, bounds, strict=True)
        cuts = (
            f"{{at: {names[one.at or 0]}, after: {names[int(one.accepted[0])]}, bound: {two.accepted[0]}}}"
            for one, two in pairs
        )
        return "[" + ", ".join(cuts) + "]"
    match first.widget:
        case "number" if first.at is None:
            return number(first.accepted[0])
        case "number":
            return (
                "{" + ", ".join(f"{names[task.at or 0]}: {number(task.accepted[0])}" for task in tasks) + "}"
            )
        case "window":
            pairs_of = (
                f"{names[task.at or 0]}: [{number(task.accepted[0]).replace(';', ', ')}]" for task in tasks
            )
            return "{" + ", ".join(pairs_of) + "}"
        case "node":
            return names[int(first.accepted[0])]
        case "nodes" | "order":
            return some(first.accepted[0])
    return None


@settings(max_examples=settings().max_examples)
@given(cases())
def test_whoever_has_no_idea_decides_as_the_search_does(case: tuple[Tree, dict[str, Any]]) -> None:
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    guided = guided_by(solution, RIGHT)
    assert guided is not None
    if solution.rule.search != "minimax":
        assert guided.asked_windows == solution.log.windows
    kinds = solution.tree.kinds
    stopped = {(at, after) for at, after, _, _ in solution.log.stops if kinds[at] is not Kind.CHANCE}
    assert stopped <= {place for place, is_cut in guided.asked_cuts.items() if is_cut}
    for (parent, seen), child in guided.asked_children.items():
        assert guided.seen[parent][seen] == child


def test_twenty_trees_of_twelve_leaves_fit_into_a_page() -> None:
    family = TreeFamily(Goals.from_fields({"leaves": "12"}), Rule(), USUALLY_ASKED)
    chosen = fresh_trees([family], 20, "size")
    page = practice_html(chosen, "Practice", SAY)
    assert len(page.encode()) <= MOST_BYTES
    assert page.count('<template id="t') == 20


CROWDED: Mapping[str, tuple[dict[str, object], dict[str, object]]] = {
    "chance": ({}, {"leaves": "12", "kinds": "max, min, chance"}),
    "deep": ({}, {"leaves": "12", "depth": "4..5"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CROWDED)
def test_twenty_trees_with_every_kind_of_question_fit_into_a_page(name: str) -> None:
    fields, goals = CROWDED[name]
    family = TreeFamily(Goals.from_fields(goals), Rule.from_fields(fields), ASKED)
    page = practice_html(fresh_trees([family], 20, "size"), "Practice", SAY)
    assert len(page.encode()) <= MOST_BYTES
    assert page.count('<template id="t') == 20


def test_one_family_has_as_many_trees_as_are_asked_for() -> None:
    family = TreeFamily(Goals.from_fields({"leaves": "4..8"}), Rule(), USUALLY_ASKED)
    assert len(fresh_trees([family], 30, "many")) == 30


def test_a_family_that_has_no_more_trees_is_given_up() -> None:
    goals = {"leaves": "2", "depth": "1", "numbers": "0..2", "kinds": "max"}
    found = fresh_trees([TreeFamily(Goals.from_fields(goals), Rule(), USUALLY_ASKED)], 30, "few")
    assert 0 < len(found) < 30


def test_every_idea_of_the_catalogue_has_a_smallest_tree_to_practise_on() -> None:
    telling = Rule.from_fields({"preset": "aima", "utilities": [-30, 30]})
    without = [idea.id for idea in CATALOGUE if idea_tree(idea.id, telling, SAY) is None]
    assert without == []


def test_numbers_on_the_page_are_exact() -> None:
    family = TreeFamily(
        Goals.from_fields({"leaves": "4..6", "kinds": "max, chance", "probabilities": "1/3, 2/3"}),
        Rule(),
        ASKED,
    )
    for chosen in fresh_trees([family], 2, "exact"):
        for task in practice_tree(chosen.solution, ASKED, SAY).walk:
            if task.widget == "number":
                read_number(task.accepted[0].replace("−", "-").replace("∞", "inf"))
