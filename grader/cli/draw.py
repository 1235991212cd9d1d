"""`grader draw`: a tree → its picture as text, SVG, TikZ or an outline in words."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from grader.cli.output import write_output
from grader.cli.trees import add_tree_arguments, read_tree
from grader.drawing import FORMS, draw
from grader.source import refusal

EXAMPLE = 'grader draw "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))" --as svg -o tree.svg'


def add_arguments(parser: ArgumentParser) -> None:
    add_tree_arguments(parser)
    parser.add_argument("--depth", metavar="N", type=int, help="how many moves of a game to look ahead")
    parser.add_argument("--as", dest="form", choices=FORMS, default="text", help="text if you do not say")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write this file instead of printing"
    )


def run(arguments: Namespace) -> int:
    if arguments.depth is not None and arguments.game is None:
        raise refusal(
            "--depth", "only a game is drawn down to a depth", "remove it, or name a game with --game"
        )
    tree = read_tree(arguments, arguments.depth)
    if arguments.game is not None and arguments.depth is None:
        tree = tree.without_evaluations()
    write_output(draw(tree, arguments.form), arguments.output)
    return 0
