"""A kind that nobody has heard of, with an answer of any form, goes all the way from a set to its marks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
import yaml
from jsonschema import Draft202012Validator

from grader.checking import check_problems, cover
from grader.course import load_released, preview
from grader.course.new_course import write_folder
from grader.course.released_files import release_files
from grader.problems.json_schema import set_schema
from grader.questions.answer_form import AnswerForm
from grader.submissions import read_submission
from grader.text.source import InputError
from tests.marking import grade_of, problems_of
from tests.toy_kinds import TOYS, ToyText, set_text, sheet_text, toys

__all__ = ["toys"]

pytestmark = pytest.mark.usefixtures("toys")

RIGHT = {ask: toy.right for ask, toy in TOYS.items()}
each_toy = pytest.mark.parametrize("ask", TOYS)


def test_there_is_a_toy_for_every_form() -> None:
    assert {type(toy.form) for toy in TOYS.values()} == set(get_args(AnswerForm))


@each_toy
def test_a_right_answer_is_right_and_a_wrong_one_is_not(ask: str) -> None:
    right, wrong = (
        grade_of(set_text(ask), sheet_text({ask: answer})).checks[0]
        for answer in (TOYS[ask].right, TOYS[ask].wrong)
    )
    assert (right.verdict, right.earned) == ("right", 2)
    assert wrong.verdict in ("wrong", "partly")
    assert wrong.ask == ask


@each_toy
def test_an_answer_that_cannot_be_read_is_told_what_one_looks_like(ask: str) -> None:
    if issubclass(TOYS[ask], ToyText):
        return  # it takes whatever is written
    (check,) = grade_of(set_text(ask), sheet_text({}) + f"    {ask}: '???'\n").checks
    assert check.verdict == "unreadable"
    assert len(check.feedback) == 2


def test_a_set_with_them_is_checked() -> None:
    problems = problems_of(set_text(*TOYS))
    found = check_problems(problems, "none")
    assert [finding for finding in found if finding.mistake.severity == "error"] == []
    assert [exposure.question for exposure in cover(problems).exposures] == [f"box.{ask}" for ask in TOYS]


def test_a_set_with_them_is_released_and_a_sheet_previewed(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", release_files(problems_of(set_text(*TOYS)), None))
    released = load_released(tmp_path / "out")
    sheet = read_submission(sheet_text(RIGHT).encode(), "ada.yaml")
    assert preview(released, sheet, isolation="none").ready


def test_the_schema_accepts_a_set_with_them() -> None:
    validator = Draft202012Validator(set_schema())
    assert list(validator.iter_errors(yaml.safe_load(set_text(*TOYS)))) == []


@each_toy
def test_a_table_of_credits_is_refused_where_there_is_one_answer(ask: str) -> None:
    text = set_text(ask).replace("points: 2", "credit: {1: 1/2}")
    if not TOYS[ask].single:
        problems_of(text)
        return
    with pytest.raises(InputError, match="a table is of no use"):
        problems_of(text)


def test_the_schema_refuses_such_a_table_too() -> None:
    parts = set_schema()["$defs"]
    refused = {ask for ask in TOYS if "enum" in parts[f"ask-{ask}"]["properties"]["credit"]}
    assert refused == {ask for ask, toy in TOYS.items() if toy.single}


def test_a_program_is_not_asked_what_it_cannot_answer() -> None:
    ask = next(iter(TOYS))
    text = re.sub("tree: .*", "trees: [[3, 4]]\n    code: {file: a.py, function: f}", set_text(ask))
    with pytest.raises(InputError, match=f"a program does not answer `{ask}`"):
        problems_of(text)
