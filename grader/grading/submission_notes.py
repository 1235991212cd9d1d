"""A set and a submission → notes about what a sheet says of itself, and about programs of other names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath, PurePosixPath

from grader.document import Answer, Sheet
from grader.document.sheet_notes import note
from grader.problems import ProblemSet
from grader.problems.deal import folded_student
from grader.submissions import SHEETS, Submission, student_name
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.text.source import Mistake, Source
from grader.text.spelling import shortened

_MOST_VARIANTS = 6
_MOST_FILES = 5  # that are named one by one


def notes_about(
    problems: ProblemSet, submission: Submission, variants: Mapping[str, int], say: Say
) -> Iterator[Mistake]:
    """What is odd; `variants` has the one that was marked, counted from 0, by the problem's id."""
    yield from _of_programs(problems, submission)
    yield from _of_others(problems, submission)
    sheet, student = submission.sheet, submission.student
    if sheet is None:
        return
    yield from _of_set(problems, sheet)
    yield from _of_version(problems, submission, say)
    if sheet.student is None or student_name(sheet.student.text) is None:
        chosen = _variants_in_words(problems, variants, say)
        yield _left_out("student", sheet, sheet.student, student=student, variants=chosen)
    elif not _is_called(submission, sheet.student.text):
        names = {"name": visible(shortened(sheet.student.text)), "student": student}
        yield note("other-student", sheet.source, sheet.student.span, names, severity="warning")


def version_marked(problems: ProblemSet, submission: Submission) -> int | None:
    """The place of the version that is marked; the sheet is believed where nothing was dealt to the student.

    None where nobody can tell whose sheet it is, and it does not say its version either.
    """
    sheet = submission.sheet
    hand = problems.deal.hand(submission.tree_of or submission.student)
    if sheet is not None and sheet.version is not None and (hand is None or hand.version is None):
        said = place_of_version(sheet.version.text, problems)
        if said is not None:
            return said
    version = None if submission.tree_of is None else problems.version_of(submission.tree_of)
    return None if version is None else problems.versions.index(version)


def place_of_version(version: str, problems: ProblemSet) -> int | None:
    """Which of the set's versions is called so, whatever its capitals."""
    known = [folded_student(one) for one in problems.versions]
    name = folded_student(version)
    return known.index(name) if name in known else None


def _of_version(problems: ProblemSet, submission: Submission, say: Say) -> Iterator[Mistake]:
    """A version on the sheet that is none, or not the one that the student has."""
    sheet, marked = submission.sheet, version_marked(problems, submission) if problems.versions else None
    if sheet is None or sheet.version is None or not sheet.version.text or marked is None:
        return
    place, version = place_of_version(sheet.version.text, problems), problems.versions[marked]
    student = submission.tree_of or submission.student
    parts = {"name": visible(shortened(sheet.version.text)), "student": student, "version": version}
    if place is None:
        parts["versions"] = say.listed([f"`{one}`" for one in problems.versions])
        yield note("unknown-version", sheet.source, sheet.version.span, parts, severity="warning")
    elif place != marked:
        yield note("other-version", sheet.source, sheet.version.span, parts, severity="warning")


def has_something(problems: ProblemSet, submission: Submission) -> bool:
    """Whether there is anything that the set asks for: a sheet that can be read, or a program."""
    if submission.sheet is not None:
        return submission.readable
    return bool(_programs(problems, submission))


def notes_on_nothing(problems: ProblemSet, submission: Submission, say: Say) -> Iterator[Mistake]:
    """That nothing was found, what was looked for, and what was there instead."""
    sheets = [SHEETS[0]] if problems.on_sheet else []
    parts = {"wanted": say.listed([f"`{visible(file)}`" for file in (*sheets, *problems.program_files)])}
    yield note("nothing-found", Source("", submission.name), None, parts)
    yield from _of_programs(problems, submission)
    yield from _of_others(problems, submission)


def _programs(problems: ProblemSet, submission: Submission) -> set[str]:
    """The programs that the set asks for and that were submitted, by their files' names."""
    if not problems.by_program or not submission.files:
        return set()
    from grader.grading.programs.program_runs import find_program

    return {
        problem.code.file for problem in problems.by_program if find_program(problems, problem, submission)
    }


def _of_others(problems: ProblemSet, submission: Submission) -> Iterator[Mistake]:
    """Files that nothing is made of, while something that the set asks for is missing."""
    wanted = {*problems.program_files}
    there = _programs(problems, submission)
    if there == wanted and (submission.sheet is not None or not problems.on_sheet):
        return
    told = {PurePosixPath(name).suffix for name in wanted - there}  # of which `_of_programs` speaks
    others = [
        name
        for name in submission.files
        if not any(f"/{name}".endswith(f"/{file}") for file in there)
        and not (there and name.endswith(".py"))
        and (PurePosixPath(name).suffix not in told or "/" in name)
    ]
    if len(submission.files) == 1 and there:
        return
    source = Source("", submission.name)
    for name in others[:_MOST_FILES]:
        parts = {"file": visible(shortened(name))}
        yield note("passed-over-other", source, None, parts, severity="warning")
    if (left := len(others) - _MOST_FILES) > 0:
        yield note("passed-over-more", source, None, {"number": str(left)}, severity="warning")


def _of_programs(problems: ProblemSet, submission: Submission) -> Iterator[Mistake]:
    """Programs that are not called as the set wants them; one that is no part of a folder need not be."""
    wanted = problems.program_files
    absent = [
        file for file in wanted if not any(f"/{name}".endswith(f"/{file}") for name in submission.files)
    ]
    taken = len(submission.files) == len(wanted) == 1
    for name in submission.files:
        meant = next(
            (file for file in absent if PurePosixPath(file).suffix == PurePosixPath(name).suffix), None
        )
        if meant is not None and "/" not in name and PurePath(submission.name).name != name:
            parts = {"file": visible(shortened(name)), "meant": visible(meant)}
            key = "program-renamed" if taken else "passed-over-program"
            yield note(key, Source("", submission.name), None, parts, severity="warning")


def _is_called(submission: Submission, name: str) -> bool:
    """Whether the student is known by that name; capitals and forms of letters make no other name.

    An address is also known by what stands before its `@`, but not under another host.
    """
    known = [_folded_name(one) for one in (submission.student, *submission.known_as)]
    said = _folded_name(name)
    if said in known:
        return True
    before = {one.partition("@")[0] for one in known if "@" in one}
    return said in before or ("@" in said and said.partition("@")[0] in known)


def _folded_name(name: str) -> str:
    return (student_name(name) or "").casefold()


def _of_set(problems: ProblemSet, sheet: Sheet) -> Iterator[Mistake]:
    if sheet.set is None or not sheet.set.text:
        yield _left_out("set", sheet, sheet.set, set=problems.id)
    elif loose_name(sheet.set.text) != loose_name(problems.id):
        names = {"name": shortened(sheet.set.text), "set": problems.id}
        yield note("other-set", sheet.source, sheet.set.span, names)


def loose_name(name: str) -> str:
    """A name of which capitals, blanks, `-` and `_` make no other name."""
    return name.casefold().replace("_", "-").replace(" ", "-")


def _left_out(field: str, sheet: Sheet, given: Answer | None, **parts: str) -> Mistake:
    how = "left-out" if given is None else "nameless" if given.text else "empty"
    key = f"{field}-{how}-variants" if parts.get("variants") else f"{field}-{how}"
    place = None if given is None else given.key
    return note(key, sheet.source, place, parts, severity="warning")


def _variants_in_words(problems: ProblemSet, variants: Mapping[str, int], say: Say) -> str:
    chosen = [
        say("note.variant", number=variants[problem.id] + 1, of=problem.variants, problem=problem.id)
        for problem in problems.on_sheet
        if problem.variants > 1
    ]
    return say("list.comma").join([*chosen[:_MOST_VARIANTS], *(["…"] if chosen[_MOST_VARIANTS:] else [])])
