"""A kind of question and a word for its form → the question as it can be asked about any tree."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, TypeAlias

from grader.document import Fields, Scalar
from grader.document import Mapping as MappingValue
from grader.questions import KINDS, Question
from grader.questions.node_question import AboutNodes
from grader.solving import Solution
from grader.text.source import Source, Span
from grader.tree import Tree

# What can be asked of every tree without a word about it; the others need a text, an unknown or a choice.
GENERAL_KINDS = (
    "value", "best-move", "line", "pruned", "visited", "count", "window", "cutoffs", "irrelevant", "bounds",
    "completed",
)  # fmt: skip


# Which nodes are asked about: all inner ones from the root down or from the leaves up, or the root alone.
AskedNodes: TypeAlias = Literal["top-down", "bottom-up", "root"]


def general_question(
    ask: str, word: str | None, solution: Solution, nodes: AskedNodes = "top-down"
) -> Question:
    """The question about a solution; an `InputError` where its kind does not know the word."""
    kind, own = KINDS[ask], own_of_word(ask, word)
    question = kind.kind_for(own)(id=kind.ask, rule=solution.rule, **own)
    posed = question.about(solution)
    if posed is None:
        return question
    found = posed.question
    if nodes == "top-down" or not isinstance(found, AboutNodes) or not isinstance(found.of, tuple):
        return found
    tree = solution.tree
    return found.changed_for(solution, of=tree.names[0] if nodes == "root" else _bottom_up(found.of, tree))


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


def is_general(question: Question) -> bool:
    """Whether its kind can be asked about any tree."""
    return question.ask in GENERAL_KINDS


def own_id(question: Question) -> str | None:
    """What a set calls it, if that is not its kind."""
    return None if question.id == question.ask else question.id


def general_nodes(question: Question, tree: Tree) -> AskedNodes:
    """In which order a question names nodes, or whether it asks about the root alone."""
    if not isinstance(question, AboutNodes):
        return "top-down"
    names = question.of
    if names in (None, tree.names[0], (tree.names[0],)):
        return "root"
    is_bottom_up = isinstance(names, tuple) and len(names) > 1 and names == _bottom_up(names, tree)
    return "bottom-up" if is_bottom_up else "top-down"


def _bottom_up(names: Collection[str], tree: Tree) -> tuple[str, ...]:
    """The names in the order in which a search leaves their nodes."""
    pending, found = [0], []
    while pending:
        found.append(pending.pop())
        pending += tree.child_indexes(found[-1])
    return tuple(name for index in reversed(found) if (name := tree.names[index]) in names)
