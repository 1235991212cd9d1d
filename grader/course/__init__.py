"""A course around the grader: its folder to begin with, what students get of a set, and their own check."""

from grader.course.new_course import new_course
from grader.course.preview import Preview, preview, preview_table
from grader.course.released_files import Released, load_released, needs_student, practice_files, release_files
from grader.course.sheet_preview import Looked

__all__ = [
    "Looked", "Preview", "Released", "load_released", "needs_student", "new_course", "practice_files",
    "preview", "preview_table", "release_files",
]  # fmt: skip
