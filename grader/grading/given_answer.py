"""A ready question and what a student typed → the answer that was meant, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from grader.document import Answer
from grader.document.sheet_notes import retold
from grader.grading.ready_questions import Ready, squeezed
from grader.memory import remembered_text
from grader.questions import Unreadable
from grader.questions.answer_form import AnswerForm, Claim, FreeText, OneNumber, Options
from grader.text.numbers import Number
from grader.text.sentences import Say


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What became of one answer: `state` is `read`, or the verdict where there is nothing to mark.

    `text` is what there was to read, `given` what it means, and `plain` that as JSON holds it; `own` are
    the values that the student goes on with.
    """

    state: Literal["read", "missing", "unreadable", "failed"]
    own: Mapping[str, Number]
    given: Any = None
    plain: Any = None
    text: str = ""
    raw: str | None = None
    place: tuple[int, int] | None = None
    feedback: tuple[str, ...] = ()
    fault: str | None = None


def read_given(ready: Ready, answer: Answer | None, say: Say) -> ReadAnswer:
    """The answer as the question reads it; a fault of ours costs nobody anything but this answer's marks."""
    if answer is None:
        return ReadAnswer("missing", ready.own)
    if answer.mistake is not None:
        return _mistaken(ready, answer, say)
    if not answer.text or (ready.blank and squeezed(answer.text) == ready.blank):
        return ReadAnswer("missing", ready.own, place=answer.place)
    try:
        meant = _read(ready, answer.text)
    except Exception as fault:  # noqa: BLE001 - our fault, which must not stop the other questions
        return failed(ReadAnswer("read", ready.own, raw=answer.raw, place=answer.place), say, fault)
    if isinstance(meant, Unreadable):
        return _unreadable(ready, answer, meant, say)
    own, given, plain = meant
    return ReadAnswer("read", own, given, plain, answer.text, answer.raw, answer.place)


def failed(reading: ReadAnswer, say: Say, fault: Exception) -> ReadAnswer:
    """What was read of an answer on which the grader itself failed."""
    said = f"{type(fault).__name__}: {fault}"
    return replace(reading, state="failed", feedback=(say("grading.failed"),), fault=said)


@remembered_text
def _read(ready: Ready, text: str) -> tuple[Mapping[str, Number], Any, Any] | Unreadable:
    """The student's own values, the answer, and the answer as JSON holds it; or why it cannot be read."""
    try:
        given = ready.question.read(text, ready.solution)
    except Unreadable as trouble:
        return trouble.quoting(text).detached()
    return ready.question.own_values(given, ready.solution), given, ready.question.plain(given)


def _mistaken(ready: Ready, answer: Answer, say: Say) -> ReadAnswer:
    """An answer that the sheet's form already spoils, such as one that is given twice."""
    assert answer.mistake is not None
    mistake = answer.mistake
    place = answer.source.place(mistake.span.start) if mistake.span else answer.place
    return _cannot_read(ready, answer, place, retold(mistake, say).message, say)


def _unreadable(ready: Ready, answer: Answer, trouble: Unreadable, say: Say) -> ReadAnswer:
    end = len(answer.text) if trouble.end is None else trouble.end
    place = answer.source.place(answer.locate(trouble.start, end).start)
    return _cannot_read(ready, answer, place, trouble.in_words(say), say)


def _cannot_read(ready: Ready, answer: Answer, place: tuple[int, int], why: str, say: Say) -> ReadAnswer:
    line, column = place
    feedback = (say("grading.unreadable", line=line, column=column, why=why), *_good_form(ready, say))
    return ReadAnswer("unreadable", ready.own, raw=answer.raw, place=place, feedback=feedback)


def _good_form(ready: Ready, say: Say) -> Iterator[str]:
    """What an answer looks like: in words where there are so few that an example would rule one out."""
    in_words = _in_words(ready.question.answer_form(ready.solution))
    if in_words is not None:
        yield say(f"form.{in_words}")
    elif ready.example is not None:
        key = "example" if "…" in ready.example else "example-made-up"
        yield say(f"grading.{key}", example=ready.example)


def _in_words(form: AnswerForm) -> str | None:
    match form:
        case OneNumber():
            return "number"
        case Options(in_tree=in_tree):
            return "move" if in_tree else "option"
        case Claim():
            return "claim"
        case FreeText():
            return "text"
        case _:
            return None
