"""`true-false`: whether a claim holds, in any of the words that mean so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from grader.document import Fields, Value, as_boolean, as_text
from grader.document.schema import BOOLEAN, TEXT
from grader.questions.answer_form import Claim
from grader.questions.credit import credit_for_parts
from grader.questions.question import Mark, Marking, Posed, Question, Unreadable
from grader.questions.reading.typography import CLAIM_WORDS, folded
from grader.questions.verdict import Parts
from grader.solving import Solution
from grader.text.sentences import Say
from grader.text.spelling import shortened
from grader.tree.new_names import NewNames


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueFalse(Question):
    """`text` is the claim, if the problem does not state it; `feedback` is what is said of each answer."""

    ask: ClassVar[str] = "true-false"
    about_search: ClassVar[bool] = False
    sample: ClassVar[str] = "true"
    illustration: ClassVar[tuple[str, str]] = (
        "{ask: true-false, text: A better order of moves can prune more., right: true}",
        "no",
    )
    single: ClassVar[bool] = True
    required: ClassVar[tuple[str, ...]] = ("text", "right")
    stand_ins: ClassVar[Mapping[tuple[str, ...], str]] = {("right",): "true"}
    schema: ClassVar[Mapping[str, Any]] = {
        "text": TEXT,
        "right": BOOLEAN,
        "feedback": {
            "type": "object",
            "properties": {"true": TEXT, "false": TEXT},
            "additionalProperties": False,
        },
    }

    right: bool
    text: str | None = None
    feedback: Mapping[bool, str] = field(default_factory=dict)

    @property
    def needs_tree(self) -> bool:
        return False

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {
            "text": fields.read("text", as_text, None),
            "right": fields.read("right", as_boolean),
            "feedback": fields.read("feedback", _as_feedback, {}),
        }

    def public_fields(self) -> dict[str, Any]:
        return {"text": self.text}

    def renamed(self, names: NewNames) -> Self:
        feedback = {claim: names.in_text(text) for claim, text in self.feedback.items()}
        return replace(self, text=self.text and names.in_text(self.text), feedback=feedback)

    def answer_form(self, solution: Solution) -> Claim:
        del solution
        return Claim(self.text or "")

    def about(self, solution: Solution) -> Posed | None:
        del solution  # its claim is about a text of its set
        return None

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        return say("true-false.ask-text", text=self.text.strip()) if self.text else say("true-false.ask")

    def key(self, solution: Solution) -> bool:
        del solution
        return self.right

    def show(self, answer: bool, solution: Solution) -> str:
        del solution
        return "true" if answer else "false"

    def read(self, text: str, solution: Solution) -> bool:
        del solution
        word = folded(text).strip(" \n.!()[]{}\"'")
        if word not in CLAIM_WORDS:
            raise Unreadable("true-false.neither", text=shortened(text.strip()))
        return CLAIM_WORDS[word]

    def mark(self, given: bool, marking: Marking) -> Mark:
        parts: Parts = {"answer": "right" if given == self.right else "wrong"}
        share, reckoning = credit_for_parts(self.credit, parts, marking.say)
        return Mark(share, reckoning, tuple(self._remarks(given, marking.say)), parts)

    def feedback_on(self, option: bool) -> str:
        return self.feedback.get(option, "")

    def authors_feedback(self, given: bool, say: Say) -> Iterator[str]:
        del say
        if given in self.feedback:
            yield self.feedback[given]

    def _remarks(self, given: bool, say: Say) -> Iterator[str]:
        if given != self.right:
            yield say("true-false.is-true" if self.right else "true-false.is-false")
        yield from self.authors_feedback(given, say)


def _as_feedback(value: Value) -> dict[bool, str]:
    """What is said to those who answer `true` and to those who answer `false`."""
    fields = Fields(value)
    said = {True: fields.read("true", as_text, None), False: fields.read("false", as_text, None)}
    fields.finish()
    return {answer: text for answer, text in said.items() if text is not None}
