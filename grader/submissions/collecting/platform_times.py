"""A time as a platform or a table writes it → a moment in UTC, if its zone is certain."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo

from grader.problems.moment import city_zone, fixed_zone, is_usual_year

_TIME = re.compile(
    r"(\d{4})[-/](\d\d?)[-/](\d\d?)[T ]++(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d++))?)?"
    r"(?:\s*+([ap]\.?m\.?|[上下]午))?\s*+[(\[]?([^\s()\[\]]++)[)\]]?",
    re.IGNORECASE,
)
_HALVES = {"a": 0, "上": 0, "p": 12, "下": 12}  # of a day, by their first letter
_UTC = frozenset(("Z", "UTC", "GMT"))


def read_time(text: str) -> datetime | None:
    """`2027-02-01 23:59:01.5 UTC`, also with a `T`, `PM`, an offset or a city's zone; None for all else."""
    local = _local_time(text)
    return None if local is None or not is_usual_year(local) else local.astimezone(UTC)


def is_too_far(text: str) -> bool:
    """Whether nothing is wrong with a time but that its year is at an end of the calendar."""
    local = _local_time(text)
    return local is not None and not is_usual_year(local)


def _local_time(text: str) -> datetime | None:
    found = _TIME.fullmatch(text.strip())
    zone = _zone(found[9]) if found else None
    if found is None or zone is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    if found[8]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + _HALVES[found[8][0].lower()]
    microsecond = int(f"{found[7] or 0:0<6}"[:6])
    try:
        return datetime(year, month, day, hour, minute, second, microsecond, zone)
    except ValueError:
        return None


def _zone(name: str) -> tzinfo | None:
    """A zone whose distance from UTC is certain; `CST` is several, and so none."""
    if name.upper() in _UTC:
        return UTC
    return city_zone(name) if "/" in name else fixed_zone(name)
