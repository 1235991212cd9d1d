"""Dates from outside: each is a moment or a message, and nothing that is done with a moment fails."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.document import Scalar
from grader.gradebook import lateness
from grader.gradebook.sql_tables import person, person_row
from grader.grading.decisions import read_moment, shown_moment
from grader.problems import ProblemSet, load_problems
from grader.problems.moment import Moment, as_moment
from grader.submissions.collecting.platform_times import read_time
from grader.submissions.collecting.roster import Person, read_roster
from grader.text.source import InputError, Source, Span

SET = """\
set: a
due: {due}
late: {{per-day: 10%}}
problems: [{{id: b, tree: [3, 4], questions: [{{ask: value}}]}}]
"""
ZONES = st.one_of(
    st.sampled_from(
        ("UTC", "Z", "GMT", "PST", "EST", "-12:00", "+14:00", "-14:00", "UTC+5", "+05:99", "-0000")
    ),
    st.sampled_from(sorted(available_timezones())),
    st.text(max_size=12),
)
EDGES = (0, 1, 2, 999, 1000, 1001, 1970, 2027, 8999, 9000, 9001, 9998, 9999)
YEARS = st.sampled_from(EDGES) | st.integers(0, 9999)
HOURS_OF_DAY = ("0:00", "00:00", "23:59", "9:00:00", "09:00:00", "24:00", "12:60")
DATES = st.builds(
    "{:04}-{:02}-{:02}{}{}{}{}".format,
    YEARS, st.integers(0, 13), st.integers(0, 32), st.sampled_from((" ", "T", "  ")),
    st.sampled_from(HOURS_OF_DAY), st.sampled_from(("", " ")), ZONES,
)  # fmt: skip
TEXTS = DATES | st.text(st.characters(exclude_characters="\0"), max_size=30)  # NUL makes no text file
EXTENSIONS = st.sampled_from(("", "3660d", "520w", "1m", "10000d"))


def moment(text: str) -> Moment | None:
    try:
        return as_moment(Scalar(text, Source(text), Span(0, len(text)), None))
    except InputError as error:
        check(error)
        return None


def check(error: InputError) -> None:
    """A message has a place and a hint."""
    assert all(mistake.span and mistake.hint for mistake in error.mistakes)


def due(text: str) -> ProblemSet:
    return load_problems(Source(SET.format(due=text)))


PROBLEMS = due("2027-02-01 23:59 UTC")


@given(TEXTS, TEXTS, EXTENSIONS | TEXTS)
@example("9000-12-31 23:59 -12:00", "9000-12-31 23:59 -12:00", "3660d")
@example("1000-01-01 00:00 +14:00", "1000-01-01 00:00 +14:00", "9000-12-31 23:59 -12:00")
@example("9999-12-31 23:59 -12:00", "", "")
@example("0001-01-01 00:00 +14:00", "", "")
@example("9999-12-01 00:00 UTC", "", "3660d")
@example("9999-12-31 23:59 UTC", "0001-01-01 00:00 UTC", "9999-12-31 23:59 UTC")
def test_any_date_is_a_moment_or_a_message_and_can_be_used(text: str, at: str, extension: str) -> None:
    found, handed_in = moment(text), read_time(at)
    if found is None:
        return
    given = extended(extension)
    late = lateness(replace(PROBLEMS, due=found), handed_in, given.extension if given else None)
    assert read_moment(shown_moment(found.at)) == found.at
    for each in (found.at, handed_in, *([late.due] if late else [])):
        if each is not None:
            assert found.moved(each).at == datetime.fromisoformat(shown_moment(each))
            assert read_moment(shown_moment(each)) == each
    if given is not None:
        assert person(person_row(given)).extension == given.extension


def extended(extension: str) -> Person | None:
    """Whoever has this extension on a roster, if it is one."""
    cell = '"' + extension.replace('"', '""') + '"'
    try:
        return read_roster(f"id,extension\nada,{cell}\n".encode(errors="replace"), "roster.csv").people[0]
    except InputError as error:
        check(error)
        return None


HOURS = {"9:00": 9, "09:00": 9, "9:00:00": 9, "09:00:00": 9, "0:00:00": 0, "23:00:00": 23}


@pytest.mark.parametrize(("time", "hour"), HOURS.items(), ids=HOURS)
def test_an_hour_may_have_one_digit_with_seconds_or_without(time: str, hour: int) -> None:
    found = moment(f"2027-02-01 {time} UTC")
    assert found is not None
    assert found.at == datetime(2027, 2, 1, hour, tzinfo=UTC)


OFFSETS = {
    "-12:00": -720, "+14:00": 840, "UTC-12": -720, "+0545": 345, "-00:00": 0,
    "-12:01": None, "-14:00": None, "+14:01": None, "+05:60": None, "+99": None,
}  # fmt: skip


@pytest.mark.parametrize(("offset", "minutes"), OFFSETS.items(), ids=OFFSETS)
def test_offsets_are_those_of_real_clocks_wherever_times_are_read(offset: str, minutes: int | None) -> None:
    local = datetime(2027, 2, 1, 12, tzinfo=UTC)
    at = None if minutes is None else local - timedelta(minutes=minutes)
    found = moment(f"2027-02-01 12:00 {offset}")
    assert (found and found.at) == at
    assert read_time(f"2027-02-01 12:00 {offset}") == at


@pytest.mark.parametrize("name", ["PST", "PDT", "CEST", "IST", "AEST", "Etc/GMT+15"])
def test_no_zone_is_suggested_whose_clocks_may_show_another_time(name: str) -> None:
    with pytest.raises(InputError) as refused:
        due(f"2027-02-01 23:59 {name}")
    assert "did you mean" not in str(refused.value)


ODD_ZONES = {
    "many steps": "1/" * 5_000 + "x", "upwards": "../" * 20, "a file": "/etc/passwd", "a folder": "Europe",
    "a folder's end": "Europe/", "half a character": "\ud800/x",
}  # fmt: skip


@pytest.mark.parametrize("name", ODD_ZONES.values(), ids=ODD_ZONES)
def test_no_name_of_a_zone_is_an_internal_error(name: str) -> None:
    assert moment(f"2027-02-01 23:59 {name}") is None
    assert read_time(f"2027-02-01 23:59 {name}") is None


@pytest.mark.parametrize("column", ["extension", "submitted"])
def test_a_roster_refuses_a_time_at_the_end_of_the_calendar_with_its_place(column: str) -> None:
    with pytest.raises(InputError) as refused:
        read_roster(f"id,{column}\nada,9999-12-31 23:59 -12:00\n".encode(), "roster.csv")
    assert str(refused.value).startswith("roster.csv:2:5: error: the year 9999 is too far away\n")


def test_a_moment_of_a_record_that_no_clock_in_utc_shows_is_none() -> None:
    with pytest.raises(ValueError, match="end of the calendar"):
        read_moment("9999-12-31T23:59:00-12:00")


FIRST_AND_LAST = [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)]


@pytest.mark.parametrize("at", FIRST_AND_LAST, ids=["first", "last"])
def test_the_first_and_the_last_moment_are_shown(at: datetime) -> None:
    found = moment("2027-02-01 23:59 America/Los_Angeles")
    other = moment("2027-02-01 23:59 Asia/Tokyo")
    assert found is not None
    assert other is not None
    for one in (found, other):
        assert one.moved(at).text.startswith(str(at.year).zfill(4))
