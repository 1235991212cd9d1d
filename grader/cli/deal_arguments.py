"""`--roster`, `--student` and `--version` of commands that hand something out → the set as it is dealt."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from grader.cli.set_arguments import NamedSet
from grader.problems import ProblemSet
from grader.problems.deal import Deal, Seated, deal_file, folded_student, keep_deal, load_deal
from grader.submissions.collecting.roster import ROSTER, Roster, read_roster, seated
from grader.text.columns import visible
from grader.text.file_lock import locked
from grader.text.source import InputError, Mistake, Source, load_bytes, refusal
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

    Without a roster and a deal nothing is kept: what a student has then follows from the seed alone. So it
    does for whoever is missing on the roster, named or beside the set: a misspelt name would keep its place.
    """
    for finding in () if roster is None else roster.findings:
        print(finding, file=sys.stderr)
    people = () if roster is None else seated(roster, problems)
    if not problems.has_variants:
        return problems
    known = {folded_student(one.student) for one in people} | set(problems.deal.hands)
    if student is not None and folded_student(student) not in known:
        listed = _roster_beside(problems) if roster is None else roster
        if listed is not None and folded_student(student) not in _students(listed):
            _tell_not_listed(student, listed)
        elif known:
            people = (*people, Seated(student))
            if listed is None:
                _tell_late(student, known)
    return problems.dealt(
        _kept(problems, lambda deal: deal.extended(people, problems.packs, problems.versions, problems.seed))
    )


def _roster_beside(problems: ProblemSet) -> Roster | None:
    """The roster in the folder of the set, if there is one that can be read."""
    path = Path(problems.source.name).with_name(ROSTER)
    with suppress(InputError):
        return read_roster(load_bytes(path), str(path)) if path.is_file() else None
    return None


def _students(roster: Roster) -> set[str]:
    return {folded_student(person.student) for person in roster.people}


def _tell_not_listed(student: str, roster: Roster) -> None:
    """Say that nothing is dealt to somebody who is missing on the roster, and who may be meant."""
    called = roster.called(student)
    names = [person.student for person in roster.people]
    meant = f"did you mean `{visible(called[0].student)}`?" if called else did_you_mean(student, names)
    message = f"`{visible(shortened(student))}` is not on the roster; nothing was dealt, the seed decides"
    hint = meant or "add the student to the roster first: what is dealt then may be something else"
    print(Mistake(message, Source("", roster.source.name), None, hint, severity="warning"), file=sys.stderr)


def _tell_late(student: str, known: Iterable[str]) -> None:
    """Say that somebody is dealt something for good to whom nothing was dealt before."""
    message = f"nothing was dealt to `{visible(shortened(student))}` before; what is dealt now stays"
    hint = did_you_mean(student, known) or None
    print(Mistake(message, Source("", "--student"), None, hint, severity="note"), file=sys.stderr)


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


def with_version(problems: ProblemSet, student: str | None, arguments: Namespace) -> ProblemSet:
    """The one version that was asked for, or the whole set; a student who has another has no sheet of it."""
    if arguments.version is None:
        return problems
    if not problems.versions:
        raise refusal("--version", "this set has no versions", "add `versions: [A, B]` to the set")
    for version in problems.versions:
        if folded_student(version) == folded_student(arguments.version):
            hand = None if student is None else problems.deal.hand(student)
            if student is not None and hand is not None and hand.version not in (None, version):
                message = f"`{visible(shortened(student))}` has version `{hand.version}`, not `{version}`"
                raise refusal("--version", message, "leave out `--version` or `--student`")
            return problems.of_version(version)
    hint = did_you_mean(arguments.version, problems.versions, f"there are {', '.join(problems.versions)}")
    shown = visible(shortened(arguments.version))
    raise refusal("--version", f"the set has no version `{shown}`", hint)
