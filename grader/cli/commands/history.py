"""`grader history`: everything that a gradebook has about a student, in the order in which it happened."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from grader.cli.gradebook_arguments import Losses, add_book_arguments, chosen_set, find_student, open_book
from grader.cli.output import fenced, table, without_commands
from grader.cli.set_arguments import settle_book
from grader.gradebook import Adjustment, Gradebook, Graded, Kept, UnreadRecord
from grader.gradebook.standing import Keep
from grader.grading.decisions import Regrading, shown_moment
from grader.reports.record_words import points_in_words, shown_points
from grader.rule import plain_number
from grader.text.escapes import json_text
from grader.text.source import InputError

EXAMPLE = "grader history ada --out grades"

_SHORT = 12  # as many signs of a hash as tell two of them apart


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("student", metavar="STUDENT", help="the student's id")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="the output format (default: text)"
    )
    add_book_arguments(parser)


def run(arguments: Namespace) -> int:
    settle_book(arguments)
    with open_book(arguments.out) as book:
        set_id = chosen_set(book, arguments)
        student = find_student(book, set_id, arguments.student)
        losses = Losses()
        entries = _history(book, set_id, student, arguments.keep, losses)
        names = _names(book, set_id)
    _print(entries, arguments.format, names)
    losses.tell()
    return 0


def _names(book: Gradebook, set_id: str) -> Mapping[str, str]:
    """By its id the name of each question; none where the set can no longer be read."""
    try:
        names = book.problems(book.state(set_id)).question_names
    except InputError:
        return {}
    return {name.id: name.with_id for name in names.values()}


def _print(entries: list[dict[str, Any]], form: str, names: Mapping[str, str]) -> None:
    if form == "json":
        print(without_commands(json_text(entries)), end="")
        return
    rows = [(_clock(entry["at"]), entry["event"], _told(entry, names)) for entry in entries]
    with fenced(sys.stdout):
        print(*table(("when", "what", ""), rows), sep="\n")


def _history(book: Gradebook, set_id: str, student: str, keep: Keep, losses: Losses) -> list[dict[str, Any]]:
    """What happened; it can be told also where the record that counts cannot be read."""
    gradings = book.gradings(set_id, student)
    counts = None
    try:
        counts = book.standing(set_id, student, keep).graded.id
    except UnreadRecord as unread:
        losses.add(unread)
    kept = {graded.submission.id: graded.submission for graded in gradings}
    entries = [
        *map(_handed_in, kept.values()),
        *(_marked(graded, graded.id == counts) for graded in gradings),
        *map(_decided, book.adjustments(set_id, student)),
        *map(_regraded, book.regradings(set_id, student)),
    ]
    return sorted(entries, key=_happened)


def _happened(entry: dict[str, Any]) -> str:
    """When it happened: nothing can have been handed in after it was found, whatever its time says."""
    return min(str(entry["at"]), str(entry.get("found", entry["at"])))


def _handed_in(kept: Kept) -> dict[str, Any]:
    known = kept.at is not None
    return {
        "at": shown_moment(kept.at or kept.kept_at),
        "event": "handed in" if known else "found",
        "found": shown_moment(kept.kept_at),
        "name": kept.name,
        "submission": kept.hash,
    }


def _marked(graded: Graded, counts: bool) -> dict[str, Any]:
    return {
        "at": shown_moment(graded.marked_at),
        "event": graded.status,
        "earned": plain_number(graded.earned),
        "possible": plain_number(graded.possible),
        "pending": graded.pending,
        "set": graded.set_hash,
        "submission": graded.submission.hash,
        "version": graded.version,
        "counts": counts,
    }


def _decided(adjustment: Adjustment) -> dict[str, Any]:
    assert adjustment.at is not None
    return {
        "at": shown_moment(adjustment.at),
        "event": "withdrawn" if adjustment.points is None else "adjusted",
        "question": adjustment.question,
        "points": None if adjustment.points is None else plain_number(adjustment.points),
        "because": adjustment.because,
        "by": adjustment.by,
    }


def _regraded(one: Regrading) -> dict[str, Any]:
    return {"event": "regraded", **one.to_dict()}


def _told(entry: dict[str, Any], names: Mapping[str, str]) -> str:
    """What an entry says, on one line."""
    if "name" in entry:
        later = f"; this time is after {_clock(entry['found'])}, when it was found"
        told = f"{entry['name']} ({entry['submission'][:_SHORT]})"
        return told + later if entry["at"] > entry["found"] else told
    if "question" in entry:
        name = names.get(entry["question"], entry["question"])
        return f"{name}:{_given(entry['points'])} by {entry['by']}, because: {entry['because']}"
    if "changes" in entry:
        changes = ", ".join(
            f"{names.get(change['question'], change['question'])}"
            f" {_marks(change, 'before')} → {_marks(change, 'after')}"
            for change in entry["changes"]
        )
        return f"{changes}, because: {entry['because']}" if changes else f"because: {entry['because']}"
    waits = f", {entry['pending']} pending" if entry["pending"] else ""
    marks = f"{shown_points(Fraction(entry['earned']))} of{_given(entry['possible'])}{waits}"
    made = (
        f"set {entry['set'][:_SHORT]}, submission {entry['submission'][:_SHORT]}, version {entry['version']}"
    )
    return f"{marks} ({made})" + ("; this one counts" if entry["counts"] else "")


def _clock(moment: str) -> str:
    return f"{datetime.fromisoformat(moment):%Y-%m-%d %H:%M:%S} UTC"


def _marks(change: dict[str, Any], when: str) -> str:
    """What a question earned then, of what it was worth."""
    earned, worth = change[when], change[f"worth_{when}"]
    if worth is None:
        return "not asked"
    return f"{'?' if earned is None else shown_points(Fraction(earned))} of {shown_points(Fraction(worth))}"


def _given(points: int | str | None) -> str:
    """How many points somebody gave; nothing where a decision was withdrawn."""
    return "" if points is None else f" {points_in_words(Fraction(points))}"
