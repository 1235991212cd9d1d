"""A row of a table of answers ↔ the bytes that are kept of it → a Sheet, as if typed in YAML.

What is kept is the row as it stands in the file, below a header of our own: for each column the question
that is answered there, or nothing, and behind all of them the set's id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.document import Answer, Sheet
from grader.document.sheet_content import Key, SheetContent
from grader.document.sheet_notes import note
from grader.document.typed_answer import answer_between
from grader.submissions.csv_rows import SEPARATORS, Cell, read_rows
from grader.text.source import InputError, Source, Span

_PLACE = re.compile(r"(.+\.csv):(\d{1,9})", re.DOTALL | re.IGNORECASE)
_NOWHERE = Span(0, 0)
_Typed = tuple[str, str, Cell]


def kept_row(columns: Sequence[str], set_id: str, separator: str, row: str) -> bytes:
    """The bytes to keep of a row; `columns` are a problem and a question with a blank between, or empty."""
    return f"{separator.join((*columns, set_id))}\n{row}".encode()


def row_name(table: str, line: int) -> str:
    """What messages call a row."""
    return f"{table}:{line}"


def is_row(name: str, files: Sequence[str]) -> bool:
    """Whether a submission of that name with those files is a row of a table."""
    found = _PLACE.fullmatch(name)
    return found is not None and len(files) == 1 and found[1].endswith(files[0])


def read_row(data: bytes, name: str, student: str) -> Sheet:
    """The sheet that a kept row of a student is; one with more cells than there are columns is refused."""
    header, _, text = data.decode(errors="replace").partition("\n")
    separator = next((character for character in header if character in SEPARATORS), SEPARATORS[0])
    *columns, set_id = header.split(separator)
    found = _PLACE.fullmatch(name)
    source = Source(text, found[1], first=int(found[2])) if found else Source(text, name)
    cells = next((row.cells for row in read_rows(source, separator)), ())
    if any(cell.text.strip() for cell in cells[len(columns) :]):
        place = cells[len(columns)].span
        raise InputError([note("row-too-long", source, place, {"number": len(columns)})])
    collected = SheetContent(source)
    for problem, question, cell in _typed(columns, cells):
        key = Key(question, cell.span, cell.span.end)
        if problem not in collected.answers:
            collected.enter_problem(key._replace(name=problem))
        collected.add_answer(collected.answers[problem], key, _answer(source, cell))
    whose, which = (Answer(text, _NOWHERE, source, _NOWHERE, ((0, 0),)) for text in (student, set_id))
    return Sheet(source, whose, which, collected.answers, collected.keys, tuple(collected.mistakes))


def _typed(columns: Sequence[str], cells: Sequence[Cell]) -> Iterator[_Typed]:
    for name, cell in zip(columns, cells, strict=False):
        problem, _, question = name.partition(" ")
        if question and cell.text.strip():
            yield problem, question, cell


def _answer(source: Source, cell: Cell) -> Answer:
    """What YAML's reader makes of the cell's text, with the places of the table."""
    said = Source(cell.text, source.name)
    start = len(cell.text) - len(cell.text.lstrip())
    typed = answer_between(said, cell.span, start, len(cell.text.rstrip()))
    pieces = tuple(_composed(typed.pieces, cell.pieces))
    return Answer(typed.text, cell.span, source, cell.span, pieces)


def _composed(
    outer: Sequence[tuple[int, int]], inner: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Offsets in an answer paired with those in the file, through those in the cell's text."""
    for (offset, place), (following, _) in zip(outer, (*outer[1:], (1 << 60, 0)), strict=True):
        at = max(index for index, (start, _) in enumerate(inner) if start <= place)
        yield offset, inner[at][1] + place - inner[at][0]
        for start, position in inner[at + 1 :]:
            if offset + start - place < following:
                yield offset + start - place, position
