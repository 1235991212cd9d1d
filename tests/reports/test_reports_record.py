"""Records of grades: the same grade comes back, and what is no record of this set is refused at its place."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from jsonschema import Draft202012Validator

from grader.grading import Grade, grade, seen_by_student
from grader.grading.record import grade_from_record, load_grades, marks_from_record, results_schema
from grader.problems import ProblemSet, load_problems
from grader.reports.student.student_page import student_page
from grader.submissions import load_submission, read_submission
from grader.text.escapes import json_pieces, json_text
from grader.text.source import InputError, Mistake, Source, Span
from tests.bundled import SETS, bundled
from tests.reporting import BEFORE, SET, SHEET, graded, problems_with, sheet

CHECKOUT = Path(__file__).parents[2]
VALIDATOR = Draft202012Validator(json.loads(json.dumps(results_schema())))
PROBLEMS = problems_with()

Change = Callable[[dict[str, Any]], object]


def again(record: object) -> Any:
    return json.loads(json.dumps(record))


def assert_comes_back(marked: Grade, problems: ProblemSet) -> None:
    """Equal in all that `==` compares, and in all that it does not."""
    record = again(marked.to_dict())
    VALIDATOR.validate([record])
    back = grade_from_record(record, problems)
    assert back == marked
    assert back.name == marked.name
    assert list(map(str, back.notes)) == list(map(str, marked.notes))
    for one, other in zip(back.checks, marked.checks, strict=True):
        assert (one.parts, one.early, one.fault) == (dict(other.parts), dict(other.early), other.fault)
        assert one.counterexample == other.counterexample
        if one.counterexample is not None and other.counterexample is not None:
            assert one.counterexample.solution == other.counterexample.solution


AS_OTHERS = {"code-games": pytest.mark.slow}  # a program takes its time, and two other sets have programs


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=AS_OTHERS.get(path.parent.name, ()), id=path.parent.name) for path in SETS],
)
def test_the_grades_of_all_samples_come_back(path: Path) -> None:
    problems = bundled(path)
    if problems.by_program and sys.platform != "linux":
        pytest.skip("programs are run on Linux only")
    most = 1 if problems.by_program else None  # a program takes its time
    for sample in sorted(path.parent.glob("samples/*"))[:most]:
        assert_comes_back(grade(problems, load_submission(sample)), problems)


ANSWERS = some.one_of(
    some.sampled_from(
        ["{B: 3, C: 2, D: 9}", "B=1, C", "[B3, C2]", "C", "none", "[", "7/3", "a\nb", "\0", "\ud800"]
    ),
    some.text(max_size=20),
)


@given(
    answers=some.dictionaries(
        some.sampled_from(["value", "best-move", "pruned", "manual", "prund", "Value"]), ANSWERS, max_size=6
    ),
    student=some.text(max_size=12),
    name=some.text(min_size=1, max_size=12),
)
def test_whatever_is_handed_in_its_grade_comes_back(answers: dict[str, str], student: str, name: str) -> None:
    assert_comes_back(grade(PROBLEMS, sheet(answers, student, name)), PROBLEMS)


VARIANTS = """\
set: s
problems:
  - id: p
    variants: ["max(min(3, 12), min(2, 4))", "max(min(1, 5), min(6, 7))"]
    questions: [{ask: pruned}]
"""


@pytest.mark.parametrize("variant", [0, 1])
def test_the_variant_that_was_marked_comes_back(variant: int) -> None:
    problems = load_problems(Source(VARIANTS, "set.yaml"))
    sheet_of_ada = read_submission(b"student: ada\nanswers: {p: {pruned: [C1]}}\n", "ada.yaml")
    marked = grade(problems, sheet_of_ada, variant=variant)
    assert_comes_back(marked, problems)
    page = student_page(marked, problems)
    assert page.problems[0].variant == f"variant {variant + 1} of 2"


def test_a_counterexample_comes_back_with_the_solution_that_it_is_about() -> None:
    back = grade_from_record(again(graded(PROBLEMS).to_dict()), PROBLEMS)
    example = next(check.counterexample for check in back.checks if check.counterexample is not None)
    assert example.leaf == "B3"
    assert example.solution is PROBLEMS.problem("textbook").solution()


def test_what_a_student_sees_of_a_grade_comes_back_too() -> None:
    problems = problems_with("due: 2027-02-01 12:00 UTC")
    seen = seen_by_student(graded(problems), problems, BEFORE)
    assert [check.earned for check in seen.checks] == [None] * 4
    assert_comes_back(seen, problems)


LINE = "x" * 300
PLACES = {
    "a short line": (Source("a\nbcd\n", "ada.yaml"), Span(3, 5)),
    "the middle of a long line": (Source(f"a\n{LINE}{LINE}\n", "ada.yaml"), Span(302, 320)),
    "the end of a long line": (Source(LINE, "ada.yaml"), Span(298, 300)),
    "more than a line": (Source("abc\ndef\n", "ada.yaml"), Span(1, 6)),
    "the end of the text": (Source("abc", "ada.yaml"), Span(3, 3)),
}


@pytest.mark.parametrize(("source", "span"), PLACES.values(), ids=PLACES)
def test_a_note_comes_back_with_its_place_and_its_line(source: Source, span: Span) -> None:
    assert_notes_come_back(Mistake("odd", source, span, "do this", severity="warning"))


def test_a_note_comes_back_with_the_second_place_that_it_points_at() -> None:
    source = Source(f"{LINE}a{LINE}\nb: 1\nb: 2\n", "ada.yaml")
    assert_notes_come_back(
        Mistake("given twice", source, Span(607, 608), related=(Span(602, 603), "here first")),
        Mistake("odd", source, Span(300, 301)),
        Mistake("odder", source, Span(5, 6)),
    )


def assert_notes_come_back(*notes: Mistake) -> None:
    from dataclasses import replace

    marked = replace(graded(PROBLEMS), notes=notes)
    back = grade_from_record(again(marked.to_dict()), PROBLEMS)
    assert list(map(str, back.notes)) == list(map(str, notes))


def test_a_record_without_what_was_added_later_is_read() -> None:
    record = again(graded(PROBLEMS).to_dict())
    for name in ("notes", "name"):
        del record[name]
    for check in record["checks"]:
        for name in ("parts", "early", "counterexample", "fault"):
            del check[name]
    VALIDATOR.validate([record])
    assert grade_from_record(record, PROBLEMS) == graded(PROBLEMS)


def test_the_schema_is_a_schema_and_names_its_format() -> None:
    Draft202012Validator.check_schema(results_schema())
    assert results_schema()["items"]["properties"]["format"] == {"const": 1}


def changed(change: Change) -> dict[str, Any]:
    record: dict[str, Any] = again(graded(PROBLEMS).to_dict())
    change(record)
    return record


NONSENSE: dict[str, tuple[Change, str]] = {
    "another format": (
        lambda record: record.update(format=2),
        "at `$.format`: the record has format 2, and this grader reads 1",
    ),
    "no format": (lambda record: record.pop("format"), "is not the record of a grade"),
    "another set": (
        lambda record: record.update(set="search-2"),
        "at `$.set`: this is a grade of the set `search-2`, not of `search-1`",
    ),
    "another state of the set": (
        lambda record: record["made_from"].update(set="0" * 64),
        "at `$.made_from.set`: the set `search-1` has changed since this was graded",
    ),
    "no origin": (lambda record: record.pop("made_from"), "at `$`: `made_from` is missing"),
    "a name that is no text": (lambda record: record.update(student=7), "at `$.student`: `7` is not a text"),
    "no name": (lambda record: record.update(student=" "), "at `$.student`: the student has no name"),
    "an unknown status": (
        lambda record: record.update(status="fine"),
        'at `$.status`: `"fine"` is not known here',
    ),
    "an unknown verdict": (
        lambda record: record["checks"][1].update(verdict="great"),
        'at `$.checks[1].verdict`: `"great"` is not known here',
    ),
    "points that are no number": (
        lambda record: record["checks"][2].update(earned="many"),
        'at `$.checks[2].earned`: `"many"` is not a number',
    ),
    "points that are a truth value": (
        lambda record: record["checks"][2].update(earned=True),
        "at `$.checks[2].earned`: `true` is not a whole number",
    ),
    "infinite points": (
        lambda record: record["checks"][2].update(possible="inf"),
        'at `$.checks[2].possible`: `"inf"` cannot be points',
    ),
    "negative points": (
        lambda record: record["checks"][2].update(earned=-1),
        "at `$.checks[2].earned`: `-1` cannot be points",
    ),
    "a total that disagrees": (
        lambda record: record.update(earned=5),
        "at `$.earned`: `5` is not what the checks add up to",
    ),
    "possible points that disagree": (
        lambda record: record.update(possible=5),
        "at `$.possible`: `5` is not what the checks add up to",
    ),
    "a question too few": (
        lambda record: record["checks"].pop(),
        "at `$.checks`: these are not the questions of the set, each once",
    ),
    "a question twice": (
        lambda record: record["checks"].append(record["checks"][0]),
        "at `$.checks`: these are not the questions of the set, each once",
    ),
    "checks that are no list": (
        lambda record: record.update(checks={}),
        "at `$.checks`: `{}` is not a list",
    ),
    "feedback that is no list": (
        lambda record: record["checks"][0].update(feedback="good"),
        'at `$.checks[0].feedback`: `"good"` is not a list',
    ),
    "feedback that is no text": (
        lambda record: record["checks"][0].update(feedback=["good", 7]),
        "at `$.checks[0].feedback[1]`: `7` is not a text",
    ),
    "a part that is no text": (
        lambda record: record["checks"][0].update(parts={"B": "right", "C": None}),
        "at `$.checks[0].parts.C`: `null` is not a text",
    ),
    "a place that is no number": (
        lambda record: record["checks"][0].update(place=[1, "b"]),
        'at `$.checks[0].place[1]`: `"b"` is not a whole number',
    ),
    "a place of three numbers": (
        lambda record: record["checks"][0].update(place=[1, 2, 3]),
        "at `$.checks[0].place`: two values are expected",
    ),
    "parts that are no object": (
        lambda record: record["checks"][0].update(parts=["B"]),
        'at `$.checks[0].parts`: `["B"]` is not an object',
    ),
    "a note at no place": (
        lambda record: record["notes"][0]["mark"].update(line=0),
        "at `$.notes[0].mark`: there is no such place in a sheet",
    ),
    "a note far away": (
        lambda record: record["notes"][0]["mark"].update(line=10**12),
        "at `$.notes[0].mark`: there is no such place in a sheet",
    ),
    "a counterexample of another tree": (
        lambda record: record["checks"][2]["counterexample"].update(leaf="Z9"),
        "at `$.checks[2].counterexample`: these are not leaves of the student's tree",
    ),
    "a counterexample at a node that is no leaf": (
        lambda record: record["checks"][2]["counterexample"]["changed"].update(B=3),
        "at `$.checks[2].counterexample`: these are not leaves of the student's tree",
    ),
    "a rule that is none": (
        lambda record: record["checks"][2].update(rule={"ties": "maybe"}),
        "at `$.checks[2].rule`: this is not a rule",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "message"), NONSENSE.values(), ids=NONSENSE)
def test_error_a_record_that_is_none_of_this_set(change: Change, message: str) -> None:
    with pytest.raises(InputError) as caught:
        grade_from_record(changed(change), PROBLEMS, "results.json")
    assert str(caught.value).startswith("results.json: error: at `$")
    assert message in str(caught.value)
    assert "= hint: " in str(caught.value)


ONLY_WITH_THE_SET = (
    "another set", "another state of the set", "no name", "a total that disagrees",
    "possible points that disagree", "a question too few", "a question twice", "a note at no place",
    "a note far away", "a rule that is none", "a counterexample of another tree",
    "a counterexample at a node that is no leaf",
)  # fmt: skip
UNFIT = [name for name in NONSENSE if name not in ONLY_WITH_THE_SET]


@pytest.mark.parametrize("name", UNFIT)
def test_the_schema_refuses_what_can_be_known_without_the_set(name: str) -> None:
    assert not VALIDATOR.is_valid([changed(NONSENSE[name][0])])


FILES = {
    "not JSON": (b"[{]", "results.json:1:3: error: this is not JSON"),
    "no list": (b"{}", "results.json: error: this is not a list of records"),
    "a list of something else": (b"[7]", "results.json: error: at `$[0]`: `7` is not the record of a grade"),
    "a number that JSON has not": (b"[NaN]", "results.json: error: this is not a file of records"),
    "nested too deep": (b"[" * 200_000, "results.json: error: this is not a file of records"),
    "no text": (b"\xff\xff\xff", "results.json: error: this is not a file of records"),
}


@pytest.mark.parametrize(("data", "message"), FILES.values(), ids=FILES)
def test_error_a_file_that_has_no_records(
    data: bytes, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("results.json").write_bytes(data)
    with pytest.raises(InputError) as caught:
        load_grades("results.json", PROBLEMS)
    assert str(caught.value).startswith(message)


def test_a_file_of_records_is_read_in_its_order(tmp_path: Path) -> None:
    grades = (graded(PROBLEMS), graded(PROBLEMS, SHEET.replace(b"ada", b"bob")))
    path = tmp_path / "results.json"
    path.write_text(json.dumps([one.to_dict() for one in grades]))
    assert load_grades(path, PROBLEMS) == grades


def test_a_set_that_has_changed_makes_another_hash() -> None:
    record = graded(PROBLEMS).to_dict()
    with pytest.raises(InputError, match="has changed since this was graded"):
        grade_from_record(record, problems_with("due: 2027-02-01 12:00 UTC"))
    assert grade_from_record(record, problems_with("", SET)) == graded(PROBLEMS)


def test_the_marks_of_a_record_are_those_of_its_grade() -> None:
    whole = graded(PROBLEMS)
    marks = marks_from_record(again(whole.to_dict()), PROBLEMS)
    assert marks is not None
    for name in ("student", "called", "status", "name", "earned", "possible", "known", "pending", "share"):
        assert getattr(marks, name) == getattr(whole, name), name
    assert [check.id for check in marks.checks] == [check.id for check in whole.checks]


SPOILT: dict[str, Change] = {
    "another format": lambda record: record.update(format=2),
    "another set": lambda record: record.update(set="other"),
    "another state of the set": lambda record: record["made_from"].update(set="0"),
    "nobody": lambda record: record.update(student=" "),
    "another total": lambda record: record.update(earned=1000),
    "no checks": lambda record: record.pop("checks"),
    "a question too few": lambda record: record["checks"].pop(),
    "no verdict": lambda record: record["checks"][0].pop("verdict"),
    "an unknown verdict": lambda record: record["checks"][0].update(verdict="good"),
    "points that are none": lambda record: record["checks"][0].update(earned=[1]),
    "true for a number": lambda record: record["checks"][0].update(earned=True),
    "a check that is none": lambda record: record["checks"].insert(0, None),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_marks_of_a_record_that_is_not_as_it_should_be_are_left_to_who_can_say_why(spoil: Change) -> None:
    record = again(graded(PROBLEMS).to_dict())
    spoil(record)
    assert marks_from_record(record, PROBLEMS) is None
    with pytest.raises(InputError):
        grade_from_record(record, PROBLEMS)


def test_a_list_of_records_is_written_as_one_that_is_there_as_a_whole() -> None:
    record = graded(PROBLEMS).to_dict() | {"name": "two\nlines \ud800 [],"}
    for records in ([], [record], [record, {}, [], record]):
        assert "".join(json_pieces(iter(records))) == json_text(records)
