"""`junit.xml`: a suite for each sheet, a case for each question, valid by what its readers agree on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from lxml import etree

from grader.grading import Grade, Ran, seen_by_student
from grader.grading.decisions import Late
from grader.questions.verdict import SeenVerdict
from grader.reports.platforms.junit import OUTCOMES, junit_pieces
from grader.sandbox.run.program import RunOutcome
from tests.reporting import BEFORE, NOW, SHEET, graded, problems_with

SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("junit.xsd")))
PROBLEMS = problems_with()


def parsed(*grades: Grade) -> etree._Element:
    root = etree.fromstring("".join(junit_pieces(grades, PROBLEMS, now=NOW)).encode())
    SCHEMA.assertValid(root)
    return root


def attributes(element: etree._Element) -> dict[str, str]:
    return {str(name): str(value) for name, value in element.attrib.items()}


def test_a_sheet_is_a_suite_and_its_numbers_are_those_of_its_cases() -> None:
    (suite,) = parsed(graded(PROBLEMS))
    assert attributes(suite) == {
        "id": "0", "name": "ada", "package": "search-1", "timestamp": "2027-01-15T12:00:00",
        "hostname": "localhost", "tests": "4", "failures": "3", "errors": "0", "skipped": "1", "time": "0",
    }  # fmt: skip
    assert [case.get("name") for case in suite.iter("testcase")] == [
        "textbook.value", "textbook.best-move", "textbook.pruned", "textbook.manual",
    ]  # fmt: skip


def test_a_wrong_answer_is_a_failure_that_says_why() -> None:
    failure = parsed(graded(PROBLEMS)).findall(".//failure")[0]
    assert attributes(failure) == {"type": "partly", "message": "partly, 0.67 of 1 point"}
    assert failure.text is not None
    assert failure.text.startswith(
        "Your answer: {B: 3, C: 2, D: 9}\nRight answer: B: 3, C: 2, D: 2\n2 right of 3"
    )


def test_what_was_odd_about_the_sheet_goes_to_standard_error() -> None:
    errors = parsed(graded(PROBLEMS)).findtext(".//system-err")
    assert errors is not None
    assert errors.startswith("ada.yaml:6:5: error: `textbook` has no question `prund`\n")


@pytest.mark.parametrize(("verdict", "outcome"), OUTCOMES.items())
def test_every_verdict_has_an_outcome(verdict: SeenVerdict, outcome: str) -> None:
    marked = graded(PROBLEMS)
    first, *others = marked.checks
    root = parsed(replace(marked, checks=(replace(first, verdict=verdict), *others)))
    case = root.find(".//testcase")
    assert case is not None
    assert [(child.tag, child.get("type")) for child in case] == (
        [] if outcome == "passed" else [(outcome, verdict)]
    )


def test_our_own_failure_is_an_error_and_a_missing_answer_is_skipped() -> None:
    assert (OUTCOMES["failed"], OUTCOMES["missing"], OUTCOMES["unreadable"]) == (
        "error",
        "skipped",
        "failure",
    )


def test_a_hidden_mark_is_skipped_and_says_nothing_of_it() -> None:
    problems = problems_with("due: 2027-02-01 12:00 UTC")
    seen = seen_by_student(graded(problems), problems, BEFORE)
    root = etree.fromstring("".join(junit_pieces([seen], problems, now=NOW)).encode())
    assert [skipped.get("message") for skipped in root.findall(".//skipped")] == [
        "answered",
        "answered",
        "missing",
    ]
    assert "Right answer" not in etree.tostring(root, encoding="unicode")


def test_a_class_is_a_suite_for_each_sheet() -> None:
    root = parsed(graded(PROBLEMS), graded(PROBLEMS, SHEET.replace(b"ada", b"bob"), "bob.yaml"))
    assert [(suite.get("id"), suite.get("name")) for suite in root] == [("0", "ada"), ("1", "bob")]


def test_a_class_of_nobody_is_valid_too() -> None:
    assert len(parsed()) == 0


@pytest.mark.parametrize("end", ["timeout", "raised"])
def test_a_program_that_did_not_come_to_its_end_is_an_error(end: RunOutcome) -> None:
    ran = Ran(problem="textbook", tree="one", hidden=False, outcome=end)
    root = parsed(replace(graded(PROBLEMS), runs=(ran,)))
    assert [error.get("type") for error in root.findall(".//error")] == [end] * 3
    assert root[0].get("errors") == "3"


def test_points_before_lateness_what_it_costs_and_after_are_properties() -> None:
    late = replace(graded(PROBLEMS), late=Late(NOW, NOW, 5, Fraction(1, 2)))
    found = [attributes(one) for one in parsed(late, graded(PROBLEMS)).iter("property")]
    assert [(one["name"], one["value"]) for one in found] == [
        ("sheet", "ada.yaml"), ("earned", "0.67"), ("penalty", "0.33"), ("after", "0.33"),
        ("sheet", "ada.yaml"),
    ]  # fmt: skip


def test_a_template_of_somebody_else_may_count_the_sheets_before_it_lists_them(tmp_path: Path) -> None:
    text = "{{ suites | length }}{% for suite in suites %} {{ suite.name }}{% endfor %}"
    (tmp_path / "junit.xml").write_text(text, encoding="utf-8")
    problems = problems_with()
    assert "".join(junit_pieces(iter([graded(problems)]), problems, templates=tmp_path)) == "1 ada"
