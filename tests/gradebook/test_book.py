"""The gradebook keeps everything, adds to it without doubling, and says what counts."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from grader.gradebook import FILE, Adjustment, Gradebook, MarkedHandIn
from grader.gradebook.sql_tables import HISTORY
from grader.gradebook.standing import Keep
from grader.grading import Origin
from grader.grading.decisions import Regrading, Slip
from grader.submissions import HandIn, read_hand_in
from grader.submissions.collecting.roster import Person
from grader.submissions.gathered_files import passed_over
from grader.text.source import InputError, Mistake, Source
from grader.version import VERSION
from tests.gradebook.keeping import (
    DUE,
    HALF,
    PROBLEMS,
    RIGHT,
    WRONG,
    book_in,
    failed,
    handed,
    marked,
    problems_with,
)

DAY = timedelta(days=1)


def earned(book: Gradebook, keep: Keep = "latest") -> dict[str, object]:
    return {standing.student: standing.grade.earned for standing in book.current("search-1", keep)}


def origin(given: HandIn, set_hash: str = PROBLEMS.hash, version: str = VERSION) -> Origin:
    return Origin(set_hash, read_hand_in(given).hash, {}, version)


def test_what_is_kept_is_there_when_the_gradebook_is_opened_again(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed("ada")), marked(handed("grace", HALF))):
        pass
    with Gradebook.open(tmp_path / FILE, write=False) as book:
        assert earned(book) == {"ada": 5, "grace": 3}


def test_nothing_but_the_one_file_is_left_behind(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed())):
        pass
    with Gradebook.open(tmp_path / FILE, write=False) as book:
        assert earned(book) == {"ada": 5}
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_the_file_is_written_ahead_and_synchronously(tmp_path: Path) -> None:
    with book_in(tmp_path):
        with sqlite3.connect(tmp_path / FILE) as other:
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        other.close()


def test_the_record_comes_back_as_it_was(tmp_path: Path) -> None:
    entry = marked(handed("ada", WRONG))
    with book_in(tmp_path, entry) as book:
        (graded,) = book.gradings("search-1", "ada")
        assert graded.record == entry.record
        assert (graded.version, graded.set_hash, graded.pending) == (VERSION, PROBLEMS.hash, 1)


def test_a_hand_in_comes_back_byte_by_byte_with_what_was_odd_about_it(tmp_path: Path) -> None:
    mistakes = (
        passed_over("class/ada", "x.exe", "odd"),
        Mistake("no key", Source("", "class/ada"), hint="do"),
    )
    files = {"answers.yaml": b"answers: {}\r\n", "a/\udcff.py": b"\0\xff", "empty": b""}
    given = HandIn("ada", "class/ada", files, mistakes, ("Ada L.", "ada@x.org"))
    with book_in(tmp_path, marked(given)) as book:
        (graded,) = book.gradings("search-1", "ada")
        back = book.hand_in(graded.submission)
    assert list(back.files.values()) == list(files.values())
    assert list(back.files) == ["answers.yaml", "a/\\udcff.py", "empty"]
    assert (back.student, back.name, back.known_as) == ("ada", "class/ada", given.known_as)
    assert list(map(str, back.mistakes)) == list(map(str, mistakes))
    assert back.mistakes[0].key == "passed-over-odd"


def test_the_same_bytes_are_kept_once(tmp_path: Path) -> None:
    with book_in(tmp_path, *(marked(handed(f"s{number}")) for number in range(5))):
        pass
    with sqlite3.connect(tmp_path / FILE) as other:
        assert other.execute("SELECT count(*) FROM files").fetchone() == (2,)  # the set's and the sheets'
    other.close()


def test_the_set_is_kept_with_all_its_files(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed())) as book:
        again = book.problems(PROBLEMS.hash)
        assert (again.hash, again.id, again.problems[0].trees) == (
            PROBLEMS.hash, "search-1", PROBLEMS.on_sheet[0].trees,
        )  # fmt: skip


def test_a_grade_that_is_known_is_not_added_again(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed())) as book:
        assert book.add([marked(handed()), marked(handed("grace"))]) == 1
        assert len(book.gradings("search-1", "ada")) == 1


def test_with_force_it_is_added_to_the_history(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed())) as book:
        assert book.add([marked(handed())], force=True) == 1
        assert len(book.gradings("search-1", "ada")) == 2
        assert len({graded.submission.id for graded in book.gradings("search-1", "ada")}) == 1


STORED = {
    "the same": (handed(), {}, True),
    "another sheet": (handed("ada", HALF), {}, False),
    "another student": (handed("grace"), {}, False),
    "another state of the set": (handed(), {"set_hash": problems_with(points=8).hash}, False),
    "another version": (handed(), {"version": "0.0.0"}, False),
}


@pytest.mark.parametrize(("given", "made", "is_stored"), STORED.values(), ids=STORED)
def test_only_the_same_need_not_be_marked_again(
    tmp_path: Path, given: HandIn, made: dict[str, str], is_stored: bool
) -> None:
    with book_in(tmp_path, marked(handed())) as book:
        assert (book.stored(given.student, origin(given, **made)) is not None) is is_stored


def test_another_time_is_another_submission(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed(), DUE)) as book:
        assert book.stored("ada", origin(handed()), DUE) == 1
        assert book.stored("ada", origin(handed()), DUE + DAY) is None
        assert book.stored("ada", origin(handed())) is None


def test_what_failed_is_marked_again(tmp_path: Path) -> None:
    with book_in(tmp_path, failed(handed())) as book:
        assert book.stored("ada", origin(handed())) is None
        assert book.add([marked(handed())]) == 1
        assert book.stored("ada", origin(handed())) == 2


def test_a_sheet_that_comes_back_after_another_counts_again(tmp_path: Path) -> None:
    first, second = marked(handed("ada", RIGHT)), marked(handed("ada", WRONG))
    with book_in(tmp_path, first, second) as book:
        assert earned(book) == {"ada": 1}
        assert book.stored("ada", origin(handed("ada", RIGHT))) is None
        assert book.add([first]) == 1
        assert earned(book) == {"ada": 5}


def test_two_submissions_of_known_times_are_both_known(tmp_path: Path) -> None:
    first, second = marked(handed("ada", RIGHT), DUE), marked(handed("ada", WRONG), DUE)
    with book_in(tmp_path, first, second) as book:
        assert book.add([first, second]) == 0


KEPT = {
    "latest": ("latest", {"ada": 3}),
    "best": ("best", {"ada": 5}),
    "first": ("first", {"ada": 1}),
}


@pytest.mark.parametrize(("keep", "marks"), KEPT.values(), ids=KEPT)
def test_which_submission_counts_is_decided_by_time_not_by_arrival(
    tmp_path: Path, keep: Keep, marks: dict[str, int]
) -> None:
    entries = [
        marked(handed("ada", HALF), DUE + 2 * DAY),
        marked(handed("ada", WRONG), DUE),
        marked(handed("ada", RIGHT), DUE + DAY),
    ]
    with book_in(tmp_path, *entries) as book:
        assert earned(book, keep) == marks


def test_a_failure_of_ours_never_takes_the_place_of_a_grade(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed()), failed(handed("ada", HALF))) as book:
        standing = book.standing("search-1", "ada")
        assert (standing.grade.earned, standing.grade.status, standing.failed) == (5, "graded", True)


def test_marking_again_that_fails_leaves_the_grade_that_there_was(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed())) as book:
        book.add([failed(handed())], force=True)
        standing = book.standing("search-1", "ada")
        assert (standing.grade.earned, standing.graded.id) == (5, 1)


def test_a_failure_counts_where_there_is_nothing_else(tmp_path: Path) -> None:
    with book_in(tmp_path, failed(handed())) as book:
        standing = book.standing("search-1", "ada")
        assert (standing.grade.status, standing.failed) == ("failed", True)


def test_a_batch_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    broken = MarkedHandIn(handed("grace"), {"made_from": {"submission": "x"}, "set": "search-1"})
    with book_in(tmp_path) as book:
        with pytest.raises(KeyError):
            book.add([marked(handed()), broken])
        assert book.students("search-1") == ()


def test_a_grade_of_a_set_that_is_not_kept_is_refused(tmp_path: Path) -> None:
    other = problems_with(points=8)
    with book_in(tmp_path) as book, pytest.raises(InputError, match="FOREIGN KEY"):
        book.add([marked(handed(), problems=other)])


@pytest.mark.parametrize("change", ["UPDATE {} SET rowid = rowid", "DELETE FROM {}"])
@pytest.mark.parametrize("table", HISTORY)
def test_nobody_can_change_history(tmp_path: Path, table: str, change: str) -> None:
    with book_in(tmp_path, marked(handed())) as book:
        book.enrol([Person("ada")])
        book.decide("search-1", [Adjustment("ada", "textbook.manual", 1, "fine", "tom", 1)])
        book.keep_slips("search-1", {"ada": Slip(1, 2)})
        book.keep_regraded("search-1", [], [], {"ada": Regrading(DUE, "a misprint", ())})
    other = sqlite3.connect(tmp_path / FILE)
    with pytest.raises(sqlite3.IntegrityError, match=f"{table} are history"):
        other.execute(change.format(table))
    other.close()


def test_only_news_about_people_are_kept(tmp_path: Path) -> None:
    ada = Person("ada", "Ada L.", "ada@x.org", "A", DAY)
    grace = Person("grace", section="B", extension=DUE)
    with book_in(tmp_path) as book:
        book.enrol([ada, grace])
        book.enrol([ada, Person("grace", section="C")])
        assert book.person("ada") == ada
        grace_now = book.person("grace")
        assert grace_now is not None
        assert (grace_now.section, grace_now.extension) == ("C", None)
        assert book.person("alan") is None
    with sqlite3.connect(tmp_path / FILE) as other:
        assert other.execute("SELECT count(*) FROM people").fetchone() == (3,)
    other.close()


def test_the_views_say_in_sql_what_counts(tmp_path: Path) -> None:
    entries = [marked(handed()), marked(handed("ada", HALF)), failed(handed("ada", WRONG))]
    with book_in(tmp_path, *entries) as book:
        decisions = [
            ("textbook.manual", 1),
            ("textbook.manual", 2),
            ("textbook.pruned", 4),
            ("textbook.pruned", None),
        ]
        book.decide("search-1", [Adjustment("ada", *one, "so", "tom", 2) for one in decisions])
    with sqlite3.connect(tmp_path / FILE) as other:
        assert other.execute("SELECT student, earned FROM latest_grades").fetchall() == [("ada", 3)]
        kept = other.execute("SELECT question, points FROM standing_adjustments").fetchall()
        assert kept == [("textbook.manual", 2)]
    other.close()


def test_students_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    names = ["bob", "Ada", "élan", "ada", "Cy"]
    with book_in(tmp_path, *(marked(handed(name)) for name in names)) as book:
        assert book.students("search-1") == ("Ada", "ada", "bob", "Cy", "élan")


def test_a_class_of_more_than_are_read_at_once_is_whole_and_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.gradebook.gradebook._AT_ONCE", 2)
    students = ["Bo", "ada", "alan", "cy", "eve"]
    first = [marked(handed(student, WRONG), DUE) for student in reversed(students)]
    second = [marked(handed(student, RIGHT), DUE + DAY) for student in students]
    with book_in(tmp_path, *first, *second) as book:
        standings = list(book.current("search-1"))
        assert [standing.student for standing in standings] == ["ada", "alan", "Bo", "cy", "eve"]
        assert standings == [book.standing("search-1", standing.student) for standing in standings]
