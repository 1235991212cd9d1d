"""Gradebook: one SQLite file to which grades and decisions are added, and from which nothing is lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self

from grader.gradebook.batch import EVENT, Adding, stored_moment
from grader.gradebook.connection import UnreadRecord, connect, costing, damaged, faults_explained, transaction
from grader.gradebook.entries import Adjustment, Graded, Kept, MarkedHandIn
from grader.gradebook.sql_tables import (
    ADJUSTMENT,
    GRADED,
    PERSON,
    REGRADING,
    STUDENT,
    adjustment,
    graded,
    kept_notes,
    person,
    person_listed,
    person_row,
    regrading,
    stored_points,
    text_of,
)
from grader.gradebook.standing import About, Keep, Standing, stand
from grader.grading import Origin
from grader.grading.decisions import Regrading, Slip, shown_moment
from grader.problems import ProblemSet, load_problems
from grader.rule import plain_number
from grader.submissions import HandIn
from grader.submissions.collecting.roster import Person
from grader.text.source import InputError, refusal

FILE = "gradebook.sqlite"

_GRADINGS = f"SELECT {GRADED} FROM submissions JOIN grades ON grades.submission = submissions.id"  # noqa: S608

_AT_ONCE = 50  # students whose gradings are read together
_LAST_PERSON = f"SELECT {PERSON} FROM people WHERE student = ? ORDER BY id DESC LIMIT 1"  # noqa: S608
_PEOPLE = f"SELECT {PERSON}, enrolled FROM people WHERE id IN (SELECT max(id) FROM people GROUP BY student)"  # noqa: S608


class _Known(NamedTuple):
    """Whether a set has decisions and reasons for changes, there is a roster, and a course with slip days."""

    decisions: bool
    people: bool
    slips: bool
    regradings: bool


class Gradebook:
    """`with Gradebook.open(path) as book`: everything that is written is kept in whole batches."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._sets: dict[str, ProblemSet] = {}
        self._unreadable: dict[str, InputError] = {}
        self._unpacked: list[TemporaryDirectory[str]] = []
        self._now_spent: Mapping[str, Slip] | None = None

    @classmethod
    def open(cls, path: Path, *, write: bool = True) -> Self:
        """The gradebook in a file; it is made where there is none, unless it is only read."""
        return cls(path, connect(path, write=write))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()
        for folder in self._unpacked:
            folder.cleanup()

    def keep_set(self, problems: ProblemSet) -> None:
        """Keep the files of a set, by which its grades can be explained and compared later."""
        with transaction(self._connection, self.path):
            if self._rows("SELECT 1 FROM sets WHERE hash = ?", problems.hash):
                return
            row = problems.hash, problems.id, problems.title, _now()
            self._connection.execute("INSERT INTO sets VALUES (?, ?, ?, ?)", row)
            for place, (name, data) in enumerate(problems.files.items()):
                digest = sha256(data).hexdigest()
                self._connection.execute("INSERT OR IGNORE INTO files VALUES (?, ?)", (digest, data))
                file = problems.hash, place, name, digest
                self._connection.execute("INSERT INTO set_files VALUES (?, ?, ?, ?)", file)

    def sets(self) -> tuple[tuple[str, str], ...]:
        """Id and hash of every set in every state, in the order in which they were first kept."""
        return tuple(self._rows("SELECT id, hash FROM sets ORDER BY kept_at, rowid"))

    def state(self, set_id: str) -> str:
        """The hash of the state of a set by which something was marked last; or of its newest."""
        query = (
            "SELECT set_hash FROM grades JOIN submissions ON submissions.id = grades.submission"
            " WHERE set_id = ? ORDER BY grades.id DESC LIMIT 1"
        )
        marked = [set_hash for (set_hash,) in self._rows(query, set_id)]
        return marked[0] if marked else [known for name, known in self.sets() if name == set_id][-1]

    def problems(self, set_hash: str) -> ProblemSet:
        """A set as it was when something was marked by it."""
        if set_hash in self._unreadable:
            raise self._unreadable[set_hash]
        if set_hash not in self._sets:
            query = (
                "SELECT name, data FROM set_files JOIN files ON files.hash = set_files.file"
                " WHERE set_hash = ? ORDER BY place"
            )
            folder = TemporaryDirectory(prefix="grader-set-")
            self._unpacked.append(folder)
            files = self._cells(query, set_hash)
            try:
                self._sets[set_hash] = self._load_set(Path(folder.name), files)
            except InputError as error:  # which is so for everybody who was marked by it
                self._unreadable[set_hash] = error
                raise
        return self._sets[set_hash]

    def stored(self, student: str, made_from: Origin, at: datetime | None = None) -> int | None:
        """The number of the grade of the student's submission of that time, if it need not be marked again.

        Of a time that is not known it is the last submission that counts: one that came back after
        another is a new one. What failed is always marked again, and so is what was marked since by
        another state of the set: that is the grade that stands.
        """
        event = EVENT.format(set_id="(SELECT id FROM sets WHERE hash = ?)")
        query = (
            f"SELECT grades.id, set_hash, version FROM submissions"  # noqa: S608
            f" JOIN grades ON grades.submission = submissions.id"
            f" WHERE submissions.id = ({event}) AND submissions.hash = ?"
            " AND status <> ? ORDER BY grades.id DESC LIMIT 1"
        )
        made, digest = made_from.set, made_from.submission
        rows = self._rows(query, made, student, stored_moment(at), digest, digest, "failed")
        return rows[0][0] if rows and rows[0][1:] == (made, made_from.version) else None

    def settled(self, problems: ProblemSet, version: str) -> Iterator[tuple[str, str, str | None]]:
        """Student, hash and time of every submission that `stored` would find, at once for a whole class."""
        query = (  # `+` lets SQLite look into an index alone, and at no record
            "SELECT student, hash, handed_in FROM submissions WHERE set_id = ?1"
            " AND (handed_in IS NOT NULL OR id IN (SELECT max(id) FROM submissions"
            " WHERE set_id = ?1 AND handed_in IS NULL GROUP BY student))"
            " AND id IN (SELECT submission FROM (SELECT submission, set_hash, version, max(id)"
            " FROM grades WHERE status <> ?4 GROUP BY +submission) WHERE set_hash = ?2 AND version = ?3)"
        )
        with faults_explained(self.path):
            yield from self._connection.execute(query, (problems.id, problems.hash, version, "failed"))

    def add(self, entries: Iterable[MarkedHandIn], *, force: bool = False) -> int:
        """Keep a batch of grades together, and say how many were new; with `force` also what is known."""
        with transaction(self._connection, self.path):
            return Adding(self._connection, _now()).add_all(tuple(entries), force=force)

    def enrol(self, people: Iterable[Person]) -> None:
        """Keep what is new in a roster, which speaks for the sections that it names."""
        told = {given.student: (*map(text_of, person_row(given)), True) for given in people}
        sections = {row[3] for row in told.values()}
        with transaction(self._connection, self.path):
            known = {row[0]: row for row in self._rows(_PEOPLE)}
            gone = [
                (*row[:-1], False) for student, row in known.items()
                if student not in told and row[3] in sections
            ]  # fmt: skip
            news = [row for row in (*told.values(), *gone) if known.get(row[0]) != row]
            query = f"INSERT INTO people ({PERSON}, enrolled, kept_at) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
            self._connection.executemany(query, [(*row, _now()) for row in news])

    def decide(self, set_id: str, adjustments: Iterable[Adjustment]) -> None:
        """Keep people's decisions, all of them or none."""
        with transaction(self._connection, self.path):
            self._decide(set_id, adjustments)

    def _decide(self, set_id: str, adjustments: Iterable[Adjustment]) -> None:
        for given in adjustments:
            points = None if given.points is None else stored_points(plain_number(given.points))
            row = (
                set_id, given.student, given.question, points, text_of(given.because), text_of(given.by),
                given.grade, _now(),
            )  # fmt: skip
            query = "INSERT INTO adjustments VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)"
            self._connection.execute(query, row)

    def keep_regraded(
        self,
        set_id: str,
        entries: Iterable[MarkedHandIn],
        adjustments: Iterable[Adjustment],
        regradings: Mapping[str, Regrading],
    ) -> None:
        """Keep what marking again made, what stays in spite of it, and by student why; all of it or none."""
        query = "INSERT INTO regrades VALUES (NULL, ?, ?, ?, ?, ?)"
        with transaction(self._connection, self.path):
            Adding(self._connection, _now()).add_all(tuple(entries), force=False)
            self._decide(set_id, adjustments)
            for student, one in regradings.items():
                changes = json.dumps([change.to_dict() for change in one.changes])
                row = set_id, student, text_of(one.because), changes, stored_moment(one.at)
                self._connection.execute(query, row)

    def current(
        self,
        set_id: str,
        keep: Keep = "latest",
        lose: Callable[[UnreadRecord], object] | None = None,
        *,
        marks_only: bool = False,
        students: Sequence[str] | None = None,
    ) -> Iterator[Standing]:
        """What counts now for everybody who handed something in, or for some, one after the other.

        Whose grade cannot be read is given to `lose`, and the others follow; without it, that is an error.
        With `marks_only`, grades have little more than their points, and are read far quicker.
        """
        known = self._known(set_id)
        for student, rows in self._by_student(
            set_id, self.students(set_id) if students is None else students
        ):
            try:
                yield self._standing(set_id, student, rows, keep, known, marks_only=marks_only)
            except UnreadRecord as unread:
                if lose is None:
                    raise
                lose(unread)

    def standing(self, set_id: str, student: str, keep: Keep = "latest") -> Standing:
        """What counts now for one student, who must have handed something in; or it is `UnreadRecord`."""
        rows = self._gradings(set_id, [student])
        return self._standing(set_id, student, rows, keep, self._known(set_id), marks_only=False)

    def _standing(
        self, set_id: str, student: str, rows: Sequence[Any], keep: Keep, known: _Known, *, marks_only: bool
    ) -> Standing:
        decided = self.adjustments(set_id, student) if known.decisions else ()
        person = self.person(student) if known.people else None
        with costing(student, self.path):
            gradings = tuple(map(graded, rows))
            slip = self.slip(set_id, student) if known.slips else None
            about = About(decided, person, slip, self.regradings(set_id, student) if known.regradings else ())
            return stand(gradings, about, keep, self.problems, marks_only=marks_only)

    def _by_student(self, set_id: str, students: Sequence[str]) -> Iterator[tuple[str, list[Any]]]:
        """Students with the rows of their gradings; some at a time, as the records of a class are many."""
        for start in range(0, len(students), _AT_ONCE):
            found: dict[str, list[Any]] = {student: [] for student in students[start : start + _AT_ONCE]}
            for row in self._gradings(set_id, tuple(found)):
                found[row[STUDENT]].append(row)
            yield from found.items()

    def _gradings(self, set_id: str, students: Sequence[str]) -> list[Any]:
        places = ", ".join("?" * len(students))  # `+` has SQLite sort these, and not look through all
        query = f"{_GRADINGS} WHERE set_id = ? AND student IN ({places}) ORDER BY +grades.id"
        return self._cells(query, set_id, *students)

    def _known(self, set_id: str) -> _Known:
        decisions = self._rows("SELECT 1 FROM adjustments WHERE set_id = ? LIMIT 1", set_id)
        slips = self._now_spent is not None or self._rows(
            "SELECT 1 FROM slips WHERE set_id = ? LIMIT 1", set_id
        )
        regradings = self._rows("SELECT 1 FROM regrades WHERE set_id = ? LIMIT 1", set_id)
        people = self._rows("SELECT 1 FROM people LIMIT 1")
        return _Known(bool(decisions), bool(people), bool(slips), bool(regradings))

    def students(self, set_id: str) -> tuple[str, ...]:
        """Everybody who handed something in, in alphabetical order."""
        query = (
            "SELECT DISTINCT student FROM submissions WHERE set_id = ?"
            " ORDER BY student COLLATE NOCASE, student"
        )
        return tuple(student for (student,) in self._rows(query, set_id))

    def gradings(self, set_id: str, student: str) -> tuple[Graded, ...]:
        """Every marking of everything that a student handed in, in the order of marking."""
        rows = self._gradings(set_id, [student])
        with costing(student, self.path):
            return tuple(map(graded, rows))

    def grading(self, number: int) -> Graded:
        """The marking of that number."""
        return graded(self._rows(f"{_GRADINGS} WHERE grades.id = ?", number)[0])

    def adjustments(self, set_id: str, student: str) -> tuple[Adjustment, ...]:
        """All decisions about a student's answers, in their order."""
        query = f"SELECT {ADJUSTMENT} FROM adjustments WHERE set_id = ? AND student = ? ORDER BY id"  # noqa: S608
        rows = self._cells(query, set_id, student)
        with costing(student, self.path):
            return tuple(map(adjustment, self._texts(rows)))

    def reasons(self, set_id: str, question: str) -> tuple[str, ...]:
        """Every reason that was given for points in a question, in the order of first use.

        Nothing leaves the history, so that the place of a reason never changes.
        """
        query = (
            "SELECT because FROM adjustments WHERE set_id = ? AND question = ? AND points IS NOT NULL"
            " GROUP BY because ORDER BY min(id)"
        )
        return tuple(because for (because,) in self._rows(query, set_id, question))

    def regradings(self, set_id: str, student: str) -> tuple[Regrading, ...]:
        """Every change of a student's grade by marking again of which somebody said why, in their order."""
        query = f"SELECT {REGRADING} FROM regrades WHERE set_id = ? AND student = ? ORDER BY id"  # noqa: S608
        rows = self._cells(query, set_id, student)
        with costing(student, self.path):
            return tuple(map(regrading, self._texts(rows)))

    def person(self, student: str) -> Person | None:
        """What the roster said last of a student."""
        rows = self._cells(_LAST_PERSON, student)
        with costing(student, self.path):
            return next(map(person, self._texts(rows)), None)

    def slip(self, set_id: str, student: str) -> Slip | None:
        """The slip days that a student has spent on a set, as the course gave them last."""
        if self._now_spent is not None:
            return self._now_spent.get(student)
        query = "SELECT days, days_left FROM slips WHERE set_id = ? AND student = ? ORDER BY id DESC LIMIT 1"
        rows = self._cells(query, set_id, student)
        return next((Slip(int(days), int(left)) for days, left in self._texts(rows)), None)

    def reading_slips(self, spent: Mapping[str, Slip]) -> None:
        """Let these slip days count for this reader, whatever was kept before."""
        self._now_spent = spent

    def keep_slips(self, set_id: str, spent: Mapping[str, Slip]) -> tuple[str, ...]:
        """Keep what is new in the slip days of a set; those are named whose days for it have changed."""
        query = "INSERT INTO slips (set_id, student, days, days_left, kept_at) VALUES (?, ?, ?, ?, ?)"
        with transaction(self._connection, self.path):
            last = (
                "SELECT student, days, days_left FROM slips WHERE id IN"
                " (SELECT max(id) FROM slips WHERE set_id = ? GROUP BY student)"
            )
            known = {student: Slip(days, left) for student, days, left in self._rows(last, set_id)}
            news = {student: slip for student, slip in spent.items() if known.get(student) != slip}
            rows = [(set_id, student, slip.days, slip.left, _now()) for student, slip in news.items()]
            self._connection.executemany(query, rows)
        return tuple(
            student for student, slip in news.items()
            if student in known and known[student].days != slip.days
        )  # fmt: skip

    def people(self) -> tuple[Person, ...]:
        """Everybody on the roster, as it was last, in alphabetical order."""
        query = f"{_PEOPLE} AND enrolled ORDER BY student COLLATE NOCASE, student"
        return tuple(map(person_listed, (row[:-1] for row in self._rows(query))))

    def missing(self, set_id: str) -> tuple[Person, ...]:
        """Everybody on the roster who submitted nothing."""
        handed_in = set(self.students(set_id))
        return tuple(given for given in self.people() if given.student not in handed_in)

    def hand_in(self, kept: Kept) -> HandIn:
        """A submission as it was handed in, to be marked again."""
        query = (
            "SELECT name, data FROM submission_files JOIN files ON files.hash = submission_files.file"
            " WHERE submission = ? ORDER BY place"
        )
        files = dict(self._cells(query, kept.id))
        rows = self._cells("SELECT known_as, mistakes FROM submissions WHERE id = ?", kept.id)
        with costing(kept.student, self.path):
            ((known_as, mistakes),) = rows
            return HandIn(kept.student, kept.name, files, kept_notes(mistakes), tuple(json.loads(known_as)))

    def _load_set(self, folder: Path, files: Sequence[tuple[str, bytes]]) -> ProblemSet:
        if not files:
            raise damaged(self.path)
        for name, data in files:
            path = folder / name
            if not path.resolve().is_relative_to(folder.resolve()):
                raise damaged(self.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        try:
            return load_problems(folder / files[0][0])
        except InputError:
            message = "this grader cannot read the set with which it was graded"
            raise refusal(str(self.path), message, "use the version of the grader that graded it") from None

    def _rows(self, query: str, *values: object) -> list[Any]:
        """Rows of texts and numbers: where bytes stand instead, somebody else has written there."""
        return self._texts(self._cells(query, *values))

    def _texts(self, rows: list[Any]) -> list[Any]:
        if any(bytes in map(type, row) for row in rows):
            raise damaged(self.path)
        return rows

    def _cells(self, query: str, *values: object) -> list[Any]:
        """Rows that may hold bytes, as files do."""
        with faults_explained(self.path):
            return self._connection.execute(query, values).fetchall()


def _now() -> str:
    return shown_moment(datetime.now(UTC))
