"""`grader solve`: a tree and a rule → what the search finds, what it skips, and why."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from grader.cli.output import write_output
from grader.cli.rules import add_rule_arguments, read_rule
from grader.cli.trees import add_tree_arguments, read_trees
from grader.columns import visible
from grader.drawing import draw
from grader.drawing.solutions import marks_of
from grader.numbers import pretty_number
from grader.solving import Solution, solve, steps_table
from grader.source import InputError, Mistake, refusal
from grader.tree import Tree

EXAMPLE = 'grader solve "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))" --ties keep --steps'


def add_arguments(parser: ArgumentParser) -> None:
    add_tree_arguments(parser)
    parser.add_argument(
        "--format", choices=tuple(_FORMATS), default="text",
        help="text if you do not say; jsonl for a file of several trees",
    )  # fmt: skip
    parser.add_argument("--steps", action="store_true", help="in text: the search step by step, as a table")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write this file instead of printing"
    )
    add_rule_arguments(parser)


def run(arguments: Namespace) -> int:
    rule = read_rule(arguments)
    solutions, mistakes = [], list[Mistake]()
    for tree in read_trees(arguments, rule.limit):
        try:
            solutions.append(solve(tree, rule))
        except InputError as error:
            mistakes += error.mistakes
    if mistakes:
        raise InputError(mistakes)
    write_output(_FORMATS[arguments.format](solutions, arguments.steps), arguments.output)
    return 0


def _as_text(solutions: Sequence[Solution], steps: bool) -> str:
    return "\n\n\n".join("\n".join(_lines(solution, steps)) for solution in solutions)


def _lines(solution: Solution, steps: bool) -> Iterator[str]:
    yield draw(_drawable(solution), "text", marks_of(solution)).rstrip("\n")
    yield ""
    yield f"value      {pretty_number(solution.value)}"
    yield f"best move  {_listed(solution.best_moves) or 'none: chance decides'}"
    yield f"line       {_listed(solution.line)}"
    yield f"visited    {_listed(solution.visited)}"
    yield f"pruned     {_listed(solution.pruned) or 'nothing'}"
    for number, cutoff in enumerate(solution.cutoffs):
        yield f"{'reasons' if number == 0 else '':<10} {visible(cutoff.why)}"
    for number, sentence in enumerate(solution.rule.in_words()):
        yield f"{'rule' if number == 0 else '':<10} {sentence}"
    if steps:
        yield ""
        yield steps_table(solution.steps)


def _drawable(solution: Solution) -> Tree:
    """The tree that was searched: its depth has been applied, so inner nodes need no evaluations."""
    return solution.tree.without_evaluations()


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(visible, names))


def _as_json(solutions: Sequence[Solution], _steps: bool) -> str:
    return json.dumps(_only(solutions, "json").to_dict(), indent=2, ensure_ascii=False)


def _as_jsonl(solutions: Sequence[Solution], _steps: bool) -> str:
    return "\n".join(json.dumps(solution.to_dict(), ensure_ascii=False) for solution in solutions)


def _as_svg(solutions: Sequence[Solution], _steps: bool) -> str:
    solution = _only(solutions, "svg")
    return draw(_drawable(solution), "svg", marks_of(solution, windows=True))


def _only(solutions: Sequence[Solution], form: str) -> Solution:
    if len(solutions) > 1:
        message = f"there are {len(solutions)} trees, and --format {form} shows one"
        raise refusal("grader solve", message, "use --format jsonl or --format text")
    return solutions[0]


_FORMATS: dict[str, Callable[[Sequence[Solution], bool], str]] = {
    "text": _as_text,
    "json": _as_json,
    "jsonl": _as_jsonl,
    "svg": _as_svg,
}
