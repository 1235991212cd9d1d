"""Trees and keys from outside: what was published of them is what we compute, and what a second engine does.

A file of `tests/solving/known` has an origin and cases; a case has an id, its source, a tree, a rule,
what the source says (`expect`), what follows from it (`computed`), and a note. In a rule `ties: any` says
that the key is the same either way. A published answer that is wrong stands as `{given: …, wrong: why}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
import yaml

from grader.rule import Rule
from grader.rule.rule_fields import TiesWord
from grader.solving import solve
from grader.text.numbers import read_number
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests import oracles

Nested: TypeAlias = "int | list[Nested]"

FILES = sorted((Path(__file__).parent / "known").glob("*.yaml"))


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a key says of a tree under a rule."""

    id: str
    text: str
    rule: Rule
    about: str
    of: str | None  # a node's name, where the key says something of several nodes
    given: Any
    wrong: str | None


def claims(path: Path) -> Iterator[Claim]:
    for case in yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]:
        for ties in ("cut", "keep") if case["rule"]["ties"] == "any" else (case["rule"]["ties"],):
            rule = Rule.from_fields({**case["rule"], "ties": ties})
            for about, of, said in sayings(case):
                name = "/".join(filter(None, (case["id"], ties, about, of)))
                answer = said if isinstance(said, dict) else {"given": said}
                yield Claim(name, case["tree"], rule, about, of, answer["given"], answer.get("wrong"))


def sayings(case: Mapping[str, Any]) -> Iterator[tuple[str, str | None, Any]]:
    """All that a case says: about what, of which node if it names one, and the answer."""
    for part in ("expect", "computed"):
        for about, answer in case.get(part, {}).items():
            if isinstance(answer, dict):
                yield from ((about, of, said) for of, said in answer.items())
            else:
                yield about, None, answer


def search_by_recursion(tree: Tree, rule: Rule) -> Any:
    """What `solve` says, said by the independent engine."""
    fields = oracles.fields_of(rule)
    record = oracles.explore(tree, fields)
    values = oracles.true_values(oracles.plain(tree, fields))
    return SimpleNamespace(
        value=values[tree.names[0]], values=values, returned=record.returned, windows=record.windows,
        visited=record.visited, pruned=record.pruned, cutoffs=record.cutoffs,
        best_moves=oracles.best_moves(tree, fields),
    )  # fmt: skip


ENGINES: Mapping[str, Callable[[Tree, Rule], Any]] = {"solver": solve, "recursion": search_by_recursion}


@cache
def solved(engine: str, text: str, rule: Rule) -> tuple[Any, frozenset[str]]:
    """What the engine says of the tree, and which of its nodes count as leaves under the rule."""
    tree = parse_tree(text)
    leaves = frozenset(oracles.leaves(tree, oracles.fields_of(rule)))
    return ENGINES[engine](tree, rule), leaves


def among(leaves: Iterable[str], names: Iterable[str]) -> list[str]:
    return [name for name in names if name in leaves]


FOUND: Mapping[str, Callable[[Any, frozenset[str]], Any]] = {
    "value": lambda solution, _: solution.value,
    "values": lambda solution, _: solution.values,
    "returned": lambda solution, _: solution.returned,
    "windows": lambda solution, _: solution.windows,
    "best-move": lambda solution, _: list(solution.best_moves),
    "visited": lambda solution, _: list(solution.visited),
    "visited-leaves": lambda solution, leaves: among(leaves, solution.visited),
    "leaf-evaluations": lambda solution, leaves: len(among(leaves, solution.visited)),
    "pruned-nodes": lambda solution, _: list(solution.pruned),
    "pruned-leaves": lambda solution, leaves: among(leaves, solution.pruned),
    "cutoffs": lambda solution, _: [(cut.at, cut.after, cut.alpha, cut.beta) for cut in solution.cutoffs],
}
READ: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("value", "values", "returned"), lambda given: read_number(str(given))),
    "windows": lambda given: tuple(read_number(str(number)) for number in given),
    "best-move": lambda given: [given],
    "cutoffs": lambda given: [(cut["at"], cut["after"], cut["alpha"], cut["beta"]) for cut in given],
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_published_keys_are_what_we_compute(path: Path, engine: str) -> None:
    all_claims = tuple(claims(path))
    assert all_claims
    assert list(filter(None, (doubt(claim, engine) for claim in all_claims))) == []


def doubt(claim: Claim, engine: str) -> str | None:
    """What is to be said of a claim that is not as it stands there."""
    found = FOUND[claim.about](*solved(engine, claim.text, claim.rule))
    if claim.of is not None:
        found = found[claim.of]
    given = READ.get(claim.about, lambda given: given)(claim.given)
    if (found == given) is (claim.wrong is None):
        return None
    return f"{claim.id}: {found} is computed, {given} is published"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case_has_its_own_id_and_a_source(path: Path) -> None:
    cases = yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]
    assert len({case["id"] for case in cases}) == len(cases)
    assert all(case["source"] for case in cases)


@pytest.mark.parametrize("ties", ["cut", "keep"])
@pytest.mark.parametrize(
    ("width", "depth"), [(1, 5), (2, 1), (2, 2), (2, 5), (2, 6), (3, 3), (3, 4), (4, 3), (5, 2)]
)
def test_the_best_order_visits_as_many_leaves_as_the_formula_says(
    width: int, depth: int, ties: TiesWord
) -> None:
    """Knuth and Moore, 1975: b^⌈d/2⌉ + b^⌊d/2⌋ − 1."""
    utilities = list(range(width**depth))
    Random(depth).shuffle(utilities)
    nested, _ = best_first(utilities, width, top=True)
    tree = parse_tree(str(nested))
    visited = solve(tree, Rule(ties=ties)).visited
    leaves = [name for name in visited if tree[name].is_leaf]
    assert len(leaves) == width ** -(-depth // 2) + width ** (depth // 2) - 1


def best_first(utilities: list[int], width: int, top: bool) -> tuple[Nested, int]:
    """A uniform tree over the utilities, its best moves first, and its value; `top` says that Max moves."""
    if len(utilities) == 1:
        return utilities[0], utilities[0]
    share = len(utilities) // width
    parts = [utilities[start : start + share] for start in range(0, len(utilities), share)]
    below = sorted(
        (best_first(part, width, not top) for part in parts), key=lambda found: found[1], reverse=top
    )
    return [nested for nested, _ in below], below[0][1]
