"""`grader solve`: a tree and a rule → what the search finds, what it skips, and why."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from grader.cli.output import add_output_arguments, chosen_form, write_output
from grader.cli.tree_arguments import add_tree_arguments, named_trees
from grader.drawing import draw
from grader.drawing.marks import marks_of
from grader.rule import FIELDS, PRESETS, Rule, RuleError, plain_number
from grader.solving import Solution, solve, steps_table
from grader.solving.best_order import MOST_STEPS, BestOrder, TooManyOrders, best_order, children_of
from grader.solving.deepening_rounds import new_orders, rounds
from grader.solving.unknown_cases import unknown_cases
from grader.solving.unknown_leaf import OpenSolution, blanks_of, solve_as_far, unknowns_of, with_numbers
from grader.text.columns import visible, width
from grader.text.source import InputError, Mistake, Source, all_mistakes, refusal
from grader.tree import Kind, Tree, Unknown

EXAMPLE = 'grader solve "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))" --ties keep --steps'

_EXAMPLES = {"utilities": "-10,10", "window": "-10,10", "evaluation": "mobility=3,material=1"}
_MOST_DRAWN = 2_000  # nodes; a larger drawing in text is too long for anybody to read


def add_arguments(parser: ArgumentParser) -> None:
    add_tree_arguments(parser)
    add_output_arguments(parser, _FORMS)
    parser.add_argument(
        "--steps", action="store_true", help="show the search step by step, as a table (text only)"
    )
    parser.add_argument(
        "--best-order",
        action="store_true",
        help="show an order of the children that makes the search visit the fewest leaves (text and JSON)",
    )
    parser.add_argument(
        "--depths",
        metavar="N,N,…",
        help="show what the search to each of these depths finds, in the order of --deepening "
        "(text and JSON)",
    )
    _add_rule_arguments(parser)


def run(arguments: Namespace) -> int:
    form = chosen_form(arguments, _FORMS)
    if arguments.steps and form != "text":
        raise refusal("--steps", f"--format {form} has no steps", "remove it, or use --format text")
    for flag, what in (("best_order", "best order"), ("depths", "depths")):
        if getattr(arguments, flag) and form not in _FORMS_IN_WORDS:
            message = f"--format {form} has no {what}"
            raise refusal(f"--{flag.replace('_', '-')}", message, "use --format text or json")
    depths = () if arguments.depths is None else _read_depths(arguments.depths)
    rule, usual = _with_usual_weights(_read_rule(arguments), depths, arguments.game)
    deepest = rule.changed(depth=depths[-1]) if depths else rule
    solutions = _solve_all(named_trees(arguments, deepest.limit), rule, depths, arguments.game)
    if any(solution.is_open for solution in solutions):
        _refuse_for_unknown(arguments)
    if arguments.best_order and any(solution.tree.players for solution in solutions):
        raise refusal("--best-order", "with several players nothing is pruned, in any order", "remove it")
    more = _More(arguments.steps, arguments.best_order, depths, usual)
    write_output(_FORMS[form](solutions, more), arguments.output)
    return 0


class _More(NamedTuple):
    """What is told besides what the search finds."""

    steps: bool
    best_order: bool
    depths: tuple[int, ...]
    weights: str = ""  # a sentence about those that nobody gave


def _with_usual_weights(rule: Rule, depths: tuple[int, ...], game: str | None) -> tuple[Rule, str]:
    """The rule with a game's usual weights where it ends early and nobody gives others; and a note."""
    from grader.games import GameError, find_game

    if game is None or (rule.limit is None and not depths) or rule.evaluation is not None:
        return rule, ""
    try:
        weights = find_game(game).weights
    except GameError:  # which is told with all that is wrong with the game
        return rule, ""
    told = ",".join(f"{name}={weight}" for name, weight in weights)
    note = f"the usual ones for {game}: {told}; --evaluation gives others"
    return (replace(rule, evaluation=weights), note) if weights else (rule, "")


def _solve_all(
    trees: Sequence[Tree], rule: Rule, depths: tuple[int, ...], game: str | None
) -> list[Solution]:
    """The trees solved, to each depth, or why one cannot be; a game's tree is in no text but has a name."""
    solutions, errors = [], []
    for tree in trees:
        try:
            solutions.append(solution := _solve(tree, rule))
            if not solution.is_open:
                rounds(solution, depths)
        except InputError as error:
            errors.append(_in_flags(error if game is None else _in_game(error, game)))
    if errors:
        raise all_mistakes(errors)
    return solutions


def _solve(tree: Tree, rule: Rule) -> Solution:
    """The tree solved; with one unknown it stays open, and of several a number is missing."""
    unknowns = unknowns_of(tree)
    if blanks_of(tree):
        return solve(with_numbers(tree, dict.fromkeys(unknowns, 0)), rule)  # which says what is left blank
    if len(unknowns) < 2:
        return solve_as_far(tree, rule)
    message = f"the tree has {len(unknowns)} unknowns: {', '.join(f'`?{name}`' for name in unknowns)}"
    source = Source("", "<tree>") if tree.source is None else tree.source
    second = next(index for index, leaf in enumerate(tree.utilities) if leaf == Unknown(unknowns[1]))
    raise InputError([Mistake(message, source, tree.span(second), "write numbers for all but one of them")])


def _in_game(error: InputError, game: str) -> InputError:
    mistakes = (replace(mistake, source=Source("", game)) for mistake in error.mistakes)
    return InputError(mistakes, error.more)


def _as_text(solutions: Sequence[Solution], more: _More) -> str:
    texts = ["\n".join(_lines(solution, more)) for solution in solutions]
    if len(texts) > 1:
        headings = (_heading(number, solution) for number, solution in enumerate(solutions, 1))
        texts = [f"{heading}\n\n{text}" for heading, text in zip(headings, texts, strict=True)]
    return "\n\n\n".join(texts)


def _heading(number: int, solution: Solution) -> str:
    """Which of several trees this is, and where it stands."""
    tree = solution.tree
    assert tree.source is not None
    return f"tree {number} (line {tree.source.place(tree.starts[0])[0]})"


def _refuse_for_unknown(arguments: Namespace) -> None:
    """What needs a number at every leaf."""
    for flag, what in (("steps", "steps"), ("best_order", "best order"), ("depths", "depths")):
        if getattr(arguments, flag):
            raise refusal(
                f"--{flag.replace('_', '-')}",
                f"a tree with an unknown leaf has no {what}",
                "remove it, or write a number",
            )


def _lines(solution: Solution, more: _More) -> Iterator[str]:
    is_drawn = len(solution.tree) <= _MOST_DRAWN
    if is_drawn:
        yield draw(solution).rstrip("\n")
        yield ""
    yield from _cases(solution) if isinstance(solution, OpenSolution) else _summary(solution)
    if more.weights:
        yield f"weights    {more.weights}"
    if not is_drawn:
        yield f"drawing    left out, with {len(solution.tree):,} nodes; --format svg or outline draws it"
    if more.best_order:
        yield from _order_lines(solution)
    if more.depths:
        yield ""
        yield from _round_lines(solution, more.depths)
    if more.steps and not solution.tree.players:  # who have no windows to tell of
        yield ""
        yield steps_table(solution.steps, solution.tree.pretty)


def _cases(solution: OpenSolution) -> Iterator[str]:
    """For which numbers which leaves are pruned, and which move is best, as a table; and the rule."""
    (unknown,) = solution.unknowns
    nothing = _NO_MOVE.get(solution.tree.kinds[0], "")
    rows = [(unknown, "value", "best move", "pruned")]
    rows += (
        (
            case.shown_numbers(solution, unknown), case.shown_value(unknown, solution.tree.pretty),
            _listed(case.best_moves) or nothing, _listed(case.pruned) or "nothing",
        )
        for case in unknown_cases(solution)
    )  # fmt: skip
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(
            text + " " * (room - width(text)) for text, room in zip(row, widths, strict=True)
        ).rstrip()
    yield ""
    yield from _rule_lines(solution)


def _summary(solution: Solution) -> Iterator[str]:
    nothing = _NO_MOVE.get(solution.tree.kinds[0], "")
    yield f"value      {solution.tree.pretty(solution.value)}"
    yield f"best move  {_listed(solution.best_moves) or nothing}"
    yield f"line       {_listed(solution.line)}"
    yield f"visited    {_listed(solution.visited)}"
    yield f"pruned     {_listed(solution.pruned) or 'nothing'}"
    for number, cutoff in enumerate(solution.cutoffs):
        yield f"{'reasons' if number == 0 else '':<10} {visible(cutoff.why)}"
    yield from _rule_lines(solution)


def _rule_lines(solution: Solution) -> Iterator[str]:
    tree = solution.tree
    words = solution.rule.in_words(chance=tree.has_chance, players=bool(tree.players))
    for number, sentence in enumerate(words):
        yield f"{'rule' if number == 0 else '':<10} {sentence}"


def _order_lines(solution: Solution) -> Iterator[str]:
    """How few leaves are enough, and the nodes whose children must stand in another order for that."""
    best = _best_order(solution)
    yield f"leaves     {best.given} as the tree stands, {best.leaves} in the best order"
    changed = [
        f"{visible(name)}: {_listed(order)}"
        for name, order in best.orders.items()
        if order != children_of(solution.tree, name)
    ]
    for number, line in enumerate(changed or ["as the tree stands"]):
        yield f"{'best order' if number == 0 else '':<10} {line}"


def _best_order(solution: Solution) -> BestOrder:
    """The best order of all children; an `InputError` where there are too many to tell."""
    tree = solution.tree
    nodes = tuple(name for index, name in enumerate(tree.names) if len(tree.child_indexes(index)) > 1)
    try:
        return best_order(solution, nodes)
    except TooManyOrders:
        message = f"there are too many orders to find the best one in {MOST_STEPS:,} steps"
        raise refusal("--best-order", message, "take a smaller tree") from None


_NO_MOVE = {Kind.CHANCE: "none: chance decides", Kind.LEAF: "none: nothing is left to decide"}


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(visible, names))


def _as_json(solutions: Sequence[Solution], more: _More) -> str:
    return json.dumps(_record(_only(solutions, "json"), more), indent=2, ensure_ascii=False)


def _as_jsonl(solutions: Sequence[Solution], more: _More) -> str:
    return "\n".join(json.dumps(_record(solution, more), ensure_ascii=False) for solution in solutions)


def _record(solution: Solution, more: _More) -> dict[str, object]:
    if isinstance(solution, OpenSolution):
        (unknown,) = solution.unknowns
        cases = [case.to_dict(unknown) for case in unknown_cases(solution)]
        return {"unknown": unknown, "cases": cases, "rule": solution.rule.to_dict()}
    record = solution.to_dict()
    if more.best_order:
        best = _best_order(solution)
        orders = {name: list(order) for name, order in best.orders.items()}
        record["best_order"] = {"leaves": best.leaves, "given": best.given, "orders": orders}
    if more.depths:
        record["rounds"] = _round_records(solution, more.depths)
    return record


def _as_page(solutions: Sequence[Solution], _more: _More) -> str:
    from grader.reports.student.search_steps import steps_html

    solution = _only(solutions, "html")
    if isinstance(solution, OpenSolution):
        raise refusal(
            "--format html",
            "a tree with an unknown leaf has no steps",
            "write a number, or use --format text",
        )
    return steps_html(solution)


def _drawn_as(form: str) -> Callable[[Sequence[Solution], _More], str]:
    def drawn(solutions: Sequence[Solution], _more: _More) -> str:
        solution = _only(solutions, form)
        return draw(solution, form, marks_of(solution, windows=not solution.tree.players))

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


_FORMS_IN_WORDS = ("text", "json", "jsonl")
_FORMS: dict[str, Callable[[Sequence[Solution], _More], str]] = {
    "text": _as_text,
    "json": _as_json,
    "jsonl": _as_jsonl,
    "html": _as_page,
    **{form: _drawn_as(form) for form in ("svg", "tikz", "outline")},
}


_MOST_DEPTHS = 100


def _read_depths(text: str) -> tuple[int, ...]:
    """Whole numbers that rise: `1,2,3`."""
    words = text.strip("[]() ").replace(",", " ").split()
    depths = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 10]
    is_rising = depths == sorted({depth for depth in depths if depth})
    if len(depths) < len(words) or not 0 < len(depths) <= _MOST_DEPTHS or not is_rising:
        raise refusal(
            "--depths", f"`{visible(text[:60])}` is not a list of increasing depths", "such as 1,2,3"
        )
    return tuple(depths)


def _round_lines(solution: Solution, depths: tuple[int, ...]) -> Iterator[str]:
    """A row for each depth; the last column where children are searched in another order than they stand."""
    found = rounds(solution, depths)
    orders = [new_orders(solution.whole, each) for each in found]
    rows = [("depth", "value", "best move", "leaves", "pruned", "order" if any(orders) else "")]
    for depth, each, order in zip(depths, found, orders, strict=True):
        value, moves = each.tree.pretty(each.value), _listed(each.best_moves)
        leaves, pruned = str(each.counts.leaves_evaluated), _listed(each.pruned) or "nothing"
        changed = "; ".join(f"{visible(name)}: {_listed(children)}" for name, children in order.items())
        rows.append((str(depth), value, moves or "none", leaves, pruned, changed))
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (text + " " * (room - width(text)) for text, room in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _round_records(solution: Solution, depths: tuple[int, ...]) -> list[dict[str, object]]:
    """The same as JSON holds it."""
    return [
        {
            "depth": depth,
            "value": plain_number(each.value),
            "best_moves": list(each.best_moves),
            "leaves_evaluated": each.counts.leaves_evaluated,
            "visited": list(each.visited),
            "pruned": list(each.pruned),
        }
        for depth, each in zip(depths, rounds(solution, depths), strict=True)
    ]
