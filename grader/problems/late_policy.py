"""`{grace: 15m, per-day: 10%, limit: 3d}` → Late policy: what a submission loses after its due date."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from grader.document import Fields, Reader, Value, as_mapping, as_scalar, mistake_at
from grader.document.schema import Schema, described, group
from grader.text.numbers import NumberError, read_number
from grader.text.spelling import shortened

# Both also stand in the schema, so without possessive repetitions; yet no blank can be taken in two ways.
_DURATION = r"\s*[0-9]+\s*[a-z]+(\s*(,\s*)?[0-9]+\s*[a-z]+)*\s*"
_PERCENTAGE = r"\s*[0-9]+(\.[0-9]*)?\s*%\s*"

_DAY = timedelta(days=1)
_LONGEST = timedelta(days=3660)
_PART = re.compile(r"([0-9]{1,7})\s*([a-z]+)")
_UNITS = {
    "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600, "d": 86400, "day": 86400, "w": 604800,
    "week": 604800,
}  # fmt: skip
_DURATIONS = {"type": "string", "pattern": f"^{_DURATION}$", "examples": ["15m", "1d 12h"]}
_PERCENTAGES = {"type": "string", "pattern": f"^{_PERCENTAGE}$", "examples": ["10%"]}
_FIELDS = {
    "grace": described(_DURATIONS, "how long after the due date nothing is lost"),
    "per-day": described(_PERCENTAGES, "the share of the marks that each started day costs"),
    "limit": described(_DURATIONS, "how long after the due date everything is lost"),
}
LATE: Schema = group(_FIELDS) | {"anyOf": [{"required": ["per-day"]}, {"required": ["limit"]}]}
_EXAMPLE = "such as `late: {grace: 15m, per-day: 10%, limit: 3d}`"


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """Up to `grace` nothing is lost, then `per_day` of the marks for every day begun, after `limit` all.

    Days are of 24 hours and count from the due date, also where there is a grace.
    """

    grace: timedelta = timedelta(0)
    per_day: Fraction = Fraction(0)
    limit: timedelta | None = None

    def days(self, late: timedelta) -> int:
        """How many days have begun since the due date."""
        return max(0, -(-late // _DAY))

    def share(self, late: timedelta) -> Fraction:
        """The share of the marks that is lost by handing in so much after the due date."""
        if late <= max(self.grace, timedelta(0)):
            return Fraction(0)
        if self.limit is not None and late > self.limit:
            return Fraction(1)
        return min(Fraction(1), self.per_day * self.days(late))


def late_reader(*, dated: bool) -> Reader[LatePolicy]:
    """A reader of `late:`; `dated` says whether the set has a due date."""

    def read(value: Value) -> LatePolicy:
        if not dated:
            raise mistake_at(value, "this set has no due date to be late for", "add `due: …` to the set")
        fields = Fields(as_mapping(value))
        policy = LatePolicy(
            grace=fields.read("grace", as_duration, timedelta(0)),
            per_day=fields.read("per-day", as_percentage, Fraction(0)),
            limit=fields.read("limit", as_duration, None),
        )
        fields.finish()
        _check(value, policy)
        return policy

    return read


def read_duration(text: str) -> timedelta | None:
    """`15m`, `36 hours`, `1d 12h`; None where the text is no duration."""
    plain = text.strip().lower()
    if re.fullmatch(_DURATION, plain) is None:
        return None
    parts = [(int(number), _unit(word)) for number, word in _PART.findall(plain)]
    if not all(unit for _, unit in parts) or _PART.sub("", plain).strip(" ,\t\n"):
        return None
    seconds = sum(number * (unit or 0) for number, unit in parts)
    return timedelta(seconds=seconds) if seconds <= _LONGEST.total_seconds() else None


def as_duration(value: Value) -> timedelta:
    """A length of time, in minutes, hours, days or weeks."""
    text = as_scalar(value).text
    duration = read_duration(text)
    if duration is None:
        hint = "write a number with `m`, `h`, `d` or `w`, such as `15m` or `1d 12h`; ten years at most"
        raise mistake_at(value, f"`{shortened(text)}` is not a length of time", hint)
    return duration


def as_percentage(value: Value) -> Fraction:
    """A share written with %; a bare number could mean two things."""
    text = as_scalar(value).text.strip()
    hint = "write a percentage, such as `10%`"
    try:
        number = read_number(text.removesuffix("%").strip())
    except NumberError:
        raise mistake_at(value, f"`{shortened(text)}` is not a percentage", hint) from None
    if not text.endswith("%"):
        raise mistake_at(value, f"`{shortened(text)}` could be a share or a percentage", hint)
    if isinstance(number, float) or not 0 <= number <= 100:
        raise mistake_at(value, f"`{shortened(text)}` is not between 0% and 100%", hint)
    return Fraction(number) / 100


def _unit(word: str) -> int | None:
    """A unit in seconds, in the singular or the plural."""
    return _UNITS.get(word) or _UNITS.get(word.removesuffix("s"))


def _check(value: Value, policy: LatePolicy) -> None:
    if not policy.per_day and policy.limit is None:
        raise mistake_at(value, "nothing is lost by being late", f"give `per-day` or `limit`, {_EXAMPLE}")
    if policy.limit is not None and policy.limit < policy.grace:
        raise mistake_at(value, "`limit` is shorter than `grace`", f"make it longer, {_EXAMPLE}")
