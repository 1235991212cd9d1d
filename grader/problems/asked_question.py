"""Asked: a question where it stands in a set, with what the set accepts, shows and takes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from grader.generating.fair_variants import with_changes
from grader.problems.reveal import Reveal
from grader.questions import Question
from grader.rule import Rule
from grader.text.sentences import Say
from grader.text.source import Span
from grader.tree.new_names import NewNames


@dataclass(frozen=True, slots=True)
class Accepted:
    """A further rule, or a further answer, that earns a share; exactly one of the two is given.

    `answer` is the text as it was typed: the question reads it, on whichever tree the student has.
    `changes` are the fields of the rule that are named; `rule` has them where the entry stands.
    """

    credit: Fraction
    because: str | None = None
    answer: str | None = None
    rule: Rule | None = None
    changes: Mapping[str, object] = field(default_factory=dict, repr=False)

    def renamed(self, names: NewNames) -> Accepted:
        """The same about a tree whose nodes are named anew."""
        return self if self.answer is None else replace(self, answer=names.in_answer(self.answer))

    def under(self, rule: Rule) -> Rule:
        """The accepted rule for a question that is asked under `rule`."""
        return Rule.from_fields(self.changes, under=rule)


VoidKind: TypeAlias = Literal["full", "excluded"]


@dataclass(frozen=True, slots=True)
class Void:
    """A question taken out after the fact: `full` points for everybody, or `excluded` from the sum."""

    how: VoidKind
    because: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question where it stands in a set, with what the set says about marking and showing it."""

    question: Question
    reveal: Reveal
    accept: tuple[Accepted, ...]
    void: Void | None
    allow: Mapping[str, str]
    place: Span = field(repr=False, compare=False)
    own_title: str = ""

    def title(self, say: Say) -> str:
        """What the question is called: by its author, or by what it asks."""
        return self.own_title or self.question.title(say)

    def renamed(self, names: NewNames) -> Asked:
        """The same about a tree whose nodes are named anew."""
        accept = tuple(accepted.renamed(names) for accepted in self.accept)
        title = names.in_text(self.own_title)
        return replace(self, question=self.question.renamed(names), accept=accept, own_title=title)

    def with_changes(self, changes: Mapping[str, object]) -> Asked:
        """The same under a rule in which some fields are others."""
        return replace(self, question=with_changes(self.question, changes)) if changes else self
