"""A kind that nobody has heard of, with an answer of any form, has its place in every page and file."""

from __future__ import annotations

import io
import json
from zipfile import ZipFile

import pytest
from lxml import etree

from grader.exchange.platforms.moodle_xml import moodle_quiz
from grader.exchange.platforms.qti import qti_quiz
from grader.grading import Grade, grade
from grader.grading.record import grade_from_record
from grader.problems import ProblemSet
from grader.questions.answer_form import (
    AnswerForm,
    AnswerOption,
    ChildOrder,
    CutList,
    IntervalPerNode,
    NodeOrder,
    NodeSet,
    NumberPerNode,
    OncePerDepth,
    Options,
    PerNode,
    WindowList,
    WrittenTree,
)  # fmt: skip
from grader.questions.question import MapLayer
from grader.reports.class_.class_page import class_html
from grader.reports.class_.heat_maps import heat_maps
from grader.reports.class_.statistics import columns_of
from grader.reports.key.answer_key import key_markdown, key_record, key_text
from grader.reports.key.key_page import key_html
from grader.reports.key.rubric import rubric
from grader.reports.render import FORMS, render
from grader.reports.sheets.answer_room import room_for
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.reports.sheets.form_fields import form_of
from grader.reports.sheets.paper import exam_tex
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import read_submission
from grader.text.sentences import sentences
from grader.text.source import InputError
from tests.marking import problems_of
from tests.toy_kinds import TOYS, set_text, sheet_text, toys

__all__ = ["toys"]

pytestmark = pytest.mark.usefixtures("toys")

SHEETS = {
    "right": sheet_text({ask: toy.right for ask, toy in TOYS.items()}),
    "wrong": sheet_text({ask: toy.wrong for ask, toy in TOYS.items()}),
    "unreadable": sheet_text({}) + "".join(f"    {ask}: '???'\n" for ask in TOYS),
    "empty": sheet_text({}),
}


@pytest.fixture
def problems() -> ProblemSet:
    return problems_of(set_text(*TOYS))


def marked(problems: ProblemSet, sheet: str) -> Grade:
    return grade(problems, read_submission(SHEETS[sheet].replace("ada", sheet).encode(), f"{sheet}.yaml"))


WIDGETS = {
    "OneNumber": "numbers",
    "NumberPerNode": "numbers",
    "NumbersPerNode": "intervals",
    "IntervalPerNode": "intervals",
    "WindowsPerNode": "windows",
    "ChildOrder": "orders",
    "WindowList": "windows",
    "NodeSet": "nodes",
    "NodeOrder": "order",
    "CutList": "cuts",
    "Options": "options",
    "Claim": "options",
    "FreeText": "words",
    "NumberSet": "set",
    "WrittenTree": "numbers",
    "FoundMistake": "intervals",
    "OncePerDepth": "numbers",
}


def test_the_sheet_page_has_fields_for_every_form(problems: ProblemSet) -> None:
    (problem,) = problems.problems
    for asked, toy in zip(problem.questions, TOYS.values(), strict=True):
        form = form_of(asked.question, problem.solution(), sentences())
        assert form.widget == WIDGETS[type(toy.form).__name__]
        assert bool(form.example) is (form.widget == "text")
    html = sheet_html(problems)
    assert all(f'data-question="{ask}"' in html for ask in TOYS)


FORMS_OF_FIELDS: dict[str, tuple[AnswerForm, str, list[str]]] = {
    "the children of one node": (ChildOrder(("A",), named=False), "orders", ["A"]),
    "a whole tree": (WrittenTree(), "text", []),
    "windows, one after the other": (WindowList(("alpha", "beta")), "windows", []),
    "a value at each depth": (
        OncePerDepth(NumberPerNode(("A",), named=False), (1, 3)), "numbers", ["1", "3"],
    ),
    "a window at each depth": (
        OncePerDepth(IntervalPerNode(("A",), named=False, ends=("alpha", "beta")), (2,)), "intervals", ["2"],
    ),
    "a move at each depth": (
        OncePerDepth(Options((AnswerOption("B", "B", "", "B"),), several=False, in_tree=True), (1, 2)),
        "depths", ["1", "2"],
    ),
    "several moves at each depth": (
        OncePerDepth(Options((AnswerOption("B", "B", "", "B"),), several=True, in_tree=True), (1, 2)),
        "depths", ["1", "2"],
    ),
    "values at each depth": (
        OncePerDepth(NumberPerNode(("A", "B"), named=True), (1, 2)), "depths", ["1", "2"],
    ),
    "what is pruned at each depth": (OncePerDepth(NodeSet("leaves", "pruned"), (1, 2)), "depths", ["1", "2"]),
}  # fmt: skip


@pytest.mark.parametrize(("form", "widget", "items"), FORMS_OF_FIELDS.values(), ids=FORMS_OF_FIELDS)
def test_a_form_has_the_fields_that_hold_its_answers(
    form: AnswerForm, widget: str, items: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, toy = next(iter(TOYS.items()))
    monkeypatch.setattr(toy, "form", form)
    problem = problems_of(set_text(ask)).problems[0]
    fields = form_of(problem.questions[0].question, problem.solution(), sentences())
    assert (fields.widget, [item.written for item in fields.items]) == (widget, items)


def test_the_sheet_as_text_asks_for_everything(problems: ProblemSet) -> None:
    assert all(f"    {ask}:\n" in blank_sheet(problems) for ask in TOYS)
    filled = grade(problems, read_submission(filled_sheet(problems).encode(), "key.yaml"))
    assert {check.verdict for check in filled.checks} == {"right"}


def test_an_exam_paper_has_room_for_every_answer(problems: ProblemSet) -> None:
    (problem,) = problems.problems
    for asked in problem.questions:
        room, filled = (
            room_for(asked.question, problem.solution(), sentences(), key=key) for key in (False, True)
        )
        assert room.blanks or room.options or room.lines
        assert not any(blank.answer for blank in room.blanks)
        assert not any(room.lines)
        assert all(blank.answer for blank in filled.blanks)
        assert all(filled.lines)
    assert exam_tex(problems) != exam_tex(problems, key=True)


PER_DEPTH: dict[str, tuple[AnswerForm, bool]] = {
    "values": (OncePerDepth(NumberPerNode(("A", "B"), named=True), (1, 2)), True),
    "a set": (OncePerDepth(NodeSet("leaves", "pruned"), (1, 2)), True),
    "a value": (OncePerDepth(NumberPerNode(("A",), named=False), (1, 2)), False),
}


@pytest.mark.parametrize(("form", "long"), PER_DEPTH.values(), ids=PER_DEPTH)
def test_what_is_asked_at_each_depth_has_a_place_for_each(
    form: AnswerForm, long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, toy = next(iter(TOYS.items()))
    monkeypatch.setattr(toy, "form", form)
    problem = problems_of(set_text(ask)).problems[0]
    room = room_for(problem.questions[0].question, problem.solution(), sentences(), key=False)
    assert [(blank.label, blank.long) for blank in room.blanks] == [("depth 1: ", long), ("depth 2: ", long)]


def test_keys_and_rubrics_tell_every_answer(problems: ProblemSet) -> None:
    for written in (key_text, key_markdown, key_html, rubric):
        assert all(ask in written(problems).replace("\\", "") for ask in TOYS)
    assert all(ask in json.dumps(key_record(problems)) for ask in TOYS)
    assert all(ask in rubric(problems, "csv") for ask in TOYS)


LEFT_OUT = [f"box.{ask}" for ask in TOYS if ask.endswith(("-childorder", "-numberset", "-writtentree"))]


def test_platforms_are_asked_what_they_can_mark_and_the_rest_is_named(problems: ProblemSet) -> None:
    (moodle, notes), (qti, qti_notes) = moodle_quiz(problems), qti_quiz(problems)
    left_out = tuple(f"left out because no platform reads such an answer: {name}" for name in LEFT_OUT)
    assert notes[: len(left_out)] == qti_notes == left_out
    asked = [f"box.{ask}" for ask in TOYS if f"box.{ask}" not in LEFT_OUT]
    names = etree.fromstring(moodle.encode()).findall("question/name/text")
    assert [name.text for name in names] == asked
    with ZipFile(io.BytesIO(qti)) as package:
        (quiz,) = (name for name in package.namelist() if name.endswith("/grader_toys.xml"))
        items = etree.fromstring(package.read(quiz)).iter("{*}item")
    assert [item.get("title") for item in items] == asked


def test_a_set_of_which_no_platform_can_mark_anything_is_refused() -> None:
    problems = problems_of(set_text(*(name.removeprefix("box.") for name in LEFT_OUT)))
    with pytest.raises(InputError, match="no question of this set is graded by a platform"):
        moodle_quiz(problems)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_a_report_tells_what_became_of_every_answer(sheet: str, form: str, problems: ProblemSet) -> None:
    report = render(marked(problems, sheet), form)
    assert all(ask in report.replace("\\", "") for ask in TOYS)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_stored_grade_is_the_same_again(sheet: str, problems: ProblemSet) -> None:
    found = marked(problems, sheet)
    again = grade_from_record(json.loads(json.dumps(found.to_dict())), problems)
    assert again.to_dict() == found.to_dict()
    assert render(again, "html", problems=problems) == render(found, "html")


@pytest.mark.parametrize("ask", TOYS)
@pytest.mark.parametrize("layer", ["values", "cuts"])
def test_a_class_is_mapped_where_answers_say_something_of_nodes(
    layer: MapLayer, ask: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = TOYS[ask]
    monkeypatch.setattr(toy, "layer", layer)
    problems = problems_of(set_text(ask))
    sheets = [sheet_text({ask: answer}) for answer in (toy.right, toy.wrong, toy.wrong)]
    grades = [grade(problems, read_submission(sheet.encode(), "ada.yaml")) for sheet in sheets]
    maps = heat_maps(grades, problems, columns_of(grades, problems))
    named = isinstance(toy.form, NodeSet | NodeOrder | CutList)
    assert [heat.layer for heat in maps] == [layer] * (
        named if layer == "cuts" else isinstance(toy.form, PerNode)
    )
    assert all(any(spot.wrong == 2 for spot in heat.spots) for heat in maps)
    assert ask in class_html(grades, problems)
