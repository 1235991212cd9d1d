"""The wheel works by itself: in an empty environment, away from the checkout."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from grader.version import VERSION

CHECKOUT = Path(__file__).parents[2]
COMMANDS = "Scripts" if os.name == "nt" else "bin"


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(CHECKOUT))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    _pip("--python", str(folder / COMMANDS / "python"), "install", "--no-compile", str(wheel))
    return folder


def test_the_wheel_carries_the_grammars_and_the_word_that_it_is_typed(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    grammars = {f"grader/grammars/{path.name}" for path in (CHECKOUT / "grammars").iterdir()}
    assert grammars | {"grader/py.typed"} <= names


def test_the_wheel_carries_nothing_but_the_package(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in ZipFile(wheel).namelist()}
    assert tops == {"grader", f"tree_puzzle_grader-{VERSION}.dist-info"}


def test_the_installed_command_knows_its_version(environment: Path, tmp_path: Path) -> None:
    assert _grader(environment, tmp_path, "--version") == f"grader {VERSION}\n"


def test_the_installed_command_draws_a_tree(environment: Path, tmp_path: Path) -> None:
    drawing = _grader(environment, tmp_path, "draw", "max(min(3, 4), 5)")
    assert all(number in drawing for number in "345")


def _grader(environment: Path, folder: Path, *words: str) -> str:
    command = [str(environment / COMMANDS / "grader"), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True).stdout


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
