"""`grader export`: a tree or a problem set → a file for another system."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from grader.cli.output import write_file, write_output
from grader.cli.set_arguments import load_set
from grader.cli.tree_arguments import read_tree
from grader.exchange.platforms.moodle_xml import moodle_quiz
from grader.exchange.platforms.qti import qti_quiz
from grader.exchange.trees.dot import write_dot
from grader.exchange.trees.efg_writer import changed_labels, write_efg
from grader.exchange.trees.json_tree import write_json_tree
from grader.exchange.trees.nested_lists import write_list
from grader.problems import ProblemSet, ProblemTree
from grader.text.columns import visible
from grader.text.source import refusal
from grader.tree import Tree

EXAMPLE = "grader export problems/minimax-by-hand/set.yaml --as moodle -o questions.xml"

_TREES: Mapping[str, Callable[[Tree], str]] = {
    "efg": write_efg, "dot": write_dot, "json": write_json_tree, "list": write_list,
}  # fmt: skip
# What is written, and what is said of it.
_SETS: Mapping[str, Callable[[ProblemSet], tuple[str | bytes, tuple[str, ...]]]] = {
    "moodle": moodle_quiz, "qti": qti_quiz,
}  # fmt: skip
_SUFFIXES = {
    ".efg": "efg", ".dot": "dot", ".gv": "dot", ".json": "json", ".xml": "moodle", ".zip": "qti",
}  # fmt: skip


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("tree", metavar="SET|TREE|FILE", help="a problem set (moodle, qti) or a tree")
    parser.add_argument(
        "--as", dest="form", choices=(*_TREES, *_SETS),
        help="the output format (default: by the suffix of FILE)",
    )  # fmt: skip
    parser.add_argument("--problem", metavar="ID", help="export the tree of this problem")
    parser.add_argument("--variant", metavar="N", type=int, help="the number of the variant, from 1")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to this file instead of standard output"
    )
    parser.set_defaults(game=None, position=None, to_move=None, show=None)


def run(arguments: Namespace) -> int:
    form = _form(arguments)
    if form in _TREES:
        _export_tree(_tree(arguments), form, arguments.output)
        return 0
    if arguments.problem or arguments.variant:
        raise refusal("--problem", f"`{form}` takes a whole set", "remove it")
    problems = load_set(arguments.tree)
    written, notes = _SETS[form](problems)
    _remark(problems)
    for note in notes:
        print(note, file=sys.stderr)
    if isinstance(written, str):
        write_output(written, arguments.output)
    elif arguments.output is None:
        raise refusal("grader export", "a zip cannot be printed", "name a file with `-o FILE.zip`")
    else:
        write_file(written, arguments.output)
    return 0


def _export_tree(tree: Tree, form: str, path: Path | None) -> None:
    write_output(_TREES[form](tree), path)
    for note in changed_labels(tree) if form == "efg" else ():
        print(f"changed for Gambit: {note}", file=sys.stderr)


def _form(arguments: Namespace) -> str:
    suffix = "" if arguments.output is None else arguments.output.suffix.lower()
    form = arguments.form or _SUFFIXES.get(suffix)
    if form is None:
        raise refusal("grader export", "nothing says what to write", f"add `--as` and one of {_listed()}")
    return str(form)


def _listed() -> str:
    return ", ".join((*_TREES, *_SETS))


def _tree(arguments: Namespace) -> Tree:
    """The tree that is named, or the one of a problem of a set."""
    if arguments.problem is None:
        if arguments.variant is not None:
            raise refusal("--variant", "this belongs to a problem of a set", "add `--problem ID`")
        return read_tree(arguments, None)
    trees = _trees(load_set(arguments.tree), arguments.problem)
    variant = arguments.variant or 1
    if not 1 <= variant <= len(trees):
        message = f"`{arguments.problem}` has {len(trees)} tree{'' if len(trees) == 1 else 's'}"
        raise refusal("--variant", message, f"name a number from 1 to {len(trees)}")
    return trees[variant - 1].tree


def _trees(problems: ProblemSet, problem_id: str) -> Sequence[ProblemTree]:
    """The variants of a problem; of one for programs, the trees that they are run on."""
    for problem in problems.problems:
        if problem.id == problem_id:
            return problem.trees
    ids = ", ".join(problem.id for problem in problems.problems)
    raise refusal("--problem", f"no problem is called `{visible(problem_id[:60])}`", f"there are {ids}")


def _remark(problems: ProblemSet) -> None:
    """Say what a platform cannot ask."""
    for program in problems.by_program:
        print(f"left out because a platform runs no programs: {program.id}", file=sys.stderr)
    for problem in problems.on_sheet:
        if problem.figure is not None:
            print(f"left out, to be added by hand: the figure of {problem.id}", file=sys.stderr)
