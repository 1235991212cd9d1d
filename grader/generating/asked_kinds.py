"""What is asked about a tree, as `--ask value,pruned` or a list names it → questions about a solution."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from grader.generating.goals import GoalError, GoalFault
from grader.questions import Question
from grader.questions.general_question import GENERAL_KINDS, general_question, general_word, own_of_word
from grader.questions.node_question import AboutNodes
from grader.solving import Solution
from grader.text.source import InputError
from grader.text.spelling import did_you_mean, listed
from grader.tree import Tree

# Which nodes are asked about: all inner ones from the root down or from the leaves up, or the root alone.
AskedNodes: TypeAlias = Literal["top-down", "bottom-up", "root"]


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
        question = general_question(self.kind, self.word, solution)
        if isinstance(question, AboutNodes) and isinstance(question.of, tuple):
            question = question.changed_for(solution, of=self._nodes(question.of, solution.tree))
        return replace(question, id=self.id or question.id, points=self.points)

    def _nodes(self, names: tuple[str, ...], tree: Tree) -> str | tuple[str, ...]:
        if self.nodes == "root":
            return tree.names[0]
        return names if self.nodes == "top-down" else _bottom_up(names, tree)

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
            question.ask, general_word(question), question.id, question.points, _asked_nodes(question, tree)
        )
        for question in questions
        if question.ask in GENERAL_KINDS
    )


def _asked_nodes(question: Question, tree: Tree) -> AskedNodes:
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
