"""roster.csv → Roster: who takes part, by every name that an export has for them, and with which seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from grader.document import Scalar
from grader.problems import ProblemSet
from grader.problems.deal import Seated, folded_student
from grader.problems.late_policy import read_duration
from grader.problems.moment import as_moment
from grader.submissions import student_name
from grader.submissions.collecting.platform_times import is_too_far, read_time
from grader.submissions.collecting.table_header import WHO, called, find_fields, plain_header
from grader.submissions.csv_rows import CsvRow, Table, read_table
from grader.submissions.student_name import folded_name, squeezed_name
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, Source, Span, decode_source, first_mistakes, refusal
from grader.text.spelling import did_you_mean, listed, shortened

ROSTER = "roster.csv"
BY_ROSTER = "roster"  # the groups are those of the column `group`

_POINTS = "points possible"  # the second row of Canvas's gradebook, which is nobody
_VARIANTS = ("variant", "variants", "variant number")
_EXTENSION = "write how much longer, such as `2d`, or until when, such as `2027-02-05 23:59 Europe/Berlin`"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on the roster; what is not given is empty. No other student may see an extension."""

    id: str
    name: str = ""
    email: str = ""
    section: str = ""
    extension: timedelta | datetime | None = field(default=None, repr=False)
    submitted: datetime | None = None
    known_as: tuple[str, ...] = ()
    version: str = ""
    seat: str = ""
    group: str = ""
    place: Span = field(default=Span(0, 0), repr=False, compare=False)

    @property
    def student(self) -> str:
        """The id, as grades have it."""
        return student_name(self.id) or "unnamed"


@dataclass(frozen=True, slots=True)
class Roster:
    """The people of a course, in the order of the file; `findings` are what is odd about it."""

    source: Source = field(repr=False)
    people: tuple[Person, ...]
    findings: tuple[Mistake, ...] = ()
    _named: Mapping[str, list[Person]] = field(default_factory=dict, repr=False, compare=False)
    _squeezed: Mapping[str, list[Person]] = field(default_factory=dict, repr=False, compare=False)
    _folded: Mapping[str, Person] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        named: dict[str, list[Person]] = {}
        squeezed: dict[str, list[Person]] = {}
        folded: dict[str, Person] = {}
        for person in self.people:
            for name in dict.fromkeys(_keys(person)):
                named.setdefault(name, []).append(person)
                folded.setdefault(folded_name(name), person)
            squeezed.setdefault(canvas_name(person.name), []).append(person)
        for index, names in (("_named", named), ("_squeezed", squeezed), ("_folded", folded)):
            object.__setattr__(self, index, names)

    def called(self, name: str) -> tuple[Person, ...]:
        """Everybody who has exactly this id, address or name; capitals count but in an address."""
        return tuple(self._named.get(_key(name), ()))

    def squeezed(self, name: str) -> tuple[Person, ...]:
        """Everybody whom Canvas calls so in the names of files."""
        return tuple(self._squeezed.get(name, ())) if name else ()

    def alike(self, name: str) -> Person | None:
        """Somebody whose name differs from this one only by capitals or the form of letters."""
        return self._folded.get(folded_name(name))

    def of(self, student: str) -> Person | None:
        """The person whose grades are under this name."""
        return next((person for person in self.called(student) if person.student == student), None)


def read_roster(data: bytes, name: str, groups: str = "") -> Roster:
    """The people in the bytes of a CSV file; an InputError has every mistake that forbids to use it.

    `groups` is the column that says who works together; `roster` is the one that is called `group`. Where
    nobody asks for groups, and there is no column of sections, a group is a section.
    """
    table = read_table(decode_source(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), name))
    if table is None:
        raise refusal(name, "there is nothing in this roster", "give it a header: `id,name,email,section`")
    fields = find_fields(table.header)
    if not set(WHO) & set(fields):
        hint = "name one column `id`, `email` or `name`"
        span = Span(table.header.start, table.header.end)
        raise InputError([Mistake("no column of this roster says who somebody is", table.source, span, hint)])
    if groups:
        fields["group"] = [_group_column(table, fields, groups)]
    elif "section" not in fields:
        fields["section"] = fields.pop("group", [])
    else:
        fields.pop("group", None)
    return _roster(table, fields)


def _group_column(table: Table, fields: Mapping[str, list[int]], wanted: str) -> int:
    headers = [cell.text.strip() for cell in table.header.cells]
    words = [plain_header(header) for header in headers]
    found = fields.get("group", []) if wanted == BY_ROSTER else []
    found = found or [place for place, word in enumerate(words) if word == plain_header(wanted)]
    if found:
        return found[0]
    name = "group" if wanted == BY_ROSTER else wanted
    message = f"this roster has no column `{visible(shortened(name))}` that says who works together"
    hint = did_you_mean(name, headers, "add it, or change `groups:` of the course")
    raise InputError([Mistake(message, table.source, Span(table.header.start, table.header.end), hint)])


def canvas_name(name: str) -> str:
    """A name as Canvas puts it into the names of files: family name first, letters alone, no capitals."""
    *first, last = name.split() or [""]
    sorted_name = name if "," in name else last + "".join(first)
    return re.sub(r"\W", "", squeezed_name(sorted_name).lower())


def _roster(table: Table, fields: Mapping[str, list[int]]) -> Roster:
    mistakes: list[Mistake] = []
    people: dict[str, Person] = {}
    for row in table.rows():
        try:
            person = _person(table, row, fields)
        except InputError as error:
            mistakes += error.mistakes
            continue
        if person is None:
            continue
        first = people.setdefault(person.student, person)
        if first is not person:
            mistakes.append(_twice(table, person, first))
    if mistakes:
        raise first_mistakes(mistakes)
    findings = (*_ignored(table), *_shared(table, people.values()))
    return Roster(table.source, tuple(people.values()), findings)


def _person(table: Table, row: CsvRow, fields: Mapping[str, list[int]]) -> Person | None:
    said = called(row, fields)
    names = [name for group in said.values() for name in group]
    if squeezed_name(" ".join(names)).casefold() == _POINTS:
        return None
    span = Span(row.start, row.end)
    if not names or student_name(names[0]) is None:
        message = "nobody is named in this row"
        raise InputError([Mistake(message, table.source, span, "give an id, an address or a name")])
    email, name = (next(iter(said[field]), "") for field in ("email", "name"))
    others = tuple(other for other in names if other not in (names[0], email, name))
    return Person(
        names[0], name, email, row.text(_first(fields, "section")),
        _extension(table, row, _first(fields, "extension")),
        _submitted(table, row, _first(fields, "submitted")), others,
        row.text(_first(fields, "version")), row.text(_first(fields, "seat")),
        row.text(_first(fields, "group")), row.span(_column(row, fields)),
    )  # fmt: skip


def _column(row: CsvRow, fields: Mapping[str, list[int]]) -> int:
    """The column that names the person first."""
    columns = (column for name in WHO for column in fields.get(name, ()))
    return next(column for column in columns if row.text(column))


def _first(fields: Mapping[str, list[int]], name: str) -> int | None:
    return next(iter(fields.get(name, ())), None)


def _extension(table: Table, row: CsvRow, column: int | None) -> timedelta | datetime | None:
    text = row.text(column)
    if not text or text in ("-", "0"):
        return None
    if (duration := read_duration(text)) is not None:
        return duration or None
    span = row.span(column)
    try:
        return as_moment(Scalar(text, table.source, span, None)).at
    except InputError as error:
        raise InputError(
            [Mistake(mistake.message, table.source, span, _EXTENSION) for mistake in error.mistakes]
        ) from None


def _submitted(table: Table, row: CsvRow, column: int | None) -> datetime | None:
    text = row.text(column)
    if not text:
        return None
    if at := read_time(text):
        return at
    hint = "write a date, a time and a zone, such as `2027-02-01 23:59 Europe/Berlin`"
    if is_too_far(text):
        message = f"the year {text[:4]} is too far away"
        raise InputError([Mistake(message, table.source, row.span(column), hint)])
    message = f"`{visible(shortened(text))}` is not a time with a known zone"
    raise InputError([Mistake(message, table.source, row.span(column), hint)])


def _twice(table: Table, person: Person, first: Person) -> Mistake:
    message = f"`{visible(shortened(person.id))}` is on this roster twice"
    return Mistake(message, table.source, person.place, "delete one of the two", (first.place, "first here"))


def _ignored(table: Table) -> Iterator[Mistake]:
    """A column that looks as if it gave out variants, which only the set does."""
    for cell in table.header.cells:
        if plain_header(cell.text) in _VARIANTS:
            message = (
                f"the column `{visible(shortened(cell.text.strip()))}` is ignored: the set gives variants"
            )
            hint = "to decide yourself who gets what, give the set `versions` and call this column `version`"
            yield Mistake(message, table.source, cell.span, hint, severity="warning")


def _shared(table: Table, people: Iterable[Person]) -> Iterator[Mistake]:
    """Addresses that two people have, by which neither can be found."""
    first: dict[str, Person] = {}
    for person in people:
        other = first.setdefault(_key(person.email), person) if person.email else person
        if other is not person:
            message = f"`{visible(person.id)}` and `{visible(other.id)}` have the same address"
            yield Mistake(message, table.source, person.place, "it identifies nobody", severity="warning")


def _keys(person: Person) -> Iterator[str]:
    """Everything by which a person is found."""
    for name in (person.id, person.student, person.email, person.name, *person.known_as):
        if name:
            yield _key(name)
    family, comma, given = person.name.partition(",")
    if comma:
        yield _key(f"{given.strip()} {family.strip()}")


def _key(name: str) -> str:
    plain = squeezed_name(name)
    return plain.casefold() if "@" in plain else plain


def seated(roster: Roster, problems: ProblemSet) -> tuple[Seated, ...]:
    """Everybody on the roster; an InputError names every version that the set does not have."""
    known = {folded_student(version): version for version in problems.versions}
    mistakes = [
        _unknown(person, roster, problems)
        for person in roster.people
        if problems.versions and person.version and folded_student(person.version) not in known
    ]
    if mistakes:
        raise InputError(mistakes)
    return tuple(
        Seated(person.student, person.seat, known.get(folded_student(person.version), ""))
        for person in roster.people
    )


def _unknown(person: Person, roster: Roster, problems: ProblemSet) -> Mistake:
    message = f"the set has no version `{visible(shortened(person.version))}`"
    hint = f"the versions are {listed(problems.versions, 'and')}"
    return Mistake(message, roster.source, person.place, hint)
