"""Questions: one file per kind says what it asks, its key, and how an answer is read and marked."""

from __future__ import annotations

from collections.abc import Mapping

from grader.questions.about_nodes import AboutNodes
from grader.questions.best_move import BestMove
from grader.questions.bounds import Bounds
from grader.questions.by_node import Unread
from grader.questions.choice import Choice
from grader.questions.count import Count
from grader.questions.cutoffs import Cutoffs
from grader.questions.irrelevant import Irrelevant
from grader.questions.line import Line
from grader.questions.manual import Manual
from grader.questions.pruned import Pruned
from grader.questions.question import Mark, Marking, Question, Unreadable, plain
from grader.questions.true_false import TrueFalse
from grader.questions.value import Value
from grader.questions.visited import Visited
from grader.questions.window import Window

__all__ = [
    "KINDS",
    "AboutNodes",
    "Mark",
    "Marking",
    "Question",
    "Unread",
    "Unreadable",
    "Value",
    "Window",
    "plain",
]

_KINDS: tuple[type[Question], ...] = (
    Value, BestMove, Line, Pruned, Visited, Count, Window, Cutoffs, Irrelevant, Bounds, Choice, TrueFalse,
    Manual,
)  # fmt: skip

KINDS: Mapping[str, type[Question]] = {kind.ask: kind for kind in _KINDS}
