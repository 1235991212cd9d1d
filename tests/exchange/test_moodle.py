"""Moodle XML: valid, marked in Moodle's way as the grader marks, and no text in it is anything but text."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from fractions import Fraction
from html import unescape
from pathlib import Path

import html5lib
import pytest
from lxml import etree

from grader.exchange.platforms.moodle_xml import (
    cloze_html,
    fraction,
    moodle_quiz,
    shares_of_right,
)
from grader.exchange.platforms.quiz_items import FORMS, QuizAnswer, items
from grader.exchange.platforms.typed_numbers import decimal, spellings, tolerance
from grader.problems import ProblemSet, load_problems
from grader.reports.key.rubric import rubric_parts
from grader.text.sentences import sentences
from grader.text.source import InputError, Source
from tests.bundled import bundled
from tests.exchange.sets import ALL_KINDS, BAIT, all_kinds, hostile

SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("moodle.xsd")))
PROBLEMS = Path(__file__).parents[2] / "problems"
SETS = sorted(PROBLEMS.glob("*/set.yaml"))
TYPED = BAIT.replace("\\\\", "\\")


def parsed(problems: ProblemSet) -> etree._Element:
    root = etree.fromstring(moodle_quiz(problems)[0].encode())
    SCHEMA.assertValid(root)
    return root


def question(root: etree._Element, name: str) -> etree._Element:
    return next(found for found in root.iter("question") if found.findtext("name/text") == name)


TYPES = {
    "textbook.value": "cloze", "textbook.root": "numerical", "textbook.dice": "numerical",
    "textbook.best-move": "multichoice", "textbook.pruned": "multichoice", "textbook.count": "numerical",
    "textbook.choice": "multichoice", "textbook.several": "multichoice", "textbook.true-false": "truefalse",
    "textbook.manual": "essay", "endless.value": "shortanswer", "endless.both": "cloze",
    "endless.line": "multichoice",
}  # fmt: skip


def test_every_form_has_its_type() -> None:
    category, *asked = parsed(all_kinds())
    assert category.get("type") == "category"
    assert {found.findtext("name/text"): found.get("type") for found in asked} == TYPES
    assert {item.form for item in items(all_kinds())} == set(FORMS)


def test_the_category_is_the_title_and_its_slash_begins_no_other() -> None:
    assert parsed(all_kinds()).findtext("question/category/text") == "$course$/top/Search // sheet 1"


def test_the_tree_is_a_picture_with_the_tree_in_words_beside_it() -> None:
    asked = question(parsed(all_kinds()), "textbook.root")
    page = html5lib.parseFragment(asked.findtext("questiontext/text") or "", namespaceHTMLElements=False)
    picture = page.find(".//img")
    assert picture is not None
    assert picture.get("src") == "@@PLUGINFILE@@/tree.svg"
    assert "B1: leaf, utility 3" in picture.get("alt", "")
    file = asked.find("questiontext/file")
    assert file is not None
    assert b64decode(file.text or "").startswith(b"<svg")


def test_a_number_has_a_row_for_each_idea_and_the_first_that_fits_is_the_graders_verdict() -> None:
    problems = all_kinds()
    (part,) = (part for part in rubric_parts(problems) if part.question == "root")
    asked = question(parsed(problems), "textbook.root")
    finite = [row for row in part.rows if "inf" not in row.answer]  # Moodle has no other numbers
    assert len(finite) > 3
    for row in finite:
        answer = first_that_fits(asked, Fraction(row.answer))
        assert answer.get("fraction") == ("100" if row.verdict == "right" else "0")
        said = "".join(html5lib.parseFragment(answer.findtext("feedback/text") or "").itertext())
        assert said == "".join(row.feedback)


def test_a_rounded_number_is_right_and_another_one_meets_the_last_row() -> None:
    asked = question(parsed(all_kinds()), "textbook.dice")  # 22/3
    assert first_that_fits(asked, Fraction("7.33")).get("fraction") == "100"
    last = first_that_fits(asked, Fraction("7.2"))
    assert last.findtext("text") == "*"
    assert "none of the usual mistakes leads to it" in (last.findtext("feedback/text") or "")


def first_that_fits(asked: etree._Element, number: Fraction) -> etree._Element:
    """The row that Moodle uses for a number."""
    for answer in asked.iter("answer"):
        text, margin = answer.findtext("text") or "", Fraction(answer.findtext("tolerance") or "")
        if text == "*" or abs(Fraction(text) - number) <= margin + Fraction(1, 10**9):
            return answer
    raise AssertionError("no row fits")


def test_an_answer_that_is_partly_right_earns_its_share() -> None:
    problems = load_problems(PROBLEMS / "deep-cutoffs")
    asked = question(parsed(problems), "grandparent.pruned")
    fractions = {shown(answer): answer.get("fraction") for answer in asked.iter("answer")}
    assert fractions["[E2, F1, F2]"] == "100"
    assert fractions["[F1, F2]"] == "66.66667"
    assert fractions["none"] == "0"


def shown(answer: etree._Element) -> str:
    return "".join(html5lib.parseFragment(answer.findtext("text") or "").itertext())


def test_every_move_is_an_option_and_the_usual_mistakes_are_told() -> None:
    asked = question(parsed(all_kinds()), "textbook.best-move")
    assert {shown(answer): answer.get("fraction") for answer in asked.iter("answer")} == {
        "a1": "0", "a2": "0", "a3": "100",
    }  # fmt: skip
    assert all(
        answer.findtext("feedback/text") for answer in asked.iter("answer") if answer.get("fraction") == "0"
    )


def test_of_several_right_options_a_wrong_one_takes_away_what_a_right_one_gives() -> None:
    asked = question(parsed(all_kinds()), "textbook.several")
    assert asked.findtext("single") == "false"
    assert [answer.get("fraction") for answer in asked.iter("answer")] == ["50", "50", "-50"]


GENERATED = ("pruned", "visited", "window", "cutoffs", "bounds", "line", "irrelevant")


def generated(problems: ProblemSet) -> list[tuple[str, list[QuizAnswer]]]:
    """The questions whose options are worked out, with the options in their order."""
    return [
        (item.id, list(item.fields[0].answers))
        for item in items(problems)
        if item.form == "one-of" and item.id.rpartition(".")[2] in GENERATED
    ]


def test_the_order_of_the_options_does_not_say_which_is_right() -> None:
    places = Counter(
        [answer.share == 1 for answer in answers].index(True)
        for name in ("deep-cutoffs", "alpha-beta-step-by-step", "ties-and-conventions")
        for _, answers in generated(load_problems(PROBLEMS / name))
    )
    assert places.total() > 25
    assert max(places.values()) < places.total() / 2


def test_the_order_of_the_options_is_the_same_whichever_of_them_is_right() -> None:
    """The same options in another order of the rubric's, as another right answer would give it."""
    ((_, answers),) = (found for found in generated(all_kinds()) if found[0] == "textbook.pruned")
    texts = [answer.text for answer in answers]
    kept = load_problems(
        Source(ALL_KINDS.replace("rule: aima", "rule: {preset: aima, ties: keep}"), "set.yaml")
    )
    ((_, others),) = (found for found in generated(kept) if found[0] == "textbook.pruned")
    shared = {answer.text for answer in others} & set(texts)
    assert len(shared) > 2
    assert [text for text in texts if text in shared] == [one.text for one in others if one.text in shared]


def test_options_are_shuffled_but_for_moves_which_stand_as_in_the_tree() -> None:
    root = parsed(all_kinds())
    shuffled = {
        found.findtext("name/text"): found.findtext("shuffleanswers")
        for found in root.iter("question")
        if found.get("type") == "multichoice"
    }
    moves = shuffled.pop("textbook.best-move")
    assert (moves, set(shuffled.values())) == ("false", {"true"})


FIELD = re.compile(r"\{[0-9]+:(NUMERICAL|SHORTANSWER):(.*?)(?<!\\)\}", re.DOTALL)
ROW = re.compile(r"(=|%[\d.]+%)((?:&#|[^#])+)(?:#(.*))?", re.DOTALL)


def fields(html: str) -> list[list[tuple[str, str, str]]]:
    """The fields of a cloze as Moodle reads them: for each row its credit, its answer and its feedback."""
    found = []
    for _, inside in FIELD.findall(html):
        rows = [ROW.fullmatch(row) for row in re.split(r"(?<!\\)~", inside)]
        assert all(rows)
        found.append([(row[1], unescape(row[2]), unescape(row[3] or "")) for row in rows if row])
    return found


def test_a_cloze_has_a_field_for_each_node_with_a_row_for_each_idea() -> None:
    asked = question(parsed(all_kinds()), "textbook.value")
    found = fields(asked.findtext("questiontext/text") or "")
    assert [rows[0][:2] for rows in found] == [
        ("=", "3:0"),
        ("=", "2:0"),
        ("=", "7.3333333333:0.005"),
        ("=", "7.3333333333:0.005"),
    ]
    assert [rows[-1][:2] for rows in found] == [("%0%", "*")] * 4
    twelve = next(row for row in found[0] if row[1] == "12:0")
    assert "Min nodes took the largest child" in twelve[2]
    assert twelve[2].endswith(
        "B is a Min node over B1 = 3, B2 = 12 and B3 = 8: its value is the smallest of these, 3, not 12."
    )


def cloze(points: object, number: int) -> ProblemSet:
    """A set whose one question asks for so many numbers."""
    nodes = ["A", "B", "C", "D", "E"][:number]
    fields = f"questions: [{{ask: value, of: [{', '.join(nodes)}], points: {points}}}]"
    return one_problem(f"tree: 'max(min(3, 4), min(5, 6), min(7, 8), min(1, 2))', {fields}")


WEIGHTS = {
    "one each": (4, 4, [1, 1, 1, 1]),
    "more than one each": (6, 3, [2, 2, 2]),
    "not alike": (4, 3, [2, 1, 1]),
    "half points": ("5/2", 2, [1, 1]),
    "fewer points than numbers": (1, 3, [1, 1, 1]),
}


@pytest.mark.parametrize(("points", "number", "counted"), WEIGHTS.values(), ids=WEIGHTS)
def test_moodle_gives_a_cloze_the_points_of_the_question_or_that_is_said(
    points: object, number: int, counted: list[int]
) -> None:
    """Moodle reads them from the fields alone: `<defaultgrade>` means nothing to it there."""
    problems = cloze(points, number)
    html = question(parsed(problems), "p.value").findtext("questiontext/text") or ""
    found = [int(weight) for weight in re.findall(r"\{([0-9]+):NUMERICAL:", html)]
    assert found == counted
    alike = sum(found) == Fraction(str(points)) and len(set(found)) == 1
    assert bool(moodle_quiz(problems)[1]) is not alike


def test_what_a_field_counts_otherwise_is_said_with_what_to_do() -> None:
    assert moodle_quiz(cloze("5/2", 2))[1] == (
        "p.value: in Moodle it counts 2, since fields count in whole numbers; set its mark to 2.5 there",
    )
    assert moodle_quiz(cloze(4, 3))[1] == (
        "p.value: in Moodle its numbers count 2, 1, 1, since fields count in whole numbers",
    )


def test_an_infinite_number_is_typed_as_a_text() -> None:
    root = parsed(all_kinds())
    texts = [answer.findtext("text") for answer in question(root, "endless.value").iter("answer")]
    assert texts[:2] == ["inf", "∞"]
    rows, _ = fields(question(root, "endless.both").findtext("questiontext/text") or "")
    assert [row[1] for row in rows[:2]] == ["inf", "∞"]


def test_hostile_text_stays_text_wherever_it_stands() -> None:
    root = parsed(hostile())
    assert root.findtext("question/category/text") == f"$course$/top/{BAIT.replace('/', '//')}"
    for asked in list(root)[1:]:
        for markup in (found.text or "" for found in asked.iter("text")):
            page = html5lib.parseFragment(markup, namespaceHTMLElements=False)
            assert page.find(".//script") is None
    option = question(root, "bait.choice").find("answer")
    assert option is not None
    assert shown(option) == BAIT
    assert TYPED in "".join(page_text(question(root, "bait.choice")))


def page_text(asked: etree._Element) -> str:
    return "".join(html5lib.parseFragment(asked.findtext("questiontext/text") or "").itertext())


def test_hostile_text_begins_and_ends_no_field_of_a_cloze() -> None:
    html = question(parsed(hostile()), "bait.value").findtext("questiontext/text") or ""
    found = fields(html)
    assert [rows[0][:2] for rows in found] == [("=", "3:0"), ("=", "3:0")]
    feedback = next(row[2] for row in found[1] if row[1] == "4:0")
    page = html5lib.parseFragment(feedback, namespaceHTMLElements=False)
    assert page.find(".//script") is None
    assert BAIT in "".join(page.itertext())
    assert "{" not in FIELD.sub("", html)


@pytest.mark.parametrize("path", SETS, ids=[path.parent.name for path in SETS])
def test_every_set_that_ships_is_valid_or_has_only_programs(path: Path) -> None:
    problems = bundled(path)
    if problems.on_sheet:
        assert len(parsed(problems)) > 1
        return
    with pytest.raises(InputError, match="no question of this set is answered on the sheet"):
        moodle_quiz(problems)[0]


def test_a_question_that_was_taken_out_is_not_exported() -> None:
    problems = one_problem(
        "tree: 'max(3, 4)', questions: [{ask: value}, {ask: line, void: full, because: x}]"
    )
    assert [item.id for item in items(problems)] == ["p.value"]


def test_every_variant_is_exported() -> None:
    problems = one_problem("variants: ['max(3, 4)', 'max(5, 6)'], questions: [{ask: value}]")
    assert [item.id for item in items(problems)] == ["p.1/2.value", "p.2/2.value"]


def test_a_question_that_counts_for_nothing_still_has_a_right_answer() -> None:
    questions = "[{ask: value, points: 0}, {ask: best-move}]"
    item, _ = items(one_problem(f"tree: 'max(3, min(4, 5))', questions: {questions}"))
    assert [answer.share for answer in item.fields[0].answers][:2] == [1, 0]


def one_problem(fields: str, more: str = "") -> ProblemSet:
    return load_problems(Source(f"set: s\n{more}\nproblems: [{{id: p, {fields}}}]", "set.yaml"))


def test_what_staff_alone_may_know_is_not_told() -> None:
    fields = "tree: 'max(3, min(4, 5))', questions: [{ask: value, of: [A, B]}]"
    told, untold = (
        cloze_html("", items(one_problem(fields, f"diagnosis: {who}"))[0], sentences())
        for who in ("students", "staff")
    )
    assert "It looks as if" in told
    assert "It looks as if" not in untold


def test_a_large_tree_is_written_rather_than_drawn() -> None:
    leaves = ", ".join(map(str, range(500)))
    problems = one_problem(f"tree: 'max({leaves})', questions: [{{ask: count, of: leaves-evaluated}}]")
    asked = question(parsed(problems), "p.count")
    assert asked.find("questiontext/file") is None
    assert "<pre>max(" in (asked.findtext("questiontext/text") or "")


DECIMALS = [
    (3, 10, "3"), (Fraction(-7, 2), 10, "-3.5"), (Fraction(22, 3), 2, "7.33"), (Fraction(2, 3), 0, "1"),
    (Fraction(-1, 1000), 2, "0"), (Fraction(1, 200), 2, "0.01"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "places", "text"), DECIMALS)
def test_a_number_is_written_as_a_decimal(number: Fraction, places: int, text: str) -> None:
    assert decimal(number, places) == text


def test_only_a_number_that_needs_rounding_has_a_tolerance() -> None:
    assert [tolerance(number, 2) for number in (3, Fraction(7, 4), Fraction(1, 8), Fraction(1, 3))] == [
        0, 0, Fraction(1, 200), Fraction(1, 200),
    ]  # fmt: skip


def test_a_number_may_be_typed_in_several_ways() -> None:
    assert spellings(Fraction(-22, 3), 2) == (
        "-22/3", "-7.33", "-7.333", "-7.3333", "−22/3", "−7.33", "−7.333", "−7.3333",
    )  # fmt: skip
    assert spellings(Fraction(7, 2), 2) == ("7/2", "3.5")
    assert spellings(float("-inf"), 2)[0] == "-inf"


SHARES = [
    (1, "100"),
    (0, "0"),
    (Fraction(2, 3), "66.66667"),
    (Fraction(5, 12), "40"),
    (Fraction(-1, 3), "-33.33333"),
    (3, "100"),
]


@pytest.mark.parametrize(("share", "percent"), SHARES)
def test_a_share_becomes_the_nearest_fraction_that_moodle_knows(share: Fraction, percent: str) -> None:
    assert fraction(Fraction(share)) == percent


@pytest.mark.parametrize("number", range(2, 21))
def test_fractions_of_all_right_options_add_up_to_100(number: int) -> None:
    options = [QuizAnswer("", Fraction(1, number))] * number + [QuizAnswer("", Fraction(-1, number))]
    *right, wrong = map(Fraction, shares_of_right(options))
    assert abs(sum(right, Fraction(0)) - 100) < Fraction(1, 100)
    assert wrong < 0
