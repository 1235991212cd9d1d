"""`bounds`: the interval in which the search knows a node's value to lie, at the end or after some leaf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any, ClassVar, Self

from grader.document import Fields, as_text
from grader.document.schema import STRING, described
from grader.questions.answer_form import IntervalPerNode
from grader.questions.node_question import AboutNodes, as_nodes, in_search_order
from grader.questions.question import MapLayer, Marking, Posed, Pruning, Shown
from grader.questions.reading.node_names import MOST_NAMES_TO_COMPARE
from grader.questions.reading.phrases import Item
from grader.questions.reading.quantities import SIDES, Bound, Interval, interval_or_bound_in, with_rounding
from grader.questions.set_comparison import some
from grader.rule import Rule, Window
from grader.solving import Solution
from grader.text.numbers import Number, same_number, show_number
from grader.text.sentences import Say
from grader.text.spelling import did_you_mean
from grader.tree import Kind
from grader.tree.new_names import NewNames
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds(AboutNodes):
    """Its answers are pairs of the least and the most by node, within the rule's `utilities`."""

    ask: ClassVar[str] = "bounds"
    sample: ClassVar[str] = "{K: [-inf, -17]}"
    illustration: ClassVar[tuple[str, str]] = ("{ask: bounds, of: [C], points: 1}", "{C: 2}")
    sample_alone: ClassVar[str] = "[-inf, -17]"
    schema: ClassVar[Mapping[str, Any]] = {
        **AboutNodes.schema,
        "after": described(STRING, "a leaf: what is known once the search has looked at it"),
    }
    required: ClassVar[tuple[str, ...]] = ("of",)
    layer: ClassVar[MapLayer] = "values"
    no_names: ClassVar[tuple[str, ...]] = tuple(SIDES)

    after: str | None = None

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"of": fields.read("of", as_nodes), "after": fields.read("after", as_text, None)}

    def public_fields(self) -> dict[str, Any]:
        return {"of": self.of, "after": self.after}

    def renamed(self, names: NewNames) -> Self:
        renamed = AboutNodes.renamed(self, names)
        return renamed if self.after is None else replace(renamed, after=names(self.after))

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        yield from AboutNodes.misfits(self, solution)
        if self.after is None:
            return
        if self.after not in solution.tree.names:
            hint = did_you_mean(self.after, solution.tree.names[:MOST_NAMES_TO_COMPARE])
            yield "after", f"no node is named `{self.after}`", hint or None
        elif not solution.tree[self.after].is_leaf:
            yield "after", f"`{self.after}` is not a leaf", "name a leaf that the search looks at"
        elif self.after not in solution.windows:
            yield "after", f"the search never looks at `{self.after}`", "name a leaf that it looks at"

    def about(self, solution: Solution) -> Posed | None:
        """Of what is known in the middle of the search, about the nodes that it has entered by then."""
        if self.after is None:
            return AboutNodes.about(self, solution)
        tree, visited = solution.tree, solution.visited
        leaves = [place for place, name in enumerate(visited) if tree[name].is_leaf]
        last = leaves[len(leaves) // 2]
        entered = tuple(name for name in visited[:last] if not tree[name].is_leaf)
        return (
            Posed(self.changed_for(solution, of=entered, after=visited[last]), solution) if entered else None
        )

    @property
    def shown(self) -> Shown:
        return "windows"

    @property
    def pruning(self) -> Pruning:
        return "assumed"

    def answer_form(self, solution: Solution) -> IntervalPerNode:
        return IntervalPerNode(self.parts(solution), self.is_named, ("least", "most"), bounds=True)

    def in_words(self, solution: Solution, say: Say) -> str:
        asked = tuple(map(write_name, self.parts(solution)))
        key = "bounds.ask" if self.after is None else "bounds.ask-after"
        question = say(key, number=len(asked), nodes=asked, leaf=write_name(self.after or ""))
        return with_rounding(question, self.rounding, solution, say)

    def expected(self, name: str, solution: Solution) -> Interval:
        """What the search knows, at the end or earlier, with what the rule says of all utilities."""
        if self.after is not None:
            return solution.known_after(self.after)[name]
        least, most = _INTERVALS[solution.bounds[name]](solution.returned[name])
        low, high = solution.rule.bounds
        return max(least, low), min(most, high)

    def order(self, solution: Solution) -> list[str]:
        """What is known then is worked out from below."""
        return in_search_order(self.parts(solution), solution, on_exit=self.after is not None)

    def read_part(self, item: Item) -> Interval | Bound:
        return interval_or_bound_in(item)

    def show_part(self, part: Interval | Bound, solution: Solution) -> str:
        part = solution.tree.in_style(part)
        return str(part) if isinstance(part, Bound) else f"[{', '.join(map(show_number, part))}]"

    def is_right(self, name: str, part: Interval | Bound, solution: Solution) -> bool:
        """An end that is left open is that of all utilities; a strict bound says too much."""
        if isinstance(part, Bound):
            return False
        pairs = zip(_closed(part, solution.rule), self.expected(name, solution), strict=True)
        return all(same_number(given, expected, self.rounding) for given, expected in pairs)

    def explain(self, name: str, part: Interval | Bound, marking: Marking) -> Iterator[str]:
        if self.after is not None:
            yield from _bounds_then(name, part, self.after, marking)
            return
        say, solution, node = marking.say, marking.solution, write_name(name)
        known, value = solution.bounds[name], solution.returned[name]
        if isinstance(part, Bound):
            yield say(f"bounds.strict-{known}", node=node, value=value, given=part)
            return
        low, high = self.expected(name, solution)
        least, most = _closed(part, solution.rule)
        key = "exact" if low == high else "between" if solution.rule.utilities else known
        wide = "-wide" if least <= low and high <= most else ""
        given = {"least": part[0], "most": part[1]}
        yield say(f"bounds.{key}{wide}", node=node, value=value, low=low, high=high, **given)


def _closed(part: Interval, rule: Rule) -> Interval:
    """The same interval, where an infinite end is the end of what all utilities lie in."""
    (least, most), (low, high) = part, rule.bounds
    return low if least == -inf else least, high if most == inf else most


def _exactly(value: Number) -> Interval:
    return value, value


def _at_most(value: Number) -> Interval:
    return -inf, value


def _at_least(value: Number) -> Interval:
    return value, inf


_INTERVALS = {"exact": _exactly, "upper": _at_most, "lower": _at_least}


def _bounds_then(name: str, given: Interval | Bound, leaf: str, marking: Marking) -> Iterator[str]:
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
