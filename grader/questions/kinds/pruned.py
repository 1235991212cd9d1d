"""`pruned`: what the search never looks at, by leaves, nodes, topmost nodes or edges, whichever is typed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from grader.document import Fields, one_of
from grader.memory import remembered
from grader.questions.answer_form import NodeItems, NodeSet
from grader.questions.credit import credit_for_set
from grader.questions.question import MapLayer, Mark, Marking, Observable, Pruning, Question
from grader.questions.reading.mentions import Mention, mentions
from grader.questions.reading.node_names import names_of
from grader.questions.reading.phrases import read_answer
from grader.questions.reading.subtrees import FORMS, in_form, item_index, item_texts
from grader.questions.reasons.refutation import Proof, prove_each
from grader.questions.reasons.skips import by_cutoff, is_visited
from grader.questions.reasons.window_steps import why_cut
from grader.questions.set_comparison import MOST_REASONS, compared, having, said_of, some, written_list
from grader.questions.verdict import Parts
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree.notation import write_name


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
    schema: ClassVar[Mapping[str, Any]] = {"as": {"enum": list(FORMS), "default": "leaves"}}

    as_: NodeItems = "leaves"

    @property
    def example(self) -> str:
        return "[K->K2, L->L1]" if self.as_ == "edges" else self.sample

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"as_": fields.read("as", one_of(FORMS), "leaves")}

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
        claimed = {self._index(item, marking.solution) for item in having("wrong", parts)}
        proofs = prove_each(claimed, marking)
        feedback = (*self._restated(given, marking.say), *self._remarks(parts, proofs, marking))
        examples = (proof.counterexample for proof in proofs if proof.counterexample)
        return Mark(share, reckoning, feedback, parts, next(examples, None))

    def _as_asked(self, named: Sequence[Mention], items: Sequence[str], solution: Solution) -> bool:
        """Whether the items are what was typed, up to their order and to repeats."""
        texts = item_texts(self.as_, solution)
        form = "edge" if self.as_ == "edges" else "name"
        typed = {texts[mention.index] for mention in named if mention.form == form}
        return typed == set(items) and all(mention.form == form for mention in named)

    def _restated(self, given: Sequence[str], say: Say) -> Iterator[str]:
        if isinstance(given, Restated):
            yield say(f"pruned.read-as-{self.as_}", items=some(self._shown(given), say))

    def _remarks(self, parts: Parts, proofs: Sequence[Proof], marking: Marking) -> Iterator[str]:
        """What is right, then what is too much, then what is missing; nothing where all is right."""
        right, wrong = having("right", parts), having("wrong", parts)
        if right and len(right) < len(parts):
            yield said_of("set.right", self._shown(right), marking.say)
        yield from self._too_much(wrong, proofs, marking)
        yield from self._too_little(having("missed", parts), marking)

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
