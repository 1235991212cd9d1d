"""Several numbers → Moodle's cloze: fields inside the text, and no sign in them that would end one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from html import escape

from grader.exchange.platforms.decimals import decimal, spellings, tolerance
from grader.exchange.platforms.markup import lines
from grader.exchange.platforms.quiz_items import QuizAnswer, QuizField, QuizItem
from grader.text.sentences import Say

_SIGNS = re.compile(r"[{}~#=%\\]")  # what means something inside a field, or ends it
_BRACES = str.maketrans({"{": "&#123;", "}": "&#125;"})


def cloze_html(html: str, item: QuizItem, say: Say) -> str:
    """The question with a list of fields below it; a brace of the question itself begins no field."""
    fields = "".join(
        f"<li>{lines(field.label).translate(_BRACES)} {_field(field, weight, item, say)}</li>"
        for field, weight in zip(item.fields, weights(item.points, len(item.fields)), strict=True)
    )
    return f"{html.translate(_BRACES)}<ul>{fields}</ul>"


def weights(points: Fraction, number: int) -> list[int]:
    """What each field counts, in whole numbers above 0; the question counts what they add up to.

    That is the points, where so many fields can share them, the first ones with one more where they do not
    share alike. Where they cannot, all fields count the same.
    """
    if points.denominator > 1 or points < number:
        return [1] * number
    each, more = divmod(points.numerator, number)
    return [each + (place < more) for place in range(number)]


def weight_note(item: QuizItem) -> str | None:
    """What is said of a question whose fields do not count what they should."""
    given = weights(item.points, len(item.fields))
    why = "since fields count in whole numbers"
    if sum(given) != item.points:
        points = decimal(item.points, 7)
        return f"{item.id}: in Moodle it counts {sum(given)}, {why}; set its mark to {points} there"
    if len(set(given)) > 1:
        return f"{item.id}: in Moodle its numbers count {', '.join(map(str, given))}, {why}"
    return None


def _field(field: QuizField, weight: int, item: QuizItem, say: Say) -> str:
    """`{1:NUMERICAL:=3:0~%0%12:0#why}`; a text where the right number is infinite."""
    infinite = isinstance(field.right.number, float)
    rows = _texts(field, item) if infinite else _numbers(field, item)
    other = f"%0%*#{_held(say('exchange.other'))}"
    return f"{{{weight}:{'SHORTANSWER' if infinite else 'NUMERICAL'}:{'~'.join([*rows, other])}}}"


def _numbers(field: QuizField, item: QuizItem) -> Iterator[str]:
    for answer in field.answers:
        if not isinstance(answer.number, float | None):
            margin = decimal(tolerance(answer.number, item.rounding))
            yield f"{_credit(answer)}{decimal(answer.number)}:{margin}{_feedback(answer)}"


def _texts(field: QuizField, item: QuizItem) -> Iterator[str]:
    for answer in field.answers:
        assert answer.number is not None
        for spelt in spellings(answer.number, item.rounding):
            yield f"{_credit(answer)}{_held(spelt)}{_feedback(answer)}"


def _credit(answer: QuizAnswer) -> str:
    return "=" if answer.share == 1 else "%0%"


def _feedback(answer: QuizAnswer) -> str:
    return "#" + "<br>".join(map(_held, answer.feedback)) if answer.feedback else ""


def _held(text: str) -> str:
    """A text inside a field. Moodle reads entities there once before it shows the rest as HTML."""
    html = escape(text, quote=False)
    return _SIGNS.sub(lambda found: f"&#{ord(found[0])};", html.replace("&", "&amp;"))
