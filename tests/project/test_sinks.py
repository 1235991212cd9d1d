"""Whoever shows something asks `grading/visibility.py`, and shows students' view unless told otherwise."""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.grading import Grade
from grader.problems import ProblemSet, load_problems
from grader.reports import render
from grader.reports.report_files import (
    CLASS_SINKS,
    STUDENT_SINKS,
    ClassSink,
    FileContent,
    Request,
    StudentSink,
    write_reports,
)
from grader.reports.student.student_page import StudentPage
from grader.submissions import read_submission
from grader.text.source import Source

SET = """\
set: secrets
due: 2027-02-01 12:00 UTC
problems:
  - id: hidden
    tree: A = max(B = min(31, 77), C = min(17, 55), D = min(43, 99))
    questions:
      - {ask: value, points: 4}
"""
SHEET = b"student: ada\nanswers:\n  hidden:\n    value: 31\n"
BEFORE = datetime(2027, 2, 1, 11, 59, tzinfo=UTC)


@pytest.fixture
def problems() -> ProblemSet:
    return load_problems(Source(SET, "set.yaml"))


@pytest.fixture
def marked(problems: ProblemSet) -> Grade:
    return grader.grade(problems, read_submission(SHEET, "ada.yaml"))


def everything(shown: Grade | Iterable[Grade]) -> str:
    grades = [shown] if isinstance(shown, Grade) else shown
    return json.dumps([one.to_dict()["checks"] for one in grades])


def test_a_new_file_of_a_student_gets_the_view_of_the_student(
    problems: ProblemSet, marked: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STUDENT_SINKS, "new", StudentSink("new.json", lambda shown, _: everything(shown)))
    write_reports([marked], ["new"], tmp_path, Request(problems, now=BEFORE))
    assert_hides((tmp_path / "students" / "ada" / "new.json").read_text(encoding="utf-8"))


def test_a_new_file_of_the_class_gets_the_view_of_students(
    problems: ProblemSet, marked: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sink = ClassSink("new.json", lambda shown, _: FileContent([everything(shown)]), marks_only=True)
    monkeypatch.setitem(CLASS_SINKS, "new", sink)
    write_reports([marked], ["new"], tmp_path, Request(problems, now=BEFORE))
    assert_hides((tmp_path / "new.json").read_text(encoding="utf-8"))


def test_a_new_form_of_a_report_gets_the_view_of_the_student(
    marked: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(page: StudentPage, _templates: Path | None) -> str:
        assert not any(problem.searches for problem in page.problems)
        return everything(page.grade)

    monkeypatch.setitem(render.FORMS, "new", write)
    assert_hides(grader.render(marked, "new", now=BEFORE))


def test_what_readers_see_who_are_not_named_is_what_students_see(problems: ProblemSet, marked: Grade) -> None:
    assert_hides(everything(Request(problems, now=BEFORE).shown(marked)))


def test_the_staff_sees_everything_where_it_is_named(problems: ProblemSet, marked: Grade) -> None:
    request = Request(problems, now=BEFORE)
    assert request.shown(marked, "staff") is marked
    assert request.shown(marked, "platform") is marked
    assert_hides(everything(Request(problems, "student", now=BEFORE).shown(marked, "staff")))


def assert_hides(content: str) -> None:
    (record,) = json.loads(content)[0]
    assert record["verdict"] == "answered"
    assert record["earned"] is record["expected"] is record["misconception"] is None
    assert record["feedback"] == []


PACKAGE = Path(grader.__file__).parent

HERE = "grading/visibility.py"
SAYS_WHAT_IT_SHOWS = ("problems/",)  # where a set is read
WORDS = re.compile(
    r"\b(?:reveal|has_come|tell|view|readers|hidden)\b"
)  # one of which stands in every decision
MARKS_BOTH = ("grading/programs/",)  # which says of hidden trees what the staff sees and what students do


def test_what_students_may_see_is_decided_in_one_place() -> None:
    texts = {file.relative_to(PACKAGE): file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}
    assert [found for file, text in texts.items() for found in decisions(file.as_posix(), text)] == []


DECISIONS = {
    "when": "asked.reveal.shows('key', now, due)",
    "a question's own": "reveal = asked.reveal",
    "another time": "when.has_come(now, due)",
    "an idea": "told = problems.diagnosis.tell == 'students'",
    "a hidden tree in a loop": "[tree for tree in trees if not tree.hidden]",
    "a hidden tree": "if tree.hidden:\n    pass",
    "a hidden tree among others": "shown = now is None or not tree.hidden",
    "somebody's view": "if view == 'staff':\n    pass",
}


@pytest.mark.parametrize("text", DECISIONS.values(), ids=DECISIONS)
def test_a_decision_elsewhere_is_found(text: str) -> None:
    assert list(decisions("reports/new.py", text))


def decisions(file: str, text: str) -> Iterator[str]:
    """Where a file decides by itself what students may see."""
    if file == HERE or file.startswith(SAYS_WHAT_IT_SHOWS):
        return
    for node in ast.walk(ast.parse(text)) if WORDS.search(text) else ():
        found = _about_reveal(node) or (None if file.startswith(MARKS_BOTH) else _about_trees(node))
        if found:
            yield f"{file}:{found.lineno}: `{ast.unparse(found)}` is for `{HERE}` to decide"


def _about_reveal(node: ast.AST) -> ast.expr | None:
    """A look at what a set shows when, at who is told ideas, or at whose view it is."""
    match node:
        case ast.Attribute(attr="reveal" | "has_come", ctx=ast.Load()):
            return node
        case ast.Compare(comparators=[ast.Constant("students" | "student" | "staff")], left=left):
            return node if _name(left) in ("tell", "view", "readers") else None
    return None


def _about_trees(node: ast.AST) -> ast.expr | None:
    """A condition by which a hidden tree is left out; that a tree is hidden may be told."""
    conditions: list[ast.expr] = []
    match node:
        case ast.comprehension(ifs=conditions) | ast.BoolOp(values=conditions):
            pass
        case ast.If(test=test) | ast.UnaryOp(op=ast.Not(), operand=test):
            conditions = [test]
    return next((one for one in conditions if isinstance(one, ast.Attribute) and one.attr == "hidden"), None)


def _name(expression: Any) -> str:
    return expression.attr if isinstance(expression, ast.Attribute) else getattr(expression, "id", "")
