"""Entries of a class and its groups → an entry for every member of whoever handed something in.

By the roster, whatever one member hands in is handed in by all of them; where several do, `--keep` decides,
as it does for one student. By the sheet, names count only for those who have no hand-in of their own: what
somebody else says on a sheet never replaces that, and of several such sheets the best one counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.submissions import read_hand_in, student_name
from grader.submissions.collecting.entry import Entry, finding, quoted_name
from grader.submissions.collecting.roster import Person, Roster
from grader.text.source import Mistake

NO_GROUPS = "none"
BY_SHEET = "by-sheet"

_MOST_NAMED = 10
_BETWEEN = re.compile(r"[,;&/+\n]|\band\b|[、，；]|和|與", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shared:
    """Entries, those for others of a group behind that of who handed it in; and what is odd."""

    entries: tuple[Entry, ...]
    findings: tuple[Mistake, ...]


def share_entries(entries: Sequence[Entry], roster: Roster | None, *, by_sheet: bool) -> Shared:
    """The same entries and those for other members of the groups."""
    if by_sheet:
        return _Named(entries, roster).shared()
    if roster is None or not any(person.group for person in roster.people):
        return Shared(tuple(entries), ())
    return _by_roster(entries, roster)


def _by_roster(entries: Sequence[Entry], roster: Roster) -> Shared:
    groups: dict[str, list[Person]] = {}
    for person in roster.people:
        if person.group:
            groups.setdefault(person.group, []).append(person)
    group_of = {person.student: person.group for members in groups.values() for person in members}
    first: dict[str, Entry] = {}
    shared: list[Entry] = []
    findings: list[Mistake] = []
    for entry in entries:
        group = group_of.get(entry.student, "")
        members = groups.get(group, [])
        known_as = tuple(dict.fromkeys(name for person in members for name in _names(person)))
        shared.append(entry._replace(known_as=(*entry.known_as, *known_as)) if members else entry)
        shared += [
            entry._replace(student=person.student, known_as=(entry.student, *known_as), by=entry.student)
            for person in members
            if person.student != entry.student
        ]
        other = first.setdefault(group, entry) if group else entry
        if other.student != entry.student:
            message = f"this is another submission from group {quoted_name(group)}, besides `{other.name}`"
            hint = "both are graded for every member, and `--keep` decides which one counts"
            findings.append(finding(entry.name, message, hint))
    return Shared(tuple(shared), tuple(findings))


class _Named:
    """Groups as the sheets name them."""

    def __init__(self, entries: Sequence[Entry], roster: Roster | None) -> None:
        self._entries = entries
        self._roster = roster
        self._own = {entry.student for entry in entries}
        self._claimed: dict[str, Entry] = {}
        self._findings: list[Mistake] = []

    def shared(self) -> Shared:
        shared = [own for entry in self._entries for own in self._with_others(entry)]
        return Shared(tuple(shared), tuple(self._findings))

    def _with_others(self, entry: Entry) -> Iterator[Entry]:
        """The entry, and one for each other student whom its sheet names and who has none of their own."""
        sheet = read_hand_in(entry.hand_in()).sheet
        typed = sheet.student.text if sheet is not None and sheet.student is not None else ""
        names = self._names_in(typed, entry)
        yield entry._replace(known_as=(*entry.known_as, typed)) if names else entry
        for name in names:
            other = self._student(name, entry)
            if other is not None and other != entry.student and self._may_claim(other, entry):
                known_as = (name, typed, entry.student)
                yield entry._replace(student=other, known_as=known_as, by=entry.student, only_named=True)

    def _names_in(self, typed: str, entry: Entry) -> list[str]:
        """The names on a sheet, if there are several."""
        if self._roster is not None and self._roster.called(typed):
            return []  # somebody whose name has a comma in it
        names = list(dict.fromkeys(name.strip(" []\"'") for name in _BETWEEN.split(typed)))
        names = [name for name in names if name]
        if len(names) > _MOST_NAMED:
            message = f"this sheet names {len(names)} people, more than any group has"
            self._findings.append(
                finding(entry.name, message, "it counts only for the student who submitted it")
            )
            return []
        return names if len(names) > 1 else []

    def _student(self, name: str, entry: Entry) -> str | None:
        if self._roster is None:
            return student_name(name)
        people = self._roster.called(name)
        if len(people) == 1:
            return people[0].student
        if name not in (entry.student, *entry.known_as):
            message = f"the sheet names {quoted_name(name)}, who is not on the roster"
            self._findings.append(finding(entry.name, message, "it counts only for the others"))
        return None

    def _may_claim(self, other: str, entry: Entry) -> bool:
        """Whether a sheet counts for somebody else; what is contradictory is reported."""
        if other in self._own:
            message = f"the sheet names {quoted_name(other)}, who has submitted something else"
            self._findings.append(finding(entry.name, message, "for them, their own submission counts"))
            return False
        first = self._claimed.setdefault(other, entry)
        if first is not entry:
            message = f"the sheet names {quoted_name(other)}, and so does `{first.name}`"
            self._findings.append(finding(entry.name, message, "for them, the better one counts"))
        return True


def _names(person: Person) -> Iterator[str]:
    return (name for name in (person.id, person.name, person.email, *person.known_as) if name)
