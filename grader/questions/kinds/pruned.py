"""`pruned`: what the search never looks at, by leaves, nodes, topmost nodes or edges, whichever is typed.

`as: tree` asks for the tree without it, which is a class of its own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, ClassVar, Literal, NamedTuple, Self

from grader.document import Fields, one_of
from grader.memory import remembered
from grader.questions.answer_form import NodeItems, NodeSet, WrittenTree
from grader.questions.credit import credit_for_set
from grader.questions.question import MapLayer, Mark, Marking, Observable, Pruning, Question
from grader.questions.reading.node_mentions import Mention, mentions
from grader.questions.reading.node_names import names_of
from grader.questions.reading.phrases import read_answer
from grader.questions.reading.remaining_trees import Rows, rows_in, written_rows
from grader.questions.reading.subtrees import FORMS, in_form, item_index, item_texts, outermost
from grader.questions.reasons.refutation import Proof, prove_each
from grader.questions.reasons.skips import by_cutoff, is_visited
from grader.questions.reasons.window_steps import why_cut
from grader.questions.set_comparison import MOST_REASONS, compared, having, said_of, some, written_list
from grader.solving import Solution
from grader.solving.counterexample import Counterexample
from grader.text.numbers import Number, same_number
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name


class Corrections(NamedTuple):
    """What is said about wrong claims, and the counterexample that is told."""

    feedback: tuple[str, ...]
    counterexample: Counterexample | None


class Restated(tuple[str, ...]):
    """An answer that was typed in another form than the one it was turned into."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned(Question):
    """Its answers are items of the asked form, in the order of the tree; an edge is written `C->C2`."""

    ask: ClassVar[str] = "pruned"
    sample: ClassVar[str] = "[K2, L1]"
    illustration: ClassVar[tuple[str, str]] = ("{ask: pruned, as: leaves, points: 3}", "[C2, D3]")
    single: ClassVar[bool] = False
    observable: ClassVar[Observable] = "skips"
    layer: ClassVar[MapLayer] = "cuts"
    schema: ClassVar[Mapping[str, Any]] = {"as": {"enum": [*FORMS, "tree"], "default": "leaves"}}

    as_: NodeItems = "leaves"

    @property
    def example(self) -> str:
        return "[K->K2, L->L1]" if self.as_ == "edges" else self.sample

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"as_": fields.read("as", one_of((*FORMS, "tree")), "leaves")}

    @classmethod
    def kind_for(cls, own: Mapping[str, Any]) -> type[Question]:
        return RemainingTree if own.get("as_") == "tree" else cls

    @classmethod
    def fullest(cls, solution: Solution) -> Self:
        return cls(id=cls.ask, rule=solution.rule, as_="nodes")

    @property
    def pruning(self) -> Pruning:
        return "asked"

    def public_fields(self) -> dict[str, Any]:
        return {"as": self.as_}

    def answer_form(self, solution: Solution) -> NodeSet:
        del solution
        return NodeSet(self.as_, "pruned", whole=self.as_ == "nodes")

    def title(self, say: Say) -> str:
        return say(f"question-title.pruned-{self.as_}")

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        return say(f"pruned.ask-{self.as_}")

    def key(self, solution: Solution) -> tuple[str, ...]:
        return _key(solution, self.as_)

    def show(self, answer: Sequence[str], solution: Solution) -> str:
        return written_list(map(self._written, answer), solution)

    def read(self, text: str, solution: Solution) -> tuple[str, ...]:
        named = mentions(read_answer(text, names_of(solution).is_exact), solution, pairs=self.as_ == "edges")
        items = in_form(self.as_, [mention.index for mention in named], solution)
        return items if self._as_asked(named, items, solution) else Restated(items)

    def mark(self, given: Sequence[str], marking: Marking) -> Mark:
        parts = compared(given, self.key(marking.solution))
        share, reckoning = credit_for_set(self.credit, parts, marking.say)
        corrections = self.corrections(having("wrong", parts), having("missed", parts), marking)
        right = having("right", parts) if len(having("right", parts)) < len(parts) else []
        known = [said_of("set.right", self._shown(right), marking.say)] if right else []
        feedback = (*self._restated(given, marking.say), *known, *corrections.feedback)
        return Mark(share, reckoning, feedback, parts, corrections.counterexample)

    def corrections(self, wrong: Sequence[str], missed: Sequence[str], marking: Marking) -> Corrections:
        """What to say about items that are called pruned, wrongly or not at all."""
        claimed = {self._index(item, marking.solution) for item in wrong}
        proofs = prove_each(claimed, marking)
        feedback = (*self._too_much(wrong, proofs, marking), *self._too_little(missed, marking))
        examples = (proof.counterexample for proof in proofs if proof.counterexample)
        return Corrections(feedback, next(examples, None))

    def _as_asked(self, named: Sequence[Mention], items: Sequence[str], solution: Solution) -> bool:
        """Whether the items are what was typed, up to their order and to repeats."""
        texts = item_texts(self.as_, solution)
        form = "edge" if self.as_ == "edges" else "name"
        typed = {texts[mention.index] for mention in named if mention.form == form}
        return typed == set(items) and all(mention.form == form for mention in named)

    def _restated(self, given: Sequence[str], say: Say) -> Iterator[str]:
        if isinstance(given, Restated):
            yield say(f"pruned.read-as-{self.as_}", items=some(self._shown(given), say))

    def _too_much(self, wrong: Sequence[str], proofs: Sequence[Proof], marking: Marking) -> Iterator[str]:
        """Items that the search looks at, and those that are less than what it skips there."""
        solution, say = marking.solution, marking.say
        below = {item: None for item in wrong if self._index(item, solution) >= len(solution.tree)}
        if below:
            yield said_of("depth.below", self._shown(list(below)), say)
        seen = {item: is_visited(self._index(item, solution), solution) for item in wrong}
        yield from self._refuted([item for item in wrong if seen[item]], proofs, marking)
        narrow = self._narrow([item for item in wrong if not seen[item] and item not in below], solution)
        for whole, items in list(narrow.items())[:MOST_REASONS]:
            yield said_of("pruned.part", self._shown(items), say, whole=self._written(whole))

    def _refuted(self, visited: Sequence[str], proofs: Sequence[Proof], marking: Marking) -> Iterator[str]:
        """The items that the search looks at: some with the reason why it does, and then all others."""
        plain = "pruned.wrong-edges" if self.as_ == "edges" else "pruned.wrong"
        indexes = {item: self._index(item, marking.solution) for item in visited}
        telling = [proof for proof in proofs if proof.why]
        for proof in telling:
            items = [item for item in visited if indexes[item] in proof.claims]
            yield said_of("pruned.wrong-because", self._shown(items), marking.say, why=proof.why)
        told = frozenset[int]().union(*(proof.claims for proof in telling))
        if rest := [item for item in visited if indexes[item] not in told]:
            yield said_of("pruned.more-wrong" if told else plain, self._shown(rest), marking.say)

    def _too_little(self, missed: Sequence[str], marking: Marking) -> Iterator[str]:
        """For each cutoff that was missed, the items that it skips and why it happens."""
        solution, say = marking.solution, marking.say
        texts = item_texts(self.as_, solution)
        reasons = by_cutoff([self._index(item, solution) for item in missed], marking)
        for cutoff, skipped in reasons[:MOST_REASONS]:
            items = self._shown([texts[index] for index in skipped])
            yield said_of("pruned.missed", items, say, why=why_cut(cutoff, say))
        if len(reasons) > MOST_REASONS:
            yield say("pruned.more-missed", number=len(reasons) - MOST_REASONS)

    def _narrow(self, items: Sequence[str], solution: Solution) -> Mapping[str, Sequence[str]]:
        """Items inside subtrees that are pruned whole, by the item of the key that is the whole."""
        key = self.key(solution)
        tops = [self._index(top, solution) for top in key]
        narrow: dict[str, list[str]] = {}
        for item in items:
            whole = key[bisect_right(tops, self._index(item, solution)) - 1]
            narrow.setdefault(whole, []).append(item)
        return narrow

    def _index(self, item: str, solution: Solution) -> int:
        return item_index(self.as_, item, solution)

    def _shown(self, items: Sequence[str]) -> list[str]:
        return list(map(self._written, items))

    def _written(self, item: str) -> str:
        return item if self.as_ == "edges" else write_name(item)


@remembered
def _key(solution: Solution, as_: NodeItems) -> tuple[str, ...]:
    return in_form(as_, map(solution.tree.index, solution.pruned), solution)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemainingTree(Question):
    """Its answers are trees as depths and numbers, of which every leaf counts at its place.

    The children of a node are compared from the left with those that remain; where an answer has more, with
    as many as remain in a search that prunes so few.
    """

    ask: ClassVar[str] = "pruned"
    sample: ClassVar[str] = "[[-17, 40], [23]]"
    single: ClassVar[bool] = False
    room: ClassVar[tuple[int, int]] = (2, 12)
    on_paper: ClassVar[str] = "as"

    as_: Literal["tree"] = "tree"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        del fields  # they are read where the kind is chosen
        return {}

    @property
    def pruning(self) -> Pruning:
        return "asked"

    def public_fields(self) -> dict[str, Any]:
        return {"as": self.as_}

    def answer_form(self, solution: Solution) -> WrittenTree:
        del solution
        return WrittenTree(remaining=True)

    def title(self, say: Say) -> str:
        return say("question-title.pruned-tree")

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        return say("remaining.ask")

    def key(self, solution: Solution) -> Rows:
        return _remaining(solution)

    def show(self, answer: Rows, solution: Solution) -> str:
        return written_rows(answer, solution.tree.written)

    def plain_key(self, solution: Solution) -> str:
        return self.show(self.key(solution), solution)

    def plain(self, answer: Rows | None) -> str | None:
        return None if answer is None else written_rows(answer)

    def read(self, text: str, solution: Solution) -> Rows:
        return rows_in(text, names_of(solution))

    def agrees(self, given: Rows, solution: Solution) -> bool:
        """Whether all leaves are right; lists in which nothing is left make no difference."""
        kept, strange = self._leaves(given, solution)
        return given == self.key(solution) or (not strange and kept == _remaining_leaves(solution))

    def mark(self, given: Rows, marking: Marking) -> Mark:
        solution, say = marking.solution, marking.say
        kept, strange = self._leaves(given, solution)
        remaining = _remaining_leaves(solution)
        parts = compared(
            [*kept, *(f"{place}: {number}" for place, (number, _) in enumerate(strange))], remaining
        )
        share, reckoning = credit_for_set(self.credit, parts, say)
        if share == 1:
            return Mark(share, reckoning, (), parts)
        right = list(map(write_name, having("right", parts)))
        claim = Pruned(id=self.id, rule=self.rule)
        left_out, kept_too = having("missed", parts), [leaf for leaf in kept if leaf not in set(remaining)]
        corrections = claim.corrections([] if strange else left_out, kept_too, marking)
        feedback = [said_of("remaining.right", right, say)] if right else []
        feedback += [_misplaced(number, index, solution, say) for number, index in strange[:MOST_REASONS]]
        return Mark(share, reckoning, (*feedback, *corrections.feedback), parts, corrections.counterexample)

    def _leaves(self, given: Rows, solution: Solution) -> tuple[list[str], list[tuple[Number, int]]]:
        """The leaves of the tree that an answer has, and numbers that are none, each with the node there."""
        kept, strange = [], []
        for (_, number), index in zip(given, _places(given, solution), strict=True):
            if number is None:
                continue
            expected = solution.true.numbers[index] if index >= 0 else None
            if expected is not None and same_number(number, expected, self.rounding):
                kept.append(index)
            else:
                strange.append((number, index))
        return [solution.tree.names[index] for index in sorted(kept)], strange


@remembered
def _remaining(solution: Solution) -> Rows:
    """The tree without what is pruned, nor lists in which nothing is left."""
    tree, depths = solution.tree, solution.tree.depths()
    kept = set[int]()
    for index in map(tree.index, _remaining_leaves(solution)):
        above = index
        while above >= 0 and above not in kept:
            kept.add(above)
            above = tree.parents[above]
    return tuple((depths[index], solution.true.numbers[index]) for index in sorted(kept))


@remembered
def _remaining_leaves(solution: Solution) -> list[str]:
    """The leaves that are not pruned, from left to right."""
    tree = solution.tree
    tops = outermost(tree, map(tree.index, solution.pruned))
    pruned = {index for top in tops for index in range(top, tree.ends[top])}
    leaves = (index for index, kind in enumerate(tree.kinds) if kind is Kind.LEAF)
    return [tree.names[leaf] for leaf in leaves if leaf not in pruned]


def _places(given: Rows, solution: Solution) -> list[int]:
    """The node of the tree that stands where each one of an answer does; -1 where there is none."""
    tree, pruned = solution.tree, frozenset(map(solution.tree.index, solution.pruned))
    mirrored = solution.rule.order == "right-to-left"
    parents = _parents(given)
    siblings: dict[int, list[int]] = {}
    for place, parent in enumerate(parents):
        siblings.setdefault(parent, []).append(place)
    found = [0] * len(given)
    for parent, places in siblings.items():  # each parent stands before its children
        if parent >= 0:
            children = tree.child_indexes(found[parent]) if found[parent] >= 0 else []
            remaining = sum(child not in pruned for child in children)
            met = max(remaining, min(len(places), len(children)))
            known = children[len(children) - met :] if mirrored else children
            for place, child in zip_longest(places, known[: len(places)], fillvalue=-1):
                found[place] = child
    return found


def _parents(rows: Rows) -> list[int]:
    """The place of the parent of each node; -1 for the root."""
    above: list[int] = []
    parents = []
    for place, (depth, _) in enumerate(rows):
        del above[depth:]
        parents.append(above[-1] if above else -1)
        above.append(place)
    return parents


def _misplaced(number: Number, index: int, solution: Solution, say: Say) -> str:
    """What stands in the tree where an answer has a number that is not there."""
    if index < 0:
        return say("remaining.nothing-there", given=number)
    name, expected = write_name(solution.tree.names[index]), solution.true.numbers[index]
    if expected is None:
        return say("remaining.inner-there", given=number, node=name)
    return say("remaining.other-number", given=number, node=name, number=expected)
