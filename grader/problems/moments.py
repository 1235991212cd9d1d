"""`2027-02-01 23:59 Europe/Berlin` → Moment: a point in time that knows how it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from grader.document import Value, as_scalar, mistake_at
from grader.document.wording import closest, shortened

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ]+(\d\d?:\d\d(?::\d\d)?)(?:\s*(\S+))?")
_DATE_ALONE = re.compile(r"\d{4}-\d\d-\d\d(?:\s+(\D\S*))?")
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d\d?)(?::?(\d\d))?")
_UTC = frozenset(("UTC", "GMT", "Z"))
_EXAMPLE = "such as `2027-02-01 23:59 Europe/Berlin`"


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time, in the words that were given for it."""

    at: datetime  # in UTC
    text: str

    def __str__(self) -> str:
        return self.text

    def moved(self, at: datetime) -> Moment:
        """Another moment, in the words of the same zone."""
        name = self.text.split()[-1]
        try:
            zone: tzinfo = ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # an offset, such as `+01:00`
            name, zone = "UTC", UTC
        return Moment(at.astimezone(UTC), f"{at.astimezone(zone):%Y-%m-%d %H:%M} {name}")


def as_moment(value: Value) -> Moment:
    """A date, a time and a zone: `Europe/Berlin`, `UTC`, `Z` or `+01:00`."""
    text = as_scalar(value).text.strip()
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise mistake_at(value, f"`{shortened(text)}` is not a date and a time", _what_is_missing(text))
    if found[3] is None:
        raise mistake_at(value, "the time has no zone", f"add one, {_EXAMPLE}")
    try:
        local = datetime.fromisoformat(f"{found[1]}T{found[2]:0>5}")
    except ValueError:
        hint = "months have at most 31 days, hours end at 23 and minutes at 59"
        raise mistake_at(value, f"there is no date and time `{found[1]} {found[2]}`", hint) from None
    return Moment(_on_the_clock(value, local, _zone(value, found[3])), text)


def _what_is_missing(text: str) -> str:
    if found := _DATE_ALONE.fullmatch(text):
        zone = found[1] or "Europe/Berlin"
        return f"add the time and the zone: `{text[:10]} 23:59 {zone}`"
    return f"write year, month and day, a time and a zone, {_EXAMPLE}"


def _zone(value: Value, name: str) -> tzinfo:
    if name in _UTC:
        return UTC
    if offset := _OFFSET.fullmatch(name):
        return _offset(value, offset)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        close = closest(name, available_timezones())
        hint = (
            f"did you mean `{close}`?" if close else "write a city's zone, such as `Europe/Berlin`, or `UTC`"
        )
        raise mistake_at(value, f"no time zone is called `{shortened(name)}`", hint) from None


def _offset(value: Value, found: re.Match[str]) -> tzinfo:
    hours, minutes = int(found[2]), int(found[3] or 0)
    if hours > 14 or minutes > 59:
        hint = "zones lie between -12:00 and +14:00"
        raise mistake_at(value, f"no clock is `{found[0]}` away from UTC", hint)
    distance = timedelta(hours=hours, minutes=minutes)
    return timezone(distance if found[1] == "+" else -distance)


def _on_the_clock(value: Value, local: datetime, zone: tzinfo) -> datetime:
    """The moment at which clocks of the zone show this time: where they do so twice, the later one."""
    at = local.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) != local:
        message = f"clocks are put forward there, and never show {local:%H:%M} on that day"
        raise mistake_at(value, message, "write a time an hour later")
    return at
