"""What names a set on the command line, a file, a folder or `course.yaml#week1` → the set, and its course."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.document import load_document
from grader.grading.visibility import unsaid
from grader.problems import ProblemSet, load_problems
from grader.problems.set_file import set_path
from grader.text.columns import visible
from grader.text.source import InputError, load_source, refusal
from grader.text.spelling import did_you_mean, shortened

if TYPE_CHECKING:
    from grader.term.course import Course, CourseSet

_MOST_NAMED = 12

SET_HELP = "the problem set file, or `course.yaml#week1`"


@dataclass(frozen=True, slots=True)
class InCourse:
    """A set of a course."""

    course: Course
    entry: CourseSet

    @property
    def out(self) -> Path:
        """Where its gradebook and reports are."""
        return self.course.out(self.entry)


@dataclass(frozen=True, slots=True)
class NamedSet:
    """The file of a set, with the course that it was named in, if it was."""

    file: str
    place: InCourse | None = None

    def load(self) -> ProblemSet:
        """The set, with what its course says of it."""
        if self.place is not None:
            return load_problems(self.file, terms=self.place.entry.terms)
        try:
            return load_problems(self.file)
        except InputError:
            if not names_course(self.file):
                raise
        hint = f"name one of its sets, such as `{visible(self.file)}#week1`"
        raise refusal(self.file, "this is a course, and a set is needed", hint)


def named_set(text: str) -> NamedSet:
    """What is meant: a file or folder of that name comes first, whatever signs it has."""
    before, sign, name = text.rpartition("#")
    if not sign or os.path.exists(text) or not os.path.exists(before):  # noqa: PTH110 - never raise
        return NamedSet(text)
    from grader.term.course_file import load_course

    course = load_course(before)
    entry = next((entry for entry in course.sets if entry.id == name), None)
    if entry is None:
        known = [entry.id for entry in course.sets]
        hint = did_you_mean(name, known, f"it has {', '.join(f'`{one}`' for one in known)}")
        raise refusal(before, f"the course has no set `{visible(shortened(name))}`", hint)
    if entry.file is None:
        message = f"`{entry.id}` has marks from outside, and no problem set"
        raise refusal(text, message, "`grader term` counts them")
    return NamedSet(str(entry.file), InCourse(course, entry))


def names_course(text: str) -> bool:
    """Whether a text is the name of a course's file, or of a folder with one and no set."""
    from grader.term.course_file import FILE, is_course

    if os.path.isdir(text):  # noqa: PTH112 - never raises
        return os.path.isfile(Path(text, FILE)) and str(set_path(text)) == text  # noqa: PTH113 - likewise
    if not os.path.isfile(text):  # noqa: PTH113 - likewise
        return False
    try:
        return is_course(load_document(load_source(text)))
    except InputError:
        return False  # the reader of sets says what is wrong


def load_set(text: str) -> ProblemSet:
    """The set that is named."""
    return named_set(text).load()


def note_unsaid(name: str, problems: ProblemSet) -> None:
    """Say what nobody has decided: when right answers are shown, and by which secret variants are dealt."""
    for note in unsaid(problems):
        print(f"{visible(name)}: note: {note}", file=sys.stderr)


def settle_course(arguments: Namespace, place: InCourse | None) -> None:
    """Let the course say where grades are, who takes part and what counts, if the arguments do not."""
    settle_keep(arguments, place)
    if place is None:
        return
    if arguments.out is None:
        arguments.out = place.out
    if "roster" in arguments and arguments.roster is None and place.course.roster is not None:
        arguments.roster = str(place.course.roster)
    if "groups" in arguments:
        arguments.groups = place.entry.groups


def settle_keep(arguments: Namespace, place: InCourse | None) -> None:
    """Let the course say which of a student's submissions counts, if the arguments do not."""
    from grader.gradebook import KEEPS

    if arguments.keep is None:
        arguments.keep = KEEPS[0] if place is None else place.entry.keep


def keep_slips(place: InCourse | None) -> None:
    """Reckon the slip days of a course anew, and say which other sets have changed by it."""
    if place is None or place.course.slip is None:
        return
    from grader.term.kept_slips import keep_slips_of

    for set_id, students in keep_slips_of(place.course).items():
        if students and set_id != place.entry.id:
            which = f"{place.course.source.name}#{set_id}"
            some = ", ".join(map(visible, students[:_MOST_NAMED])) + (" …" if students[_MOST_NAMED:] else "")
            print(f"slip days changed in {set_id} for {some}: write its reports again", file=sys.stderr)
            print(f"  grader report --set {which} --out {place.course.grades / set_id}", file=sys.stderr)


def settle_book(arguments: Namespace) -> None:
    """Let `--set course.yaml#week1` say which gradebook is meant, and which set in it."""
    named = None if arguments.set is None else named_set(arguments.set)
    settle_course(arguments, None if named is None else named.place)
    if named is not None and named.place is not None:
        arguments.set = named.load().id
