"""Grades kept in one SQLite file: history, resuming, adjustments, and what counts now."""

from grader.gradebook.connection import UnreadRecord
from grader.gradebook.entries import Adjustment, Graded, Kept, MarkedHandIn
from grader.gradebook.gradebook import FILE, Gradebook
from grader.gradebook.standing import KEEPS, Standing, adjusted, lateness

__all__ = [
    "FILE", "KEEPS", "Adjustment", "Gradebook", "Graded", "Kept", "MarkedHandIn", "Standing", "UnreadRecord",
    "adjusted", "lateness",
]  # fmt: skip
