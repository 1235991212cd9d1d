"""`manual`: a question that is answered in words and marked by a person."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from grader.document import Fields, as_text
from grader.document.schema import TEXT
from grader.questions.answer_form import FreeText
from grader.questions.credit import CREDITS, CreditWord
from grader.questions.question import Mark, Marking, Posed, Question
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree.new_names import NewNames


@dataclass(frozen=True, slots=True, kw_only=True)
class Manual(Question):
    """`text` is what is asked, if the problem does not say it; `answer` is a model for whoever marks."""

    ask: ClassVar[str] = "manual"
    about_search: ClassVar[bool] = False
    single: ClassVar[bool] = False
    required: ClassVar[tuple[str, ...]] = ("text",)
    room: ClassVar[tuple[int, int]] = (8, 10_000)
    sample: ClassVar[str] = "Min would never let Max get there."
    illustration: ClassVar[tuple[str, str]] = (
        '{ask: manual, text: "Why is C2 never looked at?", points: 2}',
        "B is better than C can be",
    )
    schema: ClassVar[Mapping[str, Any]] = {"text": TEXT, "answer": TEXT}
    credits: ClassVar[tuple[CreditWord, ...]] = CREDITS  # whatever the set says: a person decides
    needs_person: ClassVar[bool] = True

    text: str | None = None
    answer: str | None = None

    @property
    def needs_tree(self) -> bool:
        return False

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"text": fields.read("text", as_text, None), "answer": fields.read("answer", as_text, None)}

    def public_fields(self) -> dict[str, Any]:
        return {"text": self.text}

    def renamed(self, names: NewNames) -> Self:
        return replace(
            self,
            text=self.text and names.in_text(self.text),
            answer=self.answer and names.in_text(self.answer),
        )

    def answer_form(self, solution: Solution) -> FreeText:
        del solution
        return FreeText(self.text or "")

    def about(self, solution: Solution) -> Posed | None:
        del solution  # its text is its set's own
        return None

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        return self.text.strip() if self.text else say("manual.ask")

    def key(self, solution: Solution) -> str | None:
        del solution
        return self.answer

    def show(self, answer: str | None, solution: Solution) -> str:
        del solution
        return "" if answer is None else json.dumps(answer, ensure_ascii=False)

    def read(self, text: str, solution: Solution) -> str:
        del solution
        return text.strip()

    def mark(self, given: str, marking: Marking) -> Mark:
        raise NotImplementedError("a person marks this question")
