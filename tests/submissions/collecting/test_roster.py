"""The roster: headers read kindly, who is missing, and what is wrong with it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader.submissions.collecting.roster import Person, canvas_name, read_roster
from grader.text.source import InputError
from tests.submissions.collecting.laying import SHEET, collected, lay, messages, students

ADA = Person("ada", "Ada Lovelace", "ada@x.org", "A")
HEADERS = {
    "plain": "id,name,email,section\nada,Ada Lovelace,ada@x.org,A\n",
    "any order and case": "SECTION,E-Mail Address,NAME,Student ID\nA,ada@x.org,Ada Lovelace,ada\n",
    "semicolons and a mark": "\ufeffid;name;email;section\r\nada;Ada Lovelace;ada@x.org;A\r\n",
    "tabs": "id\tname\temail\tsection\nada\tAda Lovelace\tada@x.org\tA",
    "quotes and blanks": 'id, "name" ,email,section\n ada , "Ada Lovelace" , ada@x.org , A \n',
    "two names": "username,first name,surname,email,group\nada,Ada,Lovelace,ada@x.org,A\n",
    "Chinese": "學號,姓名,電子郵件,班級\nada,Ada Lovelace,ada@x.org,A\n",
    "blank lines and more": "\n\nid,name,email,section,shoe size\n,,,,\nada,Ada Lovelace,ada@x.org,A,40\n\n",
    "old line ends": "id,name,email,section\rada,Ada Lovelace,ada@x.org,A\r",
    "Canvas's gradebook": "Student,ID,Email,Section\n    Points Possible,,,\nAda Lovelace,ada,ada@x.org,A\n",
}


@pytest.mark.parametrize("text", HEADERS.values(), ids=HEADERS)
def test_a_header_is_read_kindly(text: str) -> None:
    assert read_roster(text.encode(), "roster.csv").people == (ADA,)


IDS = {
    "id": "id,name,email\n7,Ada,a@x.org\n",
    "address": "name,email\nAda,7\n",
    "name": "name\n7\n",
    "student": "student\n7\n",
}


@pytest.mark.parametrize("text", IDS.values(), ids=IDS)
def test_a_person_is_known_by_the_id_else_the_address_else_the_name(text: str) -> None:
    assert read_roster(text.encode(), "roster.csv").people[0].id == "7"


EXTENSIONS = {
    "none": ("", None),
    "days": ("2d", timedelta(days=2)),
    "words": ("1 day 12 hours", timedelta(days=1, hours=12)),
    "minutes": ("90m", timedelta(minutes=90)),
    "a moment": ("2027-02-05 23:59 Europe/Berlin", datetime(2027, 2, 5, 22, 59, tzinfo=UTC)),
}


@pytest.mark.parametrize(("text", "expected"), EXTENSIONS.values(), ids=EXTENSIONS)
def test_an_extension_is_a_stretch_of_time_or_a_moment(text: str, expected: object) -> None:
    (person,) = read_roster(f"id,extension\nada,{text}\n".encode(), "roster.csv").people
    assert person.extension == expected


def test_nobody_sees_an_extension_in_passing() -> None:
    (person,) = read_roster(b"id,extension\nada,2d\n", "roster.csv").people
    assert "2" not in repr(person)


def test_a_roster_may_say_when_something_was_handed_in(tmp_path: Path) -> None:
    files = {"ada.yaml": SHEET, "roster.csv": "id,submitted\nada,2027-01-31 23:59 Europe/Berlin\n"}
    (entry,) = collected(lay(tmp_path, files)).entries
    assert entry.at == datetime(2027, 1, 31, 22, 59, tzinfo=UTC)


ERRORS = {
    "nothing": ("", "roster.csv: error: there is nothing in this roster"),
    "no one is named": (
        "section,shoe\nA,40\n",
        "roster.csv:1:1: error: no column of this roster says who somebody is",
    ),
    "twice": ("id,name\nada,Ada\nbob,Bob\nada,Eve\n", "roster.csv:4:1: error: `ada` is on this roster twice"),
    "a blank": ("id,section\n,A\n", "roster.csv:2:1: error: nobody is named in this row"),
    "an extension": ("id,extension\nada,soon\n", "roster.csv:2:5: error: `soon` is not a date and a time"),
    "a time": (
        "id,submitted\nada,2027-01-31 23:59\n",
        "roster.csv:2:5: error: `2027-01-31 23:59` is not a time with a known zone",
    ),
    "an open quote": (
        'id,name\nada,"Ada\n',
        "roster.csv:2:5: error: the quote that is opened here is never closed",
    ),
    "no text": ("\0", "roster.csv: error: this is not a text file"),
}


@pytest.mark.parametrize(("text", "message"), ERRORS.values(), ids=ERRORS)
def test_error_in_a_roster(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_roster(text.encode(), "roster.csv")
    assert str(caught.value).startswith(message)


def test_all_errors_of_a_roster_are_reported() -> None:
    with pytest.raises(InputError) as caught:
        read_roster(b"id,extension\nada,x\nbob,y\n", "roster.csv")
    assert len(caught.value.mistakes) == 2


ROSTER = (
    "id,name,email\n7,Ada Lovelace,ada@x.org\n8,Bob,bob@x.org\n9,Zoë,zoe@x.org\n10,Ada Lovelace,al@x.org\n"
)


@pytest.mark.parametrize(
    ("name", "student"),
    [("7", "7"), ("bob@x.org", "8"), ("BOB@X.org", "8"), ("Bob", "8"), ("Zoe\u0308", "9")],
)
def test_a_hand_in_is_matched_by_id_address_or_name(name: str, student: str, tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {f"{name}.yaml": SHEET, "roster.csv": ROSTER}))
    assert students(found) == [student]
    assert found.findings == ()
    assert student not in [person.id for person in found.missing]


UNMATCHED = {
    "somebody else": ("eve", "`eve` is not on the roster", "it is graded all the same"),
    "only but for capitals": (
        "bob",
        "`bob` is not on the roster",
        "did you mean `8`? it is graded all the same",
    ),
    "two of one name": (
        "Ada Lovelace",
        "`Ada Lovelace` may be several people on the roster: `7` and `10`",
        "it is graded under its own name",
    ),
}


@pytest.mark.parametrize(("name", "message", "hint"), UNMATCHED.values(), ids=UNMATCHED)
def test_who_is_not_on_the_roster_is_found_and_graded(
    name: str, message: str, hint: str, tmp_path: Path
) -> None:
    found = collected(lay(tmp_path, {f"{name}.yaml": SHEET, "roster.csv": ROSTER}))
    assert students(found) == [name]
    assert [(finding.message, finding.hint) for finding in found.findings] == [(message, hint)]
    assert [person.id for person in found.missing] == ["7", "8", "9", "10"]


def test_a_name_may_stand_on_the_roster_with_the_family_name_first(tmp_path: Path) -> None:
    files = {"Ada Lovelace.yaml": SHEET, "roster.csv": 'id,name\n7,"Lovelace, Ada"\n'}
    assert students(collected(lay(tmp_path, files))) == ["7"]


def test_a_hand_in_that_names_two_people_is_found(tmp_path: Path) -> None:
    table = "id,email,best-move\n7,bob@x.org,a1\n"
    found = collected(lay(tmp_path, {"answers.csv": table, "roster.csv": ROSTER}))
    assert students(found) == ["7"]
    assert "`7` and `8` are two people on the roster" in messages(found)


def test_an_address_that_two_people_have_is_found(tmp_path: Path) -> None:
    lay(tmp_path, {"ada.yaml": SHEET, "roster.csv": "id,email\nada,a@x.org\nbob,a@x.org\n"})
    assert messages(collected(tmp_path)) == ["`bob` and `ada` have the same address"]


def test_a_roster_may_lie_elsewhere(tmp_path: Path) -> None:
    lay(tmp_path, {"class/ada.yaml": SHEET, "people.csv": "id\nada\nbob\n"})
    found = collected(tmp_path / "class", roster=tmp_path / "people.csv")
    assert [person.id for person in found.missing] == ["bob"]
    assert found.roster is not None
    assert found.roster.of("bob") == found.missing[0]
    assert found.roster.of("eve") is None


@pytest.mark.parametrize(
    ("name", "squeezed"),
    [
        ("Ada Lovelace", "lovelaceada"),
        ("Lovelace, Ada", "lovelaceada"),
        ("O'Brien-Ng, Zoë", "obrienngzoë"),
        ("Cai", "cai"),
    ],
)
def test_a_name_as_canvas_squeezes_it(name: str, squeezed: str) -> None:
    assert canvas_name(name) == squeezed
