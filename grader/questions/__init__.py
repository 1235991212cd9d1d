"""Questions: one file per kind says what it asks, its key, and how an answer is read and marked."""

from __future__ import annotations

from collections.abc import Mapping

from grader.questions.kinds.best_move import BestMove
from grader.questions.kinds.bounds import Bounds
from grader.questions.kinds.choice import Choice
from grader.questions.kinds.completed import Completed
from grader.questions.kinds.construct import Construct
from grader.questions.kinds.count import Count
from grader.questions.kinds.cutoffs import Cutoffs
from grader.questions.kinds.first_error import FirstError
from grader.questions.kinds.for_which import ForWhich
from grader.questions.kinds.irrelevant import Irrelevant
from grader.questions.kinds.line import Line
from grader.questions.kinds.manual import Manual
from grader.questions.kinds.pruned import Pruned
from grader.questions.kinds.reorder import Reorder
from grader.questions.kinds.true_false import TrueFalse
from grader.questions.kinds.value import Values
from grader.questions.kinds.visited import Visited
from grader.questions.kinds.window import Windows
from grader.questions.question import Mark, Marking, Question, Unreadable, plain
from grader.questions.reading.by_node import Unread

__all__ = [
    "KINDS",
    "Mark",
    "Marking",
    "Question",
    "Unread",
    "Unreadable",
    "plain",
]

_KINDS: tuple[type[Question], ...] = (
    Values, BestMove, Line, Pruned, Visited, Count, Windows, Cutoffs, Irrelevant, Bounds,
    Completed, Reorder, ForWhich, Construct, FirstError, Choice, TrueFalse,
    Manual,
)  # fmt: skip

KINDS: Mapping[str, type[Question]] = {kind.ask: kind for kind in _KINDS}
