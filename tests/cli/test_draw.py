"""`grader draw`: from an argument, a file or standard input to a picture."""

import io
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.drawing import FORMS, draw
from grader.language import parse_tree

TREE = "max(a1 -> min(3, 12), a2 -> 5)"


def test_a_tree_is_drawn_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", TREE]) == 0
    assert capsys.readouterr().out.rstrip("\n") == draw(parse_tree(TREE)).rstrip("\n")


@pytest.mark.parametrize("form", FORMS)
def test_a_tree_is_drawn_in_the_form_that_is_asked_for(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", TREE, "--as", form]) == 0
    assert capsys.readouterr().out.rstrip("\n") == draw(parse_tree(TREE), form).rstrip("\n")


def test_a_form_that_does_not_exist_is_answered_with_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["draw", TREE, "--as", "pdf"]) == 2
    shown = capsys.readouterr().err
    assert all(form in shown for form in ("pdf", *FORMS))


def test_a_tree_comes_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "textbook.tree").write_text(TREE)
    assert main(["draw", str(tmp_path / "textbook.tree"), "--as", "outline"]) == 0
    assert capsys.readouterr().out.rstrip("\n") == draw(parse_tree(TREE), "outline").rstrip("\n")


def test_a_tree_comes_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TREE.encode())))
    assert main(["draw", "-", "--as", "outline"]) == 0
    assert capsys.readouterr().out.rstrip("\n") == draw(parse_tree(TREE), "outline").rstrip("\n")


def test_a_picture_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", TREE, "--as", "svg", "-o", str(tmp_path / "tree.svg")]) == 0
    assert capsys.readouterr().out == ""
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_picture_for_a_folder_that_does_not_exist_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nowhere" / "tree.svg"
    assert main(["draw", TREE, "-o", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path}: error: there is no folder `{path.parent}`\n")


def test_a_tree_that_cannot_be_read_is_pointed_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "max(3, 4"]) == 2
    assert capsys.readouterr().err.startswith("<tree>:1:")
