"""`late:` in a set: durations and percentages are read kindly and exactly."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from grader.problems import LatePolicy, load_problems
from grader.problems.late_policy import read_duration
from grader.text.source import Source

SET = """\
set: week-1
due: 2027-02-01 23:59 Europe/Berlin
{late}
problems: [{{id: one, tree: [3, 4], questions: [{{ask: value}}]}}]
"""

POLICIES = {
    "all of it": (
        "late: {grace: 15m, per-day: 10%, limit: 3d}",
        LatePolicy(timedelta(minutes=15), Fraction(1, 10), timedelta(days=3)),
    ),
    "per day alone": ("late: {per-day: 2.5 %}", LatePolicy(per_day=Fraction(1, 40))),
    "a limit alone": ("late: {limit: 0m}", LatePolicy(limit=timedelta(0))),
    "nothing": ("", None),
}


@pytest.mark.parametrize(("text", "policy"), POLICIES.values(), ids=POLICIES)
def test_a_set_has_the_policy_that_it_states(text: str, policy: LatePolicy | None) -> None:
    assert load_problems(Source(SET.format(late=text))).late == policy


DURATIONS = {
    "15m": timedelta(minutes=15),
    "15 min": timedelta(minutes=15),
    "90 minutes": timedelta(minutes=90),
    "36h": timedelta(hours=36),
    "1 hour": timedelta(hours=1),
    "3d": timedelta(days=3),
    "2 Days": timedelta(days=2),
    "1d 12h": timedelta(hours=36),
    "1d, 12h": timedelta(hours=36),
    "1w": timedelta(weeks=1),
    "0m": timedelta(0),
    "15": None,
    "m": None,
    "": None,
    "-1d": None,
    "1.5d": None,
    "1d12": None,
    "3 months": None,
    "1s": None,
    "12345678m": None,
    "1d;2h": None,
}


@pytest.mark.parametrize(("text", "duration"), DURATIONS.items(), ids=DURATIONS)
def test_a_duration_is_read(text: str, duration: timedelta | None) -> None:
    assert read_duration(text) == duration


def test_the_files_of_a_set_are_known_its_own_first() -> None:
    source = Source(SET.format(late=""), "folder/week-1.yaml")
    assert load_problems(source).files == {"week-1.yaml": source.text.encode()}
