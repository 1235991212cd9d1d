"""What was seen of a program on trees → lines for a terminal and platforms: what is not right, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grader.grading import Check, Grade, Ran
from grader.grading.program_run import OF_FORM
from grader.problems import ProblemSet
from grader.text.columns import visible, width
from grader.text.sentences import Say

_MOST_RUNS = 40
_MOST_TOLD = 2  # runs of which the traceback and what was printed are shown
_MOST_LINES = 9
_LONGEST = 60
_GAP = "  "
_HEADINGS = ("tree", "end", "nodes", "returned")


def run_lines(problem: str, runs: Sequence[Ran], say: Say) -> Iterator[str]:
    """A row for each tree on which not everything is right; what the first few of them said below it."""
    wrong = [ran for ran in runs if not ran.right]
    outcomes = {ran.outcome for ran in wrong}
    if not wrong or (len(outcomes) == 1 and outcomes <= OF_FORM):  # it was never run, which is told already
        return
    yield say("runs.of", problem=problem)
    questions = list(wrong[0].verdicts)
    headings = [say(f"runs.{heading}") for heading in _HEADINGS] + questions
    rows = [headings, *(_cells(ran, questions, say) for ran in wrong[:_MOST_RUNS])]
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


def _cells(ran: Ran, questions: Sequence[str], say: Say) -> list[str]:
    tree = say("runs.hidden", tree=ran.tree) if ran.hidden else ran.tree
    returned = _shortened(visible(ran.returned)) or "–"
    verdicts = [say(f"verdict.{ran.verdicts[name]}") if name in ran.verdicts else "–" for name in questions]
    visits = "–" if ran.visits is None else str(ran.visits)
    return [tree, say(f"run-end.{ran.outcome}"), visits, returned, *verdicts]


def _said(wrong: Sequence[Ran], say: Say) -> Iterator[str]:
    """The first few tracebacks and outputs, each with the tree that it comes from."""
    for ran in _once(wrong, lambda ran: ran.traceback[-2:]):
        yield say("runs.traceback", tree=ran.tree)
        yield from (f"{_GAP}{_shortened(visible(line), 100)}" for line in ran.traceback[-_MOST_LINES:])
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
    yield from (f"{_GAP}{_shortened(visible(line), 100)}" for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        yield _GAP + say("runs.more", number=len(lines) - _MOST_LINES)


def _shortened(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def run_details(grade: Grade, check: Check, say: Say) -> Iterator[str]:
    """The lines, told with the first question of the problem that is not answered right."""
    amiss = (one for one in grade.checks if one.problem == check.problem and one.verdict != "right")
    if next(amiss, None) is check:
        runs = [ran for ran in grade.runs if ran.problem == check.problem]
        yield from run_lines(check.problem, runs, say)


def expected_on_sheet(check: Check, problems: ProblemSet) -> object:
    """The right answer; none where a program answers on many trees, of which the key has all."""
    return None if problems.problem(check.problem).program else check.expected
