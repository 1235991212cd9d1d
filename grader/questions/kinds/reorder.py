"""`reorder`: how the children of nodes should stand for the search to look at as few leaves as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any, ClassVar, Self

from grader.document import Fields
from grader.questions.answer_form import ChildOrder
from grader.questions.credit import credit_for_saving
from grader.questions.node_question import AboutNodes, as_nodes, in_search_order
from grader.questions.question import Mark, Marking, Posed, Pruning
from grader.questions.reading.by_node import Unread
from grader.questions.reading.child_orders import Order, child_orders
from grader.questions.reading.node_names import names_of
from grader.questions.reading.phrases import Item
from grader.questions.set_comparison import said_of
from grader.questions.verdict import PartVerdict
from grader.solving import Solution
from grader.solving.best_order import MOST_STEPS, BestOrder, TooManyOrders, best_order, children_of, in_order
from grader.text.sentences import Say
from grader.text.spelling import shortened
from grader.tree import Kind
from grader.tree.new_names import NewNames
from grader.tree.notation import write_name

EVERYWHERE = "all"
_MOST_CHILDREN = 4  # of a node of another tree that is asked about: these have 24 orders


@dataclass(frozen=True, slots=True, kw_only=True)
class Reorder(AboutNodes):
    """Its answers are the names of children from left to right, by node; one left out stays as it is."""

    ask: ClassVar[str] = "reorder"
    sample: ClassVar[str] = "{K: [M, L, N]}"
    sample_alone: ClassVar[str] = "[M, L, N]"
    illustration: ClassVar[tuple[str, str]] = ("{ask: reorder, of: [D], points: 2}", "{D: [D2, D1, D3]}")
    required: ClassVar[tuple[str, ...]] = ("of",)
    schema: ClassVar[Mapping[str, Any]] = AboutNodes.schema
    about_search: ClassVar[bool] = (
        False  # any of many orders may be right, so that ideas predict none of them
    )

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"of": fields.read("of", as_nodes)}

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        del own  # an order may save some of the leaves, also at one node
        return False

    @property
    def fits_players(self) -> bool:
        return False

    @property
    def pruning(self) -> Pruning:
        return "asked"

    def renamed(self, names: NewNames) -> Self:
        return self if self.of == EVERYWHERE else AboutNodes.renamed(self, names)

    @property
    def is_named(self) -> bool:
        return self.of == EVERYWHERE or isinstance(self.of, tuple)

    def parts(self, solution: Solution) -> tuple[str, ...]:
        """The nodes in question: with `all` those that have several children."""
        tree = solution.tree
        if self.of != EVERYWHERE:
            return AboutNodes.parts(self, solution)
        return tuple(tree.names[index] for index in range(len(tree)) if len(tree.child_indexes(index)) > 1)

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        found = list(AboutNodes.misfits(self, solution))
        yield from found
        if not found and not self.parts(solution):
            yield "of", "no node has several children", "ask about a larger tree"
        elif not found:
            try:
                self._best(solution)
            except TooManyOrders:
                message = f"there are too many orders to find the best one in {MOST_STEPS:,} steps"
                yield "of", message, "ask about fewer nodes, or take a smaller tree"

    def node_misfits(self, name: str, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        children = children_of(solution.tree, name)
        if len(children) < 2:
            few = "only one child" if children else "no children"
            yield "of", f"`{name}` has {few}, so there is nothing to reorder", "ask about another node"

    def about(self, solution: Solution) -> Posed | None:
        """About the nodes whose order alone decides how many leaves are looked at."""
        posed = AboutNodes.about(self, solution)
        if posed is None or next(posed.question.misfits(solution), None) is not None:
            return None
        asked = posed.question
        children = {name: children_of(solution.tree, name) for name in asked.parts(solution)}
        nodes = tuple(
            name
            for name, order in children.items()
            if len(order) <= _MOST_CHILDREN
            and not all(asked.is_right(name, other, solution) for other in permutations(order))
        )
        return Posed(self.changed_for(solution, of=nodes), solution) if nodes else None

    def weakness(self, solution: Solution) -> tuple[str, str] | None:
        best = self._best(solution)
        if best.leaves < best.given:
            return None
        return "the given order is already the best", "change the order of some children"

    def answer_form(self, solution: Solution) -> ChildOrder:
        return ChildOrder(self.parts(solution), self.is_named)

    def in_words(self, solution: Solution, say: Say) -> str:
        asked = tuple(map(write_name, self.parts(solution)))
        key = "reorder.ask-all" if self.of == EVERYWHERE else "reorder.ask"
        return say(key, number=len(asked), nodes=asked)

    def expected(self, name: str, solution: Solution) -> Order:
        return self._best(solution).orders[name]

    def key_reasons(self, solution: Solution, say: Say) -> tuple[str, ...]:
        best = self._best(solution)
        cutoffs = in_order(solution, best.orders).cutoffs_in(say)
        leaves = say("reorder.key", number=best.leaves, given=best.given)
        return (leaves, *(say("reorder.key-cut", why=cutoff.why) for cutoff in cutoffs))

    def read(self, text: str, solution: Solution) -> dict[str, Any]:
        return child_orders(text, self.parts(solution), names_of(solution))

    def read_part(self, item: Item) -> Any:
        raise NotImplementedError  # children are read together with the node that they belong to

    def show_part(self, part: Order, solution: Solution) -> str:
        del solution
        return f"[{', '.join(map(write_name, part))}]"

    def is_right(self, name: str, part: Order, solution: Solution) -> bool:
        """Whether the order reaches the best with all others as they are best."""
        best = self._best(solution)
        return in_order(solution, {**best.orders, name: part}).counts.leaves_evaluated == best.leaves

    def agrees(self, given: Mapping[str, Any], solution: Solution) -> bool:
        own = in_order(solution, readable_orders(given))
        return own.counts.leaves_evaluated == self._best(solution).leaves

    def mark(self, given: Mapping[str, Any], marking: Marking) -> Mark:
        best = self._best(marking.solution)
        own = in_order(marking.solution, readable_orders(given))
        reached = own.counts.leaves_evaluated
        share, reckoning = credit_for_saving(self.credit, best.given, reached, best.leaves, marking.say)
        savings = {} if reached == best.leaves else self._savings(own)
        parts = {name: _verdict(given.get(name), name, savings, reached) for name in best.orders}
        feedback = tuple(self._told(given, own, best, savings, marking))
        return Mark(share, reckoning, feedback, parts)

    def explain(self, name: str, part: Any, marking: Marking) -> Iterator[str]:
        yield from self.mark({name: part}, marking).feedback

    def _best(self, solution: Solution) -> BestOrder:
        return best_order(solution, self.parts(solution))

    def _savings(self, own: Solution) -> dict[str, BestOrder]:
        """By node, the best that can be done at this one alone, with all others as the student has them."""
        return {name: best_order(own, (name,)) for name in self.parts(own)}

    def _told(
        self,
        given: Mapping[str, Any],
        own: Solution,
        best: BestOrder,
        savings: Mapping[str, BestOrder],
        marking: Marking,
    ) -> Iterator[str]:
        """How far the order reaches, where it could save most, and the habit that it seems to follow."""
        say, reached = marking.say, own.counts.leaves_evaluated
        if savings:
            yield from _reach(own, best, say)
            yield from _better(savings, own, say)
            asked = [name for name in self.parts(own) if name in given]
            costly = [name for name in asked if reached >= best.given or savings[name].leaves < reached]
            yield from _habits(asked, costly, own, say)
            if kept := [name for name in self.parts(own) if name not in given]:
                yield said_of("reorder.kept", list(map(write_name, kept)), say)
        for name, part in given.items():
            if isinstance(part, Unread):
                yield say("nodes.unreadable", node=shortened(name), why=part.why.in_words(say))


def readable_orders(given: Mapping[str, Any]) -> dict[str, Order]:
    """The orders that could be read; where one could not, the children stay as they stand."""
    return {name: part for name, part in given.items() if not isinstance(part, Unread)}


def _verdict(part: Any, name: str, savings: Mapping[str, BestOrder], reached: int) -> PartVerdict:
    """A node is wrong where another order of its children alone would save leaves, or where none would."""
    if isinstance(part, Unread):
        return "unreadable"
    least = min((saving.leaves for saving in savings.values()), default=reached)
    if not savings or (least < reached and savings[name].leaves == reached):
        return "right"
    return "missed" if part is None else "wrong"


def _reach(own: Solution, best: BestOrder, say: Say) -> Iterator[str]:
    reached = own.counts.leaves_evaluated
    leaves = [write_name(name) for name in own.visited if own.tree[name].is_leaf]
    yield said_of("reorder.reached", leaves, say, given=best.given, best=best.leaves)
    if reached > best.given:
        yield say("reorder.worse", given=best.given)


def _better(savings: Mapping[str, BestOrder], own: Solution, say: Say) -> Iterator[str]:
    """The one node at which another order of the children saves most."""
    name = min(in_search_order(savings, own), key=lambda each: savings[each].leaves)
    saving = savings[name]
    if saving.leaves == saving.given:
        yield say("reorder.several")
        return
    order = f"[{', '.join(map(write_name, saving.orders[name]))}]"
    yield say("reorder.better", node=write_name(name), order=order, number=saving.leaves)


def _habits(given: Sequence[str], costly: Sequence[str], own: Solution, say: Say) -> Iterator[str]:
    """What the worst child first costs, and what the best child first may miss."""
    players = [name for name in given if own.tree[name].kind in (Kind.MAX, Kind.MIN)]
    for kind in (Kind.MAX, Kind.MIN):
        nodes = [
            write_name(name)
            for name in costly
            if own.tree[name].kind is kind and _sorted_by_value(name, own, -1)
        ]
        if nodes:
            yield said_of(f"reorder.worst-first-{kind}", nodes, say)
    if players and all(_sorted_by_value(name, own, 1) for name in (*players, *costly)):
        yield say("reorder.best-first")


def _sorted_by_value(name: str, own: Solution, sign: int) -> bool:
    """Whether the search meets the children from best to worst, or with the sign −1 from worst to best."""
    sign = sign if own.tree[name].kind is Kind.MAX else -sign
    values = [own.values[child] for child in _as_searched(name, own)]
    falls = all(one >= two if sign > 0 else one <= two for one, two in pairwise(values))
    return falls and len(set(values)) > 1


def _as_searched(name: str, own: Solution) -> Order:
    children = children_of(own.tree, name)
    return children if own.rule.order == "left-to-right" else children[::-1]
