"""Groups: one hand-in marks all members, and nobody is harmed by what others write on a sheet."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.gradebook import FILE, Gradebook
from grader.gradebook.entries import Graded, Kept
from grader.gradebook.standing import KEEPS, Keep, best_of, eligible
from grader.problems import load_problems
from grader.submissions.collecting import Collected, collect
from grader.text.source import InputError, Source
from tests.gradebook.keeping import RIGHT, SET, SHEET

PROBLEMS = load_problems(Source(SET.format(settings="", points=4), "set.yaml"))
ROSTER = "id,name,team\nada,Ada,t1\nbob,Bob,t1\neve,Eve,t2\nzoe,Zoë,\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("class").mkdir()
    Path("class/roster.csv").write_text(ROSTER, encoding="utf-8")


def hand_in(student: str, named: str = "", pruned: str = RIGHT) -> None:
    text = f"student: {named or student}\n{SHEET.format(pruned=pruned)}"
    Path(f"class/{student}.yaml").write_text(text, encoding="utf-8")


def collected(groups: str) -> Collected:
    return collect("class", PROBLEMS, groups=groups)


def whose(found: Collected) -> list[tuple[str, str]]:
    return [(entry.student, entry.by) for entry in found.entries]


def messages(found: Collected) -> list[str]:
    return [finding.message for finding in found.findings]


def test_one_hand_in_is_of_all_members_of_the_group_on_the_roster() -> None:
    hand_in("ada")
    found = collected("team")
    assert whose(found) == [("ada", ""), ("bob", "ada")]
    assert [person.id for person in found.missing] == ["eve", "zoe"]
    assert found.entries[1].hand_in().mistakes[0].key == "handed-in-by"


def test_without_groups_each_has_their_own() -> None:
    hand_in("ada")
    assert whose(collected("none")) == [("ada", "")]


def test_two_hand_ins_of_a_group_are_reported_and_both_graded() -> None:
    hand_in("ada")
    hand_in("bob")
    found = collected("team")
    assert whose(found) == [("ada", ""), ("bob", "ada"), ("bob", ""), ("ada", "bob")]
    assert messages(found) == ["this is another submission from group `t1`, besides `class/ada.yaml`"]


def test_error_a_column_that_the_roster_does_not_have() -> None:
    hand_in("ada")
    with pytest.raises(InputError) as raised:
        collected("teem")
    assert str(raised.value).splitlines()[0] == (
        "class/roster.csv:1:1: error: this roster has no column `teem` that says who works together"
    )


@pytest.mark.parametrize("named", ["ada, zoe", "Ada & Zoë", "[ada, zoe]", "ada and Zoë", "ada；zoe"])
def test_names_on_a_sheet_count_where_the_course_says_so(named: str) -> None:
    hand_in("ada", named)
    found = collected("by-sheet")
    assert whose(found) == [("ada", ""), ("zoe", "ada")]
    assert found.entries[1].only_named
    assert whose(collected("none")) == [("ada", "")]


def test_a_name_on_a_sheet_never_replaces_an_own_hand_in() -> None:
    hand_in("ada", "ada, zoe")
    hand_in("zoe")
    found = collected("by-sheet")
    assert whose(found) == [("ada", ""), ("zoe", "")]
    assert messages(found) == ["the sheet names `zoe`, who has submitted something else"]


def test_who_is_named_twice_is_reported() -> None:
    hand_in("ada", "ada, zoe")
    hand_in("eve", "eve, zoe, mallory")
    found = collected("by-sheet")
    assert whose(found) == [("ada", ""), ("zoe", "ada"), ("eve", ""), ("zoe", "eve")]
    assert messages(found) == [
        "the sheet names `zoe`, and so does `class/ada.yaml`",
        "the sheet names `mallory`, who is not on the roster",
    ]


def test_a_sheet_that_names_the_whole_class_counts_for_one() -> None:
    hand_in("ada", ", ".join(f"s{number}" for number in range(40)))
    assert whose(collected("by-sheet")) == [("ada", "")]


def test_a_late_blank_sheet_that_names_somebody_costs_them_nothing_in_any_order_of_runs() -> None:
    from grader.classes import grade_class

    def run() -> int:
        with Gradebook.open(Path("out", FILE)) as book:
            grade_class(PROBLEMS, collected("by-sheet"), book, jobs=1)
            return int(book.standing("search-1", "zoe").grade.earned)

    hand_in("zoe")
    assert run() == 5
    Path("class/zoe.yaml").unlink()  # the next folder has only what is new
    hand_in("ada", "ada, zoe", "none")
    assert run() == 5
    Path("class/zoe.yaml").unlink(missing_ok=True)
    hand_in("eve", "eve, zoe", "none")
    assert run() == 5


def test_an_own_hand_in_counts_also_where_somebody_elses_sheet_came_first() -> None:
    from grader.classes import grade_class

    with Gradebook.open(Path("out", FILE)) as book:
        hand_in("ada", "ada, zoe", "none")
        grade_class(PROBLEMS, collected("by-sheet"), book, jobs=1)
        assert book.standing("search-1", "zoe").graded.submission.by == "ada"
        hand_in("zoe")
        grade_class(PROBLEMS, collected("by-sheet"), book, jobs=1)
        assert book.standing("search-1", "zoe").graded.submission.by == ""
        assert len(book.gradings("search-1", "zoe")) == 2


def points_of(graded: Graded) -> Fraction:
    return Fraction(graded.earned)


MOMENT = datetime(2027, 1, 1, tzinfo=UTC)
GRADINGS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 4), st.integers(-5, 5), st.booleans()), min_size=1, max_size=6
)


@given(GRADINGS, GRADINGS, st.sampled_from(KEEPS))
def test_what_others_write_on_their_sheets_never_changes_what_counts_of_ones_own(
    own: list[tuple[bool, int, int, bool]], others: list[tuple[bool, int, int, bool]], keep: Keep
) -> None:
    def graded(number: int, given: tuple[bool, int, int, bool], by: str) -> Graded:
        _, points, hours, failed = given
        at = MOMENT + timedelta(hours=hours)
        kept = Kept(number, "zoe", "", "", at, at, by, only_named=bool(by))
        return Graded(number, kept, "", "", "failed" if failed else "graded", points, 4, 0, at, "")

    mine = [graded(number, one, "") for number, one in enumerate(own)]
    theirs = [graded(len(own) + number, one, "ada") for number, one in enumerate(others)]
    mixed = [one for pair in zip([*mine, *[None] * len(theirs)], [*theirs, *[None] * len(mine)], strict=True)
             for one in pair if one is not None]  # fmt: skip
    assert best_of(eligible(mixed, keep), points_of) is best_of(eligible(mine, keep), points_of)
