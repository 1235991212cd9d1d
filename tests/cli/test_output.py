"""Output is written whole or not at all, and what it replaces keeps its place and permissions."""

import os
import stat
from pathlib import Path

import pytest

from grader.cli.output import write_output
from grader.text.source import InputError

POSIX = pytest.mark.skipif(os.name == "nt", reason="permissions, links and devices of POSIX systems")


@pytest.mark.parametrize("text", ["a tree", "a tree\n"], ids=["open line", "whole line"])
def test_without_a_file_the_text_is_printed_as_whole_lines(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_output(text, None)
    assert capsys.readouterr().out == "a tree\n"


def test_a_file_is_utf8_with_plain_line_ends(tmp_path: Path) -> None:
    write_output("α\n−3", tmp_path / "new.txt")
    assert (tmp_path / "new.txt").read_bytes() == "α\n−3\n".encode()


def test_a_file_that_is_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_output("one", tmp_path / "tree\u202e.txt")
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"wrote {tmp_path}")
    assert "\u202e" not in told.err


def test_nothing_else_is_left_in_the_folder(tmp_path: Path) -> None:
    write_output("one", tmp_path / "tree.txt")
    write_output("two", tmp_path / "tree.txt")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("tree.txt", "two\n")]


@POSIX
def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    path.touch(mode=0o640)
    write_output("new", path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@POSIX
def test_behind_a_link_the_file_is_written_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "tree.txt")
    write_output("new", tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "tree.txt").read_text() == "new\n"


@POSIX
def test_a_pipe_is_written_to_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_output("new", pipe)
    assert os.read(reading, 100) == b"new\n"
    os.close(reading)
    assert pipe.is_fifo()


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tree.txt"
    path.write_text("old")
    _refuse("replace", OSError(28, "No space left on device"), monkeypatch)
    with pytest.raises(InputError):
        write_output("new", path)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("tree.txt", "old")]


ERRORS = {
    "a missing folder": (
        "nowhere/tree.svg",
        "there is no folder `nowhere`\n     = hint: make the folder first, or name another file",
    ),
    "a file for a folder": (
        "file/tree.svg",
        "there is no folder `file`\n     = hint: make the folder first, or name another file",
    ),
    "a folder": ("folder", "this is a folder, not a file\n     = hint: name a file inside it"),
    "a NUL character": ("a\0b", "no file can have this name"),
    "a long name": (
        "x" * 300,
        "the file cannot be written (file name too long)\n     = hint: name another file",
    ),
}


@POSIX
@pytest.mark.parametrize(("name", "message"), ERRORS.values(), ids=ERRORS)
def test_error_output(name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").touch()
    with pytest.raises(InputError) as caught:
        write_output("new", Path(name))
    assert str(caught.value) == f"{name.replace(chr(0), '␀')}: error: {message}"


def test_error_what_the_system_refuses_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _refuse("open", PermissionError(13, "Permission denied"), monkeypatch)
    with pytest.raises(InputError, match=r"the file cannot be written \(permission denied\)"):
        write_output("new", tmp_path / "tree.svg")


def _refuse(method: str, error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Path, method, refuse)
