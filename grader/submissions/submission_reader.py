"""The bytes of one student's files → a Submission, whatever they are."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path, PurePosixPath

from grader.document import Sheet, read_sheet
from grader.document.sheet_notes import note
from grader.submissions.gathered_files import OTHER_ARCHIVES, lone_archive, passed_over, unpack
from grader.submissions.notebook import NOTEBOOK, read_notebook
from grader.submissions.student_name import student_name
from grader.submissions.submission import ANSWERS_FIELD, MAX_BYTES, SHEETS, HandIn, Submission, digest
from grader.submissions.table_row import is_row, read_row
from grader.submissions.text_box import ONLINE, text_of_page
from grader.text.source import InputError, Mistake, Source, decode_source

_USUAL_NAME = "answers"
_PROGRAM = ".py"
_FORMS = (".yaml", ".yml", ".json")
_TEXTS = (*_FORMS, ".txt", ".text", ".md", ".html", ".htm")  # that a lone sheet may end in, or in nothing
_STARTED = (b"#!", b"\x7fELF")  # how a file begins that can be run under a name without an ending
_RENAMED = ("answers.yaml.txt", "answers.txt")


def read_submission(data: bytes, name: str) -> Submission:
    """What is in the bytes of a file of that name: an answer sheet, if it can be one, or else a program.

    Which programs there can be, and in which language, only a set can say.
    """
    if lone_archive({name: data}):
        return _read_archive(data, name)
    if name.lower().endswith(NOTEBOOK):
        return _owned(read_files({Path(name).name: data}, name), name)
    if name.lower().endswith(OTHER_ARCHIVES):
        refused = note("other-archive", Source("", name))
        return Submission(_owner(name), name, sha256(data).hexdigest(), None, (refused,))
    if not _is_called_like_sheet(data, name):
        return Submission(_owner(name), name, sha256(data).hexdigest(), None, files={Path(name).name: data})
    return _read_sheet(data, name)


def read_odd_sheet(data: bytes, name: str) -> Submission | None:
    """The sheet in a file that is not called like one, if that is what it is."""
    return _read_sheet(data, name) if ANSWERS_FIELD.search(data) else None


def _read_sheet(data: bytes, name: str) -> Submission:
    sheet, mistakes = _read(data, name)
    named = student_name(sheet.student.text) if sheet and sheet.student else None
    return Submission(named or _owner(name), name, sha256(data).hexdigest(), sheet, mistakes)


def _is_called_like_sheet(data: bytes, name: str) -> bool:
    suffix = Path(name).suffix.lower()
    return suffix in _TEXTS if suffix else not data.startswith(_STARTED)


def read_files(
    files: Mapping[str, bytes], name: str, student: str | None = None, mistakes: tuple[Mistake, ...] = ()
) -> Submission:
    """What is in several files of one student: one of them may be the answer sheet."""
    hashed = digest(files)
    files, odd_notebooks = _opened(files, name)
    mistakes = (*odd_notebooks, *mistakes)
    sheets = _sheets(files)
    others = {file: data for file, data in files.items() if file not in sheets}
    owner = student or student_name(Path(name).name) or "unnamed"
    if not sheets:
        odd = tuple(_not_called_answers(name, files))
        return Submission(owner, name, hashed, None, (*odd, *mistakes), others)
    sheet, found = _read(files[sheets[0]], _path(name, sheets[0]))
    others_like_it = (file for file, data in others.items() if _looks_like_sheet(file, data))
    doubled = tuple(passed_over(name, file, "doubled") for file in (*sheets[1:], *others_like_it))
    named = student_name(sheet.student.text) if sheet and sheet.student else None
    return Submission(student or named or owner, name, hashed, sheet, (*found, *doubled, *mistakes), others)


def read_hand_in(handed: HandIn) -> Submission:
    """The submission of the student that the container names, whatever the sheet says of itself."""
    read = _read_hand_in(handed)
    return replace(read, student=handed.student, hash=handed.hash, known_as=handed.known_as)


def _read_hand_in(handed: HandIn) -> Submission:
    names = list(handed.files)
    if not names:
        return Submission(handed.student, handed.name, handed.hash, None, handed.mistakes)
    if is_row(handed.name, names):
        return _read_row(handed)
    if len(names) == 1 and Path(handed.name).name == names[0]:
        read = read_submission(handed.files[names[0]], handed.name)
        return replace(read, mistakes=(*read.mistakes, *handed.mistakes))
    return read_files(handed.files, handed.name, handed.student, handed.mistakes)


def _read_row(handed: HandIn) -> Submission:
    (data,) = handed.files.values()
    try:
        sheet = read_row(data, handed.name, handed.student)
    except InputError as error:
        return Submission(handed.student, handed.name, handed.hash, None, error.mistakes)
    mistakes = (*sheet.mistakes, *handed.mistakes)
    return Submission(handed.student, handed.name, handed.hash, sheet, mistakes)


def _read_archive(data: bytes, name: str) -> Submission:
    try:
        gathered = unpack(data, name)
    except InputError as error:
        return Submission(_owner(name), name, sha256(data).hexdigest(), None, error.mistakes)
    return _owned(read_files(gathered.files, name, None, gathered.mistakes), name)


def _owned(read: Submission, name: str) -> Submission:
    """The same, of whoever the file is called after, unless the sheet names somebody."""
    named = read.sheet is not None and read.sheet.student is not None
    return read if named else replace(read, student=_owner(name))


def _opened(files: Mapping[str, bytes], name: str) -> tuple[Mapping[str, bytes], tuple[Mistake, ...]]:
    """The files, with what notebooks hold in place of them, and notes on what was skipped."""
    notebooks = [file for file in files if file.lower().endswith(NOTEBOOK)]
    if not notebooks:
        return files, ()
    opened = {file: data for file, data in files.items() if file not in notebooks}
    notes: list[Mistake] = []
    for file in notebooks:
        try:
            found = read_notebook(files[file], _path(name, file))
        except InputError as error:
            notes += error.mistakes
            continue
        if found.is_empty:
            notes.append(passed_over(name, file, "empty-notebook"))
        program = f"{file[: -len(NOTEBOOK)]}{_PROGRAM}"
        if found.program is not None and program in opened:
            notes.append(passed_over(name, file, "notebook"))
        elif found.program is not None:
            opened[program] = found.program
        opened = {**found.written, **opened}
        if found.sheet is not None and not any(sheet in opened for sheet in SHEETS):
            opened[SHEETS[0]] = found.sheet
    return opened, tuple(notes)


def _sheets(files: Mapping[str, bytes]) -> list[str]:
    """The files that can be the answer sheet, the one that is read first.

    A lone file of the right form is one under any name; without any, one that an editor has given another
    ending is, and then what was typed into a text box.
    """
    usual = [file for file in SHEETS if file in files]
    others = _of_right_form(files)
    if usual or len(others) == 1:
        return usual or others
    return [file for file in (*_RENAMED, ONLINE) if file in files][:1]


def _of_right_form(files: Mapping[str, bytes]) -> list[str]:
    return [file for file in files if file.lower().endswith(_FORMS) and "/" not in file]


def _looks_like_sheet(file: str, data: bytes) -> bool:
    return file.lower().endswith(_FORMS) and ANSWERS_FIELD.search(data) is not None


def _not_called_answers(name: str, files: Mapping[str, bytes]) -> Iterator[Mistake]:
    """Notes on what may be meant as the answer sheet, but cannot be told or read."""
    for file in _of_right_form(files):
        yield passed_over(name, file, "unnamed")
    for file in files:
        if PurePosixPath(file).name in SHEETS:
            yield passed_over(name, file, "deeper")
        elif PurePosixPath(file.lower()).stem == _USUAL_NAME and not file.lower().endswith(
            (*_FORMS, _PROGRAM)
        ):
            yield passed_over(name, file, "form")


def _read(data: bytes, name: str) -> tuple[Sheet | None, tuple[Mistake, ...]]:
    """The sheet in the bytes of a file, if there is one, and what is wrong with it."""
    try:
        source = decode_source(_of_bearable_size(data, name), name)
        if name.endswith(ONLINE):
            source = Source(text_of_page(source.text), name)
        sheet = read_sheet(source)
    except InputError as error:
        return None, error.mistakes
    return sheet, sheet.mistakes


def _path(name: str, file: str) -> str:
    """What messages call a file of a hand-in, which may be called after it."""
    return name if Path(name).name == file else os.path.join(name, file)  # noqa: PTH118 - as it is written


def _of_bearable_size(data: bytes, name: str) -> bytes:
    if len(data) > MAX_BYTES:
        raise InputError([note("too-large", Source("", name), None, {"number": f"{MAX_BYTES:,}"})])
    return data


def _owner(name: str) -> str:
    """Whose file it is by its name: `ada.yaml` and `ada/answers.yaml` are Ada's."""
    path = Path(name)
    stem = path.parent.name if path.stem == _USUAL_NAME and path.parent.name else path.stem
    return student_name(stem) or "unnamed"
