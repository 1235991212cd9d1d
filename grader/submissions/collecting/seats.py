"""A roster and the versions of a set → who is to be dealt something, with the seats and versions it gives."""

from __future__ import annotations

from grader.problems import ProblemSet
from grader.problems.deal import Seated, folded_student
from grader.submissions.collecting.roster import Person, Roster
from grader.text.columns import visible
from grader.text.source import InputError, Mistake
from grader.text.spelling import listed, shortened


def seated(roster: Roster, problems: ProblemSet) -> tuple[Seated, ...]:
    """Everybody on the roster; an InputError names every version that the set does not have."""
    known = {folded_student(version): version for version in problems.versions}
    mistakes = [
        _unknown(person, roster, problems)
        for person in roster.people
        if problems.versions and person.version and folded_student(person.version) not in known
    ]
    if mistakes:
        raise InputError(mistakes)
    return tuple(
        Seated(person.student, person.seat, known.get(folded_student(person.version), ""))
        for person in roster.people
    )


def _unknown(person: Person, roster: Roster, problems: ProblemSet) -> Mistake:
    message = f"the set has no version `{visible(shortened(person.version))}`"
    hint = f"the versions are {listed(problems.versions, 'and')}"
    return Mistake(message, roster.source, person.place, hint)
