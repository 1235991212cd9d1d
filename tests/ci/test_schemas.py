"""The files for CI are what the services' own published schemas say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.ci.steps import CHECKOUT

pytest.importorskip("check_jsonschema")

FILES = {
    ".github/actions/grade/action.yml": "vendor.github-actions",
    ".github/workflows/grade.yml": "vendor.github-workflows",
    ".github/workflows/ci.yml": "vendor.github-workflows",
    "ci/gitlab/grade.yml": "vendor.gitlab-ci",
}


@pytest.mark.parametrize(("file", "schema"), FILES.items(), ids=FILES)
def test_the_file_is_valid(file: str, schema: str, tmp_path: Path) -> None:
    text = (CHECKOUT / file).read_text(encoding="utf-8")
    problems = [_problems(document, schema, tmp_path) for document in text.split("\n---\n")]
    assert problems == [""] * len(problems)


@pytest.mark.parametrize("schema", sorted(set(FILES.values())))
def test_a_file_that_is_not_valid_is_found(schema: str, tmp_path: Path) -> None:
    assert _problems("{jobs: 1, runs: 1, grade: {script: 1}}", schema, tmp_path)


def _problems(document: str, schema: str, folder: Path) -> str:
    """What the schema says against a document; a file for GitLab has two of them."""
    file = folder / "document.yml"
    file.write_text(document, encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    if schema == "vendor.gitlab-ci":
        command += ["--data-transform", "gitlab-ci"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=120)
    return run.stdout + run.stderr if run.returncode else ""
