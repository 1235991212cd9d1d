"""`grader draw`: a tree → its picture as text, SVG, TikZ or an outline in words."""

import re
from argparse import ArgumentParser, Namespace

from grader.cli.output import add_output_arguments, chosen_form, write_output
from grader.cli.tree_arguments import add_tree_arguments, read_tree
from grader.drawing import FORMS, draw
from grader.text.columns import visible
from grader.text.source import refusal

EXAMPLE = 'grader draw "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))" -o tree.svg'


def add_arguments(parser: ArgumentParser) -> None:
    add_tree_arguments(parser)
    parser.add_argument("--depth", metavar="N", type=_read_depth, help="how many moves of a game to unfold")
    add_output_arguments(parser, FORMS)


def run(arguments: Namespace) -> int:
    if arguments.depth is not None and arguments.game is None:
        raise refusal(
            "--depth", "only a game is drawn down to a depth", "remove it, or name a game with --game"
        )
    tree = read_tree(arguments, arguments.depth)
    if arguments.game is not None and arguments.depth is None:
        tree = tree.without_evaluations()
    write_output(draw(tree, chosen_form(arguments, FORMS)), arguments.output)
    return 0


def _read_depth(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise refusal("--depth", f"`{visible(text)}` is not a whole number from 0", "such as `2`")
    return int(text)
