"""`irrelevant`: which leaves could be ±∞ without changing the root, all others as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isnan
from typing import Any, ClassVar

from grader.document import Fields
from grader.questions.answer_form import NodeSet
from grader.questions.credit import credit_for_set
from grader.questions.question import MapLayer, Mark, Marking, Question
from grader.questions.reading.node_mentions import mentions
from grader.questions.reading.node_names import names_of
from grader.questions.reading.phrases import read_answer
from grader.questions.reading.subtrees import in_form
from grader.questions.reasons.skips import below_in_words, lies_below
from grader.questions.set_comparison import MOST_REASONS, compared, having, said_of, written_list
from grader.questions.verdict import Parts
from grader.solving import Sanity, Solution
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Irrelevant(Question):
    """Its answers are names of leaves in the order of the tree; an inner node stands for its leaves."""

    ask: ClassVar[str] = "irrelevant"
    sample: ClassVar[str] = "[K2, L1]"
    illustration: ClassVar[tuple[str, str]] = ("{ask: irrelevant, points: 2}", "[C2, C3]")
    single: ClassVar[bool] = False
    layer: ClassVar[MapLayer] = "irrelevant"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        del fields  # there is nothing to choose
        return {}

    def answer_form(self, solution: Solution) -> NodeSet:
        del solution
        return NodeSet("leaves", "irrelevant")

    def in_words(self, solution: Solution, say: Say) -> str:
        return say("irrelevant.ask", root=write_name(solution.tree.names[0]))

    def key(self, solution: Solution) -> tuple[str, ...]:
        return solution.irrelevant

    def show(self, answer: Sequence[str], solution: Solution) -> str:
        return written_list(map(write_name, answer), solution)

    def read(self, text: str, solution: Solution) -> tuple[str, ...]:
        named = mentions(read_answer(text, names_of(solution).is_exact), solution)
        return in_form("leaves", [mention.index for mention in named], solution)

    def mark(self, given: Sequence[str], marking: Marking) -> Mark:
        parts = compared(given, self.key(marking.solution))
        share, reckoning = credit_for_set(self.credit, parts, marking.say)
        return Mark(share, reckoning, tuple(_remarks(parts, marking)), parts)


def _remarks(parts: Parts, marking: Marking) -> Iterator[str]:
    """What is right, then what is too much, then what is missing; nothing where all is right."""
    right, wrong, missed = having("right", parts), having("wrong", parts), having("missed", parts)
    say = marking.say
    if right and len(right) < len(parts):
        yield said_of("set.right", list(map(write_name, right)), say)
    yield from below_in_words(wrong, marking)
    known = [leaf for leaf in wrong if not lies_below(leaf, marking.solution)]
    for leaf in known[:MOST_REASONS]:
        yield _proof(marking.solution.sanity(leaf), marking)
    if more := known[MOST_REASONS:]:
        yield said_of("irrelevant.more-wrong", list(map(write_name, more)), say)
    if missed:
        yield said_of("irrelevant.missed", list(map(write_name, missed)), say, **_root(marking.solution))


def _proof(check: Sanity, marking: Marking) -> str:
    """What the root would be worth if the leaf were −∞ or ∞."""
    number, changed = (-inf, check.lowest) if _differs(check, check.lowest) else (inf, check.highest)
    root = _root(marking.solution)
    return marking.say(
        "irrelevant.wrong", leaf=write_name(check.leaf), number=number, changed=changed, **root
    )


def _differs(check: Sanity, root: Number) -> bool:
    return not isnan(root) and root != check.value


def _root(solution: Solution) -> dict[str, object]:
    return {"root": write_name(solution.tree.names[0]), "value": solution.value}
