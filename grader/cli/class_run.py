"""A class and the arguments of `grader grade` → a gradebook, reports from it, and a table of who has what."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _ActionsContainer
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.classes import EXECUTORS, Stopped, Summary, available_cores, grade_class, stoppable
from grader.cli.commands.grades import HEADINGS, missing_row, row_of
from grader.cli.deal_arguments import with_given_versions
from grader.cli.gradebook_arguments import Losses, add_keep_argument, counting_grades, counting_standings
from grader.cli.output import Unheard, fenced, table, without_commands
from grader.cli.percentages import status_of
from grader.cli.progress import shown_counts, shown_progress
from grader.cli.report_arguments import GITHUB, check_belonging, tell_github
from grader.cli.set_arguments import InCourse, keep_slips, named_set
from grader.gradebook import FILE, Gradebook
from grader.grading import Grade
from grader.grading.grade_record import OtherVersion
from grader.problems import ProblemSet
from grader.reports.class_.class_files import Printing, write_class_reports
from grader.reports.class_.similar_answers import FILE as SIMILAR
from grader.reports.class_.similar_answers import SimilarPair, similar_csv, similar_pairs
from grader.reports.ledger import digest_of_standing
from grader.reports.record_words import shown_points
from grader.reports.report_files import CLASS_SINKS, Request
from grader.submissions.collecting import LAYOUT_NAMES, Collected, collect
from grader.submissions.collecting.groups import NO_GROUPS
from grader.text.atomic_file import store
from grader.text.columns import visible
from grader.text.escapes import json_pieces
from grader.text.source import InputError, Mistake, Source

_MOST_JOBS = 1_000
_MOST_REASONS = 2  # why one submission cannot be read
_MOST_TOLD = 40  # findings on a terminal, where a class may have thousands


def add_class_arguments(parser: ArgumentParser) -> None:
    """What `grader grade` takes for a whole class."""
    group = parser.add_argument_group("for a whole class (a folder, an archive or a table)")
    group.add_argument(
        "--layout", choices=LAYOUT_NAMES, help="how the submissions are arranged (default: detected)"
    )
    group.add_argument(
        "--roster", metavar="CSV", help="the students of the class (default: the roster.csv in its folder)"
    )
    add_jobs_argument(group)
    group.add_argument(
        "--executor", choices=tuple(EXECUTORS), default="processes",
        help="where to grade: in local processes or on a Dask cluster (default: processes)",
    )  # fmt: skip
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="the address of the Dask scheduler (default: start a local cluster)",
    )
    group.add_argument(
        "--force",
        action="store_true",
        help="grade submissions again even if they have a grade, and rewrite every report",
    )
    group.add_argument(
        "--similar", action="store_true",
        help="list pairs of students who share rare wrong answers, for a person to review",
    )  # fmt: skip
    add_keep_argument(parser)
    parser.set_defaults(groups=NO_GROUPS)  # a course says otherwise


def shows_result(arguments: Namespace) -> bool:
    """Whether marks are printed: a table is for people to look at, records are what was asked for."""
    return arguments.format == "json" or not arguments.quiet


def add_jobs_argument(parser: _ActionsContainer) -> None:
    """Let somebody say how many workers there are."""
    parser.add_argument(
        "--jobs", metavar="N", type=_count, help="the number of workers (default: one per core)"
    )


def grade_class_at(  # noqa: PLR0917 - what a class is, and what is made of it
    path: str,
    problems: ProblemSet,
    names: Sequence[str],
    request: Request,
    arguments: Namespace,
    place: InCourse | None = None,
) -> int:
    """Mark what is new in a class, write its reports, and print who has what; the exit status."""
    try:
        with stoppable():
            return _grade_class_at(path, problems, names, request, arguments, place)
    except KeyboardInterrupt as stopped:
        if not isinstance(stopped, _Told):
            with suppress(OSError):  # the terminal may be gone
                _print_lines([f"stopped: {_KEPT if arguments.out is not None else _GONE}"])
        raise


def _grade_class_at(  # noqa: PLR0917 - as above
    path: str,
    problems: ProblemSet,
    names: Sequence[str],
    request: Request,
    arguments: Namespace,
    place: InCourse | None,
) -> int:
    collected = collect(
        path, problems, layout=arguments.layout, roster=arguments.roster, groups=arguments.groups
    )
    _tell(collected)
    if collected.roster is not None:
        problems = with_given_versions(problems, named_set(arguments.set), collected.roster)
        request = replace(request, problems=problems)
    with _folder(arguments.out) as folder:
        with Gradebook.open(folder / FILE) as book:
            check_belonging(arguments.out, problems, dict(book.sets()))
            book.enrol(collected.roster.people if collected.roster else ())
            with shown_progress(problems.id) as show:
                summary = _mark(problems, collected, book, arguments, show)
            _tell_summary(summary, kept=arguments.out is not None)
            if summary.stopped:
                raise _Told(summary.stopped)
            keep_slips(place)
            people = {person.student: person for person in book.people()}
            request = replace(request, missing=book.missing(problems.id), people=people)
            losses, unheard = Losses(), Unheard()
            shown = _shown(book, names, request, losses, arguments)
            _print_lines(_told((*shown.unreadable, *_with_one_hint(shown.other_versions))))
            if shows_result(arguments):
                with unheard:
                    _FORMATS[arguments.format](shown, _grades(book, request, losses, arguments), request)
            if arguments.similar:
                _tell_similar(similar_pairs(_grades(book, request, losses, arguments)), arguments.out)
        if arguments.out is not None:
            printing = Printing(folder / FILE, arguments.keep, tuple(names), folder, request)
            _write(printing, shown, losses, arguments)
    if GITHUB in names:
        tell_github(shown.grades, request, sys.stdout if arguments.format == "text" else sys.stderr)
    losses.tell()
    unheard.tell()
    lowest = () if shown.lowest is None else (shown.lowest,)
    return status_of(lowest, arguments.fail_under)


class _Told(Stopped):
    """A stop of which everything is said already."""


@dataclass(frozen=True, slots=True)
class ShownClass:
    """What is shown of a class: a table, the lowest share, and whole grades only where they are needed.

    `made_from` has a digest of every student's grade, and `unreadable` says of each submission that could not
    be read why; `other_versions` of each that names another version than the student has.
    """

    rows: tuple[list[str], ...]
    lowest: Fraction | None
    grades: tuple[Grade, ...]
    unreadable: tuple[Mistake, ...]
    other_versions: tuple[Mistake, ...]
    made_from: Mapping[str, str]


def _shown(
    book: Gradebook, names: Sequence[str], request: Request, losses: Losses, arguments: Namespace
) -> ShownClass:
    """Look at one student after the other: a class may be large."""
    problems, keep = request.problems, arguments.keep
    whole = GITHUB in names
    marks_only = not whole and request.view_of("staff") == "staff"
    rows, grades, lowest = [], [], None
    unreadable: list[Mistake] = []
    other_versions: list[Mistake] = []
    made_from: dict[str, str] = {}
    for standing in counting_standings(book, problems, keep, losses, marks_only=marks_only):
        seen = request.shown(standing.grade, "staff")  # neither a row nor the exit status tells hidden marks
        rows.append(row_of(standing if seen is standing.grade else replace(standing, grade=seen)))
        if arguments.fail_under is not None:
            share = seen.share_after
            lowest = share if lowest is None else min(lowest, share)
        if arguments.out is not None:
            made_from[standing.student] = digest_of_standing(standing, request)
        if standing.grade.other_version is not None:
            other_versions.append(_other_version(standing.grade, seen, standing.grade.other_version))
        if whole:
            grades.append(standing.grade)
        if standing.grade.status == "unreadable":
            with losses.of_anybody():
                read = book.standing(problems.id, standing.student, keep) if marks_only else standing
                unreadable += read.grade.notes[:_MOST_REASONS]
    return ShownClass(tuple(rows), lowest, tuple(grades), tuple(unreadable), tuple(other_versions), made_from)


def _other_version(grade: Grade, seen: Grade, other: OtherVersion) -> Mistake:
    """That a sheet names another version than its student has, and what it would earn if marks are seen."""
    message = (
        f"this sheet says version `{other.said}`, but `{visible(grade.called)}` has version `{other.own}`"
    )
    if seen is grade and other.earned is not None and other.earned > grade.earned:
        points = f"{shown_points(other.earned)} points instead of {shown_points(grade.earned)}"
        message += f"; as version `{other.said}` it would earn {points}"
    return Mistake(message, Source("", grade.name), hint=_OTHER_VERSION, severity="warning")


_OTHER_VERSION = (
    "sheets are graded by the version that the student has; where the other one was handed out, write it into"
    " the roster's column `version`, and grade again"
)


def _with_one_hint(mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """The same, with a hint that all share after the last that is told alone."""
    last = min(len(mistakes), _MOST_TOLD) - 1
    return tuple(one if at == last else replace(one, hint=None) for at, one in enumerate(mistakes))


def _grades(book: Gradebook, request: Request, losses: Losses, arguments: Namespace) -> Iterator[Grade]:
    """The whole grades, one after the other."""
    return counting_grades(book, request.problems, arguments.keep, losses, silent=True)


def _mark(
    problems: ProblemSet,
    collected: Collected,
    book: Gradebook,
    arguments: Namespace,
    show: Callable[[Summary], None],
) -> Summary:
    executor = "dask" if arguments.scheduler is not None else arguments.executor
    return grade_class(
        problems, collected, book, jobs=arguments.jobs, executor=executor, address=arguments.scheduler,
        isolation=arguments.isolation, force=arguments.force, progress=show,
    )  # fmt: skip


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """The folder of the gradebook, which without a name is gone afterwards."""
    if out is not None:
        yield out
        return
    with TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _tell(collected: Collected) -> None:
    """Say what is odd about the class, and who submitted nothing."""
    lines = _told(collected.findings)
    if collected.missing:
        missing = [visible(person.student) for person in collected.missing]
        lines.append(f"{len(missing):,} on the roster submitted nothing: {_some(missing)}")
    _print_lines(lines)


def _told(findings: Sequence[Mistake]) -> list[str]:
    lines = [str(finding) for finding in findings[:_MOST_TOLD]]
    if more := len(findings) - len(lines):
        lines.append(f"… and {more:,} more finding{'' if more == 1 else 's'} like these")
    return lines


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_TOLD
    return ", ".join(names[:_MOST_TOLD]) + (f" and {more:,} more" if more > 0 else "")


def _tell_summary(summary: Summary, *, kept: bool) -> None:
    """Say how the run went."""
    counts = ", ".join(f"{count:,} {status}" for status, count in summary.statuses.items())
    entries = "1 submission" if summary.entries == 1 else f"{summary.entries:,} submissions"
    lines = [f"{entries}: {summary.known:,} unchanged, {summary.marked:,} processed"]
    if counts:
        lines[0] += f" ({counts}; {shown_counts(summary.verdicts)})"
    for fault, count in summary.faults.items():
        lines.append(f"warning: the grader itself failed on {count:,}: {visible(fault)}")
    if summary.faults:
        lines.append("failures count for nobody, and the same command grades them again")
    if summary.stopped:
        lines.append(
            f"stopped: {summary.left:,} {'is' if summary.left == 1 else 'are'} left; "
            + (_GO_ON if kept else _GONE)
        )
    elif not kept:
        lines.append("nothing was saved: `--out DIR` keeps a gradebook and writes reports")
    _print_lines(lines)


_GO_ON = "all others are saved, and the same command resumes from here"
_KEPT = "all grades so far are saved, and the same command resumes from here"
_GONE = "nothing is saved without `--out DIR`"


def _print_table(shown: ShownClass, _grades: Iterator[Grade], request: Request) -> None:
    rows = [*shown.rows, *map(missing_row, request.missing)]
    with fenced(sys.stdout):
        print(*table(HEADINGS, rows), sep="\n")


def _print_json(_shown: ShownClass, grades: Iterator[Grade], request: Request) -> None:
    for piece in json_pieces(request.shown(grade, "staff").to_dict() for grade in grades):
        print(without_commands(piece), end="")


_FORMATS = {"text": _print_table, "json": _print_json}


def _write(printing: Printing, shown: ShownClass, losses: Losses, arguments: Namespace) -> None:
    jobs = arguments.jobs or available_cores()
    written = write_class_reports(printing, shown.made_from, jobs, afresh=arguments.force)
    for student, mistakes in written.unread:
        losses.add_error(student, InputError(mistakes))
    _print_lines([*map(str, written.notes), *_written(printing)])


def _written(printing: Printing) -> Iterator[str]:
    """Where to look first."""
    if "class" in printing.names:
        yield f"the class: {printing.folder / CLASS_SINKS['class'].file}"


def _tell_similar(pairs: Sequence[SimilarPair], out: Path | None) -> None:
    """Say who made the same rare mistakes, and that this proves nothing."""
    lines = [_SIMILAR if pairs else "no two students share rare wrong answers"]
    for pair in pairs[:_MOST_TOLD]:
        one, other = map(visible, pair.students)
        lines.append(f"  {one}, {other}: {', '.join(pair.questions)} (weight {pair.weight:.1f})")
    if out is not None:
        store(similar_csv(pairs).encode(), out / SIMILAR)
        lines.append(f"the whole list: {out / SIMILAR}")
    _print_lines(lines)


_SIMILAR = (
    "the same rare wrong answers: a reason to look closer, not proof of anything; people who learn together"
    " also make the same mistakes"
)


def _print_lines(lines: Sequence[str]) -> None:
    if lines:
        with suppress(BrokenPipeError), fenced(sys.stderr):  # the work goes on, also where nobody hears of it
            print(*lines, sep="\n", file=sys.stderr)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= _MOST_JOBS:
        raise ArgumentTypeError(f"`{text}` is not a number of workers, such as 4")
    return int(text)
