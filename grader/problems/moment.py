"""`2027-02-01 23:59 Europe/Berlin` → Moment: a point in time that knows how it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from grader.document import Reader, Value, as_scalar, mistake_at
from grader.document.schema import Schema
from grader.text.spelling import did_you_mean, shortened

MOMENT: Schema = {
    "type": "string",
    "pattern": r"^\s*\d{4}-\d\d-\d\d[T ]+\d\d?:\d\d",
    "examples": ["2027-02-01 23:59 Europe/Berlin"],
}

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ]++(\d\d?:\d\d(?::\d\d)?)(?:\s*+(\S++))?")
_DATE_ALONE = re.compile(r"\d{4}-\d\d-\d\d(?:\s++(\D\S*+))?")
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d\d?)(?::?(\d\d))?")
_SHORT_NAME = re.compile(r"[A-Za-z]{2,5}")
_UTC = frozenset(("UTC", "GMT", "Z"))
_EXAMPLE = "such as `2027-02-01 23:59 Europe/Berlin`"
_LONGEST_ZONE = 60
_EAST, _WEST = timedelta(hours=14), timedelta(hours=-12)  # the clocks that are furthest from UTC
_YEARS = range(1000, 9001)  # far from both ends of Python's calendar, so that zones and extensions fit in


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
            local = at.astimezone(city_zone(name) or UTC)
        except OverflowError:  # at an end of the calendar
            local = at.astimezone(UTC)
        if local.tzinfo is UTC:
            name = "UTC"  # also for an offset, such as `+01:00`
        return Moment(at.astimezone(UTC), f"{local.replace(tzinfo=None).isoformat(' ', 'minutes')} {name}")


def as_moment(value: Value) -> Moment:
    """A date, a time and a zone: `Europe/Berlin`, `UTC`, `Z` or `+01:00`."""
    return _read_moment(value, as_scalar(value).text.strip())


def moment_reader(zone: str | None) -> Reader[Moment]:
    """A reader of dates and times that are in a known zone where they do not say."""

    def read(value: Value) -> Moment:
        text = as_scalar(value).text.strip()
        found = _MOMENT.fullmatch(text)
        return _read_moment(value, f"{text} {zone}" if zone and found and found[3] is None else text)

    return read


def as_zone(value: Value) -> str:
    """The name of a time zone."""
    name = as_scalar(value).text.strip()
    _zone(value, name)
    return name


def _read_moment(value: Value, text: str) -> Moment:
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise mistake_at(value, f"`{shortened(text)}` is not a date and a time", _what_is_missing(text))
    if found[3] is None:
        raise mistake_at(value, "the time has no zone", f"add one, {_EXAMPLE}")
    hour, _, minutes = found[2].partition(":")
    try:
        local = datetime.fromisoformat(f"{found[1]}T{hour:0>2}:{minutes}")
    except ValueError:
        hint = "months have at most 31 days, hours end at 23 and minutes at 59"
        raise mistake_at(value, f"there is no date and time `{found[1]} {found[2]}`", hint) from None
    if not is_usual_year(local):
        hint = f"write a year from {_YEARS[0]} to {_YEARS[-1]}"
        raise mistake_at(value, f"the year {local.year} is too far away", hint)
    return Moment(_on_the_clock(value, local, _zone(value, found[3])), text)


def is_usual_year(local: datetime) -> bool:
    """Whether a time can be moved to any zone, and by any extension."""
    return local.year in _YEARS


def city_zone(name: str) -> tzinfo | None:
    """The zone of that name, such as `Europe/Berlin`; None where there is none."""
    if len(name) > _LONGEST_ZONE:  # Python looks for each step of a path in turn, and fails on too many
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def fixed_zone(text: str) -> tzinfo | None:
    """`+01:00`, `UTC-5` or `GMT+0800`, as far as any clock is away from UTC; None for all else."""
    found = _OFFSET.fullmatch(text)
    if found is None or int(found[3] or 0) > 59:
        return None
    distance = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    distance = distance if found[1] == "+" else -distance
    return timezone(distance) if _WEST <= distance <= _EAST else None


def _what_is_missing(text: str) -> str:
    if found := _DATE_ALONE.fullmatch(text):
        zone = found[1] or "Europe/Berlin"
        return f"add the time and the zone: `{text[:10]} 23:59 {zone}`"
    return f"write year, month and day, a time and a zone, {_EXAMPLE}"


def _zone(value: Value, name: str) -> tzinfo:
    if name in _UTC:
        return UTC
    if _OFFSET.fullmatch(name):
        return _offset(value, name)
    zone = city_zone(name)
    if zone is None:
        raise mistake_at(value, f"no time zone is called `{shortened(name)}`", _meant_zone(name))
    return zone


def _meant_zone(name: str) -> str:
    """A hint with the city that was meant; of short names such as `PST`, those alike are other zones."""
    if _SHORT_NAME.fullmatch(name):
        return "short names mean several zones; write a city's, such as `America/Los_Angeles`"
    cities = [zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")]
    return did_you_mean(name, cities, "write a city's zone, such as `Europe/Berlin`, or `UTC`")


def _offset(value: Value, text: str) -> tzinfo:
    zone = fixed_zone(text)
    if zone is None:
        hint = "zones lie between -12:00 and +14:00"
        raise mistake_at(value, f"no clock is `{text}` away from UTC", hint)
    return zone


def _on_the_clock(value: Value, local: datetime, zone: tzinfo) -> datetime:
    """The moment at which clocks of the zone show this time: where they do so twice, the later one."""
    at = local.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) != local:
        message = f"clocks are put forward there, and never show {local:%H:%M} on that day"
        raise mistake_at(value, message, "write a time an hour later")
    return at
