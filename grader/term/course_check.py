"""Course → what does not go together in it: its roster, sections, groups, and whom it excuses."""

from __future__ import annotations

from collections.abc import Iterator

from grader.submissions.collecting.groups import BY_SHEET, NO_GROUPS
from grader.submissions.collecting.roster import Person, Roster, read_roster
from grader.term.course import Course
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, load_bytes
from grader.text.spelling import did_you_mean, listed, shortened


def load_course_roster(course: Course) -> Roster | None:
    """Who takes part, if the course says so."""
    return None if course.roster is None else read_roster(load_bytes(course.roster), str(course.roster))


def check_course(course: Course) -> tuple[Mistake, ...]:
    """Everything odd between the course and its roster."""
    try:
        roster = load_course_roster(course)
    except InputError as error:
        return error.mistakes
    if roster is None:
        return ()
    return (
        *roster.findings,
        *_sections(course, roster),
        *_excused(course, roster),
        *_groups(course, roster),
    )


def _sections(course: Course, roster: Roster) -> Iterator[Mistake]:
    for person in roster.people:
        if course.sections and person.section not in course.sections:
            message = f"`{visible(person.id)}` is in {_section(person)}"
            hint = f"the course has {listed(course.sections, 'and')}"
            yield Mistake(message, roster.source, person.place, hint, severity="warning")


def _groups(course: Course, roster: Roster) -> Iterator[Mistake]:
    """A mistake for each column of groups that the roster does not have."""
    for column in dict.fromkeys(entry.groups for entry in course.sets):
        if column not in (NO_GROUPS, BY_SHEET):
            try:
                read_roster(roster.source.text.encode(), roster.source.name, column)
            except InputError as error:
                yield from error.mistakes


def _section(person: Person) -> str:
    section = visible(shortened(person.section))
    return f"the section `{section}`, which the course does not have" if person.section else "no section"


def _excused(course: Course, roster: Roster) -> Iterator[Mistake]:
    known = {person.student for person in roster.people}
    for entry in course.sets:
        for student in sorted(entry.excused - known):
            message = (
                f"`{visible(shortened(student))}`, who is excused from `{entry.id}`, is not on the roster"
            )
            hint = did_you_mean(student, known, "write the id as the roster has it")
            yield Mistake(message, course.source, None, hint, severity="warning")
