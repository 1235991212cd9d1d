"""Text or bytes → a file, which is either written whole or left as it was."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from grader.text.columns import visible
from grader.text.source import InputError, reason_of, refusal

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def store(content: str | bytes, path: Path) -> None:
    """Write the file under another name and rename it; an `InputError` says why that cannot be done."""
    store_pieces([content.encode() if isinstance(content, str) else content], path)


def store_pieces(pieces: Iterable[bytes], path: Path) -> None:
    """The same with a content that comes piece by piece, and is never there as a whole."""
    try:
        _store(pieces, path)
    except OSError as error:
        raise _cannot_write(path, error) from None
    except ValueError:  # a path with a NUL character in it
        raise refusal(str(path), "no file can have this name") from None


def _store(pieces: Iterable[bytes], path: Path) -> None:
    mode = _mode(path)
    if mode is not None and stat.S_ISLNK(mode):
        path = path.resolve()  # the file that it points to
        mode = _mode(path)
    if mode is None or stat.S_ISREG(mode):
        _replace(pieces, path, mode)
    else:  # a device or a pipe must not be replaced; a folder cannot be
        _write(pieces, path)


def _mode(path: Path) -> int | None:
    """What stands at the path and who may use it; None where there is nothing."""
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None


def _replace(pieces: Iterable[bytes], path: Path, mode: int | None) -> None:
    unfinished = path.with_name(f".{os.getpid()}-{os.urandom(16).hex()}.tmp")
    try:
        _write(pieces, unfinished)
        if mode is not None:
            unfinished.chmod(stat.S_IMODE(mode))
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):  # what came first is told
            unfinished.unlink()
        raise


def _write(pieces: Iterable[bytes], path: Path) -> None:
    with path.open("wb") as file:
        file.writelines(pieces)


def remove_left_over(found: Iterable[os.DirEntry[str]]) -> None:
    """Remove what a grader that was killed had not finished; others may be writing at this moment."""
    for entry in found:
        name = _UNFINISHED.fullmatch(entry.name)
        if name is not None and _is_left_over(entry, int(name[1] or 0)):
            with suppress(OSError):  # another one was quicker
                os.unlink(entry.path)  # noqa: PTH108 - an entry has no other way


def _is_left_over(entry: os.DirEntry[str], process: int) -> bool:
    """Whether the process that wrote it is gone; where that cannot be asked, whether it is old."""
    if sys.platform != "win32" and process in (0, os.getpid()):
        return True
    try:
        if sys.platform != "win32":  # where it would end the process
            os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it is somebody else's
        pass
    try:
        return time.time() - entry.stat(follow_symlinks=False).st_mtime > _OLD
    except OSError:
        return False


_UNFINISHED = re.compile(r"\.(?:([0-9]{1,10})-)?[0-9a-f]{32}\.tmp")
_OLD = 3600.0  # seconds


def is_full(error: OSError) -> bool:
    """Whether something cannot be written because there is no room for it."""
    return error.errno in _FULL


def disk_full(path: Path) -> InputError:
    return refusal(str(path), "the disk is full", "free space and run the same command again")


def _cannot_write(path: Path, error: OSError) -> InputError:
    if is_full(error):
        return disk_full(path)
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        message = f"there is no folder `{visible(str(path.parent))}`"
        return refusal(str(path), message, "make the folder first, or name another file")
    if isinstance(error, IsADirectoryError):
        return refusal(str(path), "this is a folder, not a file", "name a file inside it")
    return refusal(str(path), f"the file cannot be written ({reason_of(error)})", "name another file")
