"""`completed`: the inner nodes that the search is done with without skipping any of their children."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from grader.document import Fields
from grader.memory import remembered
from grader.questions.answer_form import NodeSet
from grader.questions.credit import credit_for_set
from grader.questions.question import MapLayer, Mark, Marking, Pruning, Question, Unreadable
from grader.questions.reading.node_mentions import mentions
from grader.questions.reading.node_names import names_of
from grader.questions.reading.phrases import read_answer
from grader.questions.reasons.skips import below_in_words, by_cutoff, is_visited, lies_below
from grader.questions.reasons.window_steps import why_cut
from grader.questions.set_comparison import MOST_REASONS, compared, having, said_of, written_list
from grader.questions.verdict import Parts
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed(Question):
    """Its answers are names of inner nodes in the order of the tree."""

    ask: ClassVar[str] = "completed"
    sample: ClassVar[str] = "[K, L]"
    illustration: ClassVar[tuple[str, str]] = ("{ask: completed, points: 2}", "[A, B, C]")
    single: ClassVar[bool] = False
    layer: ClassVar[MapLayer] = "cuts"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        del fields  # there is nothing to choose
        return {}

    @property
    def pruning(self) -> Pruning:
        return "asked"

    def answer_form(self, solution: Solution) -> NodeSet:
        del solution
        return NodeSet("inner", "completed")

    def in_words(self, solution: Solution, say: Say) -> str:
        return say("completed.ask-event" if solution.rule.last_child == "event" else "completed.ask")

    def key(self, solution: Solution) -> tuple[str, ...]:
        return _key(solution)

    def show(self, answer: Sequence[str], solution: Solution) -> str:
        return written_list(map(write_name, answer), solution)

    def read(self, text: str, solution: Solution) -> tuple[str, ...]:
        names, tree = names_of(solution), solution.tree
        named = mentions(read_answer(text, names.is_exact), solution)
        for mention in named:
            if mention.index < len(tree) and tree.kinds[mention.index] is Kind.LEAF:
                name = write_name(tree.names[mention.index])
                raise Unreadable("completed.a-leaf", mention.start, mention.end, name=name)
        return tuple(names.name(index) for index in sorted({mention.index for mention in named}))

    def mark(self, given: Sequence[str], marking: Marking) -> Mark:
        parts = compared(given, self.key(marking.solution))
        share, reckoning = credit_for_set(self.credit, parts, marking.say)
        return Mark(share, reckoning, tuple(_remarks(parts, marking)), parts)


def _remarks(parts: Parts, marking: Marking) -> Iterator[str]:
    """What is right, then what is too much and why, then what is missing; nothing where all is right."""
    right, wrong, missed = having("right", parts), having("wrong", parts), having("missed", parts)
    say, solution = marking.say, marking.solution
    if right and len(right) < len(parts):
        yield said_of("set.right", list(map(write_name, right)), say)
    yield from below_in_words(wrong, marking)
    known = [name for name in wrong if not lies_below(name, solution)]
    for name in known[:MOST_REASONS]:
        yield from _not_completed(name, marking)
    if more := known[MOST_REASONS:]:
        yield said_of("completed.more-wrong", list(map(write_name, more)), say)
    if missed:
        yield said_of("completed.missed", list(map(write_name, missed)), say)


def _not_completed(name: str, marking: Marking) -> Iterator[str]:
    """That a node is skipped itself, or which of its children are, and why."""
    solution, say, tree = marking.solution, marking.say, marking.solution.tree
    index = tree.index(name)
    if not is_visited(index, solution):
        ((cutoff, _),) = by_cutoff([index], marking)
        yield say("completed.never-there", node=write_name(name), why=why_cut(cutoff, say))
        return
    skipped = [child for child in tree.child_indexes(index) if not is_visited(child, solution)]
    children = [write_name(tree.names[child]) for child in skipped]
    for cutoff, _ in by_cutoff(skipped, marking):
        yield said_of("completed.cut", children, say, node=write_name(name), why=why_cut(cutoff, say))


@remembered
def _key(solution: Solution) -> tuple[str, ...]:
    """The inner nodes all of whose children were looked at."""
    tree, looked_at = solution.tree, set(map(solution.tree.index, solution.windows))
    return tuple(
        tree.names[index]
        for index, kind in enumerate(tree.kinds)
        if kind is not Kind.LEAF and looked_at.issuperset(tree.child_indexes(index))
    )
