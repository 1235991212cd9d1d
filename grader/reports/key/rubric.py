"""A ProblemSet → a rubric: for each question the right answer, and every wrong one that an idea gives.

The ideas are the misconceptions and the other rules of `grader.diagnosis`; what an answer earns and what is
said of it is what the grader itself would say to a student who gives only this answer.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from grader.diagnosis import Shift, predict
from grader.document.typed_answer import answer_between
from grader.grading import Check
from grader.grading.idea_words import idea_words
from grader.grading.ready_questions import Ready, make_ready
from grader.grading.sheet_marks import mark_problem
from grader.grading.visibility import tells_ideas
from grader.ideas import WrongIdea
from grader.problems import Problem, ProblemSet
from grader.problems.policies import DiagnosisPolicy
from grader.problems.question_name import QuestionName
from grader.questions.answer_form import Claim, Options
from grader.questions.verdict import SeenVerdict
from grader.reports.record_words import shown_points
from grader.reports.set_words import key_in_words, shown_key, tree_title
from grader.text.escapes import markdown_text, spreadsheet_text
from grader.text.sentences import Say, sentences
from grader.text.source import Source, Span

_MOST_NAMES = 3  # as many names as one cell of a table has room for
_COLUMNS = ("problem", "question", "verdict", "points", "possible", "answer", "name", "feedback")

Belief: TypeAlias = WrongIdea | Shift  # what somebody goes by
Rules: TypeAlias = Sequence[Sequence[Ready]]  # the questions of a problem under each rule that is accepted


@dataclass(frozen=True, slots=True)
class RubricRow:
    """An answer with its names, and what it earns; `earned` is None where a person has to say."""

    answer: str
    names: tuple[str, ...]
    verdict: SeenVerdict
    earned: int | Fraction | None
    feedback: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RubricPart:
    """The rows of one question on one tree; the right answer comes first."""

    problem: str
    title: str
    question: str
    name: str
    words: str
    possible: int | Fraction
    rows: tuple[RubricRow, ...]


def rubric(problems: ProblemSet, form: str = "markdown", student: str | None = None) -> str:
    """The rubric as `markdown` or `csv`: of every variant, or of those that the student has."""
    return _FORMS[form](problems, tuple(rubric_parts(problems, student)))


def rubric_parts(problems: ProblemSet, student: str | None = None) -> Iterator[RubricPart]:
    """The questions of the set, with what may be answered to each."""
    say = sentences(problems.language)
    names = problems.question_names
    for problem in problems.on_sheet:
        for variant in problem.places(student):
            rules = make_ready(problem, variant, problems.rule)
            for place, ready in enumerate(rules[0]):
                rows = tuple(_rows(rules, place, problems.diagnosis, say))
                name = names[f"{problem.id}.{ready.question.id}"]
                yield _part(problem, variant, ready, rows, name=name, say=say)


def _part(
    problem: Problem, variant: int, ready: Ready, rows: tuple[RubricRow, ...], *, name: QuestionName, say: Say
) -> RubricPart:
    of = problem.variants
    which = problem.versions[variant] if problem.versions and of > 1 else f"{variant + 1}/{of}"
    return RubricPart(
        problem=problem.id if of == 1 else f"{problem.id} {which}",
        title=tree_title(problem, variant, say),
        question=ready.question.id,
        name=name.with_id,
        words=ready.question.in_full(ready.solution, say),
        possible=ready.question.points,
        rows=rows,
    )


def _rows(rules: Rules, place: int, diagnosis: DiagnosisPolicy, say: Say) -> Iterator[RubricRow]:
    ready = rules[0][place]
    if ready.question.needs_person:
        yield RubricRow("", (say("rubric.by-hand"),), "pending", None)
        return
    right = shown_key(ready.question, ready.solution)
    shown = key_in_words(ready.question, ready.solution, say)
    yield _row(shown, (say("rubric.right"),), (), _marked(right, rules, place, say))
    behind = _ideas_behind(ready)
    others = dict.fromkeys(_accepted(rules, place), "accepted") | dict.fromkeys(_options(ready), "option")
    for answer in dict.fromkeys((*others, *behind)):
        if answer != right:
            found = behind.get(answer, ())
            listed = [say(f"rubric.{others[answer]}")] if answer in others else []
            names = (*listed, *(_name(idea, say) for idea in found))
            check = _marked(answer, rules, place, say)
            yield _row(
                answer,
                names,
                ideas_told(found, ready, diagnosis, say) if check.verdict != "right" else (),
                check,
            )


def _row(answer: str, names: tuple[str, ...], told: Iterable[str], check: Check) -> RubricRow:
    return RubricRow(answer, names, check.verdict, check.earned, (*told, *check.feedback))


def _marked(answer: str, rules: Rules, place: int, say: Say) -> Check:
    """What the grader makes of a sheet with this answer alone."""
    typed = answer_between(Source(answer), Span(0, 0), 0, len(answer))
    question = rules[0][place].question.id
    return mark_problem(rules, {question: typed}, say)[place].check


def _ideas_behind(ready: Ready) -> dict[str, list[Belief]]:
    """Wrong answers as the sheet prints them, each with what somebody goes by who gives it."""
    predictions = predict(ready.solution, ready.question)
    behind: dict[str, dict[Belief, None]] = {}
    for belief, parts in predictions.by_belief():
        if parts and not predictions.is_right(parts):
            given = parts[""] if predictions.parts == ("",) else parts
            behind.setdefault(ready.question.show(given, ready.solution), {})[belief] = None
    return {answer: list(found) for answer, found in behind.items()}


def _accepted(rules: Rules, place: int) -> Iterator[str]:
    """Further answers that the set accepts, and the right ones under further rules."""
    stated = rules[0][place]
    for other in stated.others:
        yield stated.question.show(other.given, stated.solution)
    for under in (questions[place] for questions in rules[1:]):
        if under.accepted is not None:
            yield shown_key(under.question, under.solution)


def _options(ready: Ready) -> Iterator[str]:
    """What else could be chosen from a list."""
    key = ready.question.key(ready.solution)
    match ready.question.answer_form(ready.solution):
        case Claim():
            yield ready.question.show(not key, ready.solution)
        case Options(options, in_tree=False):
            yield from (option.written for option in options if option.value not in key)


def _name(belief: Belief, say: Say) -> str:
    if isinstance(belief, WrongIdea):
        return say(f"misconception-name.{belief.id}")
    if belief.field == "as":
        return say("rubric.as", value=belief.value)
    return say("rubric.convention", field=belief.field, value=belief.value)


def ideas_told(behind: Sequence[Belief], ready: Ready, diagnosis: DiagnosisPolicy, say: Say) -> Iterator[str]:
    """What a student is told of what is behind an answer: only another convention, if there is one."""
    if not tells_ideas(diagnosis):
        return
    shifts = [belief for belief in behind if isinstance(belief, Shift)]
    ideas = [belief.id for belief in behind if isinstance(belief, WrongIdea)]
    if shifts:
        low, high = ready.solution.rule.bounds
        yield say(f"convention.{shifts[0].field}-{shifts[0].value}", low=low, high=high)
    elif told := [idea for idea in ideas if idea not in diagnosis.without]:
        yield from idea_words(told, say).sentences


def _as_csv(problems: ProblemSet, parts: Sequence[RubricPart]) -> str:
    say = sentences(problems.language)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([say(f"rubric.{column}") for column in _COLUMNS])
    for part in parts:
        writer.writerows(map(spreadsheet_text, _cells(part, row, say)) for row in part.rows)
    return file.getvalue()


def _cells(part: RubricPart, row: RubricRow, say: Say) -> tuple[str, ...]:
    """A row in the order of the columns."""
    return (
        part.problem,
        part.question,
        say(f"verdict.{row.verdict}"),
        "" if row.earned is None else shown_points(row.earned),
        shown_points(part.possible),
        row.answer,
        _joined(row.names, say),
        " ".join(row.feedback),
    )


def _as_markdown(problems: ProblemSet, parts: Sequence[RubricPart]) -> str:
    say = sentences(problems.language)
    lines = [f"# {markdown_text(say('rubric.title', title=problems.title))}"]
    above = ""
    for part in parts:
        if part.problem != above:
            lines += ["", f"## {markdown_text(part.title)}"]
            above = part.problem
        lines += ["", *_section(part, say)]
    return "\n".join(lines) + "\n"


def _section(part: RubricPart, say: Say) -> Iterator[str]:
    """A question and the table of its answers."""
    points = say("sheet.points", number=part.possible)
    yield f"### {markdown_text(part.name)}"
    yield ""
    yield markdown_text(say("sheet.question", question=part.words, points=points))
    yield ""
    columns = _COLUMNS[3:4] + _COLUMNS[5:]
    yield _table_row(say(f"rubric.{column}") for column in columns)
    yield _table_row("---" for _ in columns)
    for row in part.rows:
        cells = _cells(part, row, say)
        yield _table_row(markdown_text(cell) for cell in cells[3:4] + cells[5:])


def _table_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _joined(names: Sequence[str], say: Say) -> str:
    """The first names, and how many more there are."""
    more = len(names) - _MOST_NAMES
    shown = [*names[:_MOST_NAMES], *([say("rubric.more", number=more)] if more > 0 else [])]
    return say("list.semicolon").join(shown)


_FORMS = {"markdown": _as_markdown, "csv": _as_csv}
