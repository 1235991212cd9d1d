"""A question and an answer → sentences that a student may see before the key: they do not tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase
from typing import Any

from grader.document.wording import shortened
from grader.questions import Question, Unread
from grader.questions.choice import Choice
from grader.questions.true_false import TrueFalse
from grader.sentences import Say


def early_words(question: Question, given: Any, say: Say) -> Iterator[tuple[str, str]]:
    """Each sentence with the part of `reveal` that it waits for.

    What cannot be read waits for `form`; what the author says to those who choose an option, for `why`.
    """
    match question:
        case Choice():
            yield from ((sentence, "why") for sentence in _of_options(question, given, say))
        case TrueFalse(feedback=feedback) if given in feedback:
            yield feedback[given], "why"
        case _ if isinstance(given, Mapping):
            yield from ((sentence, "form") for sentence in _of_parts(given, say))


def _of_options(question: Choice, given: Any, say: Say) -> Iterator[str]:
    for letter, option in zip(ascii_lowercase, question.options, strict=False):
        if letter in given and option.feedback:
            yield say("choice.feedback", letter=letter, feedback=option.feedback)


def _of_parts(given: Mapping[str, Any], say: Say) -> Iterator[str]:
    for name, part in given.items():
        if isinstance(part, Unread):
            yield say("nodes.unreadable", node=shortened(name), text=part.text, why=part.why.in_words(say))
