"""What a `TREE|FILE` argument means, and what is said where it cannot be read."""

import io
import os
from argparse import Namespace
from pathlib import Path

import pytest

from grader.cli.tree_arguments import read_tree_argument
from grader.text.source import InputError


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


TREES = {
    "a tree": "max(3, 4)",
    "a tree with names": "a.tree.max = max(3, 4)",
    "nothing": "",
    "longer than any file name": f"max({'3, ' * 100_000})",
    "a NUL character": "max(3,\0 4)",
}


@pytest.mark.parametrize("text", TREES.values(), ids=TREES)
def test_what_names_no_file_is_the_tree_itself(text: str) -> None:
    source = read_tree_argument(text)
    assert (source.text, source.name) == (text, "<tree>")


def test_a_file_that_exists_is_read_whatever_its_name() -> None:
    Path("max(3, 4)").write_text("min(1, 2)", encoding="utf-8")
    source = read_tree_argument("max(3, 4)")
    assert (source.text, source.name) == ("min(1, 2)", "max(3, 4)")


@pytest.mark.parametrize("suffix", [".tree", ".txt", ".json", ".yaml"])
def test_a_known_suffix_names_a_file_even_where_there_is_none(suffix: str) -> None:
    with pytest.raises(InputError, match="there is no file of this name"):
        read_tree_argument(f"missing{suffix}")


def test_a_folder_is_not_taken_for_a_tree() -> None:
    Path("trees").mkdir()
    with pytest.raises(InputError, match="this is a folder, not a file"):
        read_tree_argument("trees")


@pytest.mark.skipif(os.name == "nt", reason="arguments are bytes on POSIX systems only")
def test_error_bytes_that_are_no_text() -> None:
    with pytest.raises(InputError) as caught:
        read_tree_argument(os.fsdecode(b'max("\xff" -> 3, 4)'))
    assert str(caught.value) == (
        "<tree>: error: the tree is not UTF-8 text\n     = hint: write it in a file that is saved as UTF-8"
    )


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    _send("max(3, −4)".encode(), monkeypatch)
    source = read_tree_argument("-")
    assert (source.text, source.name) == ("max(3, −4)", "<stdin>")


def test_a_byte_order_mark_on_standard_input_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    _send(b"\xef\xbb\xbfmax(3, 4)", monkeypatch)
    assert read_tree_argument("-").text == "max(3, 4)"


UNREADABLE = {
    "not UTF-8": (
        b"max(3,\n\xff)",
        "the file is not UTF-8 text: line 2 has the byte 0xff",
        "save it again as UTF-8",
    ),
    "not text": (b"max(3,\0)", "this is not a text file: it has NUL bytes", "save it as plain UTF-8 text"),
    "too large": (b"max(3, 4, 5)", "the file is larger than 10 bytes", "split it into several files"),
}


@pytest.mark.parametrize(("data", "message", "hint"), UNREADABLE.values(), ids=UNREADABLE)
def test_error_standard_input(data: bytes, message: str, hint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.cli.tree_arguments.MAX_BYTES", 10)
    monkeypatch.setattr("grader.text.source.MAX_BYTES", 10)
    _send(data, monkeypatch)
    with pytest.raises(InputError) as caught:
        read_tree_argument("-")
    assert str(caught.value) == f"<stdin>: error: {message}\n     = hint: {hint}"


def test_error_standard_input_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError) as caught:
        read_tree_argument("-")
    assert str(caught.value) == (
        "<stdin>: error: standard input is closed\n     = hint: name a file, or send a tree through a pipe"
    )


def test_error_standard_input_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr("sys.stdin", Namespace(buffer=Broken()))
    with pytest.raises(InputError) as caught:
        read_tree_argument("-")
    assert str(caught.value) == (
        "<stdin>: error: standard input cannot be read (input/output error)\n     = hint: name a file"
    )


def _send(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
