"""A Term → the staff's page, which sorts and filters; and a page for each student about their own term."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from grader.reports.class_.class_list import FIRST_ROWS
from grader.reports.page_templates import fill
from grader.reports.record_words import LONGEST_NAME, shown, shown_percent, shown_points
from grader.reports.term.term_words import cell_words, reckoning_lines, rule_lines, total_words
from grader.submissions.collecting.roster import Person
from grader.term.term_table import CELL_KINDS, WITHOUT_POINTS, CellKind, Term, TermCell, TermRow, seen_by
from grader.text.sentences import Say, sentences

if TYPE_CHECKING:
    from markupsafe import Markup

STAFF_PAGE = "term.html"

_NOBODY = Person("")
_CODES: dict[CellKind, str] = {kind: kind[0] for kind in CELL_KINDS}  # `m` is marked
_CODES["missing"] = "-"


def term_page(term: Term, *, links: bool = False) -> str:
    """The page of the staff; with `links` every name leads to the student's own page."""
    say = sentences(term.course.language)
    rows = list(_rows(term, say, links=links))
    sections = sorted({person.section for row in term.rows if (person := row.person)} - {""})
    kinds = [
        (kind, code) for kind, code in _CODES.items()
        if any(cell.kind == kind for row in term.rows for cell in row.cells.values())
    ]  # fmt: skip
    heads = [
        (entry.title, shown_points(term.possible[entry.id]) if entry.id in term.possible else "")
        for entry in term.course.sets
    ]
    return fill(
        "term.html", say=say, course=term.course, rows=rows, sections=sections, kinds=kinds, heads=heads,
        rules=list(rule_lines(term.course, say)), slip=term.course.slip is not None,
        first_rows=FIRST_ROWS,
    )  # fmt: skip


def _rows(term: Term, say: Say, *, links: bool) -> Iterator[Markup]:
    """A template would take far longer for thousands."""
    from markupsafe import Markup, escape

    for row in term.rows:
        person = row.person or _NOBODY
        name = escape(shown(row.student, LONGEST_NAME, say))
        if links:
            address = f"students/{quote(row.student, safe='', errors='replace')}/term.html"
            name = Markup('<a href="{}">{}</a>').format(address, name)
        who = (
            escape(shown(text, LONGEST_NAME, say)) if text else "" for text in (person.name, person.section)
        )
        cells = [row.cells[entry.id] for entry in term.course.sets]
        words = [
            *who, *(escape(cell_words(cell, say)) for cell in cells),
            *([] if row.left is None else [str(row.left)]),
            total_words(row, term.course) + ("" if row.is_final else "…"),
        ]  # fmt: skip
        codes = "".join(_CODES[cell.kind] for cell in cells)
        # All of it is escaped, or a number of our own making.
        yield Markup(f'<tr data-v="{codes}"><th scope=row>{name}<td>{"<td>".join(words)}')  # noqa: S704


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A set on a student's page."""

    title: str
    possible: str
    words: str
    percent: str
    note: str


def student_term_page(row: TermRow, term: Term) -> str:
    """The page of one student, with what they may see by now and nothing of anybody else."""
    course, say = term.course, sentences(term.course.language)
    seen = seen_by(row, course)
    sets = [
        ShownSet(
            entry.title,
            _possible(entry.id, cell, term),
            cell_words(cell, say, slips=False),  # the note says it
            "" if cell.share is None or not cell.shown else shown_percent(cell.share),
            _note(cell, say),
        )
        for entry in course.sets
        for cell in [seen.cells[entry.id]]
    ]
    person = row.person or _NOBODY
    return fill(
        "my-term.html", say=say, course=course, sets=sets, row=seen, student=row.student, name=person.name,
        section=person.section, total=total_words(seen, course), rules=list(rule_lines(course, say)),
        steps=list(reckoning_lines(seen, course, say)), is_final=seen.is_final,
    )  # fmt: skip


def _possible(name: str, cell: TermCell, term: Term) -> str:
    """Of how many points, where there are points."""
    if cell.kind in WITHOUT_POINTS or name not in term.possible:
        return ""
    return shown_points(term.possible[name])


def _note(cell: TermCell, say: Say) -> str:
    """What else there is to say of a set: how late it came, slip days, and that it is dropped."""
    notes = []
    if cell.late is not None and cell.late.share:
        percent = shown_percent(cell.late.share)
        notes.append(say("term.late", number=cell.late.days, percent=percent))
    if cell.slip:
        notes.append(say("term.spent", number=cell.slip))
    if cell.dropped:
        notes.append(say("term.dropped"))
    return " ".join(notes)
