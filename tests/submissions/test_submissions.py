"""What a student handed in: whose it is, and what could be read of it."""

from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.submissions import MAX_BYTES, HandIn, load_submission, read_submission, student_name
from grader.text.source import InputError

SHEET = b"set: search-1\nstudent: ada\nanswers:\n  textbook:\n    best-move: a1\n"


def test_the_student_is_the_one_that_the_sheet_names(tmp_path: Path) -> None:
    path = tmp_path / "from-the-web.yaml"
    path.write_bytes(SHEET)
    assert load_submission(path).student == "ada"


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada.yaml", "ada"),
        ("week1/ada.lovelace.yaml", "ada.lovelace"),
        ("ada/answers.yaml", "ada"),
        ("answers.yaml", "answers"),
        ("<>.yaml", "unnamed"),
    ],
)
def test_without_a_name_in_the_sheet_the_file_says_whose_it_is(name: str, student: str) -> None:
    assert read_submission(b"answers:\n  textbook:\n    best-move: a1\n", name).student == student


NAMES = {
    "plain": ("ada", "ada"),
    "with blanks": ("  Ada \t Lovelace ", "Ada Lovelace"),
    "of any script": ("王小明", "王小明"),
    "with vowels that are marks": ("प्रिया தமிழ் นิรุต", "प्रिया தமிழ் นิรุต"),
    "a mark without a letter": ("👍\u0301a", "__a-5b2e84ac"),
    "a mark that nobody sees": ("ada\ufe0f", "ada_-bc925e52"),
    "an address": ("ada+ai@example.org", "ada+ai@example.org"),
    "an apostrophe": ("O'Brien, Zoë", "O'Brien, Zoë"),
    "a path upwards": ("../../etc/passwd", "_.._etc_passwd-3754d6cb"),
    "markup": ("<script>alert(1)</script>", "_script_alert(1)__script_-5c140d35"),
    "a template": ("{{7*7}}", "__7_7__-d095461a"),
    "a drive": ("C:\\x", "C__x-520186e2"),
    "a device": ("nul.txt", "_nul.txt-7f3cbdd5"),
    "characters that turn the text around": ("ada\u202egnp.exe", "ada_gnp.exe-9d2452d3"),
    "accents of their own": ("Zoe\u0308", "Zoë"),
    "nothing but signs": ("///", None),
    "nothing": ("  ", None),
    "dots": ("..", None),
}


@pytest.mark.parametrize(("typed", "safe"), NAMES.values(), ids=NAMES)
def test_a_name_is_made_safe_for_paths(typed: str, safe: str | None) -> None:
    assert student_name(typed) == safe


def test_two_long_names_that_begin_alike_stay_apart() -> None:
    one, other = (student_name("x" * 100 + end) for end in "ab")
    assert one is not None
    assert other is not None
    assert one != other
    assert len(one) == len(other) == 60


@given(st.text())
def test_a_safe_name_is_one_step_of_a_path_and_stays_as_it_is(text: str) -> None:
    name = student_name(text)
    if name is not None:
        assert Path("folder", name).parent == Path("folder")
        assert student_name(name) == name


def test_the_hash_is_of_the_very_bytes() -> None:
    assert read_submission(SHEET, "ada.yaml").hash == sha256(SHEET).hexdigest()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe\x00", "the file is in UTF-16, not UTF-8"),
        (b"answers:\n  \x80", "the file is not UTF-8 text: line 2 has the byte 0x80"),
        (b"answers:\0", "this is not a text file: it has NUL bytes"),
        (b" " * (MAX_BYTES + 1), f"the sheet is larger than {MAX_BYTES:,} bytes"),
    ],
    ids=["utf-16", "latin-1", "nul", "too large"],
)
def test_what_is_no_text_is_a_submission_with_the_reason(data: bytes, message: str) -> None:
    submission = read_submission(data, "ada.yaml")
    assert not submission.readable
    assert [mistake.message for mistake in submission.mistakes] == [message]
    assert submission.student == "ada"


def test_a_file_without_a_place_for_answers_is_not_readable() -> None:
    submission = read_submission(b"Dear professor, my dog ate it.", "ada.yaml")
    assert not submission.readable
    assert submission.mistakes[-1].message == "this line is not understood"


def test_a_sheet_with_a_place_for_answers_but_none_is_readable() -> None:
    assert read_submission(b"answers:\n", "ada.yaml").readable


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file of this name"):
        load_submission(tmp_path / "nobody.yaml")


def test_what_a_sample_must_earn_is_no_mistake_in_a_sheet() -> None:
    submission = read_submission(SHEET + b"expect: {earned: 1}\n", "ada.yaml")
    assert submission.mistakes == ()
    assert submission.sheet is not None
    assert submission.sheet.expect is not None
    assert submission.sheet.expect.raw == "{earned: 1}"


def written(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


SHEETS = {
    "the usual name": {"answers.yaml": SHEET},
    "a name of its own": {"Lovelace hw1.yml": SHEET, "notes.txt": b""},
    "with an ending that an editor added": {"answers.yaml.txt": SHEET},
    "as plain text": {"answers.txt": SHEET},
    "beside others": {"answers.yaml": SHEET, "old.yaml": b"answers: {}"},
    "typed into a text box": {"onlinetext.html": b"<pre>" + SHEET + b"</pre>"},
}


@pytest.mark.parametrize("files", SHEETS.values(), ids=SHEETS)
def test_the_sheet_in_a_folder_is_found(files: dict[str, bytes], tmp_path: Path) -> None:
    sheet = load_submission(written(tmp_path, files)).sheet
    assert sheet is not None
    assert sheet.answers["textbook"]["best-move"].text == "a1"


NO_SHEETS = {
    "several": (
        {"a.yaml": SHEET, "b.yaml": SHEET},
        [
            "`a.yaml` was skipped: several files could be the answer sheet",
            "`b.yaml` was skipped: several files could be the answer sheet",
        ],
    ),
    "no text": ({"Answers.pdf": b"%PDF"}, ["`Answers.pdf` was skipped: an answer sheet is a text file"]),
    "none": ({"search.py": b""}, []),
}


@pytest.mark.parametrize(("files", "messages"), NO_SHEETS.values(), ids=NO_SHEETS)
def test_what_may_be_meant_as_the_sheet_is_noted(
    files: dict[str, bytes], messages: list[str], tmp_path: Path
) -> None:
    submission = load_submission(written(tmp_path, files))
    assert submission.sheet is None
    assert [mistake.message for mistake in submission.mistakes] == messages


def test_what_was_handed_in_stands_in_no_log() -> None:
    assert repr(HandIn("ada", "class/ada.yaml", {"ada.yaml": b"secret"})) == "HandIn('ada', 'class/ada.yaml')"


@pytest.mark.parametrize("name", ["search.py", "search.js", "ada.cpp", "SEARCH.PY", "Search.java"])
def test_a_lone_file_that_is_not_called_like_a_sheet_may_be_a_program(name: str) -> None:
    read = read_submission(b"answers: 3", name)
    assert (read.sheet, read.files, read.mistakes) == (None, {name: b"answers: 3"}, ())


def test_without_an_ending_a_file_that_can_be_run_is_a_program() -> None:
    assert read_submission(b"#!/usr/bin/env node\n", "search").files
    assert read_submission(SHEET, "search").sheet is not None


def test_a_lone_archive_of_another_kind_is_refused_for_what_it_is() -> None:
    (mistake,) = read_submission(b"\x1f\x8b", "ada.tar.gz").mistakes
    assert mistake.message == "archives of this kind are not opened"
