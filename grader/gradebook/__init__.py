"""Grades kept in one SQLite file: history, resuming, adjustments, and what counts now."""

from grader.gradebook.adjusting import adjusted
from grader.gradebook.book import FILE, Gradebook
from grader.gradebook.choosing import KEEPS
from grader.gradebook.faults import Unread
from grader.gradebook.kept import Adjustment, Graded, Kept, Marked
from grader.gradebook.lateness import lateness
from grader.gradebook.standing import Standing

__all__ = [
    "FILE", "KEEPS", "Adjustment", "Gradebook", "Graded", "Kept", "Marked", "Standing", "Unread",
    "adjusted", "lateness",
]  # fmt: skip
