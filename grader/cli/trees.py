"""What a person names on the command line → trees: from a text, a file, standard input or a game."""

from __future__ import annotations

import os.path
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from grader.language import parse_tree
from grader.source import MAX_BYTES, InputError, Mistake, Source, decode_source, load_source, refusal
from grader.tree import Tree

STANDARD_INPUT = "-"
_SUFFIXES = (".tree", ".txt", ".json", ".yaml")


def add_tree_arguments(parser: ArgumentParser) -> None:
    """Let a command take a tree, or a game that unfolds into one."""
    parser.add_argument(
        "tree", metavar="TREE|FILE", nargs="?", help="a tree, a file with one, or - for standard input"
    )
    games = parser.add_argument_group("game", "a game instead of a tree")
    games.add_argument("--game", metavar="GAME", help="tic-tac-toe, connect-four, nim or 2048")
    games.add_argument(
        "--position", help="where to begin, such as 'XO. .X. O..'; the start if you do not say"
    )
    games.add_argument(
        "--to-move", metavar="PLAYER", help="whose turn it is, where the position leaves it open"
    )


def read_trees(arguments: Namespace, depth: int | None) -> list[Tree]:
    """The trees that the arguments name, a game's down to `depth` moves; or all that is wrong with them."""
    if arguments.game is not None:
        return [_unfolded(arguments, depth)]
    if arguments.tree is None:
        raise refusal("grader", "there is no tree", "name a tree, a file, or a game with --game")
    trees, mistakes = [], list[Mistake]()
    for part in _parts(read_tree_argument(arguments.tree)):
        try:
            trees.append(parse_tree(part))
        except InputError as error:
            mistakes += error.mistakes
    if mistakes:
        raise InputError(mistakes)
    return trees


def read_tree(arguments: Namespace, depth: int | None) -> Tree:
    """The one tree that the arguments name."""
    if arguments.game is not None or arguments.tree is None:
        return read_trees(arguments, depth)[0]
    return parse_tree(read_tree_argument(arguments.tree))


def _unfolded(arguments: Namespace, depth: int | None) -> Tree:
    from grader.games import GameError, unfold

    if arguments.tree is not None:
        raise refusal("grader", "there are both a tree and a game", "name one of them")
    try:
        return unfold(arguments.game, arguments.position, to_move=arguments.to_move, depth=depth)
    except GameError as error:
        raise refusal(f"--{error.field}", error.message, error.hint) from None


def _parts(source: Source) -> Iterator[Source]:
    """The trees of a text: between lines `---` where there are any, else each from line to line.

    A tree may stand on several lines: it goes on while a bracket is open or a line ends in `=` or `->`.
    """
    start = source.start
    separated = _SEPARATOR.search(source.text, source.start, source.end) is not None
    found = False
    for end, next_start in _ends(source, separated):
        if _HAS_CONTENT.match(source.text, start, end):
            found = True
            yield source.part(start, end)
        start = next_start
    if not found:
        yield source


def _ends(source: Source, separated: bool) -> Iterator[tuple[int, int]]:
    """Where a tree may end and the next one begin."""
    depth = 0
    for sign in _SIGNS.finditer(source.text, source.start, source.end):
        if sign["separator"]:
            yield sign.start(), sign.end()
        elif sign["bracket"]:
            depth += 1 if sign[0] in "([{" else -1
        elif sign["end"] and not separated and depth <= 0:
            yield sign.start(), sign.end()
            depth = 0
    yield source.end, source.end


_SEPARATOR = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_HAS_CONTENT = re.compile(r"(?:\s|#[^\n]*+)*+[^\s#]")
_SIGNS = re.compile(
    r"""(?P<quoted>"(?:[^"\\\n]|\\.)*") | (?P<comment>\#[^\n]*)
      | (?P<separator>^---[ \t]*\r?$) | (?P<bracket>[()\[\]{}])
      | (?P<open>(?:=|->)[ \t\r]*\n) | (?P<end>\n)""",
    re.VERBOSE | re.MULTILINE,
)


def read_tree_argument(argument: str) -> Source:
    """A `TREE|FILE` argument: `-`, a file, or else the tree itself."""
    if argument == STANDARD_INPUT or _names_a_file(argument):
        return read_file_argument(argument)
    if not _is_utf8(argument):
        raise refusal("<tree>", "the tree is not UTF-8 text", "write it in a file that is saved as UTF-8")
    return Source(argument)


def read_file_argument(argument: str) -> Source:
    """A `FILE` argument: the text of that file, or of standard input for `-`."""
    return _read_standard_input() if argument == STANDARD_INPUT else load_source(argument)


def _names_a_file(argument: str) -> bool:
    # Path.exists raises where a name is too long for a file, as a tree may be.
    return argument.endswith(_SUFFIXES) or os.path.exists(argument)  # noqa: PTH110


def _is_utf8(argument: str) -> bool:
    """False where the shell passed bytes that are no text, which Python keeps as lone surrogates."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read_standard_input() -> Source:
    return decode_source(sys.stdin.buffer.read(MAX_BYTES + 1), "<stdin>")
