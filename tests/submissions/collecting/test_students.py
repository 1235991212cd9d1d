"""A folder with a folder, a file or a zip for each student."""

import os
import pickle
import unicodedata
from hashlib import sha256
from pathlib import Path

import pytest

from grader.grading import grade
from grader.submissions import load_submission
from grader.submissions.collecting import collect, is_class
from grader.text.source import InputError
from tests.submissions.collecting.laying import (
    PROGRAM,
    SHEET,
    a_set,
    collected,
    lay,
    messages,
    packed,
    students,
)


def test_a_folder_a_file_and_a_zip_are_hand_ins(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "ada/answers.yaml": SHEET,
        "bob.yaml": SHEET,
        "cai.zip": packed({"answers.yaml": SHEET}),
    }
    found = collected(lay(tmp_path, files))
    assert students(found) == ["ada", "bob", "cai"]
    assert [entry.load().student for entry in found.entries] == ["ada", "bob", "cai"]
    assert all(entry.load().sheet for entry in found.entries)
    assert found.findings == ()


def test_a_sheet_and_a_program_of_one_name_are_one_hand_in(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {"ada.py": PROGRAM, "ada.yaml": SHEET}))
    (entry,) = found.entries
    submission = entry.load()
    assert submission.sheet is not None
    assert list(submission.files) == ["ada.py"]
    assert submission.sheet.source.name == str(tmp_path / "ada.yaml")


def test_a_hand_in_reads_the_same_in_a_class_and_alone(tmp_path: Path) -> None:
    problems = a_set()
    lay(tmp_path, {"ada.zip": packed({"hw1/answers.yaml": SHEET, "hw1/search.py": PROGRAM})})
    (entry,) = collect(tmp_path, problems).entries
    alone = load_submission(tmp_path / "ada.zip")
    assert (alone.student, alone.hash) == (entry.load().student, entry.load().hash)


def test_a_letter_that_is_longer_in_small_letters_leaves_a_name_as_it_is(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {"İrem.yaml": SHEET, "Zİya.ZIP": packed({"answers.yaml": SHEET})}))
    assert students(found) == ["Zİya", "İrem"]
    assert found.findings == ()


def test_the_same_entries_come_in_the_same_order(tmp_path: Path) -> None:
    lay(tmp_path, {f"{name}/answers.yaml": SHEET for name in ("zoe", "bob", "ada")} | {"mia.yaml": SHEET})
    assert students(collected(tmp_path)) == ["ada", "bob", "mia", "zoe"]


FINDINGS = {
    "two hand-ins": (
        {"ada/answers.yaml": SHEET, "ada.zip": packed({"answers.yaml": SHEET})},
        ["ada", "ada"],
        "this is another submission from `ada`, besides `{folder}/ada`",
    ),
    "two sheets": (
        {"ada.json": "{}", "ada.yaml": SHEET},
        ["ada", "ada"],
        "this is another submission from `ada`, besides `{folder}/ada.json`",
    ),
    "capitals": (
        {"Ada.yaml": SHEET, "ada.yaml": SHEET},
        ["Ada", "ada"],
        "`ada` and `Ada`, who submitted `{folder}/Ada.yaml`, differ only in capitals: `a` here, `A` there",
    ),
    "forms of letters": (
        {unicodedata.normalize(form, "Zoë.yaml"): SHEET for form in ("NFC", "NFD")},
        ["Zoë", "Zoë"],
        "this is another submission from `Zoë`, besides `{folder}/Zoe\u0308.yaml`, whose name differs in the"
        " form of `ë`: one character (U+00EB) here, 2 characters (U+0065 U+0308) there",
    ),
    "something else": (
        {"ada.yaml": SHEET, "bob.pdf": "x"},
        ["ada"],
        "`bob.pdf` was skipped: it is not a submission",
    ),
    "a hidden file": (
        {"ada.yaml": SHEET, ".bob.yaml": SHEET},
        ["ada"],
        "`.bob.yaml` was skipped: it is hidden, because its name begins with a dot",
    ),
    "no name": (
        {"<>.yaml": SHEET},
        [f"unnamed-{sha256(b'<>').hexdigest()[:8]}"],
        "`<>` cannot be the name of a report",
    ),
}


@pytest.mark.parametrize(("files", "named", "message"), FINDINGS.values(), ids=FINDINGS)
def test_what_is_odd_is_a_finding(
    files: dict[str, str | bytes], named: list[str], message: str, tmp_path: Path
) -> None:
    found = collected(lay(tmp_path, files))
    assert students(found) == named
    assert messages(found) == [message.format(folder=tmp_path)]


def test_names_that_become_the_same_when_made_safe_are_not_one_student(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {"a*b.yaml": SHEET, "a_b.yaml": SHEET, "a?b.yaml": SHEET}))
    assert len(set(students(found))) == 3
    assert "a_b" in students(found)


def test_what_systems_leave_behind_is_no_hand_in(tmp_path: Path) -> None:
    lay(tmp_path, {"ada.yaml": SHEET, ".DS_Store": "x", "Thumbs.db": "x", "__MACOSX/._ada.yaml": "x"})
    found = collected(tmp_path)
    assert (students(found), found.findings) == (["ada"], ())


EMPTY = {
    "a folder": ({"ada/": ""}, "there is nothing in this submission"),
    "a sheet": ({"ada.yaml": ""}, "there are no answers in this sheet"),
    "a sheet in a folder": ({"ada/answers.yaml": ""}, "there are no answers in this sheet"),
}


@pytest.mark.parametrize(("files", "reason"), EMPTY.values(), ids=EMPTY)
def test_an_empty_hand_in_is_graded_as_unreadable_with_the_reason(
    files: dict[str, str | bytes], reason: str, tmp_path: Path
) -> None:
    problems = a_set()
    (entry,) = collect(lay(tmp_path, files), problems).entries
    made = grade(problems, entry.load())
    assert made.status == "unreadable"
    assert made.notes[0].message == reason


def test_two_hand_ins_that_cannot_be_read_for_different_reasons_have_different_hashes(tmp_path: Path) -> None:
    first, second = collected(lay(tmp_path, {"ada/": "", "bob.zip": "no zip"})).entries
    assert first.hand_in().hash != second.hand_in().hash


OTHER_ARCHIVES = ["ada.tar.gz", "ada.rar", "ada.7z", "ada.tgz"]


@pytest.mark.parametrize("name", OTHER_ARCHIVES)
def test_another_kind_of_archive_is_not_opened_and_that_is_said(name: str, tmp_path: Path) -> None:
    (entry,) = collected(lay(tmp_path, {name: b"\x1f\x8b"})).entries
    assert entry.student == "ada"
    assert [str(mistake) for mistake in entry.load().mistakes] == [
        f"{tmp_path / name}: error: archives of this kind are not opened\n"
        "     = hint: submit a zip, or the files themselves"
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes of this kind")
def test_links_and_pipes_are_never_opened(tmp_path: Path) -> None:
    folder = lay(tmp_path / "class", {"ada/answers.yaml": SHEET, "secret.yaml/": ""})
    (folder / "bob").symlink_to(tmp_path)
    (folder / "ada" / "search.py").symlink_to("/etc/passwd")
    os.mkfifo(folder / "cai.yaml")
    os.mkfifo(folder / "ada" / "notes.txt")
    found = collected(folder)
    assert messages(found)[:2] == [
        "`bob` was skipped: links are not followed",
        "`cai.yaml` was skipped: it is neither a file nor a folder",
    ]
    submission = found.entries[0].load()
    assert submission.files == {}
    assert [mistake.message for mistake in submission.mistakes] == [
        "`notes.txt` was skipped: it is not a regular file, or lies too deep",
        "`search.py` was skipped: links are not followed",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes of this kind")
@pytest.mark.parametrize(
    "made", [os.mkfifo, lambda path: path.symlink_to("/etc/passwd")], ids=["pipe", "link"]
)
def test_what_takes_a_files_place_later_is_not_opened_either(made: object, tmp_path: Path) -> None:
    (entry,) = collected(lay(tmp_path, {"ada.yaml": SHEET})).entries
    (tmp_path / "ada.yaml").unlink()
    assert callable(made)
    made(tmp_path / "ada.yaml")
    submission = entry.load()
    assert not submission.readable
    assert submission.mistakes[0].message.startswith("this cannot be read: ")


def test_a_program_alone_is_a_hand_in(tmp_path: Path) -> None:
    (entry,) = collected(lay(tmp_path, {"ada.py": PROGRAM})).entries
    assert entry.load().files == {"ada.py": PROGRAM.encode()}


def test_a_hand_in_that_vanishes_is_unreadable_and_no_fault(tmp_path: Path) -> None:
    (entry,) = collected(lay(tmp_path, {"ada.yaml": SHEET})).entries
    (tmp_path / "ada.yaml").unlink()
    assert entry.load().mistakes[0].message == "this cannot be read: no such file or directory"


def test_an_entry_can_be_sent_to_another_process(tmp_path: Path) -> None:
    (entry,) = collected(lay(tmp_path, {"ada.yaml": SHEET})).entries
    assert pickle.loads(pickle.dumps(entry)).load().hash == entry.load().hash  # noqa: S301 - our own
    assert pickle.loads(pickle.dumps(entry.hand_in())).files == entry.hand_in().files  # noqa: S301 - our own


def test_what_was_passed_over_in_a_hand_in_is_noted_in_its_grade(tmp_path: Path) -> None:
    problems = a_set()
    (entry,) = collect(
        lay(tmp_path, {"ada/answers.yaml": f"student: ada\n{SHEET}", "ada/old.zip": "x"}), problems
    ).entries
    assert [note.message for note in grade(problems, entry.load()).notes] == [
        "`old.zip` was skipped: an archive is opened only if it is submitted alone"
    ]


def test_a_sheet_that_names_somebody_else_is_graded_for_who_handed_it_in_and_that_is_noted(
    tmp_path: Path,
) -> None:
    problems = a_set()
    (entry,) = collect(lay(tmp_path, {"ada.yaml": f"student: eve\n{SHEET}"}), problems).entries
    made = grade(problems, entry.load())
    assert made.student == "ada"
    assert [note.message for note in made.notes] == [
        "this sheet says that it is by `eve`, but `ada` submitted it"
    ]


@pytest.mark.parametrize("name", ["ada", "ADA", "Ada Lovelace", "ada@x.org"])
def test_a_sheet_may_have_any_name_that_the_roster_has_for_the_student(name: str, tmp_path: Path) -> None:
    problems = a_set()
    files = {
        "ada.yaml": f"student: {name}\n{SHEET}",
        "roster.csv": "id,name,email\nada,Ada Lovelace,ada@x.org\n",
    }
    (entry,) = collect(lay(tmp_path, files), problems).entries
    assert grade(problems, entry.load()).notes == ()


CLASSES = {
    "a folder with hand-ins": ({"class/ada.yaml": SHEET}, "class", True),
    "a folder with a sheet": ({"ada/answers.yaml": SHEET}, "ada", False),
    "a folder with a program of the set": ({"ada/search.py": PROGRAM}, "ada", False),
    "a sheet": ({"ada.yaml": SHEET}, "ada.yaml", False),
    "a table": ({"answers.csv": "id,best-move\nada,a1\n"}, "answers.csv", True),
    "a zip of one student": ({"ada.zip": packed({"answers.yaml": SHEET})}, "ada.zip", False),
    "a zip of a class": (
        {"class.zip": packed({"Ada_1_assignsubmission_file_/answers.yaml": SHEET})},
        "class.zip",
        True,
    ),
    "nothing": ({}, "nobody.zip", False),
}


@pytest.mark.parametrize(("files", "path", "expected"), CLASSES.values(), ids=CLASSES)
def test_a_class_and_one_submission_are_told_apart(
    files: dict[str, str | bytes], path: str, expected: bool, tmp_path: Path
) -> None:
    assert is_class(lay(tmp_path, files) / path, a_set()) is expected


ERRORS = {
    "nothing inside": ({"roster.csv": "id\nada\n"}, None, "there are no submissions here"),
    "an unknown layout": ({"ada.yaml": SHEET}, "mooddle", "no layout is called `mooddle`"),
    "another unknown layout": ({"ada.yaml": SHEET}, "x", "there are `folder`, `answers`, `gradescope`"),
}


@pytest.mark.parametrize(("files", "layout", "message"), ERRORS.values(), ids=ERRORS)
def test_error_of_a_class(files: dict[str, str], layout: str | None, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        collected(lay(tmp_path, files), layout)
    assert message in str(caught.value)


def test_error_there_is_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this cannot be read: no such file or directory"):
        collected(tmp_path / "nowhere")


NOBODYS = (".DS_Store", "._ada.yaml", ".git/x", ".gitignore", "Thumbs.db", "desktop.ini", "__MACOSX/ada.yaml")


@pytest.mark.parametrize("file", NOBODYS)
def test_what_systems_leave_behind_is_nobodys_and_not_worth_a_word(file: str, tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {"ada/answers.yaml": SHEET, file: "x", f"ada/{file}": "x"}))
    assert (students(found), messages(found)) == (["ada"], [])
    handed = found.entries[0].hand_in()
    assert (list(handed.files), handed.mistakes) == (["answers.yaml"], ())


def test_a_hidden_file_in_an_export_is_told(tmp_path: Path) -> None:
    files = {"export/Ada_1_assignsubmission_file_/answers.yaml": SHEET, "export/.bob": "x"}
    hidden = "`.bob` was skipped: it is hidden, because its name begins with a dot"
    assert hidden in messages(collected(lay(tmp_path, files)))


def test_a_hidden_file_beside_nbgraders_students_is_told(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {"submitted/ada/week/answers.yaml": SHEET, "submitted/.bob": "x"}))
    assert messages(found) == ["`.bob` was skipped: it is hidden, because its name begins with a dot"]


HIDDEN = "was skipped: it is hidden, because its name begins with a dot"
SECOND = "was skipped: there is another answer sheet"
NOTED = {
    "a hidden sheet": (".answers.yaml", f"`.answers.yaml` {HIDDEN}"),
    "a hidden folder": (".old/answers.yaml", f"`.old` {HIDDEN}"),
    "another sheet": ("second.yaml", f"`second.yaml` {SECOND}"),
    "another sheet in JSON": ("old/second.json", f"`old/second.json` {SECOND}"),
}


@pytest.mark.parametrize(("file", "told"), NOTED.values(), ids=NOTED)
def test_what_lies_beside_a_sheet_and_is_not_read_is_noted(file: str, told: str, tmp_path: Path) -> None:
    text = '{"answers": {}}' if file.endswith("json") else SHEET
    found = collected(lay(tmp_path, {"ada/answers.yaml": SHEET, f"ada/{file}": text}))
    assert [note.message for note in found.entries[0].load().mistakes] == [told]


def test_a_file_beside_a_sheet_that_looks_like_no_sheet_is_not_worth_a_word(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {"ada/answers.yaml": SHEET, "ada/package.json": '{"name": "answers"}'}))
    assert found.entries[0].load().mistakes == ()


def test_a_sheet_that_lies_deeper_than_other_files_is_noted(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {"ada/hw/answers.yaml": SHEET, "ada/readme.txt": "x"}))
    told = "`hw/answers.yaml` was skipped: it is in a folder, and other files are not"
    assert [note.message for note in found.entries[0].load().mistakes] == [told]
