"""Reveal: when a student is shown the form, marks, hints, reasons and the key, and how a set says so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from grader.document import Fields, Mapping, Reader, Value, mistake_at, one_of
from grader.document.schema import Schema, group, refer
from grader.problems.moment import Moment, as_moment

RevealPart: TypeAlias = Literal["form", "marks", "hint", "why", "key"]
WhenWord: TypeAlias = Literal["now", "due", "never"]

PARTS: tuple[RevealPart, ...] = get_args(RevealPart)
WORDS: tuple[WhenWord, ...] = get_args(WhenWord)

_AFTER = group({"after": refer("moment")}, "after")
WHEN: Schema = {"anyOf": [{"enum": list(WORDS)}, _AFTER]}
REVEAL: Schema = {"anyOf": [*WHEN["anyOf"], group(dict.fromkeys(PARTS, refer("when")))]}


@dataclass(frozen=True, slots=True)
class When:
    """`now`, `due`, `never`, or `after` a moment."""

    word: WhenWord | Literal["after"]
    moment: Moment | None = None

    def has_come(self, now: datetime, due: Moment | None) -> bool:
        """Whether it is time; where a set has no due date, what waits for it is shown at once."""
        if self.word == "due":
            return due is None or now >= due.at
        if self.moment is not None:
            return now >= self.moment.at
        return self.word == "now"


@dataclass(frozen=True, slots=True)
class Reveal:
    """When each of five things is shown: the form, the verdicts and points, a hint, why, and the key."""

    form: When = When("now")
    marks: When = When("due")
    why: When = When("due")
    key: When = When("due")
    own_hint: When | None = None  # where it is named

    @property
    def hint(self) -> When:
        """When the idea behind a wrong answer is shown; where nobody says, with the reasons."""
        return self.own_hint or self.why

    def shows(self, part: RevealPart, now: datetime, due: Moment | None) -> bool:
        """Whether a student may see that part now."""
        when: When = getattr(self, part)
        return when.has_come(now, due)


def reveal_reader(above: Reveal, *, dated: bool) -> Reader[Reveal]:
    """A reader of `reveal:`, which changes only what it names; `dated` says whether a due date is given.

    One word alone names no hint, so that it goes with `why` again.
    """

    def read_when(value: Value) -> When:
        return _read_when(value, dated=dated)

    def read(value: Value) -> Reveal:
        if not isinstance(value, Mapping) or _is_moment(value):
            when = read_when(value)
            return replace(above, marks=when, why=when, key=when, own_hint=None)
        fields = Fields(value)
        reveal = Reveal(
            form=fields.read("form", read_when, above.form),
            marks=fields.read("marks", read_when, above.marks),
            own_hint=fields.read("hint", read_when, above.own_hint),
            why=fields.read("why", read_when, above.why),
            key=fields.read("key", read_when, above.key),
        )
        fields.finish()
        return reveal

    return read


def _is_moment(value: Mapping) -> bool:
    return [key.text for key, _ in value.entries] == ["after"]


def _read_when(value: Value, *, dated: bool) -> When:
    if isinstance(value, Mapping):
        fields = Fields(value)
        moment = fields.read("after", as_moment)
        fields.finish()
        return When("after", moment)
    word = one_of(WORDS)(value)
    if word == "due" and not dated:
        raise mistake_at(
            value, "this set has no due date", "add `due: …` at the top of the set, or write `now`"
        )
    return When(word)
