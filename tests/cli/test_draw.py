"""`grader draw`: from an argument, a file or standard input to a picture."""

import io
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.drawing import FORMS, draw
from grader.tree.language import parse_tree

TREE = "max(a1 -> min(3, 12), a2 -> 5)"


def test_a_tree_is_drawn_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", TREE]) == 0
    assert capsys.readouterr().out.rstrip("\n") == draw(parse_tree(TREE)).rstrip("\n")


@pytest.mark.parametrize("form", FORMS)
def test_a_tree_is_drawn_in_the_form_that_is_asked_for(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", TREE, "--as", form]) == 0
    assert capsys.readouterr().out.rstrip("\n") == draw(parse_tree(TREE), form).rstrip("\n")


@pytest.mark.parametrize("form", FORMS)
def test_a_form_may_also_be_called_a_format(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", TREE, "--format", form]) == 0
    assert capsys.readouterr().out.rstrip("\n") == draw(parse_tree(TREE), form).rstrip("\n")


@pytest.mark.parametrize("tree", ["-3", "-inf", "-∞", "-1/2", "-.5"])
def test_a_tree_may_begin_with_a_minus_sign(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", tree]) == 0
    assert capsys.readouterr().out.startswith("−")


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


def test_a_file_that_says_its_form_needs_no_other_word(tmp_path: Path) -> None:
    assert main(["draw", TREE, "-o", str(tmp_path / "tree.SVG")]) == 0
    assert main(["draw", TREE, "-o", str(tmp_path / "tree.json")]) == 0
    assert (tmp_path / "tree.SVG").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "tree.json").read_text(encoding="utf-8") == draw(parse_tree(TREE))


def test_a_dash_for_a_file_is_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["draw", TREE, "-o", "-"]) == 0
    assert capsys.readouterr().out == draw(parse_tree(TREE))
    assert list(tmp_path.iterdir()) == []


ERRORS = {
    "several trees": (
        ["draw", "3\n4"],
        "<tree>: error: there are 2 trees here, and a drawing shows one\n"
        "     = hint: put it in a file of its own; `grader solve` draws them all\n",
    ),
    "a word that is neither a file nor a tree": (
        ["draw", "nofile"],
        "nofile: error: this is neither a file nor a tree\n"
        "     = hint: check the spelling, and the folder you are in; a tree looks like `max(3, min(4, 5))`\n",
    ),
    "a path": (
        ["draw", "../no/file"],
        "../no/file: error: this is neither a file nor a tree\n"
        "     = hint: check the spelling, and the folder you are in; a tree looks like `max(3, min(4, 5))`\n",
    ),
    "a depth that is no number": (
        ["draw", "--game", "nim", "--depth", "two"],
        "--depth: error: `two` is not a whole number from 0\n     = hint: such as `2`\n",
    ),
    "a file without a name": (
        ["draw", "3", "-o", ""],
        "--output: error: the name of the file is empty\n"
        "     = hint: name a file, or `-` for standard output\n",
    ),
    "a player of another game": (
        ["draw", "--game", "nim", "--to-move", "Bob"],
        "--to-move: error: `Bob` does not play here\n     = hint: write `max` or `min`\n",
    ),
}


@pytest.mark.parametrize(("words", "message"), ERRORS.values(), ids=ERRORS)
def test_error_message(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr() == ("", message)
