"""`grader solve`: a tree and a rule → what the search finds, what it skips, and why."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from grader.cli.output import add_output_arguments, chosen_form, write_output
from grader.cli.tree_arguments import add_tree_arguments, named_trees
from grader.drawing import draw
from grader.drawing.marks import marks_of
from grader.rule import FIELDS, PRESETS, Rule, RuleError
from grader.solving import Solution, solve, steps_table
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, Source, all_mistakes, refusal
from grader.tree import Kind, Tree

EXAMPLE = 'grader solve "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))" --ties keep --steps'

_EXAMPLES = {"utilities": "-10,10", "window": "-10,10", "evaluation": "mobility=3,material=1"}
_MOST_DRAWN = 2_000  # nodes; a larger drawing in text is too long for anybody to read


def add_arguments(parser: ArgumentParser) -> None:
    add_tree_arguments(parser)
    add_output_arguments(parser, _FORMS)
    parser.add_argument("--steps", action="store_true", help="in text: the search step by step, as a table")
    _add_rule_arguments(parser)


def run(arguments: Namespace) -> int:
    form = chosen_form(arguments, _FORMS)
    if arguments.steps and form != "text":
        raise refusal("--steps", f"--format {form} has no steps", "remove it, or use --format text")
    rule = _read_rule(arguments)
    solutions = _solve_all(named_trees(arguments, rule.limit), rule, arguments.game)
    write_output(_FORMS[form](solutions, arguments.steps), arguments.output)
    return 0


def _solve_all(trees: Sequence[Tree], rule: Rule, game: str | None) -> list[Solution]:
    """The trees solved, or why any of them cannot be; a game's tree stands in no text but has a name."""
    solutions, errors = [], []
    for tree in trees:
        try:
            solutions.append(solve(tree, rule))
        except InputError as error:
            errors.append(_in_flags(error if game is None else _in_game(error, game)))
    if errors:
        raise all_mistakes(errors)
    return solutions


def _in_game(error: InputError, game: str) -> InputError:
    mistakes = (replace(mistake, source=Source("", game)) for mistake in error.mistakes)
    return InputError(mistakes, error.more)


def _as_text(solutions: Sequence[Solution], steps: bool) -> str:
    texts = ["\n".join(_lines(solution, steps)) for solution in solutions]
    if len(texts) > 1:
        headings = (_heading(number, solution) for number, solution in enumerate(solutions, 1))
        texts = [f"{heading}\n\n{text}" for heading, text in zip(headings, texts, strict=True)]
    return "\n\n\n".join(texts)


def _heading(number: int, solution: Solution) -> str:
    """Which of several trees this is, and where it stands."""
    tree = solution.tree
    assert tree.source is not None
    return f"tree {number} (line {tree.source.place(tree.starts[0])[0]})"


def _lines(solution: Solution, steps: bool) -> Iterator[str]:
    is_drawn = len(solution.tree) <= _MOST_DRAWN
    if is_drawn:
        yield draw(solution).rstrip("\n")
        yield ""
    yield from _summary(solution)
    if not is_drawn:
        yield f"drawing    left out, with {len(solution.tree):,} nodes; --format svg or outline draws it"
    if steps:
        yield ""
        yield steps_table(solution.steps, solution.tree.pretty)


def _summary(solution: Solution) -> Iterator[str]:
    nothing = _NO_MOVE.get(solution.tree.kinds[0], "")
    yield f"value      {solution.tree.pretty(solution.value)}"
    yield f"best move  {_listed(solution.best_moves) or nothing}"
    yield f"line       {_listed(solution.line)}"
    yield f"visited    {_listed(solution.visited)}"
    yield f"pruned     {_listed(solution.pruned) or 'nothing'}"
    for number, cutoff in enumerate(solution.cutoffs):
        yield f"{'reasons' if number == 0 else '':<10} {visible(cutoff.why)}"
    for number, sentence in enumerate(solution.rule.in_words(chance=solution.tree.has_chance)):
        yield f"{'rule' if number == 0 else '':<10} {sentence}"


_NO_MOVE = {Kind.CHANCE: "none: chance decides", Kind.LEAF: "none: nothing is left to decide"}


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(visible, names))


def _as_json(solutions: Sequence[Solution], _steps: bool) -> str:
    return json.dumps(_only(solutions, "json").to_dict(), indent=2, ensure_ascii=False)


def _as_jsonl(solutions: Sequence[Solution], _steps: bool) -> str:
    return "\n".join(json.dumps(solution.to_dict(), ensure_ascii=False) for solution in solutions)


def _drawn_as(form: str) -> Callable[[Sequence[Solution], bool], str]:
    def drawn(solutions: Sequence[Solution], _steps: bool) -> str:
        solution = _only(solutions, form)
        return draw(solution, form, marks_of(solution, windows=True))

    return drawn


def _only(solutions: Sequence[Solution], form: str) -> Solution:
    if len(solutions) > 1:
        message = f"there are {len(solutions)} trees, and --format {form} shows one"
        raise refusal("grader solve", message, "use --format jsonl or --format text")
    return solutions[0]


def _add_rule_arguments(parser: ArgumentParser) -> None:
    """One flag for each field of the rule, and `--rule` for a preset."""
    group = parser.add_argument_group("rule", "the conventions of the search, by preset, by field, or both")
    group.add_argument("--rule", metavar="PRESET", help=f"one of {', '.join(PRESETS)}")
    for field in FIELDS:
        metavar = field.metavar or f"{{{','.join(field.choices)}}}"
        group.add_argument(field.flag, dest=f"rule_{field.attribute}", metavar=metavar, help=field.help)


def _read_rule(arguments: Namespace) -> Rule:
    """The rule that the flags give; an `InputError` says all that is wrong with them."""
    flags = {field.name: getattr(arguments, f"rule_{field.attribute}") for field in FIELDS}
    fields = {"preset": arguments.rule, **flags}
    try:
        return Rule.from_fields({name: text for name, text in fields.items() if text is not None})
    except RuleError as refused:
        raise InputError(
            Mistake(
                message, Source("", "--rule" if field == "preset" else f"--{field}"), hint=_hint(field, hint)
            )
            for field, message, hint in refused.problems
        ) from None


def _in_flags(error: InputError) -> InputError:
    """The same error, with hints that say how a field of the rule is given on the command line."""
    mistakes = (
        mistake if mistake.hint is None else replace(mistake, hint=_with_flags(mistake.hint))
        for mistake in error.mistakes
    )
    return InputError(mistakes, error.more)


def _hint(field: str, hint: str | None) -> str | None:
    if hint is not None and hint.startswith("such as") and field in _EXAMPLES:
        return f"such as `--{field} {_EXAMPLES[field]}`"
    return hint


def _with_flags(hint: str) -> str:
    hint = re.sub(r"the rule's `([a-z-]+)`", r"`--\1`", hint)
    return re.sub(r"`evaluation: \{(.*)\}`", _weights_flag, hint)


def _weights_flag(found: re.Match[str]) -> str:
    return f"`--evaluation {found[1].replace(': ', '=').replace(', ', ',')}`"


_FORMS: dict[str, Callable[[Sequence[Solution], bool], str]] = {
    "text": _as_text,
    "json": _as_json,
    "jsonl": _as_jsonl,
    **{form: _drawn_as(form) for form in ("svg", "tikz", "outline")},
}
