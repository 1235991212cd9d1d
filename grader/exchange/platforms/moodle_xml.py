"""A ProblemSet → Moodle XML: questions that tell what is behind a wrong answer by themselves."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from grader.exchange.platforms import markup
from grader.exchange.platforms.markup import tag
from grader.exchange.platforms.quiz_items import QuizAnswer, QuizField, QuizForm, QuizItem, quiz
from grader.exchange.platforms.typed_numbers import decimal, spellings, tolerance
from grader.problems import ProblemSet
from grader.text.sentences import Say, sentences

_PICTURE = "tree.svg"
_TYPES: Mapping[QuizForm, str] = {
    "number": "numerical", "several-numbers": "cloze", "one-of": "multichoice", "some-of": "multichoice",
    "true-false": "truefalse", "text": "shortanswer", "essay": "essay",
}  # fmt: skip


def moodle_quiz(problems: ProblemSet) -> tuple[str, tuple[str, ...]]:
    """The set for Moodle's question bank, and what is said of questions left out or counted otherwise."""
    say, found = sentences(problems.language), quiz(problems)
    asked = found.items
    questions = [_category(problems.title), *(_question(item, say) for item in asked)]
    xml = "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>", *questions, "</quiz>"]) + "\n"
    cloze = (item for item in asked if item.form == "several-numbers")
    return xml, (*found.notes, *filter(None, map(weight_note, cloze)))


def _category(title: str) -> str:
    path = f"$course$/top/{title.replace('/', '//')}"  # a single slash would begin a category inside
    return tag("question", tag("category", tag("text", markup.plain_xml(path))), type="category")


def _question(item: QuizItem, say: Say) -> str:
    html = markup.question_html(item, f"@@PLUGINFILE@@/{_PICTURE}", say)
    if item.form == "several-numbers":
        html = cloze_html(html, item, say)
    parts = (
        tag("name", tag("text", markup.plain_xml(item.id))),
        tag("questiontext", tag("text", markup.cdata(html)), *_files(item, say), format="html"),
        tag("generalfeedback", tag("text"), format="html"),
        tag("defaultgrade", decimal(item.points, 7)),
        tag("penalty", "0"),
        tag("hidden", "0"),
        *_FORMS[item.form](item, say),
    )
    return tag("question", *(f"\n  {part}" for part in parts), "\n", type=_TYPES[item.form])


def _files(item: QuizItem, say: Say) -> Iterator[str]:
    if markup.is_drawn(item):
        data = b64encode(markup.tree_svg(item, say)).decode()
        yield tag("file", data, name=_PICTURE, path="/", encoding="base64")


def _number(item: QuizItem, say: Say) -> Iterator[str]:
    """A row for every number that is known, and a last one for all others; the first that fits is used."""
    for answer in item.fields[0].answers:
        if not isinstance(answer.number, float | None):
            margin = decimal(tolerance(answer.number, item.rounding))
            yield _answer(answer, decimal(answer.number), fraction(answer.share), tag("tolerance", margin))
    yield _answer(_other(say), "*", "0", tag("tolerance", "0"))
    yield tag("unitgradingtype", "0")
    yield tag("unitpenalty", "0")
    yield tag("showunits", "3")
    yield tag("unitsleft", "0")


def _choice(item: QuizItem, _say: Say) -> Iterator[str]:
    answers = item.fields[0].answers
    yield tag("single", "true" if item.form == "one-of" else "false")
    yield tag("shuffleanswers", "true" if item.shuffled else "false")
    yield tag("answernumbering", "abc")
    for name in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        yield tag(name, tag("text"), format="html")
    several = item.form == "some-of"
    fractions = shares_of_right(answers) if several else [fraction(answer.share) for answer in answers]
    for answer, earned in zip(answers, fractions, strict=True):
        yield _answer(answer, markup.cdata(markup.paragraphs([answer.text])), earned, format="html")


def _claim(item: QuizItem, _say: Say) -> Iterator[str]:
    for answer, word in zip(item.fields[0].answers, ("true", "false"), strict=True):
        yield _answer(answer, word, fraction(answer.share))


def _text(item: QuizItem, say: Say) -> Iterator[str]:
    yield tag("usecase", "0")
    for answer in item.fields[0].answers:
        for spelt in _spellings(answer, item.rounding):
            yield _answer(answer, markup.plain_xml(spelt.replace("*", "\\*")), fraction(answer.share))
    yield _answer(_other(say), "*", "0")


def _spellings(answer: QuizAnswer, rounding: int) -> tuple[str, ...]:
    """The ways to type an answer: a number as people do, a list with its brackets or without."""
    if answer.number is not None:
        return spellings(answer.number, rounding)
    bare = answer.text[1:-1] if answer.text.startswith("[") and answer.text.endswith("]") else answer.text
    return tuple(dict.fromkeys((answer.text, bare or answer.text)))


def _essay(_item: QuizItem, say: Say) -> Iterator[str]:
    yield tag("responseformat", "editor")
    yield tag("responserequired", "1")
    yield tag("responsefieldlines", "10")
    yield tag("attachments", "0")
    yield tag("attachmentsrequired", "0")
    yield tag(
        "graderinfo", tag("text", markup.cdata(markup.paragraphs([say("exchange.by-hand")]))), format="html"
    )
    yield tag("responsetemplate", tag("text"), format="html")


def _answer(answer: QuizAnswer, written: str, earned: str, *more: str, **attributes: str) -> str:
    feedback = (
        tag("text", markup.cdata(markup.paragraphs(answer.feedback))) if answer.feedback else tag("text")
    )
    content = (tag("text", written), *more, tag("feedback", feedback, format="html"))
    return tag("answer", *content, fraction=earned, **attributes)


def _other(say: Say) -> QuizAnswer:
    return QuizAnswer("*", Fraction(0), (say("exchange.other"),))


_FORMS: Mapping[QuizForm, Callable[[QuizItem, Say], Iterator[str]]] = {
    "number": _number,
    "several-numbers": lambda _item, _say: iter(()),
    "one-of": _choice,
    "some-of": _choice,
    "true-false": _claim,
    "text": _text,
    "essay": _essay,
}


_LISTED = (
    "0", "5", "10", "11.11111", "12.5", "14.28571", "16.66667", "20", "25", "30", "33.33333", "40", "50",
    "60", "66.66667", "70", "75", "80", "83.33333", "90", "100",
)  # fmt: skip


def fraction(share: Fraction) -> str:
    """The fraction that is nearest to a share, in percent; below 0 for what takes points away."""
    wanted = min(abs(share), Fraction(1)) * 100
    nearest = min(_LISTED, key=lambda listed: abs(Fraction(listed) - wanted))
    return f"-{nearest}" if share < 0 and nearest != "0" else nearest


def shares_of_right(answers: Sequence[QuizAnswer]) -> list[str]:
    """The fractions of answers of which several are right: those add up to 100, as Moodle insists."""
    number = sum(answer.share > 0 for answer in answers)
    if fraction(Fraction(1, number)) not in ("5", "10") or number in (10, 20):
        return [fraction(answer.share) for answer in answers]
    tens = max(20 - number, 0)  # so many of 10 and the others of 5 make 100 for 11 to 19 right ones
    fives = 2 * (10 - tens) if number < 20 else 20
    worth = iter([*["10"] * tens, *["5"] * fives, *["0"] * number])
    return [next(worth) if answer.share > 0 else "-5" for answer in answers]


_SIGNS = re.compile(r"[{}~#=%\\]")  # what means something inside a field, or ends it
_BRACES = str.maketrans({"{": "&#123;", "}": "&#125;"})


def cloze_html(html: str, item: QuizItem, say: Say) -> str:
    """The question with a list of fields below it; a brace of the question itself begins no field."""
    fields = "".join(
        f"<li>{markup.lines(field.label).translate(_BRACES)} {_field(field, weight, item, say)}</li>"
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
