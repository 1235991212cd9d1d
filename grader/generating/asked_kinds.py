"""What is asked about a tree, as `--ask value,pruned` or a list names it → questions about a solution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.document import Fields, Scalar
from grader.document import Mapping as MappingValue
from grader.generating.goals import GoalError, GoalFault
from grader.questions import KINDS, Question
from grader.questions.node_question import AboutNodes
from grader.solving import Solution
from grader.text.source import InputError, Source, Span
from grader.text.spelling import did_you_mean, listed
from grader.tree import Kind

_ABOUT_ANY_TREE = (
    "value",
    "best-move",
    "line",
    "pruned",
    "visited",
    "count",
    "window",
    "cutoffs",
    "irrelevant",
    "bounds",
)
_WORDS = ("as", "of")  # the fields of a question that one word may set


@dataclass(frozen=True, slots=True)
class AskedKind:
    """A kind of question, and the word for its form where that is not the usual one."""

    ask: str
    word: str | None = None

    def question(self, solution: Solution) -> Question:
        """The question about a solution: of every inner node where it asks for something of nodes."""
        kind = KINDS[self.ask]
        own = dict(_own(kind, self.word))
        if issubclass(kind, AboutNodes):
            tree = solution.tree
            inner = [name for name, each in zip(tree.names, tree.kinds, strict=True) if each is not Kind.LEAF]
            seen = solution.windows if self.ask != "value" or own.get("as_") == "returned" else inner
            own["of"] = tuple(name for name in inner if name in seen)
        return kind(id=kind.ask, rule=solution.rule, **own)

    def __str__(self) -> str:
        return self.ask if self.word is None else f"{self.ask}:{self.word}"


USUALLY_ASKED = (AskedKind("value"), AskedKind("best-move"), AskedKind("pruned"))


def read_asked(texts: Sequence[str]) -> tuple[AskedKind, ...]:
    """The kinds that are named, each as `pruned` or `pruned:nodes`; a `GoalError` has all that is wrong."""
    faults, found = [], []
    for text in texts:
        ask, _, word = text.strip().partition(":")
        if ask not in _ABOUT_ANY_TREE:
            hint = did_you_mean(ask, _ABOUT_ANY_TREE, f"use {listed(_ABOUT_ANY_TREE, 'or')}")
            faults.append(GoalFault("ask", f"`{ask}` is no question about any tree", hint))
            continue
        try:
            _own(KINDS[ask], word or None)
        except InputError as error:
            first = error.mistakes[0]
            faults.append(GoalFault("ask", f"`{text}`: {first.message}", first.hint))
        found.append(AskedKind(ask, word or None))
    if len({asked.ask for asked in found}) < len(found):
        faults.append(GoalFault("ask", "a question is asked twice", "name each kind once"))
    if faults:
        raise GoalError(faults)
    return tuple(found)


def asked_in(questions: Iterable[Question]) -> tuple[AskedKind, ...]:
    """The kinds of these questions, as far as they can be asked about any tree."""
    found: dict[str, AskedKind] = {}
    for question in questions:
        if question.ask in _ABOUT_ANY_TREE:
            fields = question.public_fields()
            word = fields.get("of") if question.ask == "count" else fields.get("as")
            found.setdefault(question.ask, AskedKind(question.ask, None if word is None else str(word)))
    return tuple(found.values())


def _own(kind: type[Question], word: str | None) -> Mapping[str, Any]:
    """The fields of the kind alone; an `InputError` where it does not know the word."""
    given = {}
    if issubclass(kind, AboutNodes):
        given["of"] = "A"  # any node: which ones are asked for depends on the tree
    if kind.ask == "count":
        given["of"] = word or "leaves-evaluated"
    elif word is not None:
        given["as"] = word
    source = Source(" ".join(given.values()), "--ask")
    span = Span(0, len(source.text))
    entries = tuple(
        (Scalar(name, source, span, None), Scalar(text, source, span, None)) for name, text in given.items()
    )
    fields = Fields(MappingValue(entries, source, span))
    own = kind.own_fields(fields)
    fields.finish()
    return own
