"""A name → the folder of a course that works at once: a problem set with samples, a roster, CI, READMEs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from grader.text.atomic_file import store
from grader.text.columns import visible
from grader.text.source import reason_of, refusal
from grader.version import VERSION

USUAL_OWNER = "OWNER"

_TEMPLATE = Path(__file__).parent / "template"
_SUFFIX = ".template"  # so that no tool takes a file there for one of this project
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


def new_course(folder: Path, owner: str = USUAL_OWNER) -> tuple[str, ...]:
    """Make the folder, and say which files are in it; `owner` is who has the repositories of the course."""
    check_empty(folder)
    files = course_files(folder.resolve().name, owner)
    write_folder(folder, files)
    return tuple(files)


def course_files(course: str, owner: str = USUAL_OWNER) -> Mapping[str, str]:
    """What a course of that name begins with, by name, with `/` between folders."""
    words = {"@COURSE@": repository_name(course), "@OWNER@": owner, "@VERSION@": VERSION}
    files = {_name(path): path for path in _TEMPLATE.rglob(f"*{_SUFFIX}")}
    return {name: _filled(path.read_text(encoding="utf-8"), words) for name, path in sorted(files.items())}


def repository_name(course: str) -> str:
    """A name as GitHub and GitLab let a repository have it."""
    return _NOT_IN_NAMES.sub("-", course).strip("-.") or "course"


def _name(path: Path) -> str:
    """`dot-gitignore.template` is `.gitignore` in the course."""
    parts = path.relative_to(_TEMPLATE).as_posix().removesuffix(_SUFFIX).split("/")
    return "/".join(re.sub(r"^dot-", ".", part) for part in parts)


def _filled(text: str, words: Mapping[str, str]) -> str:
    for place, word in words.items():
        text = text.replace(place, word)
    return text


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
            message = f"the folder `{visible(str(path.parent))}` cannot be made ({reason_of(error)})"
            raise refusal(str(folder), message, "name another folder") from None
        store(content, path)
