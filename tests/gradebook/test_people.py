"""Who is on the roster of a gradebook, and who of them submitted nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from grader.gradebook import FILE, Gradebook
from grader.gradebook.sql_tables import SCHEMA_VERSION
from grader.submissions.collecting.roster import Person
from grader.text.source import InputError
from tests.gradebook.keeping import book_in, handed, make_older, marked

ADA, BOB, ZOE = Person("ada", section="A"), Person("bob", section="B"), Person("zoe", section="B")


def names(people: tuple[Person, ...]) -> list[str]:
    return [person.student for person in people]


def test_whoever_is_on_the_roster_and_handed_in_nothing_is_missing(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed("ada"))) as book:
        book.enrol([ZOE, BOB, ADA])
        assert names(book.missing("search-1")) == ["bob", "zoe"]


def test_without_a_roster_nobody_is_missing(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed("ada"))) as book:
        assert book.missing("search-1") == ()


ROSTERS = {
    "somebody leaves": ([ADA, BOB], ["ada", "bob"]),
    "a roster of one section says nothing of the others": ([BOB], ["ada", "bob"]),
    "no roster at all says nothing": ([], ["ada", "bob", "zoe"]),
    "somebody comes": ([ADA, BOB, ZOE, Person("mia", section="C")], ["ada", "bob", "mia", "zoe"]),
}


@pytest.mark.parametrize(("roster", "enrolled"), ROSTERS.values(), ids=ROSTERS)
def test_a_later_roster_speaks_for_the_sections_that_it_names(
    roster: list[Person], enrolled: list[str], tmp_path: Path
) -> None:
    with book_in(tmp_path) as book:
        book.enrol([ADA, BOB, ZOE])
        book.enrol(roster)
        assert names(book.people()) == enrolled


def test_whoever_left_keeps_what_was_said_of_them_and_may_come_back(tmp_path: Path) -> None:
    with book_in(tmp_path) as book:
        book.enrol([BOB, ZOE])
        book.enrol([BOB])
        assert book.person("zoe") == ZOE
        book.enrol([BOB, ZOE])
        assert names(book.people()) == ["bob", "zoe"]


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("write", [True, False], ids=["written", "read"])
def test_an_older_gradebook_is_brought_up_to_date(tmp_path: Path, write: bool, version: int) -> None:
    with book_in(tmp_path, marked(handed("ada"))) as book:
        book.enrol([ADA, BOB])
    make_older(tmp_path / FILE, version)
    with Gradebook.open(tmp_path / FILE, write=write) as book:
        assert names(book.missing("search-1")) == ["bob"]
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_what_is_only_read_cannot_be_written(tmp_path: Path) -> None:
    with book_in(tmp_path):
        pass
    with Gradebook.open(tmp_path / FILE, write=False) as book, pytest.raises(InputError):
        book.enrol([ADA])
