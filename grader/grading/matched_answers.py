"""A set and a student's sheet → the answers by the set's own names, and notes about what fits nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from grader.document import Answer, Sheet
from grader.document.sheet_notes import note, quoted
from grader.document.typed_answer import answer_between
from grader.grading.submission_notes import loose_name
from grader.problems import Problem, ProblemSet
from grader.submissions import Submission
from grader.text.source import Mistake
from grader.text.spelling import closest, shortened

MAX_NOTES = 100
_MOST_LISTED = 12
_CERTAIN = 0.75  # how much of a misspelt name must agree
_DIGITS = re.compile(r"\d+")

Answers: TypeAlias = Mapping[str, Answer]  # by the question's id


class Matched(NamedTuple):
    """`answers[problem][question]` of what the set asks; the mistakes of the sheet, and notes on all else."""

    answers: Mapping[str, Answers]
    mistakes: tuple[Mistake, ...]
    notes: tuple[Mistake, ...]


def match_submission(problems: ProblemSet, submission: Submission) -> Matched:
    """The answers on the sheet that was submitted, if any, with the notes on all that came with it."""
    if submission.sheet is None:
        return Matched({}, submission.mistakes, ())
    matched = match_answers(problems, submission.sheet)
    besides = submission.mistakes[len(submission.sheet.mistakes) :]  # on what was submitted with the sheet
    return matched._replace(mistakes=(*matched.mistakes, *besides))


def match_answers(problems: ProblemSet, sheet: Sheet) -> Matched:
    """What was typed, by the names of the set; also below a problem that lost its indentation."""
    ids = [problem.id for problem in problems.on_sheet]
    strays = _strays(sheet, ids)
    given = {**sheet.answers, **{name: sheet.strays[name] for name in strays}}
    names = _matched(given, ids)
    misspelt = _misspelt(problems, sheet, names)
    names |= misspelt
    notes = [*_not_indented(sheet, strays), *_unknown_problems(sheet, names, ids), *_read_as(sheet, misspelt)]
    answers = {}
    for name, id_ in names.items():
        problem = problems.problem(id_)
        asked = [entry.question.id for entry in problem.questions]
        typed = _gathered(given[name], _matched(given[name], asked), problem)
        questions = _matched(typed, asked)
        answers[id_] = {question: typed[key] for key, question in questions.items()}
        notes += _unknown_questions(id_, typed, questions, asked, ids)
    adopted = {sheet.problems[name] for name in strays}
    mistakes = tuple(mistake for mistake in sheet.mistakes if mistake.span not in adopted)
    return Matched(answers, mistakes, tuple(sorted(notes, key=place_of)[:MAX_NOTES]))


def place_of(note: Mistake) -> int:
    """Where to list a note: what is about no place comes first."""
    return note.span.start if note.span else -1


def _matched(given: Collection[str], known: Sequence[str]) -> dict[str, str]:
    """What was typed → what it names: the same name, or the same but for capitals, blanks, `-` and `_`."""
    names = {name: name for name in given if name in known}
    if len(names) == len(given):
        return names
    unclaimed = {loose_name(name): name for name in known if name not in names}
    for name in given:
        if name not in names and (meant := unclaimed.pop(loose_name(name), None)):
            names[name] = meant
    return names


def _misspelt(problems: ProblemSet, sheet: Sheet, names: Mapping[str, str]) -> dict[str, str]:
    """Misspelt problems → which is certainly meant: the only one like it, which nothing else on the sheet is.

    Numbers make other names, and at least one of the questions below it must be one of the problem's.
    """
    ids = [problem.id for problem in problems.on_sheet]
    meant: dict[str, list[str]] = {}
    for name in [name for name in sheet.answers if name not in names][:MAX_NOTES]:
        close = closest(name, ids, alike=_CERTAIN)
        if close is not None and closest(name, [id_ for id_ in ids if id_ != close]) is None:
            meant.setdefault(close, []).append(name)
    return {
        typed[0]: id_
        for id_, typed in meant.items()
        if len(typed) == 1 and id_ not in names.values() and _fits(typed[0], sheet, problems.problem(id_))
    }


def _fits(name: str, sheet: Sheet, problem: Problem) -> bool:
    asked = [entry.question.id for entry in problem.questions]
    return _DIGITS.findall(name) == _DIGITS.findall(problem.id) and bool(_matched(sheet.answers[name], asked))


def _read_as(sheet: Sheet, misspelt: Mapping[str, str]) -> Iterator[Mistake]:
    for name, id_ in misspelt.items():
        parts = {"name": shortened(name), "meant": id_}
        yield note("read-as-problem", sheet.source, sheet.problems[name], parts, severity="warning")


def _strays(sheet: Sheet, ids: Sequence[str]) -> list[str]:
    """The groups beside `answers` that are problems of the set, unless these stand below it too."""
    if not sheet.strays:
        return []
    return [name for name in _matched({**sheet.answers, **sheet.strays}, ids) if name not in sheet.answers]


def _not_indented(sheet: Sheet, strays: Collection[str]) -> Iterator[Mistake]:
    for name in strays:
        place = sheet.problems[name]
        yield note("not-indented", sheet.source, place, {"name": shortened(name)}, severity="warning")


def _gathered(given: Answers, names: Collection[str], problem: Problem) -> Answers:
    """The same, where nodes that are not indented below a question without an answer are its answer."""
    if len(names) == len(given) or all(given[name].text for name in names):
        return given
    nodes = frozenset(name for tree in problem.trees for name in tree.tree.names)
    kept: dict[str, Answer] = {}
    below: dict[str, list[Answer]] = {}
    empty: str | None = None  # the question above, if nothing stands beside it
    for name, answer in given.items():
        if empty is not None and name in nodes and name not in names:
            below.setdefault(empty, []).append(answer)
        else:
            kept[name] = answer
            empty = name if name in names and not answer.text else None
    return kept | {name: _joined(kept[name], lines) for name, lines in below.items()}


def _joined(question: Answer, lines: Sequence[Answer]) -> Answer:
    """The lines below a question, each of which had been taken for a question of its own, as its answer."""
    end = max(lines[-1].span.end, lines[-1].key.end)
    answer = answer_between(question.source, question.key, lines[0].key.start, end)
    mistake = next((line.mistake for line in lines if line.mistake), None)
    return replace(answer, mistake=mistake)


def _unknown_problems(sheet: Sheet, names: Collection[str], known: Sequence[str]) -> Iterator[Mistake]:
    unknown = [name for name in sheet.answers if name not in names]
    for name in unknown[:MAX_NOTES]:
        key, parts = _unknown("problem", name, known)
        yield note(key, sheet.source, sheet.problems[name], parts)


def _unknown_questions(
    problem: str, given: Answers, names: Collection[str], known: Sequence[str], problems: Sequence[str]
) -> Iterator[Mistake]:
    """What is no question of the problem above it, which may be another problem with a word beside it."""
    unknown = [name for name in given if name not in names]
    others = _matched(unknown, [id_ for id_ in problems if id_ != problem])
    for name in unknown[:MAX_NOTES]:
        answer = given[name]
        if name in others:
            yield note("no-questions-inside", answer.source, answer.span, {"name": shortened(name)})
        else:
            key, parts = _unknown("question", name, known)
            yield note(key, answer.source, answer.key, {**parts, "problem": problem})


def _unknown(what: str, name: str, known: Sequence[str]) -> tuple[str, dict[str, object]]:
    """Which sentence says that there is no such name, and its parts."""
    close = closest(name, known)
    listed = quoted(tuple(known[:_MOST_LISTED]))
    key = f"misspelt-{what}" if close else f"unknown-{what}"
    return key, {"name": shortened(name), "meant": close, "known": listed}
