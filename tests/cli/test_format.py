"""`grader format`: files in the one usual layout, shown, checked or rewritten."""

import io
import os
import stat
from pathlib import Path

import pytest

from grader.cli.main import main

LOOSE = "max( min(3,12 ,8),# the first\n 5 )\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def loose() -> Path:
    path = Path("loose.tree")
    path.write_text(LOOSE, newline="\n")
    return path


@pytest.fixture
def neat(loose: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["format", str(loose)]) == 0
    path = Path("neat.tree")
    path.write_text(capsys.readouterr().out, newline="\n")
    return path


def test_one_file_is_printed_and_stays_as_it_is(loose: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", str(loose)]) == 0
    shown = capsys.readouterr().out
    assert "min(3, 12, 8)" in shown
    assert "# the first" in shown
    assert loose.read_text() == LOOSE


def test_standard_input_is_printed(
    neat: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LOOSE.encode())))
    assert main(["format", "-"]) == 0
    assert capsys.readouterr().out == neat.read_text()


def test_several_files_are_not_printed_as_one(
    loose: Path, neat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["format", str(loose), str(neat)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        "grader format: error: only one file can be printed\n     = hint: add `--write` or `--check`\n"
    )


def test_check_names_the_files_that_would_change_and_changes_none(
    loose: Path, neat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["format", "--check", str(loose), str(neat)]) == 1
    shown = capsys.readouterr()
    assert shown.out == "loose.tree\n"
    assert shown.err == "1 of 2 files would change; `grader format --write` does it\n"
    assert loose.read_text() == LOOSE


def test_check_of_one_file_counts_nothing(loose: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", "--check", str(loose)]) == 1
    assert capsys.readouterr().err == "this file would change; `grader format --write` does it\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
@pytest.mark.parametrize("mode", ["--check", "--write"])
def test_a_name_is_shown_without_harm(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("\x1b[2J.tree").write_text(LOOSE)
    main(["format", mode, "\x1b[2J.tree"])
    assert capsys.readouterr().out == "␛[2J.tree\n"


def test_a_file_of_several_trees_is_laid_out_tree_by_tree(capsys: pytest.CaptureFixture[str]) -> None:
    Path("several.tree").write_text("max(3,4)\n--- # two\nmin(5,6)\n")
    assert main(["format", "several.tree"]) == 0
    assert capsys.readouterr().out == "max(3, 4)\n---  # two\nmin(5, 6)\n"


def test_check_is_content_with_files_in_the_usual_layout(
    neat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["format", "--check", str(neat)]) == 0
    assert capsys.readouterr() == ("", "")


def test_the_line_ends_of_windows_are_no_change(neat: Path) -> None:
    neat.write_text(neat.read_text(), newline="\r\n")
    assert main(["format", "--check", str(neat)]) == 0


def test_write_rewrites_and_names_only_what_changes(
    loose: Path, neat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = neat.stat()
    assert main(["format", "--write", str(loose), str(neat)]) == 0
    assert capsys.readouterr().out == "loose.tree\n"
    assert loose.read_text() == neat.read_text()
    assert (neat.stat().st_ino, neat.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_write_keeps_the_permissions(loose: Path) -> None:
    loose.chmod(0o600)
    before = stat.S_IMODE(loose.stat().st_mode)
    assert main(["format", "--write", str(loose)]) == 0
    assert stat.S_IMODE(loose.stat().st_mode) == before


def test_write_goes_on_after_a_file_that_cannot_be_read(
    loose: Path, neat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("broken.tree").write_text("max(")
    assert main(["format", "--write", "broken.tree", "missing.tree", str(loose)]) == 2
    shown = capsys.readouterr()
    assert shown.out == "loose.tree\n"
    assert loose.read_text() == neat.read_text()
    assert "broken.tree:1:" in shown.err
    assert "missing.tree: error: there is no file of this name" in shown.err


def test_standard_input_is_not_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", "--write", "-"]) == 2
    assert capsys.readouterr().err == (
        "grader format: error: standard input cannot be rewritten\n"
        "     = hint: leave out `--write` or the `-`\n"
    )


def test_checking_and_writing_exclude_each_other(loose: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", "--write", "--check", str(loose)]) == 2
    assert "not allowed with" in capsys.readouterr().err
