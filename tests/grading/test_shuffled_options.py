"""`choice` with `shuffle: true`: letters are those that the student saw, and the record holds the set's."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.course.released_files import release_files
from grader.grading import Grade, grade
from grader.grading.record import grade_from_record
from grader.problems import ProblemSet
from grader.reports.key.answer_key import key_text
from grader.reports.render import render
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.reports.sheets.paper import exam_tex
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import read_submission
from tests.marking import problems_of

SET = """\
set: shuffled
seed: kept-secret
problems:
  - id: words
    questions:
      - ask: choice
        text: What can pruning change?
        shuffle: true
        options:
          - {text: The value, feedback: Never.}
          - {text: The leaves, right: true}
          - {text: The rule}
          - {text: The tree}
"""
NAMES = ("ada", "bo", "cleo", "dana", "eve")
VERSIONS = SET.replace("seed:", "versions: 4\nseed:")
OPTIONS = ("The value", "The leaves", "The rule", "The tree")


def order(text: str) -> list[str]:
    """The options in the order in which a text has them."""
    return re.findall(r"[a-d]\) (The \w+)", text)


def marked(problems: ProblemSet, student: str, answer: str) -> Grade:
    sheet = f"set: shuffled\nstudent: {student}\nanswers:\n  words:\n    choice: {answer}\n"
    return grade(problems, read_submission(sheet.encode(), f"{student}.yaml"))


def test_students_have_orders_of_their_own_and_always_the_same() -> None:
    problems = problems_of(SET)
    orders = {name: order(blank_sheet(problems, name)) for name in NAMES}
    assert len({tuple(each) for each in orders.values()}) > 2
    assert all(sorted(each) == sorted(OPTIONS) for each in orders.values())
    assert {name: order(blank_sheet(problems_of(SET), name.upper())) for name in NAMES} == orders
    others = problems_of(SET.replace("kept-secret", "another"))
    assert {name: order(blank_sheet(others, name)) for name in NAMES} != orders


def test_a_letter_is_read_by_the_students_own_order_and_the_record_holds_the_sets() -> None:
    problems = problems_of(SET)
    for name in NAMES:
        seen = order(blank_sheet(problems, name))
        for letter, text in zip("abcd", seen, strict=True):
            (check,) = marked(problems, name, letter).checks
            assert check.given == ["abcd"[OPTIONS.index(text)]]
            assert (check.verdict == "right") is (text == "The leaves")
            assert check.expected == ["b"]
        (check,) = marked(problems, name, "the leaves").checks
        assert check.verdict == "right"


def test_sheet_paper_key_page_and_report_show_the_letters_that_the_student_saw() -> None:
    problems = problems_of(SET)
    name = next(each for each in NAMES if order(blank_sheet(problems, each)).index("The leaves") != 1)
    seen = order(blank_sheet(problems, name))
    right = "abcd"[seen.index("The leaves")]
    wrong = "abcd"[seen.index("The value")]
    assert order(exam_tex(problems, name)) == seen
    assert order(sheet_html(problems, name)) == [*seen, *seen]  # as fields, and in the plain sheet
    assert order(key_text(problems, name)) == seen
    assert f"    {right}\n" in key_text(problems, name)
    assert f"choice: {right}\n" in filled_sheet(problems, name)
    found = marked(problems, name, wrong)
    assert found.checks[0].feedback == (f"{wrong}: Never.", f"You did not choose {right}, which is right.")
    again = grade_from_record(found.to_dict(), problems)
    for one in (found, again):
        report = render(one, "txt", problems=problems)
        assert order(report) == seen
        assert re.search(rf"Multiple choice +wrong +0 of 1 +{wrong} +{right}\n", report)


def test_the_letter_of_an_accepted_answer_is_the_sets_and_is_shown_as_the_student_sees_it() -> None:
    accepted = "        accept: [{answer: d, credit: 1/2}]\n"
    problems = problems_of(SET + accepted)
    for name in NAMES:
        seen = "abcd"[order(blank_sheet(problems, name)).index("The tree")]
        assert marked(problems, name, seen).checks[0].earned == Fraction(1, 2)
        assert f"Also accepted, for 50 % of the points: {seen}\n" in key_text(problems, name)
    assert "points: d\n" in key_text(problems)


def test_without_a_student_the_sets_order_is_used_and_that_is_said() -> None:
    problems = problems_of(SET)
    assert order(blank_sheet(problems)) == list(OPTIONS)
    for text in (blank_sheet(problems), sheet_html(problems), exam_tex(problems)):
        assert "order of the set" in " ".join(text.replace("#", " ").split())
    assert "order of the set" not in " ".join(blank_sheet(problems, "ada").split())


def test_the_released_set_has_the_order_of_its_student_and_no_key() -> None:
    problems = problems_of(SET)
    released = str(release_files(problems, "ada")["set.yaml"])
    assert re.findall(r"- text: (The \w+)", released) == order(blank_sheet(problems, "ada"))
    assert "right" not in released
    assert "kept-secret" not in released


def test_all_who_have_a_version_see_the_same_order() -> None:
    problems = problems_of(VERSIONS)
    orders: dict[str, set[tuple[str, ...]]] = {}
    for name in NAMES:
        version = problems.version_of(name) or ""
        orders.setdefault(version, set()).add(tuple(order(blank_sheet(problems.given_to(name), name))))
        text = order(blank_sheet(problems.given_to(name), name)).index("The leaves")
        assert marked(problems, name, "abcd"[text]).checks[0].verdict == "right"
    assert all(len(each) == 1 for each in orders.values())
    assert len({tuple(order(blank_sheet(problems.of_version(version)))) for version in "ABCD"}) > 2
    for version, (each,) in ((version, tuple(found)) for version, found in orders.items()):
        assert order(blank_sheet(problems.of_version(version))) == list(each)
