"""QTI 1.2 for Canvas: a package in text2qti's layout, valid, and no text in it is anything but text."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from pathlib import Path
from zipfile import ZipFile

import html5lib
import pytest
from lxml import etree
from text2qti import qti as text2qti
from text2qti.config import Config
from text2qti.quiz import Quiz

from grader.exchange.platforms.qti import qti_quiz
from grader.problems import ProblemSet, load_problems
from tests.exchange.sets import BAIT, all_kinds, hostile

SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("qti.xsd")))
PROBLEMS = Path(__file__).parents[2] / "problems"
QTI = {"q": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}


def opened(problems: ProblemSet) -> ZipFile:
    return ZipFile(io.BytesIO(qti_quiz(problems)[0]))


def quiz(problems: ProblemSet) -> etree._Element:
    root = etree.fromstring(opened(problems).read("grader_search-1/grader_search-1.xml"))
    SCHEMA.assertValid(root)
    return root


def found(root: etree._Element, path: str) -> list[etree._Element]:
    return root.findall(path, QTI)


def item(root: etree._Element, title: str) -> etree._Element:
    return next(element for element in found(root, ".//q:item") if element.get("title") == title)


def kind(element: etree._Element) -> str | None:
    return element.findtext(".//q:fieldentry", namespaces=QTI)


def test_the_package_has_the_layout_that_canvas_imports() -> None:
    archive = opened(all_kinds())
    assert archive.namelist() == [
        "imsmanifest.xml", "grader_search-1/assessment_meta.xml", "grader_search-1/grader_search-1.xml",
        "images/tree-1.svg", "images/tree-2.svg",
    ]  # fmt: skip
    manifest = etree.fromstring(archive.read("imsmanifest.xml"))
    files = [str(element.get("href")) for element in manifest.iter("{*}file")]
    assert sorted(files) == sorted(archive.namelist()[1:])
    meta = etree.fromstring(archive.read("grader_search-1/assessment_meta.xml"))
    assert meta.findtext("{*}title") == "Search / sheet 1"
    assert meta.findtext("{*}points_possible") == "19"


def test_the_same_set_gives_the_same_bytes() -> None:
    assert qti_quiz(all_kinds())[0] == qti_quiz(all_kinds())[0]


def test_every_form_has_its_type() -> None:
    assert {element.get("title"): kind(element) for element in found(quiz(all_kinds()), ".//q:item")} == {
        "textbook.value": "fill_in_multiple_blanks_question",
        "textbook.root": "numerical_question",
        "textbook.dice": "numerical_question",
        "textbook.best-move": "multiple_choice_question",
        "textbook.pruned": "multiple_choice_question",
        "textbook.count": "numerical_question",
        "textbook.choice": "multiple_choice_question",
        "textbook.several": "multiple_answers_question",
        "textbook.true-false": "true_false_question",
        "textbook.manual": "essay_question",
        "endless.value": "short_answer_question",
        "endless.both": "fill_in_multiple_blanks_question",
        "endless.line": "multiple_choice_question",
    }


def test_identifiers_are_used_once_and_feedback_that_is_shown_exists() -> None:
    root = quiz(all_kinds())
    for element in found(root, ".//q:item"):
        labels = [label.get("ident") for label in found(element, ".//q:response_label")]
        assert len(labels) == len(set(labels))
        feedback = {said.get("ident") for said in found(element, ".//q:itemfeedback")}
        assert {shown.get("linkrefid") for shown in found(element, ".//q:displayfeedback")} == feedback


def test_each_option_says_what_is_behind_it_and_one_earns_all() -> None:
    element = item(quiz(all_kinds()), "textbook.best-move")
    options = {label.get("ident"): text_of(label) for label in found(element, ".//q:response_label")}
    scored = [
        options[condition.findtext(".//q:varequal", namespaces=QTI)]
        for condition in found(element, ".//q:respcondition")
        if condition.find("q:setvar", QTI) is not None
    ]
    assert scored == ["a3"]
    said = {
        options[str(given.get("ident"))[:-3]]: text_of(given) for given in found(element, ".//q:itemfeedback")
    }
    assert sorted(said) == ["a1", "a2"]
    assert "Min nodes took the largest child" in said["a1"]


def test_answers_are_shuffled_but_for_moves_and_claims() -> None:
    root = quiz(all_kinds())
    shuffled = {
        str(element.get("title")).partition(".")[2]: choice.get("shuffle")
        for element in found(root, ".//q:item")
        for choice in found(element, ".//q:render_choice[@shuffle]")
    }
    assert shuffled == {
        "best-move": "No", "true-false": "No",
        "pruned": "Yes", "choice": "Yes", "several": "Yes", "line": "Yes",
    }  # fmt: skip
    meta = etree.fromstring(opened(all_kinds()).read("grader_search-1/assessment_meta.xml"))
    assert meta.findtext("{*}shuffle_answers") == "true"


def text_of(element: etree._Element) -> str:
    """The words of some HTML inside."""
    html = element.findtext(".//q:mattext", namespaces=QTI) or ""
    return "".join(html5lib.parseFragment(html).itertext())


def test_only_the_right_number_is_listed_and_rounding_is_allowed_for() -> None:
    element = item(quiz(all_kinds()), "textbook.dice")
    (equal,), (low,), (high,) = (found(element, f".//q:{name}") for name in ("varequal", "vargte", "varlte"))
    assert equal.text == "7.3333333333"
    assert Fraction(low.text or "") < Fraction("7.33") < Fraction(high.text or "") < Fraction("7.34")


def test_of_several_options_all_right_ones_and_no_other_must_be_ticked() -> None:
    element = item(quiz(all_kinds()), "textbook.several")
    (every,) = found(element, ".//q:and")
    assert [str(part.tag).rpartition("}")[2] for part in every] == ["varequal", "varequal", "not"]


def test_a_blank_for_each_node_takes_the_ways_to_type_its_number() -> None:
    element = item(quiz(all_kinds()), "textbook.value")
    assert re.findall(r"\[(\w+)\]", text_of(element)) == ["n1", "n2", "n3", "n4"]
    blanks = [
        [label.findtext(".//q:mattext", namespaces=QTI) for label in found(blank, ".//q:response_label")]
        for blank in found(element, ".//q:response_lid")
    ]
    assert blanks[0] == ["3"]
    assert blanks[2] == ["22/3", "7.33", "7.333", "7.3333"]
    assert {score.text for score in found(element, ".//q:setvar")} == {"25"}


def test_hostile_text_stays_text_and_makes_no_blank() -> None:
    root = quiz(hostile())
    for html in (element.text or "" for element in found(root, ".//q:mattext")):
        assert html5lib.parseFragment(html, namespaceHTMLElements=False).find(".//script") is None
    assert text_of(found(item(root, "bait.choice"), ".//q:response_label")[0]) == BAIT
    shown = item(root, "bait.value").findtext(".//q:mattext", namespaces=QTI) or ""
    assert re.findall(r"\[(\w+)\]", shown) == ["n1", "n2"]


@pytest.mark.parametrize("name", ["alpha-beta-zh", "expectimax", "ties-and-conventions"])
def test_sets_that_ship_are_valid(name: str) -> None:
    archive = opened(load_problems(PROBLEMS / name))
    (quiz_file,) = (file for file in archive.namelist() if re.fullmatch(r"(grader_.*)/\1\.xml", file))
    SCHEMA.assertValid(etree.fromstring(archive.read(quiz_file)))


TEXT2QTI = """\
1.  Which?
... Both.
*a) this
... yes
b)  that

2.  How much?
=   3.5 +- 0.1

3.  Which ones?
[*] one
[ ] two

4.  Why?
____
"""


def test_what_text2qti_writes_is_valid_by_the_same_schema() -> None:
    package = text2qti.QTI(Quiz(TEXT2QTI, config=Config()))
    SCHEMA.assertValid(etree.fromstring(package.assessment.encode()))
