"""A folder is written whole, or it is said why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.new_course import check_empty, write_folder
from grader.text.source import InputError


def test_files_are_written_with_the_folders_that_they_need(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", {"a/b/c.txt": "text", "d.bin": b"\x00"})
    assert (tmp_path / "out/a/b/c.txt").read_text(encoding="utf-8") == "text"
    assert (tmp_path / "out/d.bin").read_bytes() == b"\x00"


def test_error_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="this is a file, not a folder"):
        check_empty(tmp_path / "out")
    with pytest.raises(InputError, match="cannot be made"):
        write_folder(tmp_path, {"out/a.txt": ""})


NAMES = {"too long": "x" * 5000, "with a NUL": "a\0b"}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_error_a_name_that_no_folder_can_have(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the folder cannot be used"):
        check_empty(tmp_path / name)
