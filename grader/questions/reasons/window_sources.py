"""A node and the sides of its window that somebody got wrong → what set these bounds, or why nothing did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.memory import remembered
from grader.questions.question import Marking
from grader.questions.reading.quantities import Interval
from grader.questions.reasons.window_steps import change_by, is_done_by_hand, window_change_in_words
from grader.solving import Solution
from grader.solving.cutoff import ALPHA, BETA, BoundOrigin, origins
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

_SIGNS = {ALPHA: "α", BETA: "β"}
_SIDES = {ALPHA: "alpha", BETA: "beta"}


def bounds_in_words(name: str, sides: Iterable[int], marking: Marking, *, on_exit: bool) -> Iterator[str]:
    """For each side the step that set it, with alpha, beta and v before and after; `on_exit` or on entry."""
    solution = marking.solution
    if not is_done_by_hand(solution):
        return
    signs: dict[BoundOrigin, list[str]] = {}
    for side in sides:
        origin = _origin(solution.tree.index(name), side, on_exit, solution)
        signs.setdefault(origin, []).append(_SIGNS[side])
    for origin, set_by_it in signs.items():
        if told := _in_words(origin, set_by_it, marking):
            yield told


def mistaken_window(name: str, given: Interval, marking: Marking) -> str | None:
    """Which other window somebody gives for that of a node on entry, if it is one near by."""
    solution, say = marking.solution, marking.say
    parent = solution.tree[name].parent
    if parent is None or not is_done_by_hand(solution) or solution.rule.search == "minimax":
        return None
    windows, tree = solution.windows, solution.tree
    above = tree.names[parent]
    earlier = [child for child in solution.visited if tree[child].parent == parent]
    earlier = earlier[: earlier.index(name)]
    parts = {
        "given": window_in_words(given, say),
        "node": write_name(name),
        "parent": write_name(above),
    }
    changing = next((child for child in earlier if _changes_bounds(child, solution)), None)
    if given == windows[above] and changing is not None:
        return say("window.is-parents", child=write_name(changing), **parts)
    if earlier and not tree[earlier[-1]].is_leaf and given == solution.exits[earlier[-1]]:
        return say("window.is-siblings", sibling=write_name(earlier[-1]), **parts)
    return say("window.is-start", **parts) if given == windows[tree.names[0]] else None


def window_in_words(window: Interval, say: Say) -> str:
    """A window as a sentence has it: `[−∞, 3]`."""
    alpha, beta = map(say.shown, window)
    return f"[{alpha}, {beta}]"


def _changes_bounds(child: str, solution: Solution) -> bool:
    change = change_by(child, solution)
    return change is not None and change.is_of_window


def _origin(index: int, side: int, on_exit: bool, solution: Solution) -> BoundOrigin:
    """What set a bound: on exit, the last child that changed it, if one did."""
    children = solution.tree.child_indexes(index) if on_exit else ()
    changes = ((child, change_by(solution.tree.names[child], solution)) for child in children)
    setters = [
        (change.place, child)
        for child, change in changes
        if change and getattr(change.before, _SIDES[side]) != getattr(change.after, _SIDES[side])
    ]
    return BoundOrigin(index, max(setters)[1]) if setters else _origins(solution)[index][side]


def _in_words(origin: BoundOrigin, signs: Sequence[str], marking: Marking) -> str | None:
    solution, names = marking.solution, marking.solution.tree.names
    if origin.setter is None:
        holder = write_name(names[origin.holder])
        low, high = solution.rule.root_window
        parts = {"signs": signs, "holder": holder, "low": low, "high": high}
        return marking.say(f"window.{_unset(origin.holder, solution)}", **parts)
    key = "window.set" if origin.through is None else "window.set-through"
    through = "" if origin.through is None else write_name(names[origin.through])
    return window_change_in_words(
        key, names[origin.setter], solution, marking.say, signs=signs, through=through
    )


def _unset(holder: int, solution: Solution) -> str:
    """Why a bound is as wide as can be."""
    rule, tree = solution.rule, solution.tree
    if rule.search == "minimax":
        return "unset-expectimax" if tree.has_chance else "unset-minimax"
    if holder and tree.kinds[tree.parents[holder]] is Kind.CHANCE:
        return "unset-star1" if rule.chance == "star1" else "unset-outcome"
    if rule.cutoffs != "deep":
        return "unset-shallow"
    return "unset-start-utilities" if rule.utilities and rule.root_window == rule.bounds else "unset-start"


@remembered
def _origins(solution: Solution) -> Mapping[int, tuple[BoundOrigin, BoundOrigin]]:
    return origins(solution.log)
