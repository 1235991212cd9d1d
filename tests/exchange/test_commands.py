"""`grader import` and `grader export`: from a file to a file, in the form that its name says."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli.main import main
from grader.exchange.trees.efg_reader import read_efg_game
from grader.exchange.trees.json_tree import read_json_tree
from grader.text.source import Source, load_source
from grader.tree.language import load_tree, parse_tree
from tests.exchange.sets import ALL_KINDS

TREE = "max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6))"
PROBLEMS = Path(__file__).parents[2] / "problems"


@pytest.mark.parametrize("form", ["efg", "json"])
def test_a_tree_goes_out_and_comes_back(form: str, tmp_path: Path) -> None:
    assert main(["export", TREE, "-o", str(tmp_path / f"tree.{form}")]) == 0
    assert main(["import", form, str(tmp_path / f"tree.{form}"), "-o", str(tmp_path / "back.tree")]) == 0
    assert load_tree(tmp_path / "back.tree") == parse_tree(TREE)


def test_a_form_is_printed_where_no_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", TREE, "--as", "list"]) == 0
    assert main(["export", TREE, "--as", "dot"]) == 0
    assert capsys.readouterr().out.startswith("[[3, 12, 8], [2, 4, 6]]\ndigraph tree {\n")


def test_nested_lists_are_imported_with_min_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tree.py").write_text("[[3, 12], (2, 4)]", encoding="utf-8")
    assert main(["import", "list", str(tmp_path / "tree.py"), "--root", "min"]) == 0
    assert main(["import", "list", str(tmp_path / "tree.py")]) == 0
    assert capsys.readouterr().out == "min(max(3, 12), max(2, 4))\nmax(min(3, 12), min(2, 4))\n"


def test_the_tree_of_a_problem_and_of_a_variant_is_exported(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    path.write_text(
        "set: s\nproblems: [{id: p, variants: ['max(3, 4)', 'max(5, 6)'], questions: [{ask: value}]}]",
        encoding="utf-8",
    )
    target = tmp_path / "tree.json"
    assert main(["export", str(path), "--problem", "p", "-o", str(target)]) == 0
    assert read_json_tree(load_source(target)) == parse_tree("max(3, 4)")
    assert main(["export", str(path), "--problem", "p", "--variant", "2", "-o", str(target)]) == 0
    assert read_json_tree(load_source(target)) == parse_tree("max(5, 6)")


def test_the_tree_of_a_program_is_exported(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "export",
                str(PROBLEMS / "code-pacman"),
                "--problem",
                "alphabeta-agent",
                "--variant",
                "2",
                "--as",
                "efg",
            ]
        )
        == 0
    )
    tree = read_efg_game(Source(capsys.readouterr().out)).tree
    assert tree == parse_tree("max(West -> min(5, 7), East -> min(5, 8, 3), Stop -> min(6, 4))")


def test_a_set_is_exported_by_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    path.write_text(ALL_KINDS, encoding="utf-8")
    assert main(["export", str(path), "-o", str(tmp_path / "quiz.xml")]) == 0
    assert (tmp_path / "quiz.xml").read_text(encoding="utf-8").startswith('<?xml version="1.0"')
    assert main(["export", str(path), "-o", str(tmp_path / "quiz.zip")]) == 0
    assert (tmp_path / "quiz.zip").read_bytes().startswith(b"PK")


def test_what_a_platform_cannot_ask_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fig.png").write_bytes(b"\x89PNG")
    code = "code: {file: s.py, function: f}, trees: ['max(3, 4)']"
    path = tmp_path / "set.yaml"
    path.write_text(
        "set: s\nproblems:\n"
        "  - {id: p, figure: fig.png, tree: 'max(3, 4)', questions: [{ask: value}]}\n"
        f"  - {{id: mine, {code}, questions: [{{ask: value}}]}}\n",
        encoding="utf-8",
    )
    assert main(["export", str(path), "-o", str(tmp_path / "quiz.xml")]) == 0
    assert capsys.readouterr().err == (
        "left out because a platform runs no programs: mine\nleft out, to be added by hand: the figure of p\n"
        f"wrote {tmp_path / 'quiz.xml'}\n"
    )


def test_what_is_changed_on_the_way_to_gambit_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "max(β -> 3, b -> 4)", "--as", "efg"]) == 0
    assert capsys.readouterr().err == "changed for Gambit: `β` is written as `beta`\n"
    assert main(["export", TREE, "--as", "efg"]) == 0
    assert capsys.readouterr().err == ""


def test_what_the_second_player_gets_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.efg").write_text('EFG 2 R "" { "A" "B" }\nt "" 1 "" { 7 3 }', encoding="utf-8")
    assert main(["import", "efg", str(tmp_path / "a.efg")]) == 0
    assert capsys.readouterr() == (
        "7\n",
        "wherever the game ends, the players get 10 together; a leaf is worth what the first one gets\n",
    )


def test_what_counts_otherwise_in_moodle_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.yaml"
    path.write_text(
        "set: s\nproblems:\n  - id: p\n    tree: max(min(3, 4), 5)\n"
        "    questions: [{ask: value, of: [A, B], points: 3}]\n",
        encoding="utf-8",
    )
    assert main(["export", str(path), "-o", str(tmp_path / "quiz.xml")]) == 0
    assert "p.value: in Moodle its numbers count 2, 1" in capsys.readouterr().err


REFUSALS = {
    "no form": (["export", TREE], "nothing says what to write"),
    "an unknown suffix": (["export", TREE, "-o", "tree.gif"], "nothing says what to write"),
    "a zip on the screen": (
        ["export", str(PROBLEMS / "expectimax"), "--as", "qti"],
        "a zip cannot be printed",
    ),
    "a problem of a tree": (
        ["export", "set", "--as", "moodle", "--problem", "p"],
        "`moodle` takes a whole set",
    ),
    "a variant of nothing": (
        ["export", TREE, "--as", "efg", "--variant", "2"],
        "this belongs to a problem of a set",
    ),
    "no such variant": (
        [
            "export",
            str(PROBLEMS / "code-pacman"),
            "--as",
            "efg",
            "--problem",
            "minimax-agent",
            "--variant",
            "99",
        ],
        "`minimax-agent` has 8 trees",
    ),
    "no such problem": (
        ["export", str(PROBLEMS / "code-pacman"), "--as", "efg", "--problem", "x"],
        "no problem is called `x`",
    ),
    "a root of what says it": (["import", "json", "x.json", "--root", "min"], "only nested lists leave open"),
    "an id of a tree": (["import", "json", "x.json", "--id", "x"], "a tree has no id"),
    "no such file": (["import", "efg", "missing.efg"], "there is no file of this name"),
}


@pytest.mark.parametrize(("words", "message"), REFUSALS.values(), ids=REFUSALS)
def test_error_what_makes_no_sense_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err
