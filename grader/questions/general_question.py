"""A kind of question and a word for its form → the question as it can be asked about any tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.document import Fields, Scalar
from grader.document import Mapping as MappingValue
from grader.questions import KINDS, Question
from grader.questions.node_question import AboutNodes
from grader.solving import Solution
from grader.text.source import Source, Span

# What can be asked of every tree without a word about it; the others need a text, an unknown or a choice.
GENERAL_KINDS = (
    "value", "best-move", "line", "pruned", "visited", "count", "window", "cutoffs", "irrelevant", "bounds",
    "completed",
)  # fmt: skip


def general_question(ask: str, word: str | None, solution: Solution) -> Question:
    """The question about a solution; an `InputError` where its kind does not know the word."""
    kind, own = KINDS[ask], own_of_word(ask, word)
    question = kind.kind_for(own)(id=kind.ask, rule=solution.rule, **own)
    posed = question.about(solution)
    return question if posed is None else posed.question


def own_of_word(ask: str, word: str | None) -> Mapping[str, Any]:
    """The fields of the kind alone; an `InputError` where it does not know the word."""
    kind = KINDS[ask]
    given = {}
    if issubclass(kind, AboutNodes):
        given["of"] = "A"  # any node: which ones are asked for depends on the tree
    if ask == "count":
        given["of"] = word or "leaves-evaluated"
    elif word is not None:
        given["as"] = word
    source = Source(" ".join(given.values()), ask)
    span = Span(0, len(source.text))
    entries = tuple(
        (Scalar(name, source, span, None), Scalar(text, source, span, None)) for name, text in given.items()
    )
    fields = Fields(MappingValue(entries, source, span))
    own = kind.own_fields(fields)
    fields.finish()
    return own


def general_word(question: Question) -> str | None:
    """The word for the form of a question, if its kind has any."""
    word = question.public_fields().get("of" if question.ask == "count" else "as")
    return None if word is None else str(word)
