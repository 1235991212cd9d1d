"""What the tests of sets share: a question as a problem set writes it, and answers that cannot be read."""

from typing import TypeVar

from grader.document import Fields, load_document
from grader.questions import Question, Unreadable
from grader.solving import Solution
from grader.text.sentences import sentences
from grader.text.source import Source
from tests.questions.asking import asked

Kind = TypeVar("Kind", bound=Question)

SUBTREES = "max(min(3, 5), min(2, max(7, 9), max(1, min(4, 6))))"  # D and E, which has F below it, are pruned
REASON = "C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter"
BOUND = f"{REASON} (v = 2 ≤ α = 3)"


def question_from(kind: type[Kind], text: str) -> Kind:
    """The question as a problem set writes it; raises `InputError`."""
    fields = Fields(load_document(Source(text, "set.yaml")))
    own = kind.own_fields(fields)
    fields.finish()
    return asked(kind, **own)


def trouble(question: Question, text: str, solution: Solution) -> tuple[str, str]:
    """Why an answer cannot be read, and the part of it that is meant."""
    try:
        given = question.read(text, solution)
    except Unreadable as refused:
        return refused.in_words(sentences()), text[refused.start : refused.end]
    raise AssertionError(f"{text!r} was read as {given!r}")
