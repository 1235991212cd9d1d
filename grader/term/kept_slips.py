"""Term → the slip days of each set, kept in its gradebook: a change is an entry of its own."""

from __future__ import annotations

from collections.abc import Mapping

from grader.gradebook import FILE, Gradebook
from grader.grading.decisions import Slip
from grader.problems.set_file import load_dates
from grader.term.course import Course
from grader.term.term_table import Term, read_term


def slips_of(term: Term, set_id: str) -> Mapping[str, Slip]:
    """What each student has spent on a set of the course, and has left."""
    late = ((row.student, row.cells[set_id].late) for row in term.rows)
    return {student: one.slip for student, one in late if one is not None and one.slip is not None}


def keep_slips_of(course: Course) -> Mapping[str, tuple[str, ...]]:
    """Reckon the slip days of the term anew and keep what is new; by set, for whom its days changed."""
    if course.slip is None:
        return {}
    term = read_term(course)
    changed = {}
    for entry in course.sets:
        path = course.out(entry) / FILE
        if entry.file is not None and path.exists():
            with Gradebook.open(path) as book:
                set_id = load_dates(entry.file, entry.terms).id
                changed[entry.id] = book.keep_slips(set_id, slips_of(term, entry.id))
    return changed
