"""Names are found by guessing: no public class has the name of another, and no file; files are nouns."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tools.modules import PACKAGE

INSIDE = PACKAGE / "sandbox" / "inside"  # what students' programs meet has the names of the originals
COMMANDS = PACKAGE / "cli" / "commands"  # a command's file has the command's name
NOUNS = frozenset(("finding", "spelling", "standing"))  # that only look like gerunds
FILES = [path for path in PACKAGE.rglob("*.py") if not path.name.startswith("__")]


def test_no_public_class_has_the_name_of_another() -> None:
    assert twice(name for path in FILES if INSIDE not in path.parents for name in classes(path)) == []


def test_no_file_has_the_name_of_another() -> None:
    apart = (INSIDE, COMMANDS)
    assert twice(path.stem for path in FILES if not any(folder in path.parents for folder in apart)) == []


def test_no_file_is_named_by_a_gerund() -> None:
    gerunds = [path.stem for path in FILES if path.stem.endswith("ing") and "_" not in path.stem]
    assert set(gerunds) <= NOUNS


def twice(names: Iterator[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def classes(path: Path) -> Iterator[str]:
    """The public classes that a module defines."""
    for line in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.ClassDef) and not line.name.startswith("_"):
            yield line.name
