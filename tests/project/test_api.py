"""What `import grader` offers."""

import dataclasses
import doctest
import re

import pytest

import grader
from grader.version import VERSION
from tools.interface import python_page

PAGE = python_page()


def test_every_public_name_is_there() -> None:
    for name in grader.__all__:
        assert getattr(grader, name) is not None
        assert name in dir(grader)


def test_error_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'sovle'"):
        grader.sovle  # type: ignore[attr-defined]  # noqa: B018 - the attribute is asked for on purpose


def test_what_functions_take_and_give_is_public() -> None:
    problems = grader.load_problems("docs/examples/week1/set.yaml")
    submission = grader.load_submission("docs/examples/week1/ada.yaml")
    grade = grader.grade(problems, submission)
    cutoffs = grader.solve(grader.parse_tree("max(min(3, 12, 8), min(2, 4, 6))")).cutoffs
    assert isinstance(problems, grader.ProblemSet)
    assert isinstance(submission, grader.Submission)
    assert isinstance(grade, grader.Grade)
    assert all(isinstance(check, grader.Check) for check in grade.checks)
    assert all(isinstance(cutoff, grader.Cutoff) for cutoff in cutoffs)


@pytest.mark.parametrize("name", ["Check", "Cutoff", "Grade", "ProblemSet", "Submission"])
def test_every_field_of_a_result_is_described(name: str) -> None:
    section = PAGE.partition(f"## grader.{name}\n")[2].partition("\n## ")[0]
    fields, _, _ = section.partition("methods and properties")
    told = re.findall(r"^- `(\w+): [^`]*`: [A-Z]", fields, re.MULTILINE)
    assert told == [field.name for field in dataclasses.fields(getattr(grader, name))]


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(grader) == (0, 3)


def test_the_version_is_there() -> None:
    assert grader.__version__ == VERSION
