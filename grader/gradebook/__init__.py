"""Grades kept in one SQLite file: history, resuming, adjustments, and what counts now."""

from grader.gradebook.gradebook import FILE, Gradebook
from grader.gradebook.kept_values import Adjustment, Graded, Kept, Marked
from grader.gradebook.sqlite_faults import Unread
from grader.gradebook.standing import KEEPS, Standing, adjusted, lateness

__all__ = [
    "FILE", "KEEPS", "Adjustment", "Gradebook", "Graded", "Kept", "Marked", "Standing", "Unread",
    "adjusted", "lateness",
]  # fmt: skip
