"""A set and a student's sheet → the answers by the set's own names, and notes about what fits nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.document import Answer, Sheet
from grader.document.wording import closest, listed, shortened
from grader.problems import ProblemSet
from grader.source import Mistake

MAX_NOTES = 100
_MOST_LISTED = 12


def match_answers(
    problems: ProblemSet, sheet: Sheet
) -> tuple[Mapping[str, Mapping[str, Answer]], tuple[Mistake, ...]]:
    """`answers[problem][question]` of what the set asks, and a note for everything else."""
    notes = list(_of_another_set(problems, sheet))
    ids = [problem.id for problem in problems.problems]
    names = _matched(sheet.answers, ids)
    notes += _unknown_problems(sheet, names, ids)
    answers = {}
    for name, problem in names.items():
        asked = [entry.question.id for entry in problems.problem(problem).questions]
        given = sheet.answers[name]
        questions = _matched(given, asked)
        answers[problem] = {question: given[typed] for typed, question in questions.items()}
        notes += _unknown_questions(problem, given, questions, asked)
    return answers, tuple(sorted(notes, key=_place)[:MAX_NOTES])


def _place(note: Mistake) -> int:
    return note.span.start if note.span else -1


def _matched(given: Collection[str], known: Sequence[str]) -> dict[str, str]:
    """What was typed → what it names: the same name, or the same but for capitals, blanks, `-` and `_`."""
    names = {name: name for name in given if name in known}
    if len(names) == len(given):
        return names
    unclaimed = {_folded(name): name for name in known if name not in names}
    for name in given:
        if name not in names and (meant := unclaimed.pop(_folded(name), None)):
            names[name] = meant
    return names


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")


def _of_another_set(problems: ProblemSet, sheet: Sheet) -> Iterator[Mistake]:
    if sheet.set is None or not sheet.set.text or _folded(sheet.set.text) == _folded(problems.id):
        return
    message = f"this sheet is for the set `{shortened(sheet.set.text)}`, not for `{problems.id}`"
    hint = f"write `set: {problems.id}`, if these are the right answers; they were marked where they fit"
    yield Mistake(message, sheet.source, sheet.set.span, hint)


def _unknown_problems(sheet: Sheet, names: Collection[str], known: Sequence[str]) -> Iterator[Mistake]:
    unknown = [name for name in sheet.answers if name not in names]
    for name in unknown[:MAX_NOTES]:
        message = f"the set has no problem `{shortened(name)}`"
        hint = _hint(name, known, "the problems are")
        yield Mistake(message, sheet.source, sheet.problems[name], hint)


def _unknown_questions(
    problem: str, given: Mapping[str, Answer], names: Collection[str], known: Sequence[str]
) -> Iterator[Mistake]:
    unknown = [name for name in given if name not in names]
    for name in unknown[:MAX_NOTES]:
        message = f"`{problem}` has no question `{shortened(name)}`"
        answer = given[name]
        yield Mistake(message, answer.source, answer.key, _hint(name, known, "its questions are"))


def _hint(name: str, known: Sequence[str], otherwise: str) -> str:
    if close := closest(name, known):
        return f"did you mean `{close}`?"
    return f"{otherwise} {listed(known[:_MOST_LISTED], 'and')}"
