"""The Grades of a class, and who is missing → the rows of a table that sorts and filters, a line for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from grader.grading import Grade
from grader.grading.grade_record import CheckStanding
from grader.reports.class_.statistics import CODES, Columns, IdeaFigures, Statistics, Total, tenth_of
from grader.reports.record_words import LONGEST_NAME, shown, shown_percent, shown_points
from grader.submissions.collecting import Person
from grader.text.sentences import Say

if TYPE_CHECKING:
    from markupsafe import Markup


FIRST_ROWS = 100  # which are there without a script
PERSONAL = ("name", "section")

_PLAIN = re.compile(r"[A-Za-z0-9_.-]{1,200}")


def class_rows(
    grades: Sequence[Grade],
    columns: Columns,
    statistics: Statistics,
    verdicts: Sequence[CheckStanding],
    *,
    missing: Sequence[Person],
    people: Mapping[str, Person],
    links: Mapping[str, str] | None,
    say: Say,
) -> Iterator[Markup]:
    """The rows in the order of the class; `verdicts` are those that the table has columns for.

    Each is one line, and has as data a sign for every question, that of its verdict in `CODES`, the places of
    the student's misconceptions in the list of the class, and the tenth in which the score is. A template
    would take far longer for thousands.
    """
    from markupsafe import escape

    titles = [escape(idea_in_words(idea, say)) for idea in statistics.ideas]
    statuses = {status: escape(say(f"class-page.{status}")) for status in statistics.statuses}
    counted, comma = [CODES[verdict] for verdict in verdicts], escape(say("list.comma"))
    given = map("".join, zip(*(column.codes for column in columns.values()), strict=True))
    ideas, late, with_status = (
        _ideas(statistics, len(grades)),
        has_penalties(grades),
        has_statuses(statistics, missing),
    )
    known = tuple(part for part in PERSONAL if has_any(people, part))
    for grade, codes, total, own in zip(grades, given, statistics.totals, ideas, strict=True):
        points, share, tenth = _cells(total)
        cells = [points, share, *[str(codes.count(code)) for code in counted]]
        if late:
            cells[1:1] = _lateness(grade)
        cells[:0] = _personal(people.get(grade.student), known, say)
        if with_status:
            cells.append(statuses[grade.status])
        if titles:
            cells.append(comma.join([titles[place] for place in own]))
        held = f' data-m="{" ".join(map(str, own))}"' if own else ""
        name = _name(grade, links, say)
        yield _line(f'<tr data-v="{codes}"{held}{tenth}><th scope=row>{name}<td>{"<td>".join(cells)}')
    cells = ["", *[""] * (3 if late else 1), *[""] * len(counted), escape(say("class-page.nothing"))]
    cells += [""] * bool(titles)
    for person in missing:
        row = [*_personal(person, known, say), *cells]
        name = escape(shown(person.student, LONGEST_NAME, say))
        yield _line(f'<tr data-v=""><th scope=row>{name}<td>{"<td>".join(row)}')


def _line(row: str) -> Markup:
    from markupsafe import Markup

    return Markup(row.replace("\n", " "))  # noqa: S704 - all of it is escaped, or of our own making


def idea_in_words(idea: IdeaFigures, say: Say) -> str:
    """A misconception, or an either-or, as the page calls it."""
    names = [shown(name, LONGEST_NAME, say) for name in idea.names]
    return (
        names[0]
        if len(names) == 1
        else say.alternatives([say("class-page.one-of", name=name) for name in names])
    )


def _personal(person: Person | None, parts: Sequence[str], say: Say) -> list[str]:
    """Name and section, as far as the roster of the class has such."""
    from markupsafe import escape

    texts = (getattr(person, part, "") for part in parts)
    return [str(escape(shown(text, LONGEST_NAME, say))) if text else "" for text in texts]


def has_any(people: Mapping[str, Person], part: str) -> bool:
    """Whether the roster says this of anybody."""
    return any(getattr(person, part) for person in people.values())


def sections_of(people: Mapping[str, Person]) -> tuple[str, ...]:
    """The sections of the roster, in alphabetical order."""
    return tuple(sorted({person.section for person in people.values()} - {""}))


def has_penalties(grades: Sequence[Grade]) -> bool:
    """Whether lateness costs anybody anything."""
    return any(grade.late is not None and grade.penalty for grade in grades)


def _lateness(grade: Grade) -> tuple[str, str]:
    """What lateness costs, and what is left."""
    return shown_points(grade.penalty) if grade.penalty else "", shown_points(grade.after)


@lru_cache(maxsize=4096)  # many students have the same total
def _cells(total: Total) -> tuple[str, str, str]:
    """A total in points and in per cent, and the tenth in which it is."""
    if total.share is None:
        return shown_points(total.earned), "–", ""
    return shown_points(total.earned), shown_percent(total.share), f' data-t="{tenth_of(total.share)}"'


def has_statuses(statistics: Statistics, missing: Sequence[Person]) -> bool:
    """Whether there are sheets that could not be read or marked, or that are missing."""
    return statistics.statuses.keys() != {"graded"} or bool(missing)


def _name(grade: Grade, links: Mapping[str, str] | None, say: Say) -> str:
    student = grade.student
    if links is None and not grade.typed and _PLAIN.fullmatch(student):  # as most are called, and far quicker
        return f'<a href="students/{student}/report.html">{student}</a>'
    from markupsafe import escape

    name, place = escape(shown(grade.called, LONGEST_NAME, say)), address(student, links)
    return name if place is None else f'<a href="{escape(place)}">{name}</a>'


def address(student: str, links: Mapping[str, str] | None) -> str | None:
    """Where a student's report is, from the folder of the page; `links` has paths where they are given."""
    if links is None:
        return f"students/{quote(student, safe='', errors='replace')}/report.html"
    return quote(links[student], errors="replace") if student in links else None


def _ideas(statistics: Statistics, count: int) -> list[list[int]]:
    """The places of every student's misconceptions in the list of the class."""
    own: list[list[int]] = [[] for _ in range(count)]
    for place, idea in enumerate(statistics.ideas):
        for student in idea.students:
            own[student].append(place)
    return own
