"""What learning platforms export: whose each hand-in is, and when it was handed in."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.submissions.container import Folder, FolderItem, unreadable
from grader.text.source import InputError
from tests.submissions.collecting.laying import PROGRAM, SHEET, collected, lay, messages, packed, students

METADATA = """\
---
submission_11:
  :submitters:
  - :name: Ada Lovelace
    :sid: '100'
    :email: ada@x.org
  :created_at: 2027-01-31 22:59:01.325938000 Z
  :score: 3.0
  :results: !ruby/hash:ActiveSupport::HashWithIndifferentAccess
    tests:
    - output: |
        submission_12:
          :submitters:
          - :name: Eve
submission_12:
  :submitters:
  - :name: Bob
    :sid:
    :email: bob@x.org
  - :name: Cai
    :sid: ''
    :email: cai@x.org
  :created_at: 2027-01-31 23:00:00 +0100
"""
GRADESCOPE: dict[str, str | bytes] = {
    "submission_metadata.yml": METADATA,
    "submission_11/answers.yaml": SHEET,
    "submission_12/answers.yaml": SHEET,
    "submission_12/search.py": PROGRAM,
}
AT = datetime(2027, 1, 31, 22, 59, 1, 325938, tzinfo=UTC)


@pytest.mark.parametrize("layout", [None, "gradescope"], ids=["recognised", "named"])
@pytest.mark.parametrize("top", ["", "assignment_7_export/"], ids=["unpacked", "in a folder of its own"])
def test_gradescope_says_in_its_metadata_who_submitted_a_folder_and_when(
    top: str, layout: str | None, tmp_path: Path
) -> None:
    found = collected(lay(tmp_path, {top + name: text for name, text in GRADESCOPE.items()}), layout)
    assert students(found) == ["ada@x.org", "bob@x.org", "cai@x.org"]
    assert found.entries[0].at == AT
    assert found.entries[1].at == datetime(2027, 1, 31, 22, tzinfo=UTC)
    assert found.entries[0].known_as == ("100", "Ada Lovelace")
    assert found.findings == ()


def test_a_group_hands_in_the_same_files(tmp_path: Path) -> None:
    bob, cai = collected(lay(tmp_path, GRADESCOPE)).entries[1:]
    assert bob.load().hash == cai.load().hash
    assert list(bob.load().files) == ["search.py"]


def test_an_export_need_not_be_unpacked(tmp_path: Path) -> None:
    archive = packed({f"assignment_7_export/{name}": text for name, text in GRADESCOPE.items()})
    found = collected(lay(tmp_path, {"export.zip": archive}) / "export.zip")
    assert students(found) == ["ada@x.org", "bob@x.org", "cai@x.org"]
    assert found.entries[0].load().sheet is not None


def test_what_is_odd_about_an_export_of_gradescope_is_found(tmp_path: Path) -> None:
    metadata = "submission_1:\n  :created_at: yesterday\n  :submitters:\n  - :name: Ada\n"
    files = {"submission_metadata.yml": metadata, "submission_3/answers.yaml": SHEET}
    found = collected(lay(tmp_path, {**files, "submission_1/answers.yaml": SHEET}))
    assert students(found) == ["Ada", "submission_3"]
    assert messages(found) == [
        "`yesterday` is not a time with a known zone, and was not used",
        "the metadata do not say whose `submission_3` is",
    ]


def test_a_folder_that_the_metadata_name_and_is_not_there_is_found(tmp_path: Path) -> None:
    found = collected(
        lay(
            tmp_path,
            {
                **GRADESCOPE,
                "submission_metadata.yml": METADATA + "submission_9:\n  :submitters:\n  - :name: Zoe\n",
            },
        )
    )
    assert messages(found) == ["there is no `submission_9`, which is from `Zoe`"]


def test_error_metadata_that_are_no_yaml(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        collected(lay(tmp_path, {**GRADESCOPE, "submission_metadata.yml": "a: [\n"}))
    assert "submission_metadata.yml:2:1: error: this is not YAML" in str(caught.value)


def test_metadata_are_never_built_into_objects(tmp_path: Path) -> None:
    text = (
        "submission_11: !!python/object/apply:os.system ['touch hacked']\n"
        + "x: "
        + "[" * 900
        + "]" * 900
        + "\n"
    )
    found = collected(lay(tmp_path, {**GRADESCOPE, "submission_metadata.yml": text}))
    assert students(found) == ["submission_11", "submission_12"]
    assert not Path("hacked").exists()


ONE = {
    "users": [{"email": "ada@x.org", "id": 7, "name": "Ada"}],
    "created_at": "2027-01-31T23:59:01.325938+01:00",
}


def test_an_autograder_finds_one_student(tmp_path: Path) -> None:
    found = collected(
        lay(tmp_path, {"submission_metadata.json": json.dumps(ONE), "submission/answers.yaml": SHEET})
    )
    (entry,) = found.entries
    assert (entry.student, entry.at, entry.known_as) == ("ada@x.org", AT, ("7", "Ada"))
    assert entry.load().sheet is not None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"users": 3}', '{"users": [3]}', "[" * 100_000])
def test_error_metadata_of_an_autograder_that_are_not_gradescopes(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="these metadata are not Gradescope's"):
        collected(lay(tmp_path, {"submission_metadata.json": text, "submission/answers.yaml": SHEET}))


TYPED = "<p>set: search-1<br>answers:<br>&nbsp; textbook:<br>&nbsp;&nbsp;&nbsp; best-move: a1</p>"
TITLED = (
    "<html><head><title>HW: Cai</title></head><body><h1>HW: Cai</h1>"
    "<p>answers:</p><p>&nbsp; textbook: {best-move: a1}</p></body></html>"
)
MOODLE: dict[str, str | bytes] = {
    "Ada Lovelace_12345_assignsubmission_file_/answers.yaml": SHEET,
    "Ada Lovelace_12345_assignsubmission_file_/code/search.py": PROGRAM,
    "Bob_67_assignsubmission_onlinetext_/onlinetext.html": TYPED,
    "陳_小明_9_assignsubmission_file/hw.zip": packed({"hw/answers.yaml": SHEET}),
}


def test_moodle_has_a_folder_for_each_participant_and_kind_of_submission(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, MOODLE))
    assert students(found) == ["Ada Lovelace (12345)", "Bob (67)", "陳_小明 (9)"]
    assert found.entries[0].known_as == ("Ada Lovelace", "12345")
    submissions = [entry.load() for entry in found.entries]
    assert list(submissions[0].files) == ["code/search.py"]
    assert [one.sheet and one.sheet.answers["textbook"]["best-move"].text for one in submissions] == [
        "a1"
    ] * 3


def test_what_a_participant_of_moodle_uploaded_and_typed_is_one_hand_in(tmp_path: Path) -> None:
    files = {
        "Ada_1_assignsubmission_file_/search.py": PROGRAM,
        "Ada_1_assignsubmission_onlinetext_/onlinetext.html": TYPED.replace("a1", "a2"),
    }
    (entry,) = collected(lay(tmp_path, files)).entries
    submission = entry.load()
    assert submission.sheet is not None
    assert submission.sheet.answers["textbook"]["best-move"].text == "a2"
    assert list(submission.files) == ["search.py"]


def test_moodle_may_export_files_without_folders(tmp_path: Path) -> None:
    files = {
        "Ada_1_assignsubmission_file_answers.yaml": SHEET,
        "Ada_1_assignsubmission_file_search.py": PROGRAM,
    }
    (entry,) = collected(lay(tmp_path, files)).entries
    assert entry.student == "Ada (1)"
    assert entry.load().sheet is not None
    assert list(entry.load().files) == ["search.py"]


CANVAS: dict[str, str | bytes] = {
    "lovelaceada_123_456_answers.yaml": SHEET,
    "lovelaceada_123_457_search-2.py": PROGRAM,
    "bob_LATE_7_8_answers-1.yaml": SHEET,
    "cai_9_text.html": TITLED,
    "anon_a1B2c_10_answers.yaml": SHEET,
}


def test_canvas_has_the_name_the_users_number_and_the_attachments_before_a_files_own_name(
    tmp_path: Path,
) -> None:
    found = collected(lay(tmp_path, CANVAS))
    by_student = {entry.student: entry.load() for entry in found.entries}
    assert sorted(by_student) == ["123", "7", "9", "anon_a1B2c"]
    assert list(by_student["123"].files) == ["search.py"]
    assert all(
        one.sheet and one.sheet.answers["textbook"]["best-move"].text == "a1" for one in by_student.values()
    )
    assert messages(found) == ["1 submission is marked as late by Canvas, which does not export the times"]


CLASHES = {
    "numbered": ["ada_1_2_answers.yaml", "ada_1_3_answers-1.yaml"],
    "of one name": ["ada_1_2_answers.yaml", "ada_1_3_answers.yaml"],
}


@pytest.mark.parametrize("names", CLASHES.values(), ids=CLASHES)
def test_two_files_of_one_name_in_canvas_are_found_and_neither_is_lost(
    names: list[str], tmp_path: Path
) -> None:
    found = collected(lay(tmp_path, dict.fromkeys(names, SHEET)))
    assert len(found.entries[0].hand_in().files) == 2
    assert any("`answers.yaml` was submitted twice at once" in message for message in messages(found))


def test_a_student_of_canvas_is_found_on_the_roster_by_the_name_as_canvas_squeezes_it(tmp_path: Path) -> None:
    found = collected(
        lay(tmp_path, {**CANVAS, "roster.csv": 'id,name\nal1,Ada Lovelace\nb,Bob\nc,"Cai"\nz,Zoe\n'})
    )
    assert sorted(students(found)) == ["al1", "anon_a1B2c", "b", "c"]
    assert [person.id for person in found.missing] == ["z"]


NBGRADER: dict[str, str | bytes] = {
    "submitted/ada/search-1/answers.yaml": SHEET,
    "submitted/ada/search-1/timestamp.txt": "2027-01-31 22:59:01.325938 UTC",
    "submitted/ada/other/answers.yaml": SHEET,
    "submitted/bob/ps1/answers.yaml": SHEET,
    "submitted/bob/ps1/timestamp.txt": "2027-01-31 22:59:01 PST",
    "submitted/cai/": "",
    "submitted/dan/a/answers.yaml": SHEET,
    "submitted/dan/b/answers.yaml": SHEET,
}


@pytest.mark.parametrize("inside", ["", "submitted"])
def test_nbgrader_has_a_folder_for_each_student_and_assignment(inside: str, tmp_path: Path) -> None:
    found = collected(lay(tmp_path, NBGRADER) / inside)
    assert students(found) == ["ada", "bob"]
    assert [entry.at for entry in found.entries] == [AT, None]
    assert found.entries[0].load().files == {}
    assert messages(found) == [
        "`2027-01-31 22:59:01 PST` is not a time with a known zone, and was not used",
        "`cai` has no assignment",
        "`dan` has several assignments, none of them called as the set is",
    ]


AMBIGUOUS = {
    "moodle and folders": (
        {"Ada_1_assignsubmission_file_/answers.yaml": SHEET, "bob/answers.yaml": SHEET},
        "`moodle` or `folder`",
    ),
    "canvas and files": ({"ada_1_2_answers.yaml": SHEET, "bob.yaml": SHEET}, "`canvas` or `folder`"),
    "a table and files": (
        {"answers.csv": "id,best-move\nada,a1\n", "bob.yaml": SHEET},
        "`answers` or `folder`",
    ),
    "two exports": (
        {**GRADESCOPE, "Ada_1_assignsubmission_file_/answers.yaml": SHEET},
        "`gradescope` or `moodle`",
    ),
}


@pytest.mark.parametrize(("files", "layouts"), AMBIGUOUS.values(), ids=AMBIGUOUS)
def test_error_what_can_be_read_in_two_ways_needs_a_word(
    files: dict[str, str], layouts: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        collected(lay(tmp_path, files))
    assert "this folder can be read as more than one layout" in str(caught.value)
    assert f"say which with `--layout`: {layouts}" in str(caught.value)


def test_a_named_layout_decides_and_what_does_not_fit_is_found(tmp_path: Path) -> None:
    files = {"Ada_1_assignsubmission_file_/answers.yaml": SHEET, "bob/answers.yaml": SHEET}
    assert students(collected(lay(tmp_path, files), "folder")) == ["Ada_1_assignsubmission_file_", "bob"]
    found = collected(tmp_path, "moodle")
    assert (students(found), messages(found)) == (
        ["Ada (1)"],
        ["`bob` was skipped: it is not a submission"],
    )


@pytest.mark.parametrize("layout", ["moodle", "canvas", "nbgrader", "gradescope"])
def test_links_in_an_export_are_not_followed(layout: str, tmp_path: Path) -> None:
    exports = {"moodle": MOODLE, "canvas": CANVAS, "nbgrader": NBGRADER, "gradescope": GRADESCOPE}
    lay(tmp_path, exports[layout])
    name = tmp_path / (
        "submitted/x"
        if layout == "nbgrader"
        else "x_1_2_y.yaml"
        if layout == "canvas"
        else "x_1_assignsubmission_file_"
    )
    name.symlink_to("/etc")
    assert f"`{name.name}` was skipped: links are not followed" in messages(collected(tmp_path, layout))


def test_a_folder_of_a_student_that_cannot_be_listed_costs_only_that_student(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = Folder.items

    def items(self: Folder, folder: str = "") -> list[FolderItem]:
        if folder.endswith("cai"):
            raise unreadable(folder, PermissionError(13, "Permission denied"))
        return listed(self, folder)

    monkeypatch.setattr(Folder, "items", items)
    lay(tmp_path, NBGRADER)
    found = collected(tmp_path, "nbgrader")
    assert students(found) == ["ada", "bob"]
    assert "this cannot be read: permission denied" in messages(found)
    assert students(collected(tmp_path / "submitted")) == ["ada", "bob", "cai", "dan"]  # no longer recognised


def test_what_lies_beside_the_students_of_nbgrader_is_found(tmp_path: Path) -> None:
    found = collected(
        lay(tmp_path, {**NBGRADER, "submitted/notes.txt": "x", "submitted/eve/search-1/answers.yaml": SHEET})
    )
    assert "`notes.txt` was skipped: it is in no student's folder" in messages(found)
    assert found.entries[-1].at is None


def test_a_name_that_canvas_did_not_give_is_found(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {**CANVAS, "notes.yaml": SHEET}), "canvas")
    assert "`notes.yaml` was skipped: it is not a submission" in messages(found)


def test_a_name_in_an_unknown_encoding_in_an_export_is_found(tmp_path: Path) -> None:
    name = "陳".encode("big5")
    data = packed({"xx_1_assignsubmission_file_/a.yaml": SHEET, "Ada_2_assignsubmission_file_/a.yaml": SHEET})
    lay(tmp_path, {"class.zip": data.replace(b"xx_1", name + b"_1")})
    found = collected(tmp_path / "class.zip")
    assert students(found) == ["Ada (2)"]
    assert found.findings[0].message.endswith("was skipped: its name is in an unknown encoding")
