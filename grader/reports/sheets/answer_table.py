"""A ProblemSet and who takes part → answers.csv to type into: a row for each, a column for each question."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from grader.problems import ProblemSet
from grader.reports.escapes import spreadsheet_text
from grader.submissions.collecting.roster import Person

_LIKE_A_NUMBER = re.compile(r"[0-9]+\.[0-9]+")


def answer_table(problems: ProblemSet, people: Sequence[Person] = ()) -> str:
    """The table, whose columns have the numbers that the questions have on paper."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    columns = tuple(_columns(problems))
    writer.writerow(("id", "name", *columns))
    for person in people:
        if problems.version in (None, problems.version_of(person.student)):
            writer.writerow((person.id, spreadsheet_text(person.name), *[""] * len(columns)))
    return file.getvalue()


def _columns(problems: ProblemSet) -> Iterator[str]:
    """The names of all questions, after their numbers where these can mean only one thing."""
    asked = [
        (f"{number}.{place}", f"{problem.id}.{entry.question.id}")
        for number, problem in enumerate(problems.problems, 1)
        if problem.program is None
        for place, entry in enumerate(problem.questions, 1)
    ]
    is_certain = problems.version is not None or not problems.shuffled
    if any(_LIKE_A_NUMBER.fullmatch(name) for _, name in asked):
        is_certain = False
    yield from (f"{number} {name}" if is_certain else name for number, name in asked)
