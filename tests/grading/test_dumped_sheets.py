"""A sheet that went through a program earns the same: quotes are not content."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.document import read_sheet
from grader.grading import Check, grade
from grader.problems import ProblemSet
from grader.problems.policies import DiagnosisPolicy
from grader.submissions import read_submission
from grader.text.source import Source
from tests.bundled import SETS, bundled

SAMPLES = [path for set_ in SETS for path in sorted((set_.parent / "samples").glob("*.yaml"))]
# Here YAML itself finds two keys `∞)` in one answer, and keeps one of them.
LOST = {
    ("expectimax", "partly-filled"),
}


@cache
def without_diagnosis(path: Path) -> ProblemSet:
    """A bundled set, by which a sheet is marked alone: an idea behind the answers changes no mark."""
    return replace(bundled(path), diagnosis=DiagnosisPolicy("off"))


def checks(sample: Path, text: str, name: str) -> list[tuple[object, ...]]:
    marked = grade(without_diagnosis(sample.parents[1] / "set.yaml"), read_submission(text.encode(), name))
    return [_marks(check) for check in marked.checks]


def _marks(check: Check) -> tuple[object, ...]:
    return check.problem, check.question, check.verdict, check.earned


def dumped(data: Any) -> list[tuple[str, str]]:
    return [
        (yaml.safe_dump(data, sort_keys=False), "answers.yaml"),
        (yaml.safe_dump(data, sort_keys=False, allow_unicode=True), "answers.yaml"),
        (yaml.safe_dump(data, sort_keys=False, default_flow_style=True), "answers.yaml"),
        (json.dumps(data), "answers.json"),
        (json.dumps(data, ensure_ascii=False, indent=2), "answers.json"),
    ]


WAYS = len(dumped({}))


def _name(value: slice | Path) -> str:
    if isinstance(value, Path):
        return f"{value.parents[1].name}-{value.stem}"
    return "all ways" if value == slice(None) else "one way"


def loaded(text: str) -> Any:
    """What YAML makes of a sheet; nothing where it refuses it, as the grader does not."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return None


ONE_WAY = [pytest.param(slice(place % WAYS, None, WAYS), sample) for place, sample in enumerate(SAMPLES)]
ALL_WAYS = [pytest.param(slice(None), sample, marks=pytest.mark.slow) for sample in SAMPLES]
by_programs = pytest.mark.parametrize(("ways", "sample"), [*ONE_WAY, *ALL_WAYS], ids=_name)


@by_programs
def test_a_sheet_that_went_through_a_program_earns_the_same(ways: slice, sample: Path) -> None:
    text = sample.read_text(encoding="utf-8")
    data = loaded(text)
    if data is None or (sample.parents[1].name, sample.stem) in LOST:
        return
    plain = checks(sample, text, "answers.yaml")
    for again, name in dumped(data)[ways]:
        assert checks(sample, again, name) == plain, again


@by_programs
def test_answers_that_a_program_keeps_as_texts_earn_the_same(ways: slice, sample: Path) -> None:
    text = sample.read_text(encoding="utf-8")
    sheet = read_sheet(Source(text, "answers.yaml"))
    if sheet.mistakes:  # such as an answer that is given twice, of which no program keeps both
        return
    answers = {
        problem: {question: answer.text for question, answer in given.items()}
        for problem, given in sheet.answers.items()
    }
    plain = checks(sample, text, "answers.yaml")
    said = {"student": sheet.student, "version": sheet.version}
    names = {field: answer.text if answer else None for field, answer in said.items()}
    for again, name in dumped({**names, "answers": answers})[ways]:
        assert checks(sample, again, name) == plain, again


def test_most_samples_are_plain_yaml() -> None:
    assert sum(loaded(path.read_text(encoding="utf-8")) is not None for path in SAMPLES) > len(SAMPLES) * 0.7
