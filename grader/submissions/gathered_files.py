"""A folder or an archive of one student → its files, and notes on what was skipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from grader.document.sheet_notes import note
from grader.submissions.archive import MAX_ARCHIVE, Archive, open_archive
from grader.submissions.container import FILE, FOLDER, LINK, Container
from grader.submissions.left_out_files import is_hidden, is_left_out
from grader.submissions.notebook import NOTEBOOK, without_outputs
from grader.submissions.submission import MAX_BYTES, MAX_FILES
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, Source
from grader.text.spelling import shortened

ARCHIVE = ".zip"
OTHER_ARCHIVES = (".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".xz", ".zst")

_ARCHIVES = (ARCHIVE, *OTHER_ARCHIVES)
_DEEPEST = 4
_OF_PROJECTS = 5  # times as many programs as a usual hand-in may have
# What may be an answer sheet or a program, in any language that people write programs in.
_COUNTING = (
    ".c", ".cc", ".cpp", ".cs", ".ex", ".exs", ".go", ".h", ".hpp", ".hs", ".ipynb", ".java", ".jl", ".js",
    ".json", ".kt", ".lisp", ".lua", ".mjs", ".ml", ".php", ".pl", ".py", ".r", ".rb", ".rs", ".scala",
    ".scm", ".sh", ".swift", ".ts", ".yaml", ".yml", ".zig",
)  # fmt: skip
_HIDDEN = "hidden"
_ODD_KINDS = {LINK: "linked", _HIDDEN: _HIDDEN}


class Gathered(NamedTuple):
    """Files by name, with `/` between folders, and what is odd about the others."""

    files: Mapping[str, bytes]
    mistakes: tuple[Mistake, ...] = ()


def gather(container: Container, folder: str, name: str) -> Gathered:
    """Every file in a folder, but what is hidden, linked, or made by a program."""
    odd_names = container.odd_names if isinstance(container, Archive) and not folder else ()
    notes = [passed_over(name, file, "encoding") for file in odd_names]
    places: dict[str, str] = {}
    for path, why in _walk(container, folder):
        place = path[len(folder) :].lstrip("/")
        if why:
            notes.append(passed_over(name, place, why))
        else:
            places[place] = path
    try:
        return Gathered(_read(container, places, name, 1), tuple(notes))
    except InputError:
        ours = {place: path for place, path in places.items() if place.lower().endswith(_COUNTING)}
        if not ours or len(places) == 1:
            raise
    # The whole of a project was handed in: what is neither a sheet nor a program is not needed.
    if left := len(places) - len(ours):
        parts = {"number": f"{left:,}"}
        notes.append(note("passed-over-project", Source("", name), None, parts, severity="warning"))
    return Gathered(_read(container, ours, name, _OF_PROJECTS), tuple(notes))


def _read(container: Container, places: Mapping[str, str], name: str, times: int) -> dict[str, bytes]:
    """The files at these places, by what they are called, unless that is too much."""
    files: dict[str, bytes] = {}
    for place, path in places.items():
        add_file(files, place, container, path, name, times=times)
    return files


def add_file(
    files: dict[str, bytes], called: str, container: Container, path: str, name: str, *, times: int = 1
) -> None:
    """Read a file of the hand-in `name`, unless it is then too much: so many `times` what is usual."""
    is_packed = _is_packed(called)
    is_notebook = called.lower().endswith(NOTEBOOK)
    data = container.read(path, MAX_ARCHIVE if is_packed or is_notebook else MAX_BYTES)
    files[called] = data = without_outputs(data) if is_notebook else data
    if len(files) == 1 and (is_packed or len(data) <= MAX_BYTES):
        return
    size = sum([len(data) for file, data in files.items() if not _is_packed(file)])
    if len(files) > times * MAX_FILES or size > times * MAX_BYTES:
        parts = {"files": MAX_FILES, "number": f"{MAX_BYTES:,}"}
        raise InputError([note("too-much-inside", Source("", name), None, parts)])


def settled(gathered: Gathered, name: str) -> Gathered:
    """The files that can be looked at: a lone folder is entered, and a lone archive opened.

    An InputError says why there is nothing.
    """
    if gathered.files and all(map(_is_plain, gathered.files)):
        return gathered
    files = _unwrapped(gathered.files)
    lone = lone_archive(files)
    if lone is None:
        return _without_archives(Gathered(files, gathered.mistakes), name)
    own = name if name.endswith(f"/{lone}") else f"{name}/{lone}"
    unpacked = unpack(files[lone], own)
    return Gathered(unpacked.files, (*gathered.mistakes, *unpacked.mistakes))


def unpack(data: bytes, name: str) -> Gathered:
    """The files in an archive that was handed in."""
    inside = gather(open_archive(data, name), "", name)
    return _without_archives(Gathered(_unwrapped(inside.files), inside.mistakes), name)


def lone_archive(files: Mapping[str, bytes]) -> str | None:
    """The name of the archive, where there is nothing else."""
    only = next(iter(files)) if len(files) == 1 else ""
    return only if _is_packed(only) else None


def passed_over(name: str, file: str, why: str) -> Mistake:
    """A note on a file of a hand-in that is not looked at."""
    parts = {"file": visible(shortened(file))}
    return note(f"passed-over-{why}", Source("", name), None, parts, severity="warning")


def _walk(container: Container, folder: str) -> Iterator[tuple[str, str]]:
    """The paths of the files in a folder, in order, each with what is odd about it, if anything is."""
    waiting = [(folder, FOLDER)]
    start = folder.count("/") + bool(folder)
    while waiting:
        path, kind = waiting.pop()
        if kind == FILE:
            yield path, ""
        elif kind != FOLDER or path.count("/") + bool(path) - start >= _DEEPEST:
            yield path, _ODD_KINDS.get(kind, "odd")
        else:
            inside = [
                item for item in container.items(path) if not is_left_out(item.name) or is_hidden(item.name)
            ]
            waiting += [
                (f"{path}/{name}".lstrip("/"), _HIDDEN if is_hidden(name) else kind)
                for name, kind in reversed(inside)
            ]


def _unwrapped(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The same files without the folders that hold all of them."""
    while len({name.partition("/")[0] for name in files}) == 1 and all("/" in name for name in files):
        files = {name.partition("/")[2]: data for name, data in files.items()}
    return files


def _without_archives(gathered: Gathered, name: str) -> Gathered:
    packed = [file for file in gathered.files if file.lower().endswith(_ARCHIVES)]
    files = {file: data for file, data in gathered.files.items() if file not in packed}
    others = [file for file in packed if files or _is_packed(file)]
    mistakes = (*gathered.mistakes, *(passed_over(name, file, "archive") for file in others))
    if not files:
        reason = "nothing-inside" if others or not packed else "other-archive"
        raise InputError([note(reason, Source("", name)), *mistakes])
    return Gathered(files, mistakes)


def _is_plain(file: str) -> bool:
    return "/" not in file and not file.lower().endswith(_ARCHIVES)


def _is_packed(file: str) -> bool:
    return file.lower().endswith(ARCHIVE)
