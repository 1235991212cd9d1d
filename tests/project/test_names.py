"""Names are found by guessing: no two public classes, functions or files share one; files are nouns."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.modules import PACKAGE

INSIDE = PACKAGE / "sandbox" / "inside"  # what students' programs meet has the names of the originals
COMMANDS = PACKAGE / "cli" / "commands"  # a command's file has the command's name
NOUNS = frozenset(("finding", "spelling", "standing"))  # that only look like gerunds
SHARED = frozenset(("add_arguments", "run", "main"))  # what every command, and every program, has
FILES = [path for path in PACKAGE.rglob("*.py") if not path.name.startswith("__")]
OUTSIDE = [path for path in PACKAGE.rglob("*.py") if INSIDE not in path.parents]


def test_no_public_class_has_the_name_of_another() -> None:
    assert twice(name for path in OUTSIDE for name in defined(path, ast.ClassDef)) == []


def test_no_public_function_has_the_name_of_another() -> None:
    found = (name for path in OUTSIDE for name in defined(path, ast.FunctionDef))
    assert twice(name for name in found if name not in SHARED) == []


def test_no_two_scripts_of_the_sheet_page_share_a_name() -> None:
    scripts = (PACKAGE / "reports" / "templates" / "sheet").glob("*.js")
    named = re.compile(r"^(?:const|let|class|function) +(\w+)", re.MULTILINE)
    assert twice(name for path in scripts for name in named.findall(path.read_text(encoding="utf-8"))) == []


def test_no_file_has_the_name_of_another() -> None:
    apart = (INSIDE, COMMANDS)
    assert twice(path.stem for path in FILES if not any(folder in path.parents for folder in apart)) == []


def test_no_file_is_named_by_a_gerund() -> None:
    gerunds = [path.stem for path in FILES if path.stem.endswith("ing") and "_" not in path.stem]
    assert set(gerunds) <= NOUNS


def twice(names: Iterator[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def defined(path: Path, kind: type[ast.ClassDef | ast.FunctionDef]) -> Iterator[str]:
    """The public classes or functions that a module defines."""
    return (name for found, name in definitions(path) if found is kind and not name.startswith("_"))


@cache
def definitions(path: Path) -> list[tuple[type, str]]:
    lines = ast.parse(path.read_text(encoding="utf-8")).body
    return [(type(line), line.name) for line in lines if isinstance(line, ast.ClassDef | ast.FunctionDef)]
