"""Text or bytes → a file, which is either written whole or left as it was."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from grader.columns import visible
from grader.source import InputError, refusal

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def store(content: str | bytes, path: Path) -> None:
    """Write the file under another name and rename it; an `InputError` says why that cannot be done."""
    data = content.encode() if isinstance(content, str) else content
    try:
        _store(data, path)
    except OSError as error:
        raise _cannot_write(path, error) from None
    except ValueError:  # a path with a NUL character in it
        raise refusal(str(path), "no file can have this name") from None


def _store(data: bytes, path: Path) -> None:
    mode = _mode(path)
    if mode is not None and stat.S_ISLNK(mode):
        path = path.resolve()  # the file that it points to
        mode = _mode(path)
    if mode is None or stat.S_ISREG(mode):
        _replace(data, path, mode)
    else:  # a device or a pipe must not be replaced; a folder cannot be
        path.write_bytes(data)


def _mode(path: Path) -> int | None:
    """What stands at the path and who may use it; None where there is nothing."""
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None


def _replace(data: bytes, path: Path, mode: int | None) -> None:
    unfinished = path.with_name(f".{os.urandom(16).hex()}.tmp")
    try:
        unfinished.write_bytes(data)
        if mode is not None:
            unfinished.chmod(stat.S_IMODE(mode))
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):  # what came first is told
            unfinished.unlink()
        raise


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
    reason = (error.strerror or "unknown reason").lower()
    return refusal(str(path), f"the file cannot be written ({reason})", "name another file")
