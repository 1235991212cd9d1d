"""Files → sources, and how a message shows its place."""

import os
import pickle
from pathlib import Path

import pytest

from grader.text.source import MAX_BYTES, InputError, Mistake, Source, Span, all_mistakes, load_source


def refusal_of(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_source(path)
    return str(caught.value).replace(str(path), path.name)


def test_a_place_is_counted_from_one() -> None:
    source = Source("ab\r\ncd\n\nef")
    assert [source.place(offset) for offset in (0, 1, 4, 7, 8, 10)] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (3, 1),
        (4, 1),
        (4, 3),
    ]
    assert [source.line(number) for number in (1, 2, 3, 4)] == ["ab", "cd", "", "ef"]


def test_error_file_does_not_exist(tmp_path: Path) -> None:
    assert refusal_of(tmp_path / "week3.tree") == (
        "week3.tree: error: there is no file of this name\n"
        "     = hint: check the spelling, and the folder you are in"
    )


def test_error_file_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("3")
    assert "there is no file of this name" in refusal_of(tmp_path / "file" / "week3.tree")


def test_error_file_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "week3.tree"
    folder.mkdir()
    assert refusal_of(folder) == (
        "week3.tree: error: this is a folder, not a file\n     = hint: name a file inside it"
    )


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file")
def test_error_file_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "week3.tree"
    path.write_text("3")
    path.chmod(0)
    assert (
        refusal_of(path) == "week3.tree: error: this file may not be read\n     = hint: check its permissions"
    )


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (
            PermissionError(13, "Permission denied"),
            "this file may not be read\n     = hint: check its permissions",
        ),
        (OSError(5, "Input/output error"), "the file cannot be read (input/output error)"),
    ],
)
def test_error_of_the_system_is_put_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: OSError, message: str
) -> None:
    def refuse(*_: object) -> None:
        raise problem

    monkeypatch.setattr(Path, "open", refuse)
    assert refusal_of(tmp_path / "week3.tree") == f"week3.tree: error: {message}"


def test_error_file_name_is_impossible() -> None:
    with pytest.raises(InputError, match="no file can have this name"):
        load_source("a\0b")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"max(3,\n  caf\xe9 = 4)",
            "the file is not UTF-8 text: line 2 has the byte 0xe9\n     = hint: save it again as UTF-8",
        ),
        ("max(3)".encode("utf-16"), "the file is in UTF-16, not UTF-8\n     = hint: save it again as UTF-8"),
        (
            b"max(3,\0 4)",
            "this is not a text file: it has NUL bytes\n     = hint: save it as plain UTF-8 text",
        ),
    ],
    ids=["latin-1", "utf-16", "nul"],
)
def test_error_file_is_not_utf8_text(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "week3.tree"
    path.write_bytes(data)
    assert refusal_of(path) == f"week3.tree: error: {message}"


def test_error_file_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "week3.tree"
    with path.open("wb") as file:
        file.write(b" " * (MAX_BYTES + 1))
    assert refusal_of(path) == (
        "week3.tree: error: the file is larger than 67,108,864 bytes\n"
        "     = hint: split it into several files"
    )


def test_mistakes_are_told_in_the_order_of_their_places() -> None:
    source = Source("abc")
    second, first = Mistake("second", source, Span(2, 3)), Mistake("first", source, Span(0, 1))
    assert [mistake.message for mistake in InputError([second, first]).mistakes] == ["first", "second"]


def test_an_error_survives_the_way_between_processes() -> None:
    error = InputError([Mistake("wrong", Source("abc", "file"), Span(1, 2), "do right")])
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own bytes


def test_a_name_that_would_move_the_cursor_is_shown_harmlessly() -> None:
    assert str(Mistake("wrong", Source("", "a\x1b[2Jb"))) == "a␛[2Jb: error: wrong"


def test_error_file_name_is_empty() -> None:
    with pytest.raises(InputError) as caught:
        load_source("")
    assert str(caught.value) == "grader: error: the name of a file is empty\n     = hint: name a file"


def test_error_what_never_ends_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "week3.tree"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert refusal_of(path).startswith("week3.tree: error: this is not a text file: it has NUL bytes\n")


def test_errors_of_several_inputs_are_one() -> None:
    mistakes = [Mistake("odd", Source("", name)) for name in ("b", "a")]
    joined = all_mistakes([InputError(mistakes[:1]), InputError(mistakes[1:], more=True)])
    assert str(joined) == "a: error: odd\nb: error: odd\n… and more mistakes than these"
    assert pickle.loads(pickle.dumps(joined)).more  # noqa: S301 - our own bytes
