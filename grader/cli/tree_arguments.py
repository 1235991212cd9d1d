"""What a person names on the command line → trees: from a text, a file, standard input or a game."""

from __future__ import annotations

import os.path
import re
import sys
from argparse import ArgumentParser, Namespace

from grader.text.source import MAX_BYTES, InputError, Source, decode_source, load_source, reason_of, refusal
from grader.tree import Tree
from grader.tree.language import parse_trees

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
        "--position", help="the starting position, such as 'XO. .X. O..' (default: the game's own)"
    )
    games.add_argument(
        "--show",
        choices=("boards", "names"),
        help="what a drawing shows at each node (default: boards)",
    )
    games.add_argument(
        "--to-move", metavar="PLAYER", help="whose turn it is, if the position leaves that open"
    )


def named_trees(arguments: Namespace, depth: int | None) -> tuple[Tree, ...]:
    """The trees that the arguments name, a game's down to `depth` moves; or all that is wrong with them."""
    if arguments.game is not None:
        return (_unfolded(arguments, depth),)
    for flag, value in (
        ("--position", arguments.position),
        ("--to-move", arguments.to_move),
        ("--show", arguments.show),
    ):
        if value is not None:
            hint = "remove it, or name a game with --game"
            raise refusal(flag, "this belongs to a game, and there is none", hint)
    if arguments.tree is None:
        raise refusal("grader", "there is no tree", "name a tree, a file, or a game with --game")
    return _parse(arguments.tree)


def read_tree(arguments: Namespace, depth: int | None) -> Tree:
    """The one tree that the arguments name."""
    trees = named_trees(arguments, depth)
    if len(trees) > 1:
        source = trees[0].source
        assert source is not None
        message = f"there are {len(trees)} trees here, and a drawing shows one"
        raise refusal(source.name, message, "put it in a file of its own; `grader solve` draws them all")
    return trees[0]


def _parse(argument: str) -> tuple[Tree, ...]:
    try:
        return parse_trees(read_tree_argument(argument))
    except InputError:
        if _FILE_NAME.fullmatch(argument) and not _names_a_file(argument):
            hint = "check the spelling, and the folder you are in; a tree looks like `max(3, min(4, 5))`"
            raise refusal(argument, "this is neither a file nor a tree", hint) from None
        raise


_FILE_NAME = re.compile(r"""(?:[^\W\d_]|[./\\~])[^\s()\[\]{},=>\#"]*""")


def _unfolded(arguments: Namespace, depth: int | None) -> Tree:
    from grader.games import GameError, unfold

    if arguments.tree is not None:
        raise refusal("grader", "there are both a tree and a game", "name one of them")
    try:
        return unfold(
            arguments.game, arguments.position,
            to_move=arguments.to_move, depth=depth, boards=arguments.show != "names",
        )  # fmt: skip
    except GameError as error:
        raise refusal(f"--{error.field}", error.message, error.hint) from None


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
    if sys.stdin is None:
        raise refusal("<stdin>", "standard input is closed", "name a file, or send a tree through a pipe")
    try:
        return decode_source(sys.stdin.buffer.read(MAX_BYTES + 1), "<stdin>")
    except OSError as error:
        raise refusal(
            "<stdin>", f"standard input cannot be read ({reason_of(error)})", "name a file"
        ) from None
