"""A student's file, folder or archive → a Submission: whose it is and what is in it."""

from __future__ import annotations

import os

from grader.submissions.archive import MAX_ARCHIVE
from grader.submissions.container import Folder
from grader.submissions.gathered_files import ARCHIVE, gather, settled
from grader.submissions.notebook import NOTEBOOK, without_outputs
from grader.submissions.student_name import student_name
from grader.submissions.submission import MAX_BYTES, MAX_FILES, SHEETS, HandIn, Submission
from grader.submissions.submission_reader import read_files, read_hand_in, read_submission
from grader.text.source import load_bytes

__all__ = [
    "MAX_BYTES", "MAX_FILES", "SHEETS", "HandIn", "Submission", "load_submission", "read_files",
    "read_hand_in", "read_submission", "student_name",
]  # fmt: skip


def load_submission(path: str | os.PathLike[str]) -> Submission:
    """The submission in a file or a folder; only where there is none to read, that is an InputError."""
    name = os.fspath(path)
    if os.path.isdir(path):  # noqa: PTH112 - never raises, however strange the name
        gathered = settled(gather(Folder(name), "", name), name)
        return read_files(gathered.files, name, None, gathered.mistakes)
    if name.lower().endswith(NOTEBOOK):
        return read_submission(without_outputs(load_bytes(path, MAX_ARCHIVE)), name)
    most = MAX_ARCHIVE if name.lower().endswith(ARCHIVE) else MAX_BYTES
    return read_submission(load_bytes(path, most), name)
