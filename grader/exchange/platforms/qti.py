"""A ProblemSet → QTI 1.2 as Canvas imports it: a zip with a manifest, the quiz, and its pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from grader.exchange.platforms import markup
from grader.exchange.platforms.markup import tag
from grader.exchange.platforms.quiz_items import QuizAnswer, QuizField, QuizForm, QuizItem, quiz
from grader.exchange.platforms.typed_numbers import decimal, spellings, tolerance
from grader.problems import ProblemSet
from grader.submissions.archive import zipped
from grader.text.sentences import Say, sentences
from grader.tree import Tree

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_METADATA = "http://www.imsglobal.org/xsd/imsmd_v1p2"
_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")


def qti_quiz(problems: ProblemSet) -> tuple[bytes, tuple[str, ...]]:
    """A package that Canvas and others import, and what is said of questions that are left out."""
    say, found = sentences(problems.language), quiz(problems)
    asked = found.items
    ident = "grader_" + (_NO_NAME.sub("_", problems.id) or "set")
    places = _picture_places(asked)
    pictures = {
        places[item.tree]: markup.tree_svg(item, say) for item in asked if item.tree and item.tree in places
    }
    package = zipped({
        "imsmanifest.xml": _manifest(ident, problems.title, pictures).encode(),
        f"{ident}/assessment_meta.xml": _meta(ident, problems.title, asked).encode(),
        f"{ident}/{ident}.xml": _assessment(ident, problems, asked, places).encode(),
        **pictures,
    })  # fmt: skip
    return package, found.notes


def _picture_places(asked: Sequence[QuizItem]) -> dict[Tree, str]:
    """Where the picture of each tree is; questions about one tree share it."""
    drawn = dict.fromkeys(item.tree for item in asked if item.tree is not None and markup.is_drawn(item))
    return {tree: f"images/tree-{number}.svg" for number, tree in enumerate(drawn, 1)}


def _assessment(
    ident: str, problems: ProblemSet, asked: Sequence[QuizItem], places: Mapping[Tree, str]
) -> str:
    say = sentences(problems.language)
    written = [
        item_xml(
            item,
            f"{ident}_{number}",
            f"%24IMS-CC-FILEBASE%24/{places.get(item.tree) if item.tree else None}",
            say,
        )
        for number, item in enumerate(asked, 1)
    ]
    attempts = tag("qtimetadatafield", tag("fieldlabel", "cc_maxattempts"), tag("fieldentry", "1"))
    section = tag("section", "\n", *(f"{item}\n" for item in written), ident="root_section")
    assessment = tag("assessment", tag("qtimetadata", attempts), section, ident=ident, title=problems.title)
    return _DECLARATION + tag("questestinterop", assessment, xmlns=_QTI) + "\n"


def _meta(ident: str, title: str, asked: Sequence[QuizItem]) -> str:
    """What Canvas wants to know of a quiz besides its questions."""
    points = decimal(sum((item.points for item in asked), Fraction(0)), 2)
    content = (
        tag("title", markup.plain_xml(title)),
        tag("description"),
        tag("shuffle_answers", "true"),
        tag("scoring_policy", "keep_highest"),
        tag("quiz_type", "assignment"),
        tag("points_possible", points),
        tag("allowed_attempts", "1"),
        tag("one_question_at_a_time", "false"),
        tag("available", "false"),
    )
    return _DECLARATION + tag("quiz", *content, identifier=ident, xmlns=_CANVAS) + "\n"


def _manifest(ident: str, title: str, pictures: Mapping[str, bytes]) -> str:
    named = tag("imsmd:title", tag("imsmd:string", markup.plain_xml(title)))
    metadata = tag(
        "metadata",
        tag("schema", "IMS Content"),
        tag("schemaversion", "1.1.3"),
        tag("imsmd:lom", tag("imsmd:general", named)),
    )
    resources = tag("resources", *_resources(ident, pictures))
    names = {"xmlns": _PACKAGE, "xmlns:imsmd": _METADATA, "xmlns:xsi": _XSI}
    manifest = tag(
        "manifest", metadata, tag("organizations"), resources, identifier=f"{ident}_manifest", **names
    )
    return _DECLARATION + manifest + "\n"


def _resources(ident: str, pictures: Mapping[str, bytes]) -> list[str]:
    """The quiz, what Canvas wants to know of it, and each picture."""
    meta = f"{ident}/assessment_meta.xml"
    quiz = (tag("file", href=f"{ident}/{ident}.xml"), tag("dependency", identifierref=f"{ident}_meta"))
    application = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
    return [
        tag("resource", *quiz, identifier=ident, type="imsqti_xmlv1p2"),
        tag("resource", tag("file", href=meta), identifier=f"{ident}_meta", type=application, href=meta),
        *(
            tag("resource", tag("file", href=path), identifier=f"{ident}_tree_{place}", type="webcontent",
                href=path)
            for place, path in enumerate(pictures)
        ),
    ]  # fmt: skip


_RESPONSE = "response1"
_WRONG = "general_incorrect_fb"
_TYPES: Mapping[QuizForm, str] = {
    "number": "numerical_question",
    "several-numbers": "fill_in_multiple_blanks_question",
    "one-of": "multiple_choice_question",
    "some-of": "multiple_answers_question",
    "true-false": "true_false_question",
    "text": "short_answer_question",
    "essay": "essay_question",
}
_BRACKETS = str.maketrans({"[": "&#91;", "]": "&#93;"})  # a word in brackets would be a blank to fill in


def item_xml(item: QuizItem, ident: str, picture: str, say: Say) -> str:
    """The item; `ident` begins all its identifiers, `picture` is the address of the drawn tree."""
    html = markup.question_html(item, picture, say)
    if item.form == "several-numbers":
        html = html.translate(_BRACKETS) + _blanks(item)
    present, process, feedback = _FORMS[item.form]
    presentation = tag("presentation", _material(html), *present(item, ident))
    outcomes = tag(
        "outcomes", tag("decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    )
    processing = tag("resprocessing", outcomes, *process(item, ident))
    return tag(
        "item", _metadata(item, ident), presentation, processing, *feedback(item, ident, say),
        ident=ident, title=item.id,
    )  # fmt: skip


def _metadata(item: QuizItem, ident: str) -> str:
    fields = {
        "question_type": _TYPES[item.form],
        "points_possible": decimal(item.points, 2),
        "assessment_question_identifierref": f"{ident}_question",
    }
    written = (
        tag("qtimetadatafield", tag("fieldlabel", name), tag("fieldentry", markup.plain_xml(text)))
        for name, text in fields.items()
    )
    return tag("itemmetadata", tag("qtimetadata", *written))


def _material(html: str) -> str:
    return tag("material", tag("mattext", markup.plain_xml(html), texttype="text/html"))


def _labels(item: QuizItem, ident: str) -> Iterator[tuple[str, QuizAnswer]]:
    """Each answer to tick with its identifier."""
    return ((f"{ident}_{place}", answer) for place, answer in enumerate(item.fields[0].answers, 1))


def _ticks(item: QuizItem, ident: str) -> Iterator[str]:
    labels = [
        tag("response_label", _material(markup.lines(answer.text)), ident=label)
        for label, answer in _labels(item, ident)
    ]
    cardinality = "Multiple" if item.form == "some-of" else "Single"
    choice = tag("render_choice", *labels, shuffle="Yes" if item.shuffled else "No")
    yield tag("response_lid", choice, ident=_RESPONSE, rcardinality=cardinality)


def _ticked(item: QuizItem, ident: str) -> Iterator[str]:
    """What is said of each answer, and then which one is right."""
    for label, answer in _labels(item, ident):
        if answer.feedback:
            yield _condition(_equal(label), _shown(f"{label}_fb"), goes_on=True)
    if item.form == "some-of":
        every = (
            _equal(label) if answer.share > 0 else tag("not", _equal(label))
            for label, answer in _labels(item, ident)
        )
        yield _condition(tag("and", *every), _score(Fraction(1)))
        return
    for label, answer in _labels(item, ident):
        if answer.share == 1:
            yield _condition(_equal(label), _score(Fraction(1)))


def _tick_feedback(item: QuizItem, ident: str, _say: Say) -> Iterator[str]:
    for label, answer in _labels(item, ident):
        if answer.feedback:
            yield _feedback(f"{label}_fb", markup.paragraphs(answer.feedback))


def _typed(item: QuizItem, _ident: str) -> Iterator[str]:
    """A line to type on."""
    label = tag("response_label", ident="answer1", rshuffle="No")
    fib = {"fibtype": "Decimal"} if item.form == "number" else {}
    yield tag("response_str", tag("render_fib", label, **fib), ident=_RESPONSE, rcardinality="Single")


def _number(item: QuizItem, _ident: str) -> Iterator[str]:
    number = item.fields[0].right.number
    assert isinstance(number, int | Fraction)
    margin = tolerance(number, item.rounding)
    bounds = (_compare("vargte", number - margin), _compare("varlte", number + margin))
    yield _condition(tag("or", _equal(decimal(number)), tag("and", *bounds)), _score(Fraction(1)))
    yield _condition(tag("other"), _shown(_WRONG), goes_on=True)


def _text(item: QuizItem, _ident: str) -> Iterator[str]:
    yield _condition("".join(map(_equal, _spelt(item.fields[0], item.rounding))), _score(Fraction(1)))
    yield _condition(tag("other"), _shown(_WRONG), goes_on=True)


def _essay(_item: QuizItem, _ident: str) -> Iterator[str]:
    yield _condition(tag("other"), "")


def _blanks(item: QuizItem) -> str:
    """Where the numbers go; a blank is a word in brackets."""
    rows = (
        f"<li>{markup.lines(field.label).translate(_BRACKETS)} [n{place}]</li>"
        for place, field in enumerate(item.fields, 1)
    )
    return f"<ul>{''.join(rows)}</ul>"


def _blank_fields(item: QuizItem, ident: str) -> Iterator[str]:
    for place, field in enumerate(item.fields, 1):
        labels = [
            tag(
                "response_label",
                tag("material", tag("mattext", markup.plain_xml(text), texttype="text/plain")),
                ident=label,
            )
            for label, text in _blank_labels(field, place, item, ident)
        ]
        name = tag("material", tag("mattext", f"n{place}"))
        yield tag("response_lid", name, tag("render_choice", *labels), ident=f"response_n{place}")


def _blank_labels(field: QuizField, place: int, item: QuizItem, ident: str) -> Iterator[tuple[str, str]]:
    texts = _spelt(field, item.rounding)
    return ((f"{ident}_n{place}_{number}", text) for number, text in enumerate(texts, 1))


def _filled(item: QuizItem, ident: str) -> Iterator[str]:
    share = Fraction(1, len(item.fields))
    for place, field in enumerate(item.fields, 1):
        for label, _ in _blank_labels(field, place, item, ident):
            yield _condition(_equal(label, f"response_n{place}"), _score(share, "Add"))


def _spelt(field: QuizField, rounding: int) -> tuple[str, ...]:
    """The ways to type the right answer."""
    right = field.right
    return (right.text,) if right.number is None else spellings(right.number, rounding)


def _wrong_feedback(item: QuizItem, ident: str, say: Say) -> Iterator[str]:
    del item, ident
    yield _feedback(_WRONG, markup.paragraphs([say("exchange.wrong")]))


def _nothing(_item: QuizItem, _ident: str, _say: Say | None = None) -> Iterator[str]:
    return iter(())


def _condition(test: str, *actions: str, goes_on: bool = False) -> str:
    written = tag("conditionvar", test)
    return tag("respcondition", written, *actions, **{"continue": "Yes" if goes_on else "No"})


def _equal(text: str, response: str = _RESPONSE) -> str:
    return tag("varequal", markup.plain_xml(text), respident=response)


def _compare(test: str, number: int | Fraction) -> str:
    return tag(test, decimal(number), respident=_RESPONSE)


def _score(share: Fraction, action: str = "Set") -> str:
    return tag("setvar", decimal(share * 100, 2), action=action, varname="SCORE")


def _shown(ident: str) -> str:
    return tag("displayfeedback", feedbacktype="Response", linkrefid=ident)


def _feedback(ident: str, html: str) -> str:
    return tag("itemfeedback", tag("flow_mat", _material(html)), ident=ident)


_Present = Callable[[QuizItem, str], Iterator[str]]
_Feedback = Callable[[QuizItem, str, Say], Iterator[str]]
_FORMS: Mapping[
    QuizForm, tuple[_Present, _Present, _Feedback]
] = {  # the places for answers, what is right, what is said
    "number": (_typed, _number, _wrong_feedback),
    "several-numbers": (_blank_fields, _filled, _nothing),
    "one-of": (_ticks, _ticked, _tick_feedback),
    "some-of": (_ticks, _ticked, _tick_feedback),
    "true-false": (_ticks, _ticked, _tick_feedback),
    "text": (_typed, _text, _wrong_feedback),
    "essay": (_typed, _essay, _nothing),
}
