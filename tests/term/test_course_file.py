"""`course.yaml` → Course: what it may say, and a message for every mistake."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
import yaml

from grader.course.new_course import course_files
from grader.problems import load_problems
from grader.problems.course_terms import Terms
from grader.term.course import Course
from grader.term.course_file import course_schema, read_course
from grader.text.source import InputError, Source

GOLDEN = sorted((Path(__file__).parent / "errors").glob("*.txt"))
WHOLE = """\
course: ai
title: Search
zone: Europe/Berlin
sections: [A, B]
late: {per-day: 10%}
groups: roster
slip-days: {days: 5, per-set: 2}
total:
  of: 50
  round: 2
  cap: 105%
  parts: [{id: homework, weight: 40, drop: 1 lowest}, {id: exams, weight: 60, cap: 100%}]
sets:
  - {id: week1, file: week1/set.yaml, part: homework, weight: 1/2, due: 2027-02-01 23:59, excused: [ada]}
  - {id: week2, file: week1, part: homework, late: none, groups: none, bonus: yes, drop: never, cap: 90%}
  - {id: midterm, marks: midterm.csv, column: Points, of: 60, part: exams, reveal: {after: 2027-03-01 12:00}}
"""
SET = "set: search-1\n{}problems:\n  - {{id: one, tree: 'max(1, 2)', questions: [{{ask: value}}]}}\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("week1").mkdir()
    Path("week1/set.yaml").write_text(SET.format(""), encoding="utf-8")


def course(text: str = WHOLE) -> Course:
    return read_course(Source(text, "course.yaml"))


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_error_has_exactly_this_message(path: Path) -> None:
    text, _, expected = path.read_text(encoding="utf-8").partition("----\n")
    with pytest.raises(InputError) as raised:
        course(text)
    assert f"{raised.value}\n" == expected


def test_a_course_says_all_of_it() -> None:
    found = course()
    homework, exams = found.total.parts
    week1, week2, midterm = found.sets
    assert (found.total.of, found.total.decimals, found.total.cap) == (Fraction(50), 2, Fraction(21, 20))
    assert (homework.drop, homework.weight, exams.cap) == (1, Fraction(40), Fraction(1))
    assert found.slip is not None
    assert (found.slip.days, found.slip.per_set) == (5, 2)
    assert (week1.weight, week1.groups, week1.excused) == (Fraction(1, 2), "roster", frozenset({"ada"}))
    assert (week2.bonus, week2.droppable, week2.cap, week2.groups) == (True, False, Fraction(9, 10), "none")
    assert week2.terms == Terms()
    assert midterm.marks is not None
    assert (midterm.marks.column, midterm.marks.of) == ("Points", Fraction(60))
    assert found.out(week1) == Path("grades/week1")


def test_a_date_without_a_zone_is_in_the_zone_of_the_course() -> None:
    week1 = course().sets[0]
    assert week1.terms.due == '"2027-02-01 23:59 Europe/Berlin"'
    problems = load_problems("week1", terms=week1.terms)
    assert problems.due is not None
    assert problems.due.at.isoformat() == "2027-02-01T22:59:00+00:00"
    assert problems.late is not None


def test_the_due_date_of_the_set_itself_wins() -> None:
    Path("week1/set.yaml").write_text(SET.format("due: 2027-05-01 12:00 UTC\n"), encoding="utf-8")
    problems = load_problems("week1", terms=course().sets[0].terms)
    assert str(problems.due) == "2027-05-01 12:00 UTC"


def test_terms_are_part_of_a_set_and_what_is_kept_of_it() -> None:
    plain, dated = load_problems("week1"), load_problems("week1", terms=course().sets[0].terms)
    assert plain.hash != dated.hash
    assert "set.terms.yaml" in dated.files
    assert load_problems("week1", terms=Terms()).hash == plain.hash


def test_what_costs_lateness_is_no_matter_where_nothing_is_due() -> None:
    assert load_problems("week1", terms=Terms(late="{per-day: 10%}")).late is None


@pytest.mark.parametrize("text", [WHOLE, course_files("ai")["course.yaml"]])
def test_the_schema_allows_what_is_read(text: str) -> None:
    assert course(text.replace("roster: roster.csv", "")).sets
    jsonschema.validate(json.loads(json.dumps(yaml.safe_load(text), default=str)), course_schema())
