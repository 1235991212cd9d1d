"""Arguments about a gradebook → the gradebook in a folder, a set in it, and a student."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.cli.usage import Once
from grader.gradebook import FILE, KEEPS, Gradebook, Standing, UnreadRecord
from grader.gradebook.standing import Keep
from grader.grading import Check, Grade
from grader.problems import ProblemSet
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, Source, first_mistakes, refusal
from grader.text.spelling import did_you_mean, listed, shortened

_MOST_LISTED = 12


def add_book_arguments(parser: ArgumentParser, *, with_set: bool = True) -> None:
    """What all commands take that look into a gradebook."""
    parser.add_argument(
        "--out", metavar="DIR", type=Path, action=Once,
        help=f"the class folder that holds {FILE}; not needed for a set of a course",
    )  # fmt: skip
    add_keep_argument(parser)
    if with_set:
        parser.add_argument(
            "--set",
            metavar="ID",
            help="the set to use if the gradebook holds several, or `course.yaml#week1`",
        )


def add_keep_argument(parser: ArgumentParser) -> None:
    """Let somebody say which submission of a student counts."""
    parser.add_argument(
        "--keep", choices=KEEPS,
        help="which of a student's submissions counts (default: what the course says, or latest)",
    )  # fmt: skip


class Losses:
    """Students whose grades cannot be read: they are told once the others are done, and are the status."""

    def __init__(self) -> None:
        self._errors: dict[tuple[str, str], InputError] = {}

    def add(self, unread: UnreadRecord) -> None:
        self.add_error(unread.student, unread)

    def add_error(self, student: str, error: InputError) -> None:
        self._errors[student, str(error)] = error  # once, however often the class is gone through

    @contextmanager
    def of_anybody(self) -> Iterator[None]:
        """Note whose grade cannot be read inside, and go on."""
        try:
            yield
        except UnreadRecord as unread:
            self.add(unread)

    def of(self, student: str) -> list[InputError]:
        """What is wrong with the grades of one student; capitals do not matter."""
        return [error for (name, _), error in self._errors.items() if name.casefold() == student.casefold()]

    def tell(self) -> None:
        """End the command with an error if there are any; all that could be done for others is done."""
        if self._errors:
            raise first_mistakes(mistake for error in self._errors.values() for mistake in error.mistakes)


def counting_grades(
    book: Gradebook, problems: ProblemSet, keep: Keep, losses: Losses, *, silent: bool = False
) -> Iterator[Grade]:
    """What counts now for everybody; what was marked by another state of the set is only told."""
    return (standing.grade for standing in counting_standings(book, problems, keep, losses, silent=silent))


def counting_standings(
    book: Gradebook,
    problems: ProblemSet,
    keep: Keep,
    losses: Losses,
    *,
    silent: bool = False,
    marks_only: bool = False,
) -> Iterator[Standing]:
    """The same with all that is known of it; an error where nothing is left of a class that has grades.

    It is `silent` where the other states are told already.
    """
    counted = left_out = 0
    for standing in book.current(problems.id, keep, losses.add, marks_only=marks_only):
        if standing.graded.set_hash == problems.hash:
            counted += 1
            yield standing
            continue
        left_out += 1
        if not silent:
            told = visible(standing.student)
            message = f"the grade of `{told}` is from another state of the set, and was left out"
            hint = "`grader regrade SET --out DIR` grades it again"
            other = Mistake(message, Source("", str(book.path)), hint=hint, severity="warning")
            print(other, file=sys.stderr)
    if not counted:
        losses.tell()
    if left_out and not counted:
        message = "no grade here is from this state of the set, so no report was written"
        raise refusal(
            str(book.path), message, "`grader regrade SET --out DIR --apply` grades everything with it"
        )


def open_book(folder: Path | None, *, write: bool = False) -> Gradebook:
    """The gradebook of a class; these commands never make one."""
    if folder is None:
        hint = "name it with `--out DIR`, or name a set of a course, as in `course.yaml#week1`"
        raise refusal("--out", "nothing says in which folder the gradebook is", hint)
    path = folder / FILE
    if write:
        Gradebook.open(path, write=False).close()  # says that there is none, before one would be made
    return Gradebook.open(path, write=write)


def chosen_set(book: Gradebook, arguments: Namespace) -> str:
    """The set that is meant: the one that is named, or the only one."""
    known = list(dict.fromkeys(set_id for set_id, _ in book.sets()))
    if arguments.set is None and len(known) == 1:
        return known[0]
    if not known:
        raise refusal(str(book.path), "there is no grade in this gradebook", "grade a class first")
    if arguments.set in known:
        return str(arguments.set)
    shown = listed(known[:_MOST_LISTED], "and")
    if arguments.set is None:
        raise refusal("--set", f"this gradebook has several sets: {shown}", "name one with `--set ID`")
    raise no_set(book, arguments.set)


def no_set(book: Gradebook, set_id: str) -> InputError:
    """The error about a set of which the gradebook has no grades."""
    known = listed(list(dict.fromkeys(known for known, _ in book.sets()))[:_MOST_LISTED], "and")
    message = f"there are no grades of the set `{visible(shortened(set_id))}` in this gradebook"
    return refusal(str(book.path), message, f"it has {known}")


def find_student(book: Gradebook, set_id: str, text: str, argument: str = "STUDENT") -> str:
    """The student who is meant; capitals do not matter where there is only one."""
    known = book.students(set_id)
    alike = [student for student in known if student.casefold() == text.casefold()]
    if text in known:
        return text
    if len(alike) == 1:
        return alike[0]
    shown = f"`{visible(shortened(text))}`"
    if any(person.student.casefold() == text.casefold() for person in book.missing(set_id)):
        hint = "`grader grades --out DIR --status missing` lists all of them"
        raise refusal(argument, f"{shown} is on the roster, but has submitted nothing", hint)
    hint = did_you_mean(text, known, "`grader grades --out DIR` lists all students")
    raise refusal(argument, f"there is no grade of {shown}", hint)


def check_section(book: Gradebook, section: str | None) -> None:
    """Refuse a section that nobody on the roster is in."""
    known = sorted({person.section for person in book.people()} - {""})
    if section is None or section in known:
        return
    message = f"nobody on the roster is in the section `{visible(shortened(section))}`"
    if not known:
        raise refusal("--section", message, "give a roster with a column `section` to `grader grade`")
    there = listed([visible(shortened(name)) for name in known[:_MOST_LISTED]], "and")
    more = f" and {len(known) - _MOST_LISTED} more" if known[_MOST_LISTED:] else ""
    raise refusal("--section", message, did_you_mean(section, known, f"there are {there}{more}"))


def find_check(grade: Grade, question: str) -> Check:
    """The question that is meant, by its id or by its number in the report."""
    numbers = {name.number: name.id for name in grade.question_names.values()}
    checks = {check.id: check for check in grade.checks}
    check = checks.get(question) or checks.get(numbers.get(question, ""))
    if check is not None:
        return check
    asked = [check.id for check in grade.checks]
    hint = did_you_mean(question, asked, "name a problem and a question, such as `textbook.value`")
    raise refusal("PROBLEM.QUESTION", f"the set has no question `{visible(shortened(question))}`", hint)
