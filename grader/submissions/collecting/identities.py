"""Hand-ins and a roster → entries under the names that grades have, who is missing, and what is odd."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from grader.submissions.collecting.entry import Entry, Found, finding, quoted_name
from grader.submissions.collecting.roster import Person, Roster
from grader.submissions.student_name import distinct_name, folded_name, is_plain, squeezed_name
from grader.text.columns import visible
from grader.text.source import Mistake, Source


@dataclass(frozen=True, slots=True)
class Identified:
    """Entries in the order in which they were found, findings, and who handed in nothing."""

    entries: tuple[Entry, ...]
    findings: tuple[Mistake, ...]
    missing: tuple[Person, ...]


def identify(
    found: Iterable[Found | Mistake], roster: Roster | None, *, variants: bool = False
) -> Identified:
    """Say whose each hand-in is; nothing is decided silently. With `variants` not all have the same trees."""
    findings: list[Mistake] = []
    entries: list[Entry] = []
    for one in found:
        if isinstance(one, Mistake):
            findings.append(one)
            continue
        person = _person(one, roster, findings, variants=variants)
        entry = _entry(one, person, findings)
        entries.append(entry._replace(roster=roster) if variants and person is None else entry)
    findings += _alike(entries)
    handed_in = {entry.student for entry in entries}
    people = roster.people if roster else ()
    return Identified(tuple(entries), tuple(findings), tuple(p for p in people if p.student not in handed_in))


def _person(found: Found, roster: Roster | None, findings: list[Mistake], *, variants: bool) -> Person | None:
    """The person on the roster, if there is exactly one who has one of the names."""
    if roster is None:
        return None
    groups = [group for name in found.names if (group := roster.called(name))] or [
        group for group in [roster.squeezed(found.squeezed)] if group
    ]
    alone = [group[0] for group in groups if len(group) == 1]
    if not alone:
        findings.append(_unmatched(found, groups, roster, variants=variants))
        return None
    if others := [person for person in alone if person is not alone[0]]:
        message = (
            f"{quoted_name(found.names[0])} and {quoted_name(others[0].id)} are two people on the roster"
        )
        hint = f"it is graded for {quoted_name(alone[0].id)}"
        findings.append(finding(found.name, message, hint, place=found.place))
    return alone[0]


_ON_WHOSE_TREE = "it is graded on the tree of the student named on its sheet, if the roster has that student"


def _unmatched(
    found: Found, groups: Sequence[tuple[Person, ...]], roster: Roster, *, variants: bool
) -> Mistake:
    who = quoted_name(found.names[0])
    if groups:
        ids = " and ".join(quoted_name(person.id) for person in groups[0][:2])
        message = f"{who} may be several people on the roster: {ids}"
        how = _ON_WHOSE_TREE if variants else "it is graded under its own name"
        return finding(found.name, message, how, place=found.place)
    alike = next(filter(None, map(roster.alike, found.names)), None)
    meant = f"did you mean {quoted_name(alike.id)}? " if alike else ""
    hint = f"{meant}{_ON_WHOSE_TREE if variants else 'it is graded all the same'}"
    return finding(found.name, f"{who} is not on the roster", hint, place=found.place)


def _entry(found: Found, person: Person | None, findings: list[Mistake]) -> Entry:
    if person is None and len(found.names) == 1 and is_plain(found.names[0]):
        return Entry(found.names[0], found.name, found.at, found.contents)
    own = (person.id, person.name, person.email, *person.known_as) if person else ()
    student = person.student if person else distinct_name(found.names[0])
    if not person and student != squeezed_name(found.names[0]):
        message = f"{quoted_name(found.names[0])} cannot be the name of a report"
        findings.append(finding(found.name, message, f"it is graded as `{student}`", place=found.place))
    known_as = tuple([name for name in dict.fromkeys((*found.names, *own)) if name and name != student])
    at = found.at or (person.submitted if person else None)
    return Entry(student, found.name, at, found.contents, known_as)


def _alike(entries: Sequence[Entry]) -> Iterator[Mistake]:
    """Two entries of one student, and students whose names can hardly be told apart."""
    first: dict[str, Entry] = {}
    for entry in entries:
        other = first.setdefault(folded_name(entry.student), entry)
        if other is entry:
            continue
        before = f"`{visible(other.name)}`"
        spelt = _looking_alike(entry, other)
        if other.student == entry.student:
            message = f"this is another submission from {quoted_name(entry.student)}, besides {before}{spelt}"
            hint = "both are graded, and `--keep` decides which one counts; delete one if that is wrong"
        else:
            both = f"{quoted_name(entry.student)} and {quoted_name(other.student)}, who submitted {before},"
            message = f"{both} differ only {difference(entry.student, other.student)}"
            hint = "they are graded as two students; rename one if they are the same"
        yield Mistake(message, Source("", entry.name), None, hint, severity="warning")


def _looking_alike(entry: Entry, other: Entry) -> str:
    """How two places differ that look the same."""
    if squeezed_name(entry.name) != squeezed_name(other.name) or entry.name == other.name:
        return ""
    return f", whose name differs {difference(entry.name, other.name)}"


_LETTER = re.compile(r".[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f]*", re.DOTALL)


def difference(one: str, other: str) -> str:
    """How the first name differs from the second, at the first letter that does; nothing where none does."""
    pairs = zip_longest(_LETTER.findall(one), _LETTER.findall(other), fillvalue="")
    own, others = next(((own, others) for own, others in pairs if own != others), ("", ""))
    if own == others:
        return ""
    if unicodedata.normalize("NFC", own).casefold() != unicodedata.normalize("NFC", others).casefold():
        return f"in spelling: {_spelt(own)} here, {_spelt(others)} there"
    if own.casefold() == others.casefold():
        return f"in capitals: `{own}` here, `{others}` there"
    return f"in the form of `{own}`: {_spelt(own)} here, {_spelt(others)} there"


def _spelt(letter: str) -> str:
    """A letter as its characters: `é` may be one or two."""
    codes = " ".join(f"U+{ord(character):04X}" for character in letter)
    many = f"{len(letter)} characters" if len(letter) > 1 else "one character" if letter else "nothing"
    return f"{many} ({codes})" if letter else many
