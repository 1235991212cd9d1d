"""`grader import`: another system's trees or tests → a tree in the tree language, or a problem set."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

from grader.cli.output import write_output
from grader.cli.tree_arguments import read_file_argument
from grader.exchange.cs188.cs188_set import Imported, import_cs188
from grader.exchange.trees.efg_reader import read_efg_game
from grader.exchange.trees.json_tree import read_json_tree
from grader.exchange.trees.nested_lists import read_list
from grader.text.columns import visible
from grader.text.source import Source, refusal
from grader.tree import Tree

EXAMPLE = "grader import cs188 test_cases -o set.yaml"

_FOLDER = "cs188"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "format", choices=(_FOLDER, *_READERS),
        help="what to import: Pacman test cases, a Gambit game, a tree in JSON, or nested lists",
    )  # fmt: skip
    parser.add_argument(
        "path", metavar="FILE|DIR", help="the file or folder to read, or - for standard input"
    )
    parser.add_argument(
        "--root", choices=("max", "min"), help="who moves first in nested lists (default: max)"
    )
    parser.add_argument("--id", metavar="ID", help="the id of the set (default: the name of the folder)")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to this file instead of standard output"
    )


def run(arguments: Namespace) -> int:
    _check(arguments)
    if arguments.format == _FOLDER:
        return _import_folder(arguments)
    source = read_file_argument(arguments.path)
    tree = read_list(source, arguments.root) if arguments.root else _READERS[arguments.format](source)
    write_output(f"{tree}", arguments.output)
    return 0


def _read_game(source: Source) -> Tree:
    """The tree of a game; what the second player gets is said where it cannot be read off the tree."""
    game = read_efg_game(source)
    if game.total:
        everywhere = f"wherever the game ends, the players get {game.total} together"
        print(f"{everywhere}; a leaf is worth what the first one gets", file=sys.stderr)
    return game.tree


def _check(arguments: Namespace) -> None:
    """Refuse what would have no effect."""
    if arguments.root and arguments.format != "list":
        raise refusal("--root", "only nested lists leave open who moves first", "remove it")
    if arguments.id and arguments.format != _FOLDER:
        raise refusal("--id", "a tree has no id", "remove it")


def _import_folder(arguments: Namespace) -> int:
    """Write the set, and say what is to be said of single tests; 1 where a key is not that of a test."""
    imported = import_cs188(Path(arguments.path), arguments.id)
    write_output(imported.text, arguments.output)
    _report(imported)
    return 1 if imported.disagreements else 0


def _report(imported: Imported) -> None:
    for line in imported.left_out:
        print(f"left out because it is not a tree: {visible(line)}", file=sys.stderr)
    for line in imported.disagreements:
        print(f"differs from the solution: {visible(line)}", file=sys.stderr)
    for line in imported.without_solution:
        print(f"not compared because there is no solution: {visible(line)}", file=sys.stderr)
    tests = f"{imported.tests} test{'' if imported.tests == 1 else 's'}"
    print(f"{tests} imported; {_agreement(imported)}", file=sys.stderr)


def _agreement(imported: Imported) -> str:
    """How the keys and the solutions compare, where there are any."""
    compared = imported.tests - len(imported.without_solution)
    if not compared:
        return "no key was compared because there is no solution"
    agreed = "some of their keys differ from the solutions" if imported.disagreements else "all keys agree"
    return f"{compared} compared with a solution, {agreed}"


_READERS: Mapping[str, Callable[[Source], Tree]] = {
    "efg": _read_game,
    "json": read_json_tree,
    "list": read_list,
}
