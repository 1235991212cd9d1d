"""A CSV file in which students say for which set they spend slip days → their wishes, by student and set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.submissions import student_name
from grader.submissions.collecting.roster import Roster
from grader.submissions.collecting.table_header import WHO, called, find_fields, plain_header
from grader.submissions.csv_rows import read_table
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, Span, decode_source, first_mistakes, load_bytes, refusal
from grader.text.spelling import did_you_mean, shortened

Wishes = dict[str, dict[str, int]]

_MOST = 1000


def read_wishes(file: Path, roster: Roster | None, sets: Sequence[str]) -> Wishes:
    """The wishes in a table with the columns `id`, `set` and `days`; of two about a set the later counts."""
    name = str(file)
    table = read_table(decode_source(load_bytes(name).replace(b"\r\n", b"\n").replace(b"\r", b"\n"), name))
    if table is None:
        raise refusal(name, "there is nothing in this table", "give it a header: `id,set,days`")
    words = [plain_header(cell.text) for cell in table.header.cells]
    fields = find_fields(table.header)
    if not set(WHO) & set(fields) or "set" not in words or "days" not in words:
        span = Span(table.header.start, table.header.end)
        raise InputError([Mistake("the columns `id`, `set` and `days` are needed", table.source, span, None)])
    wishes: Wishes = {}
    mistakes: list[Mistake] = []
    for row in table.rows():
        names = [name for group in called(row, fields).values() for name in group]
        people = roster.called(names[0]) if roster is not None and names else ()
        student = people[0].student if len(people) == 1 else student_name(names[0]) if names else None
        which, days = row.text(words.index("set")), row.text(words.index("days"))
        if student is None:
            message, hint = "this row does not say whose days these are", "give an id"
        elif which not in sets:
            message = f"the course has no set `{visible(shortened(which))}`"
            hint = did_you_mean(which, sets, "name a set as the course does")
        elif not days.isascii() or not days.isdigit() or int(days) > _MOST:
            message, hint = f"`{visible(shortened(days))}` is not a number of days", "write `1`, `2` …"
        else:
            wishes.setdefault(student, {})[which] = int(days)
            continue
        mistakes.append(Mistake(message, table.source, Span(row.start, row.end), hint))
    if mistakes:
        raise first_mistakes(mistakes)
    return wishes
