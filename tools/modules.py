"""The package's files → the page of all modules, in the order in which values move, with their sentences."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grader

PACKAGE = Path(grader.__file__).parent

# Values move one way: a module imports only what stands above it here.
FLOW = (
    "version", "memory", "text", "tree", "rule", "solving", "ideas", "games", "document",
    "questions", "diagnosis", "generating", "sandbox", "problems", "submissions", "grading", "gradebook",
    "term", "classes", "drawing", "reports", "checking", "exchange", "course", "autograder", "pytest_plugin",
    "cli", "__main__",
)  # fmt: skip

INTRODUCTION = """\
# All modules

Every file of the package with its first sentence, in the order in which values move: a module imports only \
what stands above it. [Adding something](adding.md) says which of them a change touches.
"""


def modules_page() -> str:
    """A table for each package, its sub-folders below it."""
    return "\n".join([INTRODUCTION, *(table for name in FLOW for table in _tables(name))])


def _tables(name: str) -> Iterator[str]:
    folder = PACKAGE / name
    if not folder.is_dir():
        yield _table(f"grader/{name}.py", [PACKAGE / f"{name}.py"])
        return
    for package in (folder, *sorted(path.parent for path in folder.rglob("__init__.py"))[1:]):
        yield _table(f"grader/{package.relative_to(PACKAGE).as_posix()}/", sorted(package.glob("*.py")))


def _table(title: str, files: list[Path]) -> str:
    named = {path: sentence(path) for path in files}
    said = [f"{named.pop(path)}\n" for path in files if path.name == "__init__.py" or len(files) == 1]
    rows = [f"| [`{path.stem}`]({_address(path)}) | {_cell(text)} |" for path, text in named.items()]
    head = ["| module | |", "|---|---|"] if rows else []
    return "\n".join([f"## {title}", *said, *head, *rows, ""])


@cache
def sentence(path: Path) -> str:
    """The first line of a module's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n")[0]


def _address(path: Path) -> str:
    return f"../../grader/{path.relative_to(PACKAGE).as_posix()}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
