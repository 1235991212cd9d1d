"""The bytes of a zip → Archive, a container that is read in memory, or the reason why it is refused.

Nothing is ever unpacked to a disk. What students hand in is looked through before the first file is read:
a name that leads elsewhere, a link, a device, a password or too much of anything costs the whole archive.
"""

from __future__ import annotations

import re
import stat
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from grader.document.sheet_notes import note
from grader.submissions.container import FILE, FOLDER, FolderItem, unreadable
from grader.text.columns import visible
from grader.text.source import InputError, Source
from grader.text.spelling import shortened

MAX_ARCHIVE = 5_000_000
MAX_ITEMS = 2_000
MAX_CLASS_ITEMS = 2_000_000

_ENCRYPTED, _IN_UTF8 = 0x1, 0x800
_UNPACKED_QUICKLY = (ZIP_STORED, ZIP_DEFLATED)  # Python unpacks other methods without a limit
_RATIO, _HARMLESS = 100, 100_000
_DEEPEST = 40
_OF_PROGRAMS = re.compile(
    r"(?:\A|/)(?:\.(?:git|hg|svn|venv|idea|vscode|tox|ipynb_checkpoints)|__pycache__|__MACOSX|node_modules"
    r"|site-packages)/."
)
_DRIVE = re.compile(r"[A-Za-z]:")
_ORDINARY = (0, stat.S_IFREG, stat.S_IFDIR)
# Whatever Python's reader may raise on bytes that are no sound zip.
_DAMAGED = (
    BadZipFile, EOFError, IndexError, KeyError, NotImplementedError, OSError, OverflowError,
    RuntimeError, UnicodeError, ValueError, struct.error, zlib.error,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip that has been looked through; its files are unpacked in memory, one at a time."""

    name: str
    opened: ZipFile = field(repr=False)
    infos: Mapping[str, ZipInfo] = field(repr=False)
    folders: Mapping[str, Mapping[str, str]] = field(repr=False)
    odd_names: tuple[str, ...] = ()  # in no encoding that is known

    def items(self, folder: str = "") -> list[FolderItem]:
        return sorted(FolderItem(*item) for item in self.folders.get(folder, {}).items())

    def read(self, file: str, most: int) -> bytes:
        try:
            with self.opened.open(self.infos[file]) as unpacked:
                return unpacked.read(most + 1)
        except _DAMAGED:
            raise _refused("damaged", f"{self.name}/{file}") from None


def open_archive(data: bytes, name: str) -> Archive:
    """What a student packed; an InputError says why it is not opened."""
    if len(data) > MAX_ARCHIVE:
        raise _refused("large", name, number=f"{MAX_ARCHIVE:,}")
    archive = _opened(BytesIO(data), name, MAX_ITEMS)
    _check_sizes(archive.infos.values(), name)
    _check_capitals(archive.infos, name)
    return archive


def open_class_archive(path: str) -> Archive:
    """A whole class in one zip, as a learning platform exports it; it is read a hand-in at a time."""
    return _opened(Path(path), path, MAX_CLASS_ITEMS)


def _opened(file: BytesIO | Path, name: str, most: int) -> Archive:
    try:
        opened = ZipFile(file)
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise unreadable(name, error) from None
    except _DAMAGED:
        raise _refused("damaged", name) from None
    listed = [info for info in opened.infolist() if not _is_of_program(info)]
    if len(listed) > most:
        raise _refused("many", name, number=f"{most:,}")
    infos: dict[str, ZipInfo] = {}
    folders: dict[str, dict[str, str]] = {"": {}}
    odd_names = []
    for info in listed:
        typed = _typed(info)
        if typed is None:
            odd_names.append(visible(shortened(info.filename)))
            continue
        _check(info, typed, name)
        place = "/".join(step for step in typed.split("/") if step not in ("", "."))
        if typed.endswith("/"):
            _add_folder(folders, place)
        elif place in infos:
            raise _refused("twice", name, file=place)
        else:
            infos[place] = info
            _add(folders, place, FILE)
    _check_kinds(infos, folders, name)
    return Archive(name, opened, infos, folders, tuple(odd_names))


def _is_of_program(info: ZipInfo) -> bool:
    """Whether it lies in a folder that programs keep in a project, of which nothing is ever read."""
    return _OF_PROGRAMS.search(info.filename) is not None and not _leads_elsewhere(info, info.filename)


def _typed(info: ZipInfo) -> str | None:
    """The name inside the archive, with `/`; None where its encoding is none that we know."""
    text = info.filename
    if not info.flag_bits & _IN_UTF8 and not text.isascii():
        try:
            text = text.encode("cp437").decode()  # many programs write UTF-8 and do not say so
        except UnicodeError:
            return None
    return text.replace("\\", "/")  # as some programs on Windows write it


def _check(info: ZipInfo, typed: str, name: str) -> None:
    """Refuse what no honest archive holds."""
    for reason, holds in _REFUSED.items():
        if holds(info, typed):
            raise _refused(reason, name, file=typed)


def _leads_elsewhere(_info: ZipInfo, typed: str) -> bool:
    return typed.startswith("/") or ".." in typed.split("/") or bool(_DRIVE.match(typed))


def _lies_too_deep(_info: ZipInfo, typed: str) -> bool:
    return typed.count("/") > _DEEPEST


def _is_link(info: ZipInfo, _typed: str) -> bool:
    return stat.S_IFMT(info.external_attr >> 16) == stat.S_IFLNK


def _is_odd(info: ZipInfo, _typed: str) -> bool:
    return stat.S_IFMT(info.external_attr >> 16) not in _ORDINARY


def _is_encrypted(info: ZipInfo, _typed: str) -> bool:
    return bool(info.flag_bits & _ENCRYPTED)


def _is_packed_oddly(info: ZipInfo, _typed: str) -> bool:
    return info.compress_type not in _UNPACKED_QUICKLY


_REFUSED = {
    "outside": _leads_elsewhere,
    "deep": _lies_too_deep,
    "linked": _is_link,
    "odd": _is_odd,
    "encrypted": _is_encrypted,
    "method": _is_packed_oddly,
}


def _check_sizes(infos: Iterable[ZipInfo], name: str) -> None:
    """Refuse an archive that would unpack to far more than it is; one that lies about it is damaged."""
    for info in infos:
        if info.file_size > max(_HARMLESS, _RATIO * info.compress_size):
            raise _refused("bomb", name, file=info.filename)


def _check_capitals(places: Iterable[str], name: str) -> None:
    seen: dict[str, str] = {}
    for place in places:
        other = seen.setdefault(place.casefold(), place)
        if other != place:
            raise _refused("alike", name, file=place, other=other)


def _check_kinds(infos: Iterable[str], folders: Mapping[str, object], name: str) -> None:
    for place in infos:
        if place in folders:
            raise _refused("twice", name, file=place)


def _add_folder(folders: dict[str, dict[str, str]], place: str) -> None:
    if place and place not in folders:
        folders[place] = {}
        _add(folders, place, FOLDER)


def _add(folders: dict[str, dict[str, str]], place: str, kind: str) -> None:
    """Enter an item into its folder, and the folder into the one above, up to the top."""
    for folder, step in _steps(place):
        known = folder in folders
        folders.setdefault(folder, {})[step] = kind
        if known:
            return
        kind = FOLDER


def _steps(place: str) -> Iterator[tuple[str, str]]:
    """Folder and name of a place, of its folder, and so on."""
    while place:
        folder, _, step = place.rpartition("/")
        yield folder, step
        place = folder


def _refused(reason: str, name: str, **parts: str) -> InputError:
    parts = {key: visible(shortened(part)) for key, part in parts.items()}
    return InputError([note(f"archive-{reason}", Source("", name), None, parts)])


_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first that a zip can tell


def zipped(files: Mapping[str, bytes], mode: Callable[[str], int] = lambda _name: 0) -> bytes:
    """A zip of our own: the same files make the same bytes; `mode` says what may be done with each."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = ZipInfo(name, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = mode(name) << 16
            archive.writestr(entry, data)
    return buffer.getvalue()
