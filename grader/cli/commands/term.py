"""`grader term`: a course and the gradebooks of its sets → the table of the term, for all who read it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from grader.cli.gradebook_arguments import add_keep_argument
from grader.cli.output import fenced, table, write_output
from grader.reports.record_words import shown_points
from grader.reports.term.term_pages import STAFF_PAGE, student_term_page, term_page
from grader.reports.term.term_tables import TERM_FORMATS
from grader.reports.term.term_words import cell_words, reckoning_lines, total_words
from grader.submissions.collecting.roster import Person
from grader.term.course_file import load_course
from grader.term.term_table import Term, TermRow, read_term
from grader.text.atomic_file import store
from grader.text.columns import visible
from grader.text.sentences import sentences
from grader.text.source import first_mistakes, reason_of, refusal
from grader.text.spelling import did_you_mean, listed, shortened

EXAMPLE = "grader term course.yaml --out term"

_NOBODY = Person("")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("course", metavar="COURSE", help="the file of the course, such as course.yaml")
    parser.add_argument(
        "--format", choices=tuple(_FORMATS), default="table",
        help="the output format (default: table); canvas and moodle are CSV files to import there",
    )  # fmt: skip
    parser.add_argument(
        "--student", metavar="ID", help="show only this student, and how the total came about"
    )
    parser.add_argument("--section", metavar="NAME", help="show only this section of the roster")
    parser.add_argument(
        "--out", metavar="DIR", type=Path,
        help=f"write {STAFF_PAGE}, term.csv, term.json and a page for each student to this folder",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to this file instead of standard output"
    )
    add_keep_argument(parser)


def run(arguments: Namespace) -> int:
    whole = read_term(load_course(arguments.course), keep=arguments.keep)
    term = _selected(whole, arguments)
    if whole.findings:
        with fenced(sys.stderr):
            print(*whole.findings, sep="\n", file=sys.stderr)
    if arguments.out is not None:
        _write(term, arguments.out)
    elif arguments.format == "html" and arguments.student is not None:
        write_output(student_term_page(term.rows[0], term), arguments.output)
    else:
        write_output(_FORMATS[arguments.format](term), arguments.output)
        if arguments.student is not None and arguments.format == "table":
            _explain(term)
    if whole.unread:
        raise first_mistakes(mistake for unread in whole.unread for mistake in unread.mistakes)
    return 0


def _selected(term: Term, arguments: Namespace) -> Term:
    """The rows that are asked for; who is not there is an error."""
    rows = term.rows
    if arguments.section is not None:
        known = sorted({row.person.section for row in rows if row.person is not None} - {""})
        if arguments.section not in known:
            hint = did_you_mean(arguments.section, known, _sections(known))
            message = f"nobody is in the section `{visible(shortened(arguments.section))}`"
            raise refusal("--section", message, hint)
        rows = tuple(row for row in rows if row.person and row.person.section == arguments.section)
    if arguments.student is not None:
        found = [row for row in rows if row.student.casefold() == arguments.student.casefold()]
        if not found:
            hint = did_you_mean(
                arguments.student, [row.student for row in rows], "name a student by their id"
            )
            message = f"nobody is called `{visible(shortened(arguments.student))}`"
            raise refusal("--student", message, hint)
        rows = tuple(found)
    return Term(term.course, rows, term.possible)


def _sections(known: Sequence[str]) -> str:
    return f"there are {listed(known, 'and')}" if known else "give the roster a column `section`"


def _table(term: Term) -> str:
    say, course = sentences("en"), term.course
    heads = [
        f"{entry.id} /{shown_points(term.possible[entry.id])}" if entry.id in term.possible else entry.id
        for entry in course.sets
    ]
    left = ["slip days left"] if course.slip is not None else []
    headings = ["student", "name", "section", *heads, *left, "total"]
    rows = [
        [
            row.student, (row.person or _NOBODY).name, (row.person or _NOBODY).section,
            *(cell_words(row.cells[entry.id], say) for entry in course.sets),
            *([] if row.left is None else [str(row.left)]), _total(row, term),
        ]
        for row in term.rows
    ]  # fmt: skip
    return "\n".join(table(headings, rows)) + "\n"


def _total(row: TermRow, term: Term) -> str:
    return total_words(row, term.course) + ("" if row.is_final else "…")


def _explain(term: Term) -> None:
    for row in term.rows:
        for line in reckoning_lines(row, term.course, sentences("en")):
            print(f"  {visible(line)}")


def _write(term: Term, folder: Path) -> None:
    """All files, each whole or not at all."""
    files = {STAFF_PAGE: term_page(term, links=True)}
    files |= {f"term.{name}": TERM_FORMATS[name](term) for name in ("csv", "json")}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            store(content, folder / name)
        for row in term.rows:
            own = folder / "students" / row.student
            own.mkdir(parents=True, exist_ok=True)
            store(student_term_page(row, term), own / STAFF_PAGE)
    except OSError as error:
        raise refusal(str(folder), f"the pages cannot be written ({reason_of(error)})") from None
    print(f"the term: {folder / STAFF_PAGE}", file=sys.stderr)


_FORMATS: Mapping[str, Callable[[Term], str]] = {"table": _table, "html": term_page, **TERM_FORMATS}
