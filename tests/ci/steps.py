"""CI files → the very commands in them, and a student's repository to run them on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests import warm

CHECKOUT = Path(__file__).parents[2]
BASH = shutil.which("bash")

SET = """\
set: week1
title: Adversarial search
{settings}
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {{ask: value, of: [B, C, D], points: 3}}
      - {{ask: best-move, points: 1, reveal: {{marks: now, why: now, key: never}}}}
      - {{ask: choice, text: "Which?", points: 1, options: [{{text: one, right: true, feedback: canary-5f3a}}, {{text: two, feedback: canary-5f3a}}]}}
"""  # noqa: E501 - one line for each question
SHEET = """\
set: week1
student: ada
answers:
  textbook:
    value: {B: 3, C: 2, D: 9}
    best-move: C
    choice: two
"""


class Ran(NamedTuple):
    """How a step went: its exit status, and what was printed."""

    status: int
    printed: str


def run_step(command: str, environment: Mapping[str, str], folder: Path) -> Ran:
    """Run a step's command as a runner does, in nothing but that environment."""
    assert BASH is not None
    words = [BASH, "--noprofile", "--norc", "-eo", "pipefail", "-c", command]
    run = subprocess.run(
        words, env={"PATH": os.environ["PATH"], "HOME": str(folder), **environment}, cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    return Ran(run.returncode, run.stdout)


def write_files(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def fake_environment(folder: Path) -> Path:
    """What the steps install the grader into, with this Python and the grader of this checkout in it."""
    command = folder / "bin" / "python"
    command.parent.mkdir(parents=True)
    # `python -I -m grader …`: everything after the third word goes to the command.
    command.write_text(warm.script("grader").replace("exec", "shift 3\nexec", 1), encoding="utf-8")
    command.chmod(0o755)
    return folder


def substituted(text: str, values: Mapping[str, str]) -> str:
    """A text whose `${{ … }}` or `$[[ … ]]` are what the service would put there."""
    return re.sub(r"\$(?:\{\{|\[\[) *(.+?) *(?:\}\}|\]\])", lambda found: values[found[1]], text)


def load_yaml(path: Path) -> list[Any]:
    """Every document in a file."""
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def problems_with(document: str, schema: str, folder: Path) -> str:
    """What the schema says against a document; a file for GitLab has two of them."""
    from check_jsonschema import main as check_jsonschema
    from click.testing import CliRunner

    file = folder / "document.yml"
    file.write_text(document, encoding="utf-8")
    words = ["--builtin-schema", schema, str(file)]
    if schema == "vendor.gitlab-ci":
        words += ["--data-transform", "gitlab-ci"]
    run = CliRunner().invoke(check_jsonschema, words)
    return run.output if run.exit_code else ""
