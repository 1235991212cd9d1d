"""A Grade → tables for a terminal: its questions and why they were marked so, and the runs of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from grader.grading import Check, Grade, Ran
from grader.grading.grade_record import CheckStanding
from grader.grading.program_run import OF_FORM
from grader.problems import ProblemSet
from grader.reports.record_words import (
    answer_text,
    note_text,
    reckoning_told,
    shown_answer,
    shown_points,
    total_in_words,
    wrapped,
)
from grader.reports.student.search_drawings import drawn
from grader.text.columns import visible, width
from grader.text.sentences import Say

COLUMNS = 100

_LONGEST_CELL, _MOST_LINES = 300, 20
_NARROWEST_NAME = 20
_GAP = "  "
_INDENT = "    "
_HEADINGS = ("question", "verdict", "points", "given", "expected")
_NOT_KNOWN = "?"
_NOTHING = "–"


LineStyle: TypeAlias = Literal[CheckStanding, "heading", ""]


class LinePiece(NamedTuple):
    """A part of a line, and what it is, unless it is nothing special."""

    text: str
    style: LineStyle = ""


TableLine = tuple[LinePiece, ...]


def grade_table(grade: Grade, title: str, say: Say, columns: int = COLUMNS) -> Iterator[TableLine]:
    """The lines of the table, with what was odd about the sheet above it and the total below."""
    name = f" ({visible(grade.name)})" if grade.name else ""
    yield (LinePiece(f"{visible(grade.called)}{name}", "heading"),)
    yield (LinePiece(say("report.set", set=grade.set, title=visible(title))),)
    for note in grade.notes:
        yield from ((LinePiece(line),) for line in note_text(note, say).split("\n"))
    if not grade.made_from.is_walled:
        told = say("student-page.without-isolation")
        yield from ((LinePiece(line),) for line in wrapped(told, columns))
    if grade.status != "unreadable":  # nothing of it was, and the notes say why
        yield ()
        yield from _rows(grade, say, columns)
    yield ()
    hidden = sum(check.earned is None for check in grade.checks)
    if hidden < len(grade.checks):
        yield (LinePiece(total_in_words(grade, say), "heading"),)
    if hidden:
        yield (LinePiece(say("report.hidden", number=hidden)),)


def plain_text(line: TableLine) -> str:
    return "".join(piece.text for piece in line).rstrip()


def _rows(grade: Grade, say: Say, columns: int) -> Iterator[TableLine]:
    by_program = {ran.problem for ran in grade.runs}
    headings = [say(f"report.{heading}") for heading in _HEADINGS]
    names = _names(grade)
    cells = [
        [names[check.id], *_cells(check, say, by_program=check.problem in by_program)]
        for check in grade.checks
    ]
    widths = _widths([headings, *cells], columns)
    yield from _row(headings, widths, "heading")
    for number, (check, row) in enumerate(zip(grade.checks, cells, strict=True), 1):
        yield from _row(row, widths, check.standing)
        for sentence in _reasons(check):
            yield from (
                (LinePiece(_INDENT + line),) for line in wrapped(visible(sentence), columns - len(_INDENT))
            )
        yield from _drawing(check, say)
        if number == len(grade.checks) or grade.checks[number].problem != check.problem:
            lines = run_lines(grade, check.problem, say)
            yield from ((LinePiece(_INDENT + line),) for line in lines)


def _drawing(check: Check, say: Say) -> Iterator[TableLine]:
    """The tree of the counterexample, where there is one."""
    example = check.counterexample
    if example is not None and example.solution is not None:
        yield ()
        for line in drawn(example, example.solution, say).rstrip("\n").split("\n"):
            yield (LinePiece(_INDENT + line),)
        yield ()


def _cells(check: Check, say: Say, *, by_program: bool) -> list[str]:
    earned = shown_points(check.earned) if check.is_known and check.earned is not None else _NOT_KNOWN
    points = say("report.of", earned=earned, possible=shown_points(check.possible))
    if by_program:  # what is right on each tree, the key has
        given, expected = trees_right(check, say) or _NOTHING, _NOTHING
    else:
        given = _NOTHING if check.raw is None else answer_text(check.raw)
        expected = shown_answer(check.as_seen(check.expected))
    return [say(f"verdict.{check.standing}"), points, _short(given), _short(expected)]


def _names(grade: Grade) -> dict[str, str]:
    """By the id of each question its name, or where the set is not at hand the id itself."""
    names = grade.question_names
    return {check.id: visible(str(names.get(check.id, check.id))) for check in grade.checks}


def _short(text: str) -> str:
    short = text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1]}…"
    lines = list(map(visible, filter(str.strip, short.splitlines())))
    return "\n".join(lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], "…"])


def _reasons(check: Check) -> Iterator[str]:
    if (reckoning := reckoning_told(check)) is not None:
        yield reckoning
    yield from check.feedback


def _widths(rows: Sequence[Sequence[str]], columns: int) -> list[int]:
    """How wide each column is: the last two share what the others leave, by what they need."""
    needed = [
        max(width(line) for row in rows for line in row[column].split("\n"))
        for column in range(len(_HEADINGS))
    ]
    needed[0] = min(needed[0], max(_NARROWEST_NAME, columns // 3))
    *fixed, given, expected = needed
    left = max(columns - sum(fixed) - len(_GAP) * len(fixed), 20)
    room = left - len(_GAP)
    if given + expected > room:
        given = max(min(given, room // 2), room - expected)
        expected = room - given
    return [*fixed, given, expected]


def _row(cells: Sequence[str], widths: Sequence[int], style: LineStyle) -> Iterator[TableLine]:
    columns = [_wrapped(cell, room) for cell, room in zip(cells, widths, strict=True)]
    for number in range(max(map(len, columns))):
        texts = [column[number] if number < len(column) else "" for column in columns]
        padded = [text + " " * (room - width(text)) for text, room in zip(texts, widths, strict=True)]
        yield tuple(_pieces(padded, style))


def _wrapped(cell: str, room: int) -> list[str]:
    return [line for written in cell.split("\n") for line in wrapped(written, room)]


def _pieces(cells: Sequence[str], style: LineStyle) -> Iterator[LinePiece]:
    """The cells of a line; a verdict colours only its own cell, a heading all of them."""
    for number, cell in enumerate(cells):
        styled = style == "heading" or number == 1
        yield LinePiece(cell, style if styled else "")
        yield LinePiece(_GAP)


_MOST_RUNS = 40
_MOST_TOLD = 2  # runs of which the traceback and what was printed are shown
_MOST_SAID = 9
_LONGEST = 60
_RUN_HEADINGS = ("tree", "end", "nodes", "returned")


def run_lines(grade: Grade, problem: str, say: Say) -> Iterator[str]:
    """A row for each tree on which not everything is right; what the first few of them said below it."""
    wrong = [ran for ran in grade.runs if ran.problem == problem and not ran.right]
    outcomes = {ran.outcome for ran in wrong}
    if not wrong or (len(outcomes) == 1 and outcomes <= OF_FORM):  # it was never run, which is told already
        return
    yield say("runs.of", problem=visible(grade.problem_names.get(problem, problem)))
    questions = list(wrong[0].verdicts)
    names = grade.question_names
    headings = [say(f"runs.{heading}") for heading in _RUN_HEADINGS]
    for question in questions:
        name = names.get(f"{problem}.{question}")
        headings.append(question if name is None else name.number)
    rows = [headings, *(_run_cells(ran, questions, say) for ran in wrong[:_MOST_RUNS])]
    widths = [max(width(row[column]) for row in rows) for column in range(len(headings))]
    for row in rows:
        padded = (cell + " " * (room - width(cell)) for cell, room in zip(row, widths, strict=True))
        yield _GAP.join(padded).rstrip()
    if len(wrong) > _MOST_RUNS:
        yield say("runs.more-trees", number=len(wrong) - _MOST_RUNS)
    yield from _said(wrong, say)


def trees_right(check: Check, say: Say) -> str | None:
    """On how many trees a program is right; None where that is not shown."""
    if not check.parts:
        return None
    verdicts = list(check.parts.values())
    return say("runs.right", right=verdicts.count("right"), number=len(verdicts))


def _run_cells(ran: Ran, questions: Sequence[str], say: Say) -> list[str]:
    tree = say("runs.hidden", tree=ran.tree) if ran.hidden else ran.tree
    returned = _shortened(visible(ran.returned)) or "–"
    verdicts = [say(f"verdict.{ran.verdicts[name]}") if name in ran.verdicts else "–" for name in questions]
    visits = "–" if ran.visits is None else str(ran.visits)
    return [tree, say(f"run-end.{ran.outcome}"), visits, returned, *verdicts]


def _said(wrong: Sequence[Ran], say: Say) -> Iterator[str]:
    """The first few tracebacks and outputs, each with the tree that it comes from."""
    for ran in _once(wrong, lambda ran: ran.traceback[-2:]):
        yield say("runs.traceback", tree=ran.tree)
        yield from (f"{_GAP}{_shortened(visible(line), 100)}" for line in ran.traceback[-_MOST_SAID:])
    for ran in _once(wrong, lambda ran: ran.printed.strip()):
        yield say("runs.printed", tree=ran.tree)
        yield from _bounded(ran.printed, say)


def _once(runs: Sequence[Ran], what: Callable[[Ran], str | tuple[str, ...]]) -> list[Ran]:
    """The first few runs that have it, of those that have the same only one."""
    found: dict[str | tuple[str, ...], Ran] = {}
    for ran in runs:
        if what(ran):
            found.setdefault(what(ran), ran)
    return list(found.values())[:_MOST_TOLD]


def _bounded(text: str, say: Say) -> Iterator[str]:
    lines = text.rstrip().split("\n")
    yield from (f"{_GAP}{_shortened(visible(line), 100)}" for line in lines[:_MOST_SAID])
    if len(lines) > _MOST_SAID:
        yield _GAP + say("runs.more", number=len(lines) - _MOST_SAID)


def _shortened(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def run_details(grade: Grade, check: Check, say: Say) -> Iterator[str]:
    """The lines, told with the first question of the problem that is not answered right."""
    amiss = (one for one in grade.checks if one.problem == check.problem and one.verdict != "right")
    if next(amiss, None) is check:
        yield from run_lines(grade, check.problem, say)


def expected_on_sheet(check: Check, problems: ProblemSet) -> object:
    """The right answer; none where a program answers on many trees, of which the key has all."""
    return None if problems.problem(check.problem).program else check.as_seen(check.expected)
