"""Files by name → a folder that has these files and no others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grader.text.atomic_file import store
from grader.text.columns import visible
from grader.text.source import refusal


def check_empty(folder: Path) -> None:
    """Refuse a folder with something in it: nothing is overwritten, and nothing old stays beside the new."""
    try:
        if not any(folder.iterdir()):
            return
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise refusal(str(folder), "this is a file, not a folder", "name another folder") from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "no folder can have this name").lower()
        raise refusal(str(folder), f"the folder cannot be used ({reason})", "name another folder") from None
    raise refusal(str(folder), "this folder is not empty", "name a new folder, or empty this one first")


def write_folder(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write every file; the folders that it needs are made."""
    for name, content in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or "unknown reason").lower()
            message = f"the folder `{visible(str(path.parent))}` cannot be made ({reason})"
            raise refusal(str(folder), message, "name another folder") from None
        store(content, path)
