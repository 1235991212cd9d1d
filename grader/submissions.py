"""The file that a student handed in → a Submission, which says whose it is and what could not be read."""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from grader.document import Sheet, read_sheet
from grader.source import InputError, Mistake, decode_source, load_bytes, refusal

MAX_BYTES = 1_000_000

_LONGEST_NAME = 60
_UNSAFE = re.compile(r"[^\w .,'@+()-]")
# Windows takes these for devices, whatever follows a dot.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)
_USUAL_NAME = "answers"


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in: `sheet` is None where that is no text at all, and `mistakes` say why."""

    student: str
    name: str
    hash: str
    sheet: Sheet | None
    mistakes: tuple[Mistake, ...] = ()

    @property
    def readable(self) -> bool:
        """Whether there is anything to mark; a sheet without any answers is one, if it has their place."""
        return self.sheet is not None and bool(self.sheet.answers or not self.sheet.mistakes)


def load_submission(path: str | os.PathLike[str]) -> Submission:
    """The answer sheet in a file; only where there is no file to read, that is an InputError."""
    return read_submission(load_bytes(path, MAX_BYTES), os.fspath(path))


def read_submission(data: bytes, name: str) -> Submission:
    """The answer sheet in the bytes of a file of that name, whatever they are."""
    digest = sha256(data).hexdigest()
    try:
        sheet = read_sheet(decode_source(_of_bearable_size(data, name), name))
    except InputError as error:
        return Submission(_owner(name), name, digest, None, error.mistakes)
    named = student_name(sheet.student.text) if sheet.student else None
    return Submission(named or _owner(name), name, digest, sheet, sheet.mistakes)


def student_name(text: str) -> str | None:
    """A student's name such that a file or folder can have it too; None where nothing is left of it."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    safe = _UNSAFE.sub("_", plain).strip(". ")
    if _DEVICES.match(safe):
        safe = f"_{safe}"
    if len(safe) > _LONGEST_NAME:  # two long names may begin alike
        safe = f"{safe[: _LONGEST_NAME - 9]}-{sha256(plain.encode(errors='surrogatepass')).hexdigest()[:8]}"
    return safe if safe.strip("_") else None


def _of_bearable_size(data: bytes, name: str) -> bytes:
    if len(data) > MAX_BYTES:
        raise refusal(name, f"the sheet is larger than {MAX_BYTES:,} bytes", "hand in the answers alone")
    return data


def _owner(name: str) -> str:
    """Whose file it is by its name: `ada.yaml` and `ada/answers.yaml` are Ada's."""
    path = Path(name)
    stem = path.parent.name if path.stem == _USUAL_NAME and path.parent.name else path.stem
    return student_name(stem) or "unnamed"
