"""A course around the grader: its folder to begin with, what students get of a set, and their own check."""

from grader.course.looked import Looked
from grader.course.making import new_course
from grader.course.preview_table import preview_table
from grader.course.previewing import Preview, preview
from grader.course.released import Released, load_released
from grader.course.releasing import needs_student, release_files

__all__ = [
    "Looked", "Preview", "Released", "load_released", "needs_student", "new_course", "preview",
    "preview_table", "release_files",
]  # fmt: skip
