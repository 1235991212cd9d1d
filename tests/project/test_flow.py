"""Values move one way: a module imports only what stands above it in this list."""

import ast
from collections.abc import Iterator
from itertools import chain
from keyword import iskeyword
from pathlib import Path

import pytest

from tools.modules import FLOW, PACKAGE

FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def test_every_module_imports_only_what_stands_above_it() -> None:
    assert FILES
    found = (breaches(file, (PACKAGE / file).read_text(encoding="utf-8")) for file in FILES)
    assert list(chain.from_iterable(found)) == []


def test_every_module_can_be_named_in_an_import() -> None:
    parts = {part: file for file in FILES for part in file.with_suffix("").parts}
    assert {part: file for part, file in parts.items() if not part.isidentifier() or iskeyword(part)} == {}


BREACHES = {
    "a later module": ("tree/tree.py", "from grader.solving import solve"),
    "a plain import": ("tree/tree.py", "import grader.solving.alpha_beta as search"),
    "a module as a name": ("tree/tree.py", "from grader import solving"),
    "a relative import": ("version.py", "from .solving import solve"),
    "a relative module": ("version.py", "from . import solving"),
    "from inside a package": ("rule/rule.py", "from ..solving import solve"),
    "inside a function": ("tree/tree.py", "def late():\n    import grader.solving"),
    "for types only": ("tree/tree.py", "if TYPE_CHECKING:\n    from grader.solving import Solution"),
}


@pytest.mark.parametrize(("file", "text"), BREACHES.values(), ids=BREACHES)
def test_an_import_against_the_flow_is_found_and_both_are_named(file: str, text: str) -> None:
    module = _module(Path(file))
    assert list(breaches(Path(file), text)) == [
        f"{file}: `{module}` imports `solving`, which stands below it"
    ]


def test_a_module_that_is_not_in_the_list_is_found() -> None:
    assert list(breaches(Path("gizmo.py"), "")) == ["gizmo.py: `gizmo` has no place in the flow"]


def test_importing_a_module_that_is_not_in_the_list_is_found() -> None:
    found = list(breaches(Path("cli/main.py"), "import grader.gizmo"))
    assert found == ["cli/main.py: `cli` imports `gizmo`, which has no place in the flow"]


def test_the_package_itself_is_not_imported_from_inside() -> None:
    found = list(breaches(Path("cli/main.py"), "from grader import parse_tree"))
    assert found == ["cli/main.py: `cli` imports `parse_tree`, which has no place in the flow"]


FINE = {
    "an earlier module": ("cli/draw.py", "from grader.tree import Tree"),
    "an earlier module as a name": ("cli/draw.py", "from grader import tree"),
    "the same package": ("rule/rule.py", "from grader.rule.rule_fields import FIELDS"),
    "the same package, relative": ("rule/rule.py", "from .rule_fields import FIELDS"),
    "something from outside": ("text/source.py", "import graders.cli"),
    "the package's face": ("__init__.py", "from grader.cli.main import main"),
}


@pytest.mark.parametrize(("file", "text"), FINE.values(), ids=FINE)
def test_an_import_with_the_flow_is_fine(file: str, text: str) -> None:
    assert list(breaches(Path(file), text)) == []


def breaches(file: Path, text: str) -> Iterator[str]:
    """What is wrong with the imports of a file of the package."""
    module = _module(file)
    if module == "__init__":  # the package's face, which shows what all of them make
        return
    if module not in FLOW:
        yield f"{file.as_posix()}: `{module}` has no place in the flow"
        return
    for imported in _imported(ast.parse(text), file):
        where = f"{file.as_posix()}: `{module}` imports `{imported}`, which"
        if imported not in FLOW:
            yield f"{where} has no place in the flow"
        elif FLOW.index(imported) > FLOW.index(module):
            yield f"{where} stands below it"


def _module(file: Path) -> str:
    """The name in the flow: a file of a package counts as the package."""
    return file.with_suffix("").parts[0]


def _imported(tree: ast.Module, file: Path) -> Iterator[str]:
    """The modules of the package that a file imports, wherever the import stands."""
    for path in _import_paths(tree, file):
        if path[0] == "grader" and len(path) > 1:
            yield path[1]


def _import_paths(tree: ast.Module, file: Path) -> Iterator[list[str]]:
    for statement in _statements(tree):
        if isinstance(statement, ast.Import):
            yield from (alias.name.split(".") for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            start = _start(statement, file)
            yield from ([*start, alias.name] for alias in statement.names)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Everything that may be or hold an import: no expression does."""
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.expr):
            yield inner
            yield from _statements(inner)


def _start(statement: ast.ImportFrom, file: Path) -> list[str]:
    """Where a `from` import starts, with the dots of a relative one resolved."""
    named = statement.module.split(".") if statement.module else []
    if not statement.level:
        return named
    folders = ["grader", *file.parent.parts]
    return folders[: len(folders) - statement.level + 1] + named
