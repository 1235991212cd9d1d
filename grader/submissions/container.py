"""Container: a folder or an archive → what lies in it, told apart before anything is opened."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from grader.document.sheet_notes import note
from grader.text.source import InputError, Source

FILE, FOLDER, LINK, ODD = "file", "folder", "link", "odd"

_NEITHER_LINKED_NOR_WAITING = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_AS_BYTES = getattr(os, "O_BINARY", 0)
_SEPARATORS = (os.sep, os.altsep or os.sep)


class FolderItem(NamedTuple):
    """A name in a folder, and what it is: a file, a folder, a link, or something odd such as a device."""

    name: str
    kind: str


class Container(Protocol):
    """Where hand-ins lie. Folders in it are named with `/`, and the whole of it is the empty name."""

    @property
    def name(self) -> str:
        """What messages call it."""

    def items(self, folder: str = "") -> list[FolderItem]:
        """What lies in a folder, by name."""

    def read(self, file: str, most: int) -> bytes:
        """What is in a file, or its beginning, one byte more than `most`, where it is larger than that."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the file system; neither links nor anything but ordinary files are ever opened."""

    name: str

    def items(self, folder: str = "") -> list[FolderItem]:
        path = joined(self.name, folder) if folder else self.name
        try:
            with os.scandir(path) as entries:
                return sorted(FolderItem(entry.name, _kind(entry)) for entry in entries)
        except OSError as error:
            raise unreadable(path, error) from None

    def read(self, file: str, most: int) -> bytes:
        path = joined(self.name, file)
        try:
            opened, size = _open_file(path)
            try:
                return os.read(opened, min(size, most) + 1)
            finally:
                os.close(opened)
        except OSError as error:
            raise unreadable(path, error) from None


def joined(folder: str, place: str) -> str:
    """The path of a place in a folder, as `os.path.join` makes it; in a class there are many."""
    return f"{folder}{place}" if not folder or folder.endswith(_SEPARATORS) else f"{folder}{os.sep}{place}"


def unreadable(name: str, error: OSError) -> InputError:
    """An error that says why a file or folder cannot be read."""
    reason = (error.strerror or str(error) or "unknown reason").lower()
    return InputError([note("cannot-be-read", Source("", name), None, {"reason": reason})])


def _kind(entry: os.DirEntry[str]) -> str:
    if os.name == "nt" and _is_reparsed(entry):
        return LINK
    if entry.is_file(follow_symlinks=False):
        return FILE
    if entry.is_dir(follow_symlinks=False):
        return FOLDER
    return LINK if entry.is_symlink() else ODD


def _is_reparsed(entry: os.DirEntry[str]) -> bool:
    """Whether it is one of the other links that Windows has, such as a junction."""
    attributes: int = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
    return bool(attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)


def _open_file(path: str) -> tuple[int, int]:
    """Open an ordinary file, and say how large it is.

    A link or a pipe may have taken its place since the folder was listed.
    """
    opened = os.open(path, os.O_RDONLY | _NEITHER_LINKED_NOR_WAITING | _AS_BYTES)
    found = os.fstat(opened)
    if not stat.S_ISREG(found.st_mode):
        os.close(opened)
        raise OSError(0, "it is not a regular file")
    return opened, found.st_size
