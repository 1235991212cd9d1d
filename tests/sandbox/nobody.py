"""A program as text → what it prints when `nobody` runs it, who can read next to nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import lark
import pytest

from grader.sandbox.walls.policy import UNPRIVILEGED

FOLDER = Path(__file__).parents[2]
_NOBODY: dict[str, Any] = {"user": UNPRIVILEGED, "group": UNPRIVILEGED, "extra_groups": []}
_PYTHONS = (sys.executable, "/usr/bin/python3")
_OLD = "import sys; sys.exit(sys.version_info < (3, 11))"


def run_as_nobody(program: str) -> bytes:
    """What the program prints; the test is skipped where nobody can be it, or has no Python to run it."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can become nobody")
    python = next(filter(_runs, _PYTHONS), None)
    if python is None:
        pytest.skip("nobody may not run any Python here")
    with TemporaryDirectory() as folder:  # where all may read, unlike in a home
        _copy_into(Path(folder))
        command = [python, "-B", "-c", program]
        run = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=300, **_NOBODY)
    assert run.returncode == 0, run.stderr.decode()
    printed: bytes = run.stdout
    return printed


def _runs(python: str) -> bool:
    try:
        return not subprocess.run(
            [python, "-c", _OLD], check=False, capture_output=True, **_NOBODY
        ).returncode
    except OSError:
        return False


def _copy_into(folder: Path) -> None:
    """All that a run needs: the package, what it reads trees with, and what the tests run."""
    parsing = Path(lark.__file__).parent
    parts = {name: FOLDER / name for name in ("grader", "grammars", "tests/sandbox")} | {"lark": parsing}
    for name, source in parts.items():
        shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["chmod", "-R", "a+rX", folder], check=True)  # noqa: S607 - wherever it is
