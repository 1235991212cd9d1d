"""The catalogue of misconceptions → their page: each with its name, its idea and its smallest tree."""

from pathlib import Path

import yaml

from grader.ideas import BY_ID, WrongIdea
from grader.text.sentences import sentences
from tools.tables import code, table

SMALLEST = Path(__file__).parents[1] / "grader" / "ideas" / "smallest.yaml"
INTRODUCTION = """\
# The misconceptions

The {number} wrong ideas that the grader runs on a student's own tree, each with a smallest tree that \
shows it. \
[Misconceptions](../misconceptions.md) says how the idea behind an answer is found.
"""


def misconceptions_page() -> str:
    """Every misconception, in the order of the catalogue."""
    trees = {case["id"]: case["tree"] for case in _cases()}
    rows = [_row(idea, trees.get(idea.id, "")) for idea in BY_ID.values()]
    head = ("id", "name", "it looks as if …", "shows in")
    return INTRODUCTION.format(number=len(rows)) + "\n" + table(head, rows)


def _cases() -> list[dict[str, str]]:
    cases: list[dict[str, str]] = yaml.load(SMALLEST.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - it only makes texts
    return cases


def _row(idea: WrongIdea, tree: str) -> tuple[str, ...]:
    say = sentences()
    name, belief = say(f"misconception-name.{idea.id}"), say(f"idea-looks.{idea.id}")
    return code(idea.id), name, belief, code(" ".join(tree.split())) if tree else ""
