"""A node and a wrong answer about what is known of it at some moment → what is, and how to work it out."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from grader.questions.question import Marking
from grader.questions.reading.quantities import Bound, Interval
from grader.questions.set_comparison import some
from grader.rule import Window
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name


def bounds_then(name: str, given: Interval | Bound, leaf: str, marking: Marking) -> Iterator[str]:
    """What is known once the search has looked at a leaf, what was taken for it, and what it follows from."""
    say, solution = marking.say, marking.solution
    known = solution.known_after(leaf)
    shown = {"node": write_name(name), "leaf": write_name(leaf), "known": _interval(known[name], say)}
    said = str(given) if isinstance(given, Bound) else _interval(given, say)
    yield say("bounds.then", given=said, **shown)
    if mistaken := _mistaken(name, given, leaf, solution):
        yield say(f"bounds.then-{mistaken}", given=said, **shown)
    tree = solution.tree
    children = [tree.names[child] for child in tree.child_indexes(tree.index(name))]
    if children:
        intervals = [f"{write_name(child)} {_interval(known[child], say)}" for child in children]
        kind = {Kind.MAX: "max", Kind.MIN: "min"}.get(tree.kinds[tree.index(name)], "chance")
        yield say(f"bounds.then-{kind}", children=some(intervals, say), **shown)


def _mistaken(name: str, given: Interval | Bound, leaf: str, solution: Solution) -> str | None:
    """What else the interval is: what is known at the end, or a window."""
    if isinstance(given, Bound):
        return "strict"
    last = [each for each in solution.visited if solution.tree[each].is_leaf][-1]
    if last != leaf and given == solution.known_after(last)[name]:
        return "end"
    if given in solution.histories[name] and given != (-inf, inf):
        return "window"
    return None


def _interval(window: Window, say: Say) -> str:
    return f"[{say.shown(window[0])}, {say.shown(window[1])}]"
