"""Archives are hostile: each is refused with the reason, or read in memory, and nothing is ever unpacked."""

import io
import os
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.submissions import Submission, load_submission, read_submission
from grader.submissions.archive import MAX_ARCHIVE, MAX_ITEMS, open_class_archive
from grader.text.source import InputError
from tests.submissions.collecting.laying import DEVICE, LINK, PROGRAM, SHEET, lay, packed, packed_as


def reasons(data: bytes) -> list[str]:
    """Why nothing in the archive is read."""
    submission = read_submission(data, "ada.zip")
    assert not submission.readable
    assert submission.student == "ada"
    return [mistake.message for mistake in submission.mistakes]


def patched(data: bytes, local: int, central: int, size: int, value: int) -> bytes:
    """The archive with a field of its one item set, in its own header and in the directory."""
    changed = bytearray(data)
    for start, offset in ((data.index(b"PK\x03\x04"), local), (data.index(b"PK\x01\x02"), central)):
        changed[start + offset : start + offset + size] = value.to_bytes(size, "little")
    return bytes(changed)


def repeated(*names: str) -> bytes:
    """An archive with a file for each name, which may be the same."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for number, name in enumerate(names):
            archive.writestr(f"{number:0{len(name)}}", "x")
    data = made.getvalue()
    for number, name in enumerate(names):
        data = data.replace(f"{number:0{len(name)}}".encode(), name.encode())
    return data


BIG = packed({"search.py": b"0" * 900_000})
HOSTILE = {
    "no zip": (b"hello", "the archive is damaged, or is not a zip"),
    "nothing": (b"", "the archive is damaged, or is not a zip"),
    "cut off": (packed({"answers.yaml": SHEET})[:-30], "the archive is damaged, or is not a zip"),
    "upwards": (packed({"../answers.yaml": SHEET}), "`../answers.yaml` in the archive leads out of it"),
    "upwards further on": (packed({"a/../../b": SHEET}), "`a/../../b` in the archive leads out of it"),
    "upwards on Windows": (packed({"..\\b": SHEET}), "`../b` in the archive leads out of it"),
    "absolute": (packed({"/etc/passwd": SHEET}), "`/etc/passwd` in the archive leads out of it"),
    "a drive": (packed({"C:\\x.yaml": SHEET}), "`C:/x.yaml` in the archive leads out of it"),
    "a share": (packed({"\\\\host\\x": SHEET}), "`//host/x` in the archive leads out of it"),
    "deep": (
        packed({"a/" * 50 + "b": SHEET}),
        f"`{('a/' * 20)[:39]}…` in the archive lies in too many folders",
    ),
    "a link": (packed_as(LINK), "`answers.yaml` in the archive is a link"),
    "a device": (packed_as(DEVICE), "`answers.yaml` in the archive is not a regular file"),
    "a password": (
        patched(packed({"answers.yaml": SHEET}), 6, 8, 2, 1),
        "`answers.yaml` in the archive needs a password",
    ),
    "a method": (
        packed({"answers.yaml": SHEET}, zipfile.ZIP_LZMA),
        "`answers.yaml` in the archive is packed in an unusual way",
    ),
    "an unknown method": (
        patched(packed({"answers.yaml": SHEET}), 8, 10, 2, 77),
        "`answers.yaml` in the archive is packed in an unusual way",
    ),
    "twice": (repeated("answers.yaml", "answers.yaml"), "`answers.yaml` is in the archive twice"),
    "a file and a folder": (packed({"a": "x", "a/b": "x"}), "`a` is in the archive twice"),
    "capitals": (
        packed({"search.py": "x", "Search.py": "y"}),
        "`Search.py` and `search.py` in the archive differ only in capitals",
    ),
    "a bomb by ratio": (BIG, "`search.py` in the archive would unpack to far more than its size"),
    "a bomb by size": (
        packed({"a.bin": os.urandom(1_200_000)}),
        "there are more than 200 files or 1,000,000 bytes in this submission",
    ),
    "a bomb by sum": (
        packed({f"{number}.bin": os.urandom(300_000) for number in range(4)}),
        "there are more than 200 files or 1,000,000 bytes in this submission",
    ),
    "a bomb by number": (
        packed({f"{number}.py": "" for number in range(1001)}),
        "there are more than 200 files or 1,000,000 bytes in this submission",
    ),
    "a bomb by all that is in it": (
        packed({f"{number}/": "" for number in range(MAX_ITEMS + 1)}),
        "the archive has more than 2,000 files and folders",
    ),
    "too large itself": (
        b"PK" * MAX_ARCHIVE,
        "the archive has more than 5,000,000 bytes, or unpacks to more",
    ),
    "a lie about its size": (patched(BIG, 22, 24, 4, 50_000), "the archive is damaged, or is not a zip"),
    "a lie about its sum": (
        patched(packed({"answers.yaml": SHEET}), 14, 16, 4, 12345),
        "the archive is damaged, or is not a zip",
    ),
    "nothing inside": (packed({}), "there is nothing in this submission"),
    "only what systems add": (
        packed({"__MACOSX/._a.yaml": "x", ".git/x": "y"}),
        "there is nothing in this submission",
    ),
    "an archive inside": (
        packed({"a.zip": packed({"answers.yaml": SHEET})}),
        "there is nothing in this submission",
    ),
}


@pytest.mark.parametrize(("data", "message"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_archive_is_refused_with_the_reason(data: bytes, message: str) -> None:
    assert reasons(data)[0] == message


def read(files: dict[str, str | bytes]) -> Submission:
    return read_submission(packed(files), "ada.zip")


def test_a_lone_folder_inside_is_entered() -> None:
    submission = read(
        {"hw1/": "", "hw1/ada/answers.yaml": SHEET, "hw1/ada/lib/x.py": PROGRAM, "__MACOSX/hw1/._x": "x"}
    )
    assert submission.sheet is not None
    assert list(submission.files) == ["lib/x.py"]


def test_an_archive_beside_other_files_is_passed_over_and_that_is_said() -> None:
    submission = read({"answers.yaml": SHEET, "old.zip": "x", "old.rar": "y"})
    assert submission.sheet is not None
    assert [mistake.message for mistake in submission.mistakes] == [
        "`old.rar` was skipped: an archive is opened only if it is submitted alone",
        "`old.zip` was skipped: an archive is opened only if it is submitted alone",
    ]


def test_backslashes_part_folders() -> None:
    assert list(read({"hw\\answers.yaml": SHEET, "hw\\lib\\x.py": PROGRAM}).files) == ["lib/x.py"]


def test_a_name_in_utf8_that_does_not_say_so_is_read() -> None:
    data = packed({"x" * len("陳.py".encode()): PROGRAM, "answers.yaml": SHEET})
    data = data.replace(b"x" * len("陳.py".encode()), "陳.py".encode())
    assert list(read_submission(data, "ada.zip").files) == ["陳.py"]


def test_a_name_in_an_unknown_encoding_is_passed_over_and_that_is_said() -> None:
    name = "陳.py".encode("big5")
    data = packed({"x" * len(name): PROGRAM, "answers.yaml": SHEET}).replace(b"x" * len(name), name)
    submission = read_submission(data, "ada.zip")
    assert submission.sheet is not None
    assert submission.files == {}
    assert submission.mistakes[0].message.endswith("was skipped: its name is in an unknown encoding")


def test_a_name_that_would_write_to_the_terminal_is_shown_without_harm() -> None:
    (reason, *_) = reasons(packed({"../\x1b[2J": "x"}))
    assert reason == "`../␛[2J` in the archive leads out of it"


def test_a_bomb_takes_no_memory() -> None:
    data = packed({"a.bin": b"\0" * 300_000_000, "answers.yaml": SHEET})
    tracemalloc.start()
    reasons(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_nothing_is_written_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(tmp_path, {"ada.zip": packed({"answers.yaml": SHEET, "search.py": PROGRAM})})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert load_submission("ada.zip").readable
    assert [path.name for path in tmp_path.rglob("*")] == ["ada.zip"]


@settings(max_examples=2 * settings().max_examples)
@given(st.data())
def test_whatever_the_bytes_are_they_become_a_submission(data: st.DataObject) -> None:
    archive = bytearray(packed({"answers.yaml": SHEET, "a/b.py": PROGRAM}))
    for _ in range(data.draw(st.integers(1, 6))):
        archive[data.draw(st.integers(0, len(archive) - 1))] = data.draw(st.integers(0, 255))
    submission = read_submission(bytes(archive), "ada.zip")
    assert submission.readable or submission.mistakes


def test_error_a_class_archive_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this cannot be read: no such file or directory"):
        open_class_archive(str(tmp_path / "class.zip"))


def test_error_a_class_archive_that_leads_elsewhere(tmp_path: Path) -> None:
    lay(tmp_path, {"class.zip": packed({"../ada.yaml": SHEET})})
    with pytest.raises(InputError, match="leads out of it"):
        open_class_archive(str(tmp_path / "class.zip"))


def test_an_archive_inside_an_archive_is_named() -> None:
    assert reasons(packed({"a.zip": packed({"answers.yaml": SHEET})})) == [
        "there is nothing in this submission",
        "`a.zip` was skipped: an archive is opened only if it is submitted alone",
    ]


PROJECT = {
    "multiAgents.py": PROGRAM,
    **{f"test_cases/q2/{number}.test": 'class: "GraphGameTreeTest"' for number in range(211)},
}


def test_of_a_whole_project_only_programs_and_sheets_count() -> None:
    submission = read_submission(packed(PROJECT), "ada.zip")
    assert list(submission.files) == ["multiAgents.py"]
    assert [mistake.message for mistake in submission.mistakes] == [
        "in so large a submission only the answer sheet and programs are read; files skipped: 211"
    ]


@pytest.mark.parametrize("folder", ["node_modules", "venv/Lib/site-packages"])
def test_libraries_that_were_packed_with_a_project_are_nobodys(folder: str) -> None:
    libraries = {f"{folder}/library{number}/index.js": "x" for number in range(211)}
    submission = read_submission(packed({"search.py": PROGRAM, **libraries}), "ada.zip")
    assert list(submission.files) == ["search.py"]
    assert submission.mistakes == ()


def test_a_large_picture_beside_a_program_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "search.py").write_text("x = 1", encoding="utf-8")
    (tmp_path / "board.png").write_bytes(bytes(1_200_000))
    submission = load_submission(tmp_path)
    assert list(submission.files) == ["search.py"]
    assert [mistake.message for mistake in submission.mistakes] == [
        "in so large a submission only the answer sheet and programs are read; files skipped: 1"
    ]


def test_a_project_may_have_many_programs() -> None:
    submission = read_submission(packed({f"{number}.py": "" for number in range(201)}), "ada.zip")
    assert (len(submission.files), submission.mistakes) == (201, ())


def test_what_programs_keep_in_a_project_does_not_count() -> None:
    made = io.BytesIO(packed({"search.py": PROGRAM} | {f".git/objects/{at}": "x" for at in range(MAX_ITEMS)}))
    with zipfile.ZipFile(made, "a") as archive:
        link = zipfile.ZipInfo(".venv/bin/python")
        link.external_attr = LINK << 16
        archive.writestr(link, "/usr/bin/python3")
    submission = read_submission(made.getvalue(), "ada.zip")
    assert (list(submission.files), submission.mistakes) == (["search.py"], ())
