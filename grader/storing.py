"""Text or bytes → a file, which is either written whole or left as it was."""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import uuid4

from grader.columns import visible
from grader.source import InputError, refusal


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
    if path.exists() and not path.is_file():  # a device or a pipe must not be replaced; a folder cannot be
        path.write_bytes(data)
        return
    target = path.resolve()  # behind a link, the file that it points to
    unfinished = target.with_name(f".{uuid4().hex}.tmp")
    try:
        unfinished.write_bytes(data)
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _cannot_write(path: Path, error: OSError) -> InputError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        message = f"there is no folder `{visible(str(path.parent))}`"
        return refusal(str(path), message, "make the folder first, or name another file")
    if isinstance(error, IsADirectoryError):
        return refusal(str(path), "this is a folder, not a file", "name a file inside it")
    reason = (error.strerror or "unknown reason").lower()
    return refusal(str(path), f"the file cannot be written ({reason})", "name another file")
