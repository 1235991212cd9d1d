"""The command starts quickly: what is heavy is loaded only where it is used."""

import subprocess
import sys

import pytest

HEAVY = {"lark", "yaml", "jinja2", "rich"}
SLOW = {"argparse", "dataclasses", "importlib.metadata", "inspect", "pathlib"}


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_version_and_the_help_load_no_heavy_library(option: str) -> None:
    assert not HEAVY & _loaded(option)


def test_the_version_loads_nothing_that_takes_as_long_as_python_itself() -> None:
    assert not SLOW & _loaded("--version")


def test_the_help_loads_no_command() -> None:
    assert {name for name in _loaded("--help") if name.startswith("grader.cli.")} == {"grader.cli.main"}


def test_a_command_loads_no_other_command() -> None:
    assert "grader.cli.commands.draw" not in _loaded("format", "--help")


def _loaded(*words: str) -> set[str]:
    """The modules that the command loads, on top of those that Python starts with."""
    program = (
        "import sys; before = set(sys.modules)\n"
        "from grader.cli.main import main; main(sys.argv[1:])\n"
        "print(*set(sys.modules) - before, file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, *words]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return set(run.stderr.split())
