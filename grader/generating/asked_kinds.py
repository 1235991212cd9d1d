"""What is asked about a tree, as `--ask value,pruned` or a list names it → questions about a solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from grader.generating.goals import GoalError, GoalFault
from grader.questions import Question
from grader.questions.general_question import (
    GENERAL_KINDS,
    AskedNodes,
    general_nodes,
    general_question,
    general_word,
    is_general,
    own_id,
    own_of_word,
)
from grader.solving import Solution
from grader.text.source import InputError
from grader.text.spelling import did_you_mean, listed
from grader.tree import Tree


@dataclass(frozen=True, slots=True)
class AskedKind:
    """A kind of question, and the word for its form where that is not the usual one.

    The other fields are those of a question that is taken over from a set.
    """

    kind: str
    word: str | None = None
    id: str | None = None
    points: Fraction | int = 1
    nodes: AskedNodes = "top-down"

    def question(self, solution: Solution) -> Question:
        """The question about a solution: of every inner node where it asks for something of nodes."""
        question = general_question(self.kind, self.word, solution, self.nodes)
        return replace(question, id=self.id or question.id, points=self.points)

    def __str__(self) -> str:
        return self.kind if self.word is None else f"{self.kind}:{self.word}"


USUALLY_ASKED = (AskedKind("value"), AskedKind("best-move"), AskedKind("pruned"))


def read_asked(texts: Sequence[str]) -> tuple[AskedKind, ...]:
    """The kinds that are named, each as `pruned` or `pruned:nodes`; a `GoalError` has all that is wrong."""
    faults, found = [], []
    for text in texts:
        kind, _, word = text.strip().partition(":")
        if kind not in GENERAL_KINDS:
            hint = did_you_mean(kind, GENERAL_KINDS, f"use {listed(GENERAL_KINDS, 'or')}")
            faults.append(GoalFault("ask", f"`{kind}` is not a question about any tree", hint, True))
            continue
        try:
            own_of_word(kind, word or None)
        except InputError as error:
            first = error.mistakes[0]
            faults.append(GoalFault("ask", f"`{text}`: {first.message}", first.hint, True))
        found.append(AskedKind(kind, word or None))
    if len({asked.kind for asked in found}) < len(found):
        faults.append(GoalFault("ask", "a question is asked twice", "name each kind once"))
    if faults:
        raise GoalError(faults)
    return tuple(found)


def asked_in(questions: Iterable[Question], tree: Tree) -> tuple[AskedKind, ...]:
    """These questions about a tree, as far as they can be asked about any, with their points and order."""
    return tuple(
        AskedKind(
            question.ask,
            general_word(question),
            own_id(question),
            question.points,
            general_nodes(question, tree),
        )
        for question in questions
        if is_general(question)
    )
