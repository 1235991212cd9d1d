"""Times as platforms write them: in UTC, if their zone is certain."""

from datetime import UTC, datetime

import pytest

from grader.submissions.collecting.platform_times import read_time

AT = datetime(2027, 1, 31, 22, 59, 1, tzinfo=UTC)
TIMES = {
    "UTC": ("2027-01-31 22:59:01 UTC", AT),
    "Gradescope": ("2027-01-31 22:59:01.500000000 Z", AT.replace(microsecond=500_000)),
    "ISO": ("2027-01-31T23:59:01+01:00", AT),
    "Google": ("2027/2/1 6:59:01 GMT+8", AT),
    "Google in English": ("2027/02/01 6:59:01 AM GMT+8", AT),
    "Google in Chinese": ("2027/02/01 上午6:59:01 GMT+8", None),
    "a half of the day in Chinese": ("2027/02/01 6:59:01 上午 [GMT+8]", AT),
    "the afternoon": ("2027-01-31 10:59:01 p.m. UTC", AT),
    "noon": ("2027-01-31 12:59:01 PM UTC", AT.replace(hour=12)),
    "midnight": ("2027-01-31 12:59:01 am UTC", AT.replace(hour=0)),
    "an hour that no half has": ("2027-01-31 22:59:01 PM UTC", None),
    "an offset without a colon": ("2027-01-31 17:59:01 -0500", AT),
    "a city": ("2027-01-31 23:59:01 Europe/Berlin", AT),
    "without seconds": ("2027-01-31 22:59 UTC", AT.replace(second=0)),
    "no zone": ("2027-01-31 22:59:01", None),
    "an uncertain zone": ("2027-01-31 22:59:01 CST", None),
    "no such zone": ("2027-01-31 22:59:01 Europe/Atlantis", None),
    "no such offset": ("2027-01-31 22:59:01 +99:00", None),
    "no such day": ("2027-02-31 22:59:01 UTC", None),
    "the end of time": ("0001-01-01 00:00:00 +01:00", None),
    "other orders": ("1/31/2027 22:59:01 UTC", None),
    "words": ("yesterday", None),
}


@pytest.mark.parametrize(("text", "at"), TIMES.values(), ids=TIMES)
def test_a_time_is_read_if_its_zone_is_certain(text: str, at: datetime | None) -> None:
    assert read_time(text) == at
