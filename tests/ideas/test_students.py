"""Wrong ideas, written twice: as programs of students, and as decisions of one search; both answer alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given

from benchmarks.students.catalogue import IDEAS, Idea
from benchmarks.students.conventions import Conventions
from benchmarks.students.exam_trees import NUMBERS, Shape, draw_tree
from benchmarks.students.plain_trees import Node, plain
from benchmarks.students.sheets import OWN_VALUES, RUN, VALUES_FIRST
from benchmarks.students.steps import RIGHT, values_of
from benchmarks.students.textbook import Textbook, moves_by
from grader.ideas import BY_ID, CATALOGUE, NotPredicted, Undefined, Way, imagine
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.numbers import read_number
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests.strategies import cases

FILE = Path(__file__).parents[2] / "grader" / "ideas" / "smallest.yaml"
SMALLEST = yaml.load(FILE.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - it only makes texts
OF_SHEETS = {idea.id for idea in CATALOGUE}
ON_SHEETS = [case for case in SMALLEST if case["id"] in OF_SHEETS]
FIELDS = ("ties", "order", "cutoffs", "returns", "chance", "utilities", "best")


@dataclass(frozen=True)
class Case:
    """A tree and a rule, solved by the package, and drawn as a student has it."""

    solution: Solution
    root: Node
    rule: Conventions

    @property
    def text(self) -> str:
        return f"{self.solution.tree} {self.rule.written()}"


def case_of(text: str, **fields: Any) -> Case:
    tree = parse_tree(text)
    return Case(solve(tree, Rule(**fields)), plain(tree), Conventions(**fields))


def by_student(idea: Idea, case: Case, way: str) -> dict[str, Any]:
    """What a student says of everything who fills in a sheet in a way."""
    root, rule = case.root, case.rule
    values = values_of(root, rule, idea.steps)
    own = values if way == OWN_VALUES else None
    search = idea.search(root, rule, RIGHT if way == VALUES_FIRST else idea.steps, own)
    if way == RUN:
        moves = idea.moves.by_search(search)
    else:
        moves = idea.moves.by_values(search, rule, idea.steps, values)
    return {
        "values": inner(root, search.returned if way == RUN else values),
        "returned": inner(root, search.returned),
        "moves": sorted(moves),
        "pruned": idea.words.pruned(search),
        "visited": idea.words.visited(search),
        "windows": inner(root, {name: idea.words.window(pair) for name, pair in search.windows.items()}),
        "exits": inner(root, {name: idea.words.window(pair) for name, pair in search.exits.items()}),
    }


def by_catalogue(idea: str, case: Case, way: Way) -> dict[str, Any]:
    """What the package's own model of an idea says; parts about which it is silent are missing."""
    imagined, root = imagine(case.solution, BY_ID[idea].work, way), case.root
    names = {leaf.name for leaf in root.leaves}
    tree = case.solution.tree
    moves = {tree[child].move: tree.names[child] for child in tree.child_indexes(0)}
    parts: dict[str, Callable[[], Any]] = {
        "values": lambda: inner(root, dict(imagined.values)),
        "returned": lambda: inner(root, dict(imagined.returned)),
        "moves": lambda: sorted(moves[move] for move in imagined.best_moves),
        "pruned": lambda: tuple(name for name in imagined.pruned if name in names),
        "visited": lambda: imagined.visited,
        "windows": lambda: inner(root, dict(imagined.windows)),
        "exits": lambda: inner(root, dict(imagined.exits)),
    }
    said = {}
    for part, say in parts.items():
        try:
            said[part] = say()
        except NotPredicted:
            continue
    return said


def inner(root: Node, by_node: Mapping[str, Any]) -> dict[str, Any]:
    return {node.name: by_node[node.name] for node in root.inner if node.name in by_node}


def differences(idea: str, case: Case, way: Way) -> dict[str, tuple[Any, Any]]:
    """The parts of an answer in which the two disagree: the student's, and the catalogue's."""
    try:
        said = by_catalogue(idea, case, way)
    except Undefined:  # ∞ − ∞
        return {}
    mine = by_student(IDEAS[idea], case, way)
    return {part: (mine[part], said[part]) for part in said if mine[part] != said[part]}


@given(
    cases(
        infinities=False,
        limits=False,
        search="alpha-beta",
        last_child="silent",
        exit="updated",
        window=(-inf, inf),
    )
)
def test_the_right_student_does_what_the_solver_does(case: tuple[Tree, dict[str, Any]]) -> None:
    tree, fields = case
    solution, root = solve(tree, Rule(**fields)), plain(tree)
    rule = Conventions(**{name: fields[name] for name in FIELDS if name in fields})
    search = Textbook(root, rule)
    assert search.visited == solution.visited
    assert search.windows == dict(solution.windows)
    assert search.exits == dict(solution.exits)
    assert search.returned == dict(solution.returned)
    assert values_of(root, rule) == dict(solution.values)
    moves = {tree[child].move: tree.names[child] for child in tree.child_indexes(0)}
    assert moves_by(root, rule, IDEAS["tie-takes-last-move"].steps, values_of(root, rule)) == [
        moves[move] for move in solution.best_moves
    ]
    assert [(at.name, after.name) for at, after in search.cuts] == [
        (cut.at, cut.after) for cut in solution.cutoffs
    ]


def drawn_cases(number: int, seed: int) -> Iterator[Case]:
    """Small trees with many ties and every kind of rule, half of them with chance nodes."""
    random = Random(seed)
    for _ in range(number):
        chance = random.choice((0, 0.4))
        roots = ("max", "min", "chance") if chance else ("max", "min")
        numbers = random.choice(list(NUMBERS))
        shape = Shape((1, 2, 3, 4), range(2, 10), numbers, chance, random.choice((0, 0, 0.3)), roots=roots)
        text = draw_tree(random, shape)
        utilities = [leaf.utility for leaf in plain(parse_tree(text)).leaves]
        low, high = min(utilities) - random.choice((0, 1, 5)), max(utilities) + random.choice((1, 5))
        fields: dict[str, Any] = {
            "ties": random.choice(("cut", "keep")),
            "order": random.choice(("left-to-right", "right-to-left")),
            "cutoffs": random.choice(("deep", "deep", "shallow")),
            "returns": random.choice(("soft", "soft", "hard")),
            "chance": random.choice(("reset", "star1", "none")),
            "best": random.choice(("first", "first", "last", "any")),
            **random.choice(({}, {}, {"utilities": (low, high)})),
        }
        yield case_of(text, **fields)


@cache
def usual_cases() -> tuple[Case, ...]:
    return tuple(drawn_cases(60, seed=7))


def has_chance(case: Case) -> bool:
    return any(node.kind == "chance" for node in case.root)


def takes_turns(case: Case) -> bool:
    return all({node.kind, child.kind} != {node.kind} for node in case.root for child in node.children)


def is_bounded(case: Case) -> bool:
    return case.rule.utilities is not None


def anywhere(_case: Case) -> bool:
    return True


def nowhere(_case: Case) -> bool:
    return False


def star1(case: Case) -> bool:
    return has_chance(case) and case.rule.chance == "star1"


# Where an idea leaves open what follows from it, so that two programs may differ.
OPEN_QUESTIONS: dict[str, Callable[[Case], bool]] = {
    # who is the opponent of chance, or of a player who moves twice, and what is not exchanged if shallow?
    "negamax-window-not-swapped": lambda case: (
        has_chance(case) or not takes_turns(case) or case.rule.cutoffs == "shallow"
    ),
    # does somebody cut below chance where the rule forbids it, but passes the window on?
    "window-passed-through-chance": lambda case: case.rule.chance == "none",
    # is somebody's neighbour one that was never to be cut?
    "compares-with-left-neighbour": lambda case: case.rule.chance == "none",
}


def agree(idea: str, case: Case) -> None:
    for way in BY_ID[idea].ways:
        guessed = way != VALUES_FIRST and BY_ID[idea].facet in ("values", "chance") and star1(case)
        if not (guessed or OPEN_QUESTIONS.get(idea, nowhere)(case)):
            assert differences(idea, case, way) == {}, f"{way}: {case.text}"


@pytest.mark.parametrize("idea", sorted(OF_SHEETS))
def test_a_student_and_the_catalogue_answer_alike(idea: str) -> None:
    for case in usual_cases():
        agree(idea, case)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_they_answer_alike_on_thousands_of_trees(seed: int) -> None:
    for case in drawn_cases(400, seed):
        for idea in OF_SHEETS:
            agree(idea, case)


def test_every_idea_of_a_sheet_is_somebodys() -> None:
    assert {idea.id: idea.facet for idea in IDEAS.values()} == {idea.id: idea.facet for idea in CATALOGUE}


@pytest.mark.parametrize("smallest", ON_SHEETS, ids=[case["id"] for case in ON_SHEETS])
def test_a_student_gives_the_answers_of_the_smallest_tree(smallest: dict[str, Any]) -> None:
    bounds = {name: tuple(map(read_number, smallest[name])) for name in ("utilities",) if name in smallest}
    case = case_of(smallest["tree"], chance="star1", **bounds)
    idea = IDEAS[smallest["id"]]
    said = by_student(idea, case, first_way(idea))
    root = case.root.name
    numbers: dict[str, Callable[[], object]] = {
        "value": lambda: said["values"][root] == read_number(smallest["wrong"]["value"]),
        "move": lambda: said["moves"] == [smallest["wrong"]["move"]],
        "pruned": lambda: sorted(said["pruned"]) == sorted(smallest["wrong"]["pruned"]),
        "visited": lambda: list(said["visited"]) == smallest["wrong"]["visited"],
        "window": lambda: said["windows"][root] == tuple(map(read_number, smallest["wrong"]["window"])),
    }
    assert all(numbers[part]() for part in smallest["wrong"])


def first_way(idea: Idea) -> str:
    return VALUES_FIRST if idea.facet in ("values", "chance") else RUN


TEXTBOOK = "max(min(3, 12), min(2, 4))"
LUCK = "max(chance(1/2 -> 6, 1/2 -> 2), chance(1/4 -> 8, 3/4 -> 1))"
NEIGHBOURS = "max(min(max(3, 5), 6), min(max(7, 9), 8))"
TRAVEL = "max(min(C = max(5, 7), D = max(6, 9)), E = min(4, 8))"
# idea, tree, and parts of what somebody with the idea says.
NEW: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("alpha-never-tightens", "max(min(max(2, 4), max(6, 1)), min(3, 9))", {"pruned": ("E2",)}),
    ("beta-never-tightens", "max(min(max(2, 4), max(6, 1)), min(3, 9))", {"pruned": ("C2",)}),
    ("beta-never-tightens", "max(2, min(1, 3))", {"pruned": ("B2",)}),
    ("cut-propagates-to-parent", "max(min(max(5, min(4, 9)), 6), 7)", {"pruned": ("D2",), "A": 7}),
    ("whole-cut-node-pruned", "max(min(3, 12, 8), min(5, 2, 6))", {"pruned": ("C1", "C2", "C3")}),
    ("visited-in-post-order", TEXTBOOK, {"visited": ("B1", "B2", "B", "C1", "C", "A")}),
    ("visited-level-by-level", TEXTBOOK, {"visited": ("A", "B", "C", "B1", "B2", "C1")}),
    ("everything-off-the-best-line-pruned", TEXTBOOK, {"pruned": ("B2", "C1", "C2")}),
    ("stops-when-the-move-is-settled", "max(min(4, 6), max(8, 9, 1))", {"pruned": ("C2", "C3")}),
    ("windows-travel-up", TRAVEL, {"window of D": (7, 7)}),
    ("bound-kept-for-next-sibling", "max(min(3, 12), min(5, 4))", {"window of C": (3, 3), "pruned": ("C2",)}),
    ("compares-with-left-neighbour", NEIGHBOURS, {"pruned": ("E2",), "window of E": (-inf, 6)}),
    ("chance-as-best-case", LUCK, {"B": 6, "C": 8}),
    ("outcomes-added-without-probabilities", LUCK, {"B": 8, "C": 9}),
    ("expectation-rounded-to-nearest", "chance(1/4 -> 1, 3/4 -> 2)", {"A": 2}),
    ("expectation-rounded-to-nearest", "chance(3/4 -> 1, 1/4 -> 2)", {"A": 1}),
    ("expectation-rounded-up", "chance(3/4 -> 1, 1/4 -> 2)", {"A": 2}),
    ("prune-chance-on-the-mean-so-far", "max(5, chance(1/2 -> 3, 1/2 -> 9))", {"B": 3, "pruned": ("B2",)}),
    ("best-move-follows-best-leaf", "max(min(3, 5), min(1, 9))", {"moves": ["C"], "A": 3}),
    ("values-handed-up-one-level-too-far", TEXTBOOK, {"B": 3, "C": 2, "A": 12}),
    ("largest-by-magnitude", "max(-3, min(2, -1))", {"B": -1, "A": -3}),
)


@pytest.mark.parametrize(("idea", "tree", "said"), NEW, ids=[f"{idea}: {tree}" for idea, tree, _ in NEW])
def test_a_student_says_what_follows_from_the_idea(idea: str, tree: str, said: dict[str, Any]) -> None:
    case = case_of(tree)
    found = by_student(IDEAS[idea], case, first_way(IDEAS[idea]))
    windows = {f"window of {name}": pair for name, pair in found.get("windows", {}).items()}
    everything = {**found, **found["values"], **windows}
    assert {part: everything[part] for part in said} == said


# What follows from an idea where it is easily taken too far, or not far enough: part, and what is right.
BOUNDS = {"chance": "star1", "utilities": (-30, 40)}
FAULTS: tuple[tuple[str, str, dict[str, Any], str, Any], ...] = (
    ("beta-never-tightens", "max(2, min(1, 3))", {}, "pruned", ("B2",)),
    ("alpha-never-tightens", "min(2, max(3, 1))", {}, "pruned", ("B2",)),
    ("cut-propagates-to-parent", "max(min(max(5, min(4, 9)), 6), 7)", {}, "pruned", ("D2",)),
    ("bookkeeping-without-cutting", "max(40, chance(1/2 -> 3, 1/2 -> -2))", BOUNDS, "pruned", ()),
    (
        "no-pruning-in-leftmost-subtree", "max(min(-2, chance(9/10 -> 3, 1/10 -> -2)), 0)", BOUNDS, "pruned",
        (),
    ),
    ("compares-with-own-players-ancestor", "max(4, 2)", {"utilities": (1, 5)}, "pruned", ()),
    ("compares-with-own-players-ancestor", "min(2, min(2, 2))", {"ties": "keep"}, "pruned", ()),
    ("tie-takes-last-move", "chance(2, 2)", {}, "moves", []),
    (
        "root-window-reset", "chance(0, min(8, -11))", BOUNDS, "windows",
        {"A": (-30, 40), "B": (-inf, inf)},
    ),
    (
        "global-window", "max(1, chance(2, min(-1, 4)))", {}, "windows",
        {"A": (-inf, inf), "B": (1, inf), "C": (1, inf)},
    ),
    (
        "no-deep-cutoffs", "max(1, chance(4, min(2, max(2, 3))))", {"chance": "none"}, "windows",
        {"A": (-inf, inf), "B": (1, inf), "C": (-inf, inf), "D": (-inf, inf)},
    ),
    (
        "prune-chance-on-partial-sum", "max(chance(1, min(5, -1)), 5)", BOUNDS, "windows",
        {"A": (-30, 40), "B": (-30, 40), "C": (-30, 40)},
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("idea", "tree", "rule", "part", "right"), FAULTS, ids=[f"{idea}: {tree}" for idea, tree, *_ in FAULTS]
)
def test_the_catalogue_does_what_the_idea_says(
    idea: str, tree: str, rule: dict[str, Any], part: str, right: object
) -> None:
    case = case_of(tree, **rule)
    assert by_student(IDEAS[idea], case, RUN)[part] == right, "the student is wrong, not the catalogue"
    assert by_catalogue(idea, case, "run")[part] == right
