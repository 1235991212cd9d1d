"""A set and a student's sheet → notes about what the sheet says of itself: which set it is for, and whose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.document import Answer, Sheet
from grader.document.wording import shortened
from grader.problems import ProblemSet
from grader.source import Mistake
from grader.submissions import student_name

_MOST_VARIANTS = 6


def notes_about(
    problems: ProblemSet, sheet: Sheet, student: str, variants: Mapping[str, int]
) -> Iterator[Mistake]:
    """What is odd; `variants` has the one that was marked, counted from 0, by the problem's id."""
    yield from _of_set(problems, sheet)
    if sheet.student is None or student_name(sheet.student.text) is None:
        hint = f"write `student: …`; by the name of the file it is the sheet of `{student}`"
        chosen = _variants_in_words(problems, variants)
        yield _left_out("student", sheet, sheet.student, f"{hint}, with {chosen}" if chosen else hint)


def _of_set(problems: ProblemSet, sheet: Sheet) -> Iterator[Mistake]:
    if sheet.set is None or not sheet.set.text:
        yield _left_out("set", sheet, sheet.set, f"write `set: {problems.id}`")
    elif folded(sheet.set.text) != folded(problems.id):
        message = f"this sheet is for the set `{shortened(sheet.set.text)}`, not for `{problems.id}`"
        hint = f"write `set: {problems.id}`, if these are the right answers; they were marked where they fit"
        yield Mistake(message, sheet.source, sheet.set.span, hint)


def folded(name: str) -> str:
    """A name of which capitals, blanks, `-` and `_` make no other name."""
    return name.casefold().replace("_", "-").replace(" ", "-")


def _left_out(field: str, sheet: Sheet, given: Answer | None, hint: str) -> Mistake:
    if given is None:
        return Mistake(f"`{field}` is missing in this sheet", sheet.source, None, hint, severity="warning")
    nothing = "nothing" if not given.text else "no name"
    message = f"there is {nothing} after `{field}:` in this sheet"
    return Mistake(message, sheet.source, given.key, hint, severity="warning")


def _variants_in_words(problems: ProblemSet, variants: Mapping[str, int]) -> str:
    chosen = [
        f"variant {variants[problem.id] + 1} of {len(problem.trees)} in `{problem.id}`"
        for problem in problems.problems
        if len(problem.trees) > 1
    ]
    return ", ".join([*chosen[:_MOST_VARIANTS], *(["…"] if chosen[_MOST_VARIANTS:] else [])])
