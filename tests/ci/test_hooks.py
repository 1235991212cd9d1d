"""The hooks for pre-commit: their own commands, run as pre-commit runs them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import main
from tests.ci.steps import CHECKOUT, SET, load_yaml, write_files

HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in load_yaml(CHECKOUT / ".pre-commit-hooks.yaml")[0]
}


def run_hook(name: str, *files: Path) -> int:
    """Run a hook's own command on the files."""
    command, *words = shlex.split(HOOKS[name]["entry"])
    assert command == "grader"
    return main([*words, *map(str, files)])


def test_a_set_that_is_fine_is_passed_over_in_silence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(tmp_path, {"set.yaml": SET.format(settings="rule: aima")})
    assert run_hook("grader-check", tmp_path / "set.yaml") == 0
    assert "error:" not in capsys.readouterr().out


def test_a_set_with_an_error_stops_the_commit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_files(tmp_path, {"set.yaml": "set: x\nproblms: []\n"})
    assert run_hook("grader-check", tmp_path / "set.yaml") == 1
    assert "set.yaml:2:1: error:" in capsys.readouterr().out


def test_a_tree_is_laid_out_and_that_is_seen_by_the_change_of_the_file(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.tree": "max( 3,4 )"})
    assert run_hook("grader-format", tmp_path / "a.tree") == 0
    assert (tmp_path / "a.tree").read_text(encoding="utf-8") == "max(3, 4)\n"


FILES = {
    "grader-check": (["set.yaml", "week1/set.yml"], ["asset.yaml", "set.yaml.txt", "answers.yaml"]),
    "grader-format": (["a.tree", "trees/b.tree"], ["a.tree.txt", "tree"]),
}


@pytest.mark.parametrize(
    ("name", "wanted", "others"), [(name, *files) for name, files in FILES.items()], ids=FILES
)
def test_a_hook_takes_the_files_that_are_meant(name: str, wanted: list[str], others: list[str]) -> None:
    pattern = re.compile(HOOKS[name]["files"])
    assert [file for file in wanted + others if pattern.search(file)] == wanted
