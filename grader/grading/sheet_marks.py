"""The ready questions of a problem and a student's answers to them → a Check for each question."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from grader.grading.given_answer import ReadAnswer, failed, read_given
from grader.grading.grade_record import Check
from grader.grading.matched_answers import Answers
from grader.grading.ready_questions import Ready
from grader.grading.voided_question import voided
from grader.memory import remembered_text
from grader.problems.reveal import RevealPart
from grader.questions import Mark, Marking, Question, Unread
from grader.questions.reading.quantities import Bound
from grader.questions.verdict import Parts, PartVerdict, Verdict
from grader.solving import Solution
from grader.text.numbers import Number, exact, same_number
from grader.text.sentences import Say
from grader.text.spelling import shortened

_MOST_SHARED = 4096

Followed: TypeAlias = tuple[tuple[str, Number], ...] | None  # the own values that an answer may go on with


class MarkedAnswer(NamedTuple):
    """A check, and what it was made from."""

    check: Check
    ready: Ready
    reading: ReadAnswer


def mark_problem(rules: Sequence[Sequence[Ready]], answers: Answers, say: Say) -> tuple[MarkedAnswer, ...]:
    """The checks of a problem under the one rule that is best for the student, the stated one if possible."""
    best = _mark_all(rules[0], answers, say)
    for ready in rules[1:]:
        if _earned(best) == _possible(best):
            break
        best = max(best, _mark_all(ready, answers, say), key=_earned)  # of equals, the first
    return best


def _earned(marked: Sequence[MarkedAnswer]) -> int | Fraction:
    return sum(entry.check.earned or 0 for entry in marked)


def _possible(marked: Sequence[MarkedAnswer]) -> int | Fraction:
    return sum(entry.check.possible for entry in marked)


def _mark_all(questions: Sequence[Ready], answers: Answers, say: Say) -> tuple[MarkedAnswer, ...]:
    """The checks under one rule."""
    readings = [read_given(ready, answers.get(ready.question.id), say) for ready in questions]
    own = _own_values(questions, readings)
    marked = []
    for ready, reading in zip(questions, readings, strict=True):
        check = _mark(ready, reading, own[ready.basis], say)
        marked.append(MarkedAnswer(voided(check, ready.asked.void, say), ready, reading))
    return tuple(marked)


def _own_values(
    questions: Sequence[Ready], readings: Sequence[ReadAnswer]
) -> dict[Hashable, dict[str, Number]]:
    """The values that the student goes on with, for each basis on which they can be compared."""
    own: dict[Hashable, dict[str, Number]] = {}
    for ready, reading in zip(questions, readings, strict=True):
        own.setdefault(ready.basis, {}).update(reading.own)
    return own


def _mark(ready: Ready, reading: ReadAnswer, own: Mapping[str, Number], say: Say) -> Check:
    question = ready.question
    if reading.state != "read":
        return _unmarked(ready, reading, reading.state, reading.feedback)
    if question.needs_person:
        return _unmarked(ready, reading, "pending", (say("grading.pending"),))
    may_follow = question.follows and question.carry and reading.given != ready.key
    followed = tuple(own.items()) if may_follow else None
    try:
        mark = _worth(ready, reading.text, followed, given=reading.given, own=own, say=say)
    except Exception as fault:  # noqa: BLE001 - our fault, which must not stop the other questions
        return _mark(ready, failed(reading, say, fault), own, say)
    return _check(ready, reading, **mark)


def _unmarked(ready: Ready, reading: ReadAnswer, verdict: Verdict, feedback: tuple[str, ...]) -> Check:
    """The check of an answer that was not compared with the key, so that nothing said of it tells the key."""
    early: Mapping[str, RevealPart] = dict.fromkeys(feedback, "form" if verdict == "unreadable" else "marks")
    return _check(ready, reading, verdict=verdict, feedback=feedback, early=early, fault=reading.fault)


@remembered_text
def _worth(
    ready: Ready, _text: str, _followed: Followed, *, given: Any, own: Mapping[str, Number], say: Say
) -> dict[str, Any]:
    """What an answer earns and why, as fields of its check."""
    mark = ready.question.mark(given, Marking(ready.solution, say, own))
    mark = _accepted(ready, given, mark, say)
    points = ready.question.points
    earned = exact(mark.share * points)
    key = "grading.reckoning-whole" if ready.question.credit == "all" else "grading.reckoning"
    return {
        "verdict": mark.verdict,
        "earned": earned,
        "reckoning": say(key, reckoning=mark.reckoning, earned=earned, number=points),
        "feedback": mark.feedback,
        "carried": mark.carried,
        "parts": _shared(tuple(mark.parts.items())),
        "early": dict(early_words(ready.question, given, say)),
        "counterexample": mark.counterexample,
    }


@lru_cache(maxsize=_MOST_SHARED)
def _shared(parts: tuple[tuple[str, PartVerdict], ...]) -> Parts:
    """The verdicts of an answer's parts; answers that are wrong alike have them together."""
    return dict(parts)


def _check(ready: Ready, reading: ReadAnswer, **marks: Any) -> Check:
    question = ready.question
    return Check(
        problem=ready.problem,
        question=question.id,
        ask=question.ask,
        possible=question.points,
        given=reading.plain,
        raw=reading.raw,
        place=reading.place,
        expected=ready.expected,
        rule=ready.rule,
        letters=question.seen_letters(),
        **marks,
    )


def _accepted(ready: Ready, given: Any, mark: Mark, say: Say) -> Mark:
    """The mark after all that the set accepts besides the key."""
    for other in ready.others:
        if other.credit > mark.share and is_same_answer(ready.question, given, other.given, ready.solution):
            because = () if other.because is None else (other.because,)
            mark = Mark(other.credit, say("grading.accepted-answer", share=other.credit), because)
    return mark if ready.accepted is None else _under_accepted_rule(ready, mark, say)


def _under_accepted_rule(ready: Ready, mark: Mark, say: Say) -> Mark:
    assert ready.accepted is not None
    tree = ready.solution.tree
    about = {"chance": tree.has_chance, "players": bool(tree.players)}
    stated = ready.asked.question.rule.in_words(say, **about)
    words = [said for said in ready.question.rule.in_words(say, **about) if said not in stated]
    because = () if ready.accepted.because is None else (ready.accepted.because,)
    feedback = (
        say("grading.accepted-rule", rule=say("list.semicolon").join(words)),
        *because,
        *mark.feedback,
    )
    credit = ready.accepted.credit
    if credit == 1:
        return replace(mark, feedback=feedback)
    reckoning = say("grading.share-of-rule", reckoning=mark.reckoning, share=credit)
    return replace(mark, share=mark.share * credit, reckoning=reckoning, feedback=feedback)


def is_same_answer(question: Question, given: Any, accepted: Any, solution: Solution) -> bool:
    """Whether two answers agree: numbers up to rounding, and of several nodes those that are asked about."""
    mine, theirs = question.given_parts(given), question.given_parts(accepted)
    return all(
        _agree(mine.get(name), theirs.get(name), question.rounding) for name in question.parts(solution)
    )


def _agree(given: Any, accepted: Any, rounding: int) -> bool:
    match given, accepted:
        case tuple(), tuple():
            return len(given) == len(accepted) and all(
                _agree(one, other, rounding) for one, other in zip(given, accepted, strict=True)
            )
        case Bound(), Bound():
            return given.sign == accepted.sign and _agree(given.number, accepted.number, rounding)
        case (int() | Fraction() | float(), int() | Fraction() | float()):
            return _same(given, accepted, rounding)
    return bool(given == accepted)


def _same(given: Number, accepted: Number, rounding: int) -> bool:
    """Whether either of two numbers is the other one, rounded."""
    return same_number(given, accepted, rounding) or same_number(accepted, given, rounding)


def early_words(question: Question, given: Any, say: Say) -> Iterator[tuple[str, RevealPart]]:
    """Each sentence with the part of `reveal` that it waits for.

    What cannot be read waits for `form`; what the author says to those who choose an option, for `why`.
    """
    yield from ((sentence, "why") for sentence in question.authors_feedback(given, say))
    for name, part in question.given_parts(given).items():
        if isinstance(part, Unread):
            sentence = say(
                "nodes.unreadable", node=shortened(name), text=part.text, why=part.why.in_words(say)
            )
            yield sentence, "form"
