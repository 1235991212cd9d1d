"""Hooks of MkDocs: links that lead out of docs/ become plain text; practice pages and a player are made."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from grader.generating.asked_kinds import AskedKind
from grader.generating.goals import Goals
from grader.reports.practice.fresh_trees import TreeFamily, fresh_trees
from grader.reports.practice.practice_page import practice_html
from grader.reports.student.search_steps import steps_html
from grader.rule import Rule
from grader.solving import solve
from grader.text.sentences import sentences
from grader.tree.language import parse_tree

LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)]*)?\)")

# By the file of the page: its title, its rule, what is asked, and the goals of easy and harder trees.
_FAMILIES = {
    "minimax": (
        "Minimax",
        {"search": "minimax"},
        "value best-move line",
        ({"leaves": "4..6"}, {"leaves": "8..9"}),
    ),
    "alpha-beta": (
        "Alpha-beta pruning",
        {"preset": "aima"},
        "pruned best-move",
        ({"leaves": "5..7", "cutoffs": "1.."}, {"leaves": "8..10", "cutoffs": "2.."}),
    ),
    "chance": (
        "Chance nodes",
        {"search": "minimax"},
        "value best-move",
        tuple(
            {"leaves": leaves, "kinds": "max, chance", "expectations": "whole"} for leaves in ("4..5", "6..8")
        ),
    ),
}
_PLAYED = "max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))"
PLAYER = "player.html"  # made beside the first page, which shows it
_TREES = 6  # on each page


def on_page_markdown(markdown: str, *, page: Any, **_others: Any) -> str:
    """The page with links only to what the site has."""
    return LINK.sub(lambda found: _kept(found, posixpath.dirname(page.file.src_uri)), markdown)


def _kept(link: re.Match[str], folder: str) -> str:
    target = posixpath.normpath(posixpath.join(folder, link[2]))
    return link[1] if target.startswith("..") else link[0]


def on_post_build(*, config: Any, **_others: Any) -> None:
    """Put the practice pages beside the documents, and the player that the first of them shows."""
    tree = parse_tree(_PLAYED)
    Path(config["site_dir"], PLAYER).write_text(steps_html(solve(tree, Rule())), encoding="utf-8")
    folder = Path(config["site_dir"], "practice")
    folder.mkdir(parents=True, exist_ok=True)
    for name in _FAMILIES:
        (folder / f"{name}.html").write_text(practice_page(name), encoding="utf-8")


def practice_page(name: str) -> str:
    """One of the pages that anybody can use."""
    title, fields, kinds, goals = _FAMILIES[name]
    asked = tuple(map(AskedKind, kinds.split()))
    rule = Rule.from_fields(fields)
    families = [TreeFamily(Goals.from_fields(wanted), rule, asked) for wanted in goals]
    return practice_html(fresh_trees(families, _TREES, "site"), title, sentences())
