"""`--roster`, `--student` and `--version` of commands that hand something out → the set as it is dealt."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from grader.cli.set_arguments import NamedSet
from grader.problems import ProblemSet
from grader.problems.deal import Deal, Seated, deal_file, folded_student, keep_deal, load_deal
from grader.submissions.collecting.roster import Roster, read_roster, seated
from grader.text.columns import visible
from grader.text.file_lock import locked
from grader.text.source import load_bytes, refusal
from grader.text.spelling import did_you_mean, shortened


def add_version_argument(parser: ArgumentParser) -> None:
    """Let somebody look at one version of a set."""
    parser.add_argument("--version", metavar="NAME", help="one of the set's versions, such as A")


def add_roster_argument(parser: ArgumentParser) -> None:
    """Let variants and versions be dealt to everybody before anything is written."""
    help_text = (
        "assign variants and versions to the whole roster first, and keep the assignment beside the set"
    )
    parser.add_argument("--roster", metavar="CSV", help=help_text)


def load_roster(path: str) -> Roster:
    """The roster in a file; nobody on it is a mistake."""
    roster = read_roster(load_bytes(path), path)
    if not roster.people:
        raise refusal(path, "nobody is on this roster", "give everybody a row")
    return roster


def dealt(problems: ProblemSet, student: str | None, roster: Roster | None) -> ProblemSet:
    """The set after everybody on the roster has something, and where a deal is kept, also the student.

    Without a roster and a deal nothing is kept: what a student has then follows from the seed alone.
    """
    for finding in () if roster is None else roster.findings:
        print(finding, file=sys.stderr)
    people = () if roster is None else seated(roster, problems)
    known = {folded_student(one.student) for one in people} | set(problems.deal.hands)
    if student is not None and known and folded_student(student) not in known:
        people = (*people, Seated(student))
    if not problems.has_variants:
        return problems
    return problems.dealt(
        _kept(problems, lambda deal: deal.extended(people, problems.packs, problems.versions, problems.seed))
    )


def with_given_versions(problems: ProblemSet, named: NamedSet, roster: Roster) -> ProblemSet:
    """The set with the versions that a roster gives, which are kept: what is processed stays explicable."""
    if not problems.versions:
        return problems
    people = seated(roster, problems)
    deal = _kept(problems, lambda deal: deal.with_versions(people))
    return problems if deal.hands == problems.deal.hands else named.load()


def _kept(problems: ProblemSet, change: Callable[[Deal], Deal]) -> Deal:
    """The deal after a change, which is kept.

    Somebody else may deal at the same time: each waits for the other, and goes on from what is kept then.
    """
    if change(problems.deal).hands == problems.deal.hands:
        return problems.deal
    path = Path(problems.source.name)
    with locked(path):
        kept = load_deal(deal_file(path))
        before = Deal() if kept is None else kept[0]
        deal = change(before)
        if deal.hands != before.hands:
            keep_deal(deal, deal_file(path), problems.id)
    return deal


def with_version(problems: ProblemSet, arguments: Namespace) -> ProblemSet:
    """The one version that was asked for, or the whole set."""
    if arguments.version is None:
        return problems
    if not problems.versions:
        raise refusal("--version", "this set has no versions", "add `versions: [A, B]` to the set")
    for version in problems.versions:
        if folded_student(version) == folded_student(arguments.version):
            return problems.of_version(version)
    hint = did_you_mean(arguments.version, problems.versions, f"there are {', '.join(problems.versions)}")
    shown = visible(shortened(arguments.version))
    raise refusal("--version", f"the set has no version `{shown}`", hint)
