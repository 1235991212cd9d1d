"""`smallest.yaml` → for each misconception a smallest tree on which it shows, and the rule that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grader.rule import Rule
from grader.tree import Tree
from grader.tree.language import parse_tree

_FILE = Path(__file__).parent / "smallest.yaml"


@dataclass(frozen=True, slots=True)
class SmallestTree:
    """A tree on which an idea shows; `rule` is one under which it does, though it may under others."""

    idea: str
    tree: Tree
    rule: Rule


@cache
def smallest_tree(idea: str) -> SmallestTree:
    """The smallest tree of the idea with that id."""
    case = _cases()[idea]
    fields = {name: case[name] for name in ("utilities",) if name in case}
    return SmallestTree(idea, parse_tree(str(case["tree"])), Rule.from_fields({"chance": "star1", **fields}))


@cache
def _cases() -> dict[str, dict[str, Any]]:
    import yaml

    cases = yaml.load(_FILE.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - it only makes texts
    return {case["id"]: case for case in cases}
