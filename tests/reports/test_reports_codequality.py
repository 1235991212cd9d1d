"""GitLab's code quality report: findings at lines, each with a fingerprint of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema

from grader.grading import Grade, seen_by_student
from grader.reports.platforms.gitlab_code_quality import codequality_record
from grader.reports.report_files import CLASS_SINKS, Request
from grader.text.escapes import json_text
from grader.text.sentences import sentences
from tests.reporting import BEFORE, SHEET, graded, problems_with

PROBLEMS = problems_with()
# What GitLab's documentation asks of every finding.
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1},
                    "lines": {
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}


def found(*grades: Grade, **environment: str) -> list[dict[str, Any]]:
    record: list[dict[str, Any]] = json.loads(
        json_text(list(codequality_record(grades, sentences("en"), environment)))
    )
    jsonschema.validate(record, SCHEMA)
    return record


def test_every_finding_stands_at_its_line() -> None:
    places = [
        (one["location"]["path"], one["location"]["lines"]["begin"], one["severity"])
        for one in found(graded(PROBLEMS))
    ]
    assert places == [
        ("ada.yaml", 6, "major"),
        ("ada.yaml", 5, "minor"),
        ("ada.yaml", 7, "major"),
        ("ada.yaml", 8, "major"),
        ("ada.yaml", 1, "info"),
    ]  # fmt: skip


def test_a_finding_says_everything_once_and_its_sentences_stand_apart() -> None:
    texts = [one["description"] for one in found(graded(PROBLEMS))]
    assert texts[0] == "`textbook` has no question `prund`; did you mean `pruned`?"
    assert texts[1].startswith(
        "1.1 What are the nodes worth? – partly; 0.67 of 1; 2 right of 3, times 1 point; B and C are right. D"
    )
    assert texts[-1] == "1.4 In your own words – missing; 0 of 2"


def test_a_finding_says_why_an_answer_cannot_be_read_while_the_marks_are_hidden() -> None:
    problems = problems_with("due: 2027-02-01 12:00 UTC")
    marked = graded(problems, SHEET.replace(b"best-move:", b"best-move: {x"))
    request = Request(problems, "student", now=BEFORE)
    seen = request.shown(marked, "student")  # as for the other files, and once more by this one
    written = CLASS_SINKS["codequality"].write([seen], request).content
    texts = [one["description"] for one in json.loads(str(written))]
    assert texts[1:] == [
        "1.2 Which move is best? – unreadable; Line 7, column 16 cannot be read (the bracket { is"
        " never closed). Write the name of one move.",
        "1.4 In your own words – missing",
    ]


def test_paths_start_at_the_project() -> None:
    marked = graded(PROBLEMS, name="/builds/course/ada/week1/ada.yaml")
    paths = {one["location"]["path"] for one in found(marked, CI_PROJECT_DIR="/builds/course/ada")}
    assert paths == {"week1/ada.yaml"}


def test_a_finding_is_known_again_where_other_lines_have_moved() -> None:
    moved = graded(PROBLEMS, b"# A word before.\n\n" + SHEET)
    assert _fingerprints(found(moved)) == _fingerprints(found(graded(PROBLEMS)))


def test_no_two_findings_have_the_same_fingerprint() -> None:
    marked = graded(PROBLEMS)
    twice = replace(marked, notes=marked.notes * 2)
    prints = [one["fingerprint"] for one in found(twice)]
    assert len(set(prints)) == len(prints) > 5


def _fingerprints(record: list[dict[str, Any]]) -> set[str]:
    return {one["fingerprint"] for one in record}


def test_a_finding_is_one_line_without_signs_that_move_a_cursor() -> None:
    hostile = SHEET.replace(b"prund:", b'"\\e[2J\\nprund":')
    assert not [one for one in found(graded(PROBLEMS, hostile)) if not one["description"].isprintable()]


def test_what_is_hidden_from_students_is_not_in_it() -> None:
    problems = problems_with("due: 2027-02-01 12:00 UTC")
    marked = graded(problems)
    written = CLASS_SINKS["codequality"].write([marked], Request(problems, now=BEFORE)).content
    assert written == json_text(
        list(codequality_record([seen_by_student(marked, problems, BEFORE)], sentences("en")))
    )
    assert "wrong" not in str(written)
