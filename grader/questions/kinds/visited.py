"""`visited`: what the search looks at, as a set or in its order, all nodes or the leaves alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self, TypeAlias, get_args

from grader.document import Fields, one_of
from grader.memory import remembered
from grader.questions.answer_form import NodeOrder, NodeSet
from grader.questions.credit import (
    CreditWord,
    Earned,
    credit_for_order,
    credit_for_set,
    not_below_zero,
    right_beginning,
)
from grader.questions.question import MapLayer, Mark, Marking, Observable, Question, Unreadable
from grader.questions.reading.node_mentions import Mention, visits
from grader.questions.reading.node_names import Names, names_of
from grader.questions.reading.phrases import read_answer
from grader.questions.reasons.refutation import Proof, prove_each
from grader.questions.reasons.skips import below_in_words, by_cutoff, lies_below
from grader.questions.reasons.window_steps import why_cut
from grader.questions.reasons.wrong_turn import first_difference
from grader.questions.set_comparison import MOST_REASONS, compared, having, said_of, written_list
from grader.questions.verdict import Parts, PartVerdict
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree import Kind, Tree
from grader.tree.notation import write_name

VisitedWay: TypeAlias = Literal["set", "order", "leaves"]
WAYS: tuple[VisitedWay, ...] = get_args(VisitedWay)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited(Question):
    """Its answers are names: a set in the order of the tree, else in the order of the search."""

    ask: ClassVar[str] = "visited"
    sample: ClassVar[str] = "[K, L, L2]"
    illustration: ClassVar[tuple[str, str]] = (
        "{ask: visited, as: order, credit: prefix, points: 4}",
        "A, B, B1, B2, B3, C, C1, C2",
    )
    single: ClassVar[bool] = False
    observable: ClassVar[Observable] = "visits"
    layer: ClassVar[MapLayer] = "cuts"
    room: ClassVar[tuple[int, int]] = (1, 25)
    schema: ClassVar[Mapping[str, Any]] = {"as": {"enum": list(WAYS), "default": "set"}}
    credits: ClassVar[tuple[CreditWord, ...]] = ("each", "all", "prefix")

    as_: VisitedWay = "set"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"as_": fields.read("as", one_of(WAYS), "set")}

    @classmethod
    def fullest(cls, solution: Solution) -> Self:
        return cls(id=cls.ask, rule=solution.rule, as_="order")

    def public_fields(self) -> dict[str, Any]:
        return {"as": self.as_}

    def answer_form(self, solution: Solution) -> NodeSet | NodeOrder:
        del solution
        if self.as_ == "set":
            return NodeSet("nodes", "visited")
        return NodeOrder("leaves" if self.as_ == "leaves" else "nodes")

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        del solution
        if self.as_ == "set" and self.credit == "prefix":
            yield "credit", "a set has no beginning", "write `each`, or ask for `as: order`"

    def title(self, say: Say) -> str:
        return say(f"question-title.visited-{self.as_}")

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        return say(f"visited.ask-{self.as_}")

    def key(self, solution: Solution) -> tuple[str, ...]:
        return _key(solution, self.as_)

    def show(self, answer: Sequence[str], solution: Solution) -> str:
        return written_list(map(write_name, answer), solution)

    def read(self, text: str, solution: Solution) -> tuple[str, ...]:
        named = visits(read_answer(text, names_of(solution).is_exact), solution)
        names, tree = names_of(solution), solution.tree
        if self.as_ == "leaves":
            _check_leaves([mention for mention in named if not names.is_below(mention.index)], tree)
        return _named(_arranged([mention.index for mention in named], tree, self.as_), names)

    def mark(self, given: Sequence[str], marking: Marking) -> Mark:
        key = self.key(marking.solution)
        if self.as_ == "set":
            parts = compared(given, key)
            share, reckoning = credit_for_set(self.credit, parts, marking.say)
            proofs = _proofs(parts, marking)
            feedback = tuple(_remarks_on_set(parts, proofs, marking))
            examples = (proof.counterexample for proof in proofs if proof.counterexample)
            return Mark(share, reckoning, feedback, parts, next(examples, None))
        parts = _in_order(given, key)
        share, reckoning = self._earned(given, parts, marking)
        return Mark(share, reckoning, tuple(first_difference(given, key, marking)), parts)

    def _earned(self, given: Sequence[str], parts: Parts, marking: Marking) -> Earned:
        """What stands in the right order, minus the rest; or the right beginning; or all or nothing."""
        key = self.key(marking.solution)
        if self.credit != "each":
            return credit_for_order(
                self.credit, right_beginning(given, key), len(given), len(key), marking.say
            )
        right = len(having("right", parts))
        wrong = len(given) - right
        reckoning = marking.say(
            f"visited.in-order{'-wrong' if wrong else ''}", right=right, wrong=wrong, of=len(key)
        )
        return not_below_zero(Fraction(right - wrong, len(key)), reckoning, marking.say)


@remembered
def _key(solution: Solution, as_: VisitedWay) -> tuple[str, ...]:
    visited = [solution.tree.index(name) for name in solution.visited]
    return _named(_arranged(visited, solution.tree, as_), names_of(solution))


def _arranged(indexes: Sequence[int], tree: Tree, as_: VisitedWay) -> Sequence[int]:
    """Each node once, in the order that counts; for `leaves` the leaves alone."""
    if as_ == "set":
        return sorted(set(indexes))
    once = dict.fromkeys(indexes)
    if as_ == "order":
        return list(once)
    return [index for index in once if index >= len(tree) or tree.kinds[index] is Kind.LEAF]


def _named(indexes: Sequence[int], names: Names) -> tuple[str, ...]:
    return tuple(map(names.name, indexes))


def _check_leaves(named: Sequence[Mention], tree: Tree) -> None:
    """Refuse an inner node, unless a leaf below it is named too: then the whole order was given."""
    leaves = sorted(mention.index for mention in named if tree.kinds[mention.index] is Kind.LEAF)
    for mention in named:
        place = bisect_left(leaves, mention.index)
        if place == len(leaves) or leaves[place] >= tree.ends[mention.index]:
            name = write_name(tree.names[mention.index])
            raise Unreadable("visited.not-a-leaf", mention.start, mention.end, name=name)


def _in_order(given: Sequence[str], key: Sequence[str]) -> Parts:
    """As many items as can be "right" because they follow one another as in the key; the rest is not."""
    places = {name: place for place, name in enumerate(key)}
    right = {given[position] for position in _longest_rise([places.get(name) for name in given])}
    parts: dict[str, PartVerdict] = dict.fromkeys(key, "missed")
    parts |= dict.fromkeys(given, "wrong")
    return parts | dict.fromkeys(right, "right")


def _longest_rise(places: Sequence[int | None]) -> list[int]:
    """The positions of the longest series of places that only goes up."""
    lows: list[int] = []  # the lowest place with which a series of each length can end
    ends: list[int] = []  # … and its position
    before: dict[int, int | None] = {}
    for position, place in enumerate(places):
        if place is None:
            continue
        length = bisect_left(lows, place)
        before[position] = ends[length - 1] if length else None
        lows[length : length + 1] = [place]
        ends[length : length + 1] = [position]
    found = []
    last = ends[-1] if ends else None
    while last is not None:
        found.append(last)
        last = before[last]
    return found


def _proofs(parts: Parts, marking: Marking) -> tuple[Proof, ...]:
    """Why the search looks at the first few leaves that were left out, unless all of them were."""
    tree = marking.solution.tree
    known = {name: parts[name] for name in parts if not lies_below(name, marking.solution)}
    leaves = {name: verdict for name, verdict in known.items() if tree[name].is_leaf}
    missed = {tree.index(name) for name in having("missed", leaves)}
    return prove_each(missed if having("right", leaves) else (), marking)


def _remarks_on_set(parts: Parts, proofs: Sequence[Proof], marking: Marking) -> Iterator[str]:
    """What is right, then what is too much, then what is missing; nothing where all is right."""
    right, wrong, missed = having("right", parts), having("wrong", parts), having("missed", parts)
    if right and len(right) < len(parts):
        yield said_of("set.right", list(map(write_name, right)), marking.say)
    yield from _never_visited(wrong, marking)
    if missed:
        reasons = [proof.why for proof in proofs if proof.why]
        key = "visited.missed-because" if reasons else "visited.missed"
        yield said_of(key, list(map(write_name, missed)), marking.say, why="".join(reasons[:1]))
        yield from reasons[1:]


def _never_visited(names: Sequence[str], marking: Marking) -> Iterator[str]:
    """For each cutoff that skips some of the nodes, why it happens; and which lie below the depth."""
    tree = marking.solution.tree
    yield from below_in_words(names, marking)
    known = [tree.index(name) for name in names if not lies_below(name, marking.solution)]
    reasons = by_cutoff(known, marking)
    for cutoff, skipped in reasons[:MOST_REASONS]:
        items = [write_name(tree.names[index]) for index in skipped]
        yield said_of("visited.never", items, marking.say, why=why_cut(cutoff, marking.say))
    if len(reasons) > MOST_REASONS:
        yield marking.say("visited.more-never", number=len(reasons) - MOST_REASONS)
