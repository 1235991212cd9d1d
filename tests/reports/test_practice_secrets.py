"""A practice page gives no exam away: nothing of its set is on it, and a set may forbid it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.problems import ProblemSet, load_problems
from grader.reports.practice.practice_files import practice_of_set, practice_with_own_trees
from grader.reports.practice.tree_identity import identities, is_known, known_trees
from grader.text.sentences import sentences
from grader.text.source import InputError, Source
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests.bundled import SETS, bundled

DATA = re.compile(r'<script type="application/json" id="practice-data">(.*?)</script>', re.DOTALL)
LONG = 12  # a shorter text, such as "Max", may stand anywhere by chance

SET = """\
set: exam
title: The great exam of winter
seed: a very secret seed
due: 2027-02-01 12:00 UTC
reveal: due
problems:
  - id: only
    title: A title of its own
    text: Words that nobody else has written.
    tree: max(min(31, 77, 12), min(17, 55, 8), min(43, 99, 6))
    questions: [{ask: value}, {ask: pruned}]
"""


def data_of(page: str) -> dict[str, Any]:
    found = DATA.search(page)
    assert found is not None
    loaded: dict[str, Any] = json.loads(found[1])
    return loaded


Image = tuple[str, str, tuple[object, ...]]


def trees_on(page: str) -> Iterator[tuple[list[str], list[str], list[int]]]:
    """Every tree of the page as its drawing shows it: kinds, numbers at leaves, and where subtrees end."""
    data = data_of(page)
    for name, drawing in re.findall(r'<template id="(\w+)"><svg>(.*?)</svg></template>', page, re.DOTALL):
        nodes = re.findall(r'<g(?: class="tree-(\w+)")? transform[^>]*>(.*?)</g>', drawing, re.DOTALL)
        numbers = [re.findall(r"<text[^>]*>([^<]*)</text>", inside)[0] for _, inside in nodes]
        ends = data["trees" if name[0] == "t" else "small"][int(name[1:])]["ends"]
        assert len(ends) == len(nodes)
        yield [kind or "leaf" for kind, _ in nodes], numbers, ends


def image(kinds: Sequence[str], numbers: Sequence[str], ends: Sequence[int], index: int = 0) -> Image:
    """A tree without names, probabilities and the order of children, worked out by plain recursion."""
    if kinds[index] == "leaf":
        return "leaf", numbers[index], ()
    children, child = [], index + 1
    while child < ends[index]:
        children.append(image(kinds, numbers, ends, child))
        child = ends[child]
    return kinds[index], "", tuple(sorted(children))


def image_of(tree: Tree) -> Image:
    numbers = ["" if utility is None else str(utility).replace("-", "−") for utility in tree.utilities]
    return image(list(map(str, tree.kinds)), numbers, tree.ends)


def secrets(problems: ProblemSet) -> Iterator[str]:
    """What only the set has: titles, texts, options and the seed."""
    yield problems.title
    source = problems.source.text
    yield from re.findall(r"^seed: *(.+)$", source, re.MULTILINE)
    for problem in problems.problems:
        yield problem.title
        yield from problem.text.splitlines()
        for asked in problem.questions:
            yield from (str(text) for text in vars_of(asked.question))


def vars_of(question: Any) -> Iterator[str]:
    for name in ("text", "options", "claim"):
        value = getattr(question, name, None)
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (str(getattr(option, "text", option)) for option in value)


PLAYERS = ("several-players",)
ALONE = [path for path in SETS if path.parent.name not in PLAYERS]


@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.parent.name)
def test_nothing_of_a_bundled_set_is_on_its_page(path: Path) -> None:
    gives_nothing_away(bundled(path), trees=1)


@pytest.mark.slow
@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.parent.name)
def test_nothing_of_a_bundled_set_is_on_a_page_with_many_trees(path: Path) -> None:
    problems = bundled(path)
    gives_nothing_away(problems, trees=2 * len(problems.on_sheet) + 2)


def gives_nothing_away(problems: ProblemSet, trees: int) -> None:
    page = practice_of_set(problems, number=trees)
    own = {image_of(each.tree) for problem in problems.problems for each in problem.examples}
    found = [image(*tree) for tree in trees_on(page)]
    assert len(found) >= trees
    assert own.isdisjoint(found)
    ours = str(sentences(problems.language).catalogue)  # where a title such as "The best move" stands, too
    hidden = {text.strip() for text in secrets(problems) if len(text.strip()) >= LONG}
    assert [text for text in hidden if text in page and text not in ours] == []


def test_a_mirrored_renamed_or_exchanged_tree_is_known() -> None:
    problems = load_problems(Source(SET, "set.yaml"))
    known = known_trees(problems)
    for text in (
        "max(min(31, 77, 12), min(17, 55, 8), min(43, 99, 6))",
        "max(min(6, 99, 43), min(8, 55, 17), min(12, 77, 31))",
        "R = max(go -> X = min(77, 12, 31), Y = min(17, 8, 55), Z = min(43, 6, 99))",
        "min(max(-31, -77, -12), max(-17, -55, -8), max(-43, -99, -6))",
    ):
        assert is_known(parse_tree(text), known), text
    assert not is_known(parse_tree("max(min(31, 77, 12), min(17, 55, 8), min(43, 99, 7))"), known)


def test_leaves_that_moved_to_another_parent_make_another_tree() -> None:
    one, other = parse_tree("max(min(1, 2), min(3, 4))"), parse_tree("max(min(1, 3), min(2, 4))")
    assert identities(one).isdisjoint(identities(other))


def test_every_fair_variant_is_known_by_the_order_of_its_numbers() -> None:
    text = SET.replace("    tree:", "    variants: {like: this, number: 30}\n    tree:")
    problems = load_problems(Source(text, "set.yaml"))
    known = known_trees(problems)
    for place in (0, 3, 29):
        assert is_known(problems.problems[0].trees[place].tree, known)


BEFORE, AFTER = datetime(2027, 2, 1, 11, tzinfo=UTC), datetime(2027, 2, 1, 13, tzinfo=UTC)


def test_a_sets_own_trees_wait_for_its_key() -> None:
    problems = load_problems(Source(SET, "set.yaml"))
    with pytest.raises(InputError, match="is not shown to everybody yet"):
        practice_with_own_trees(problems, BEFORE)
    page = practice_with_own_trees(problems, AFTER)
    assert image(*next(trees_on(page))) == image_of(problems.problems[0].trees[0].tree)


def test_a_key_that_is_never_shown_keeps_the_trees_of_its_set() -> None:
    problems = load_problems(Source(SET.replace("reveal: due", "reveal: {key: never}"), "set.yaml"))
    with pytest.raises(InputError, match="is not shown to everybody yet"):
        practice_with_own_trees(problems, AFTER)


@pytest.mark.parametrize("make", [practice_of_set, lambda problems: practice_with_own_trees(problems, AFTER)])
def test_a_set_can_forbid_practice(make: Any) -> None:
    problems = load_problems(Source(f"practice: never\n{SET}", "set.yaml"))
    with pytest.raises(InputError, match="this set says `practice: never`"):
        make(problems)


def test_a_set_of_several_players_has_no_page() -> None:
    path = next(path for path in SETS if path.parent.name in PLAYERS)
    with pytest.raises(InputError, match="every problem of this set has several players"):
        practice_of_set(bundled(path))


def test_ideas_that_a_set_switches_off_are_not_named() -> None:
    all_of = data_of(practice_of_set(load_problems(Source(SET, "set.yaml")), number=2))
    text = f"diagnosis: {{tell: students, without: [players-inverted]}}\n{SET}"
    some = data_of(practice_of_set(load_problems(Source(text, "set.yaml")), number=2))
    none = data_of(practice_of_set(load_problems(Source(f"diagnosis: staff\n{SET}", "set.yaml")), number=2))
    named = [{idea["name"] for idea in data["ideas"]} for data in (all_of, some, none)]
    assert named[0] - named[1] == {"Max and Min swapped"}
    assert named[2] == set()
