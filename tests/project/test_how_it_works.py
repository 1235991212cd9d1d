"""How it works: each worked example is followed in a copy of the project, and does what its page says."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "how-it-works").glob("adding-*.md"))
COPIED = ("grader", "grammars", "benchmarks/students", "tests/ideas")
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_following_the_page_gives_what_it_prints(page: Path, tmp_path: Path) -> None:
    copy_project(tmp_path)
    follow(page, tmp_path)
    said = list(commands(page))
    assert [(command, run(command, tmp_path)) for command, _ in said] == said


def test_there_are_worked_examples() -> None:
    assert len(PAGES) == 4
    assert all(list(commands(page)) for page in PAGES)


def copy_project(folder: Path) -> None:
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name)  # with what was compiled already
    command = folder / "bin" / "grader"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m grader "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    (command.parent / "python").symlink_to(sys.executable)


def follow(page: Path, folder: Path) -> None:
    """Write the files of a page, and make its changes."""
    for language, title, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        path = folder / title
        if title and language == "diff":
            path.write_text(changed(path.read_text(encoding="utf-8"), text), encoding="utf-8")
        elif title:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def changed(text: str, change: str) -> str:
    """The text with the lines after `-` replaced by those after `+`, or with these at its end."""
    old, new = ("".join(side(change, sign)) for sign in "-+")
    if not old:
        return text + new
    assert text.count(old) == 1, f"the page changes lines that stand {text.count(old)} times:\n{old}"
    return text.replace(old, new)


def side(change: str, sign: str) -> Iterator[str]:
    return (line[1:] for line in change.splitlines(keepends=True) if line.startswith(sign))


def commands(page: Path) -> Iterator[tuple[str, str]]:
    for language, _, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            yield from COMMAND.findall(text)


def run(command: str, folder: Path) -> str:
    """What a command prints, run as a reader would in the folder of the project."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(folder), "NO_COLOR": "1"}
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    return done.stdout
