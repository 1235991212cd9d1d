"""Exact grading of game-tree puzzles: minimax, alpha-beta and expectimax.

>>> import grader
>>> tree = grader.parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))")
>>> grader.solve(tree).pruned
('C2', 'C3')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from grader.version import VERSION

if TYPE_CHECKING:
    from grader.drawing import draw as draw
    from grader.games import GameError as GameError
    from grader.games import unfold as unfold
    from grader.grading import Check as Check
    from grader.grading import Grade as Grade
    from grader.grading import grade as grade
    from grader.problems import ProblemSet as ProblemSet
    from grader.problems import load_problems as load_problems
    from grader.reports.render import render as render
    from grader.rule import Rule as Rule
    from grader.rule import RuleError as RuleError
    from grader.solving import Cutoff as Cutoff
    from grader.solving import Solution as Solution
    from grader.solving import solve as solve
    from grader.submissions import Submission as Submission
    from grader.submissions import load_submission as load_submission
    from grader.text.source import InputError as InputError
    from grader.tree import Kind as Kind
    from grader.tree import Node as Node
    from grader.tree import Tree as Tree
    from grader.tree.language import load_tree as load_tree
    from grader.tree.language import parse_tree as parse_tree
    from grader.tree.language import parse_trees as parse_trees

# Where each public name lives. It is imported when it is first used, so that `import grader` is quick.
_HOMES = {
    "Check": "grader.grading",
    "Cutoff": "grader.solving",
    "GameError": "grader.games",
    "Grade": "grader.grading",
    "InputError": "grader.text.source",
    "Kind": "grader.tree",
    "Node": "grader.tree",
    "ProblemSet": "grader.problems",
    "Rule": "grader.rule",
    "RuleError": "grader.rule",
    "Solution": "grader.solving",
    "Submission": "grader.submissions",
    "Tree": "grader.tree",
    "draw": "grader.drawing",
    "grade": "grader.grading",
    "load_problems": "grader.problems",
    "load_submission": "grader.submissions",
    "load_tree": "grader.tree.language",
    "parse_tree": "grader.tree.language",
    "parse_trees": "grader.tree.language",
    "render": "grader.reports.render",
    "solve": "grader.solving",
    "unfold": "grader.games",
}

__version__ = VERSION
__all__ = sorted(_HOMES)  # noqa: PLE0605 - a list of strings, whatever the linter thinks


if not TYPE_CHECKING:  # a type checker knows the names above, and finds every other one misspelt

    def __getattr__(name):
        if name not in _HOMES:
            raise AttributeError(f"module 'grader' has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
