"""docs/ci.md: its examples fit the files that they call, and pytest prints what it says."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import yaml

from tests.ci.steps import CHECKOUT, load_yaml
from tests.ci.test_plugin import run_pytest

PAGE = (CHECKOUT / "docs" / "ci.md").read_text(encoding="utf-8")
WORKFLOW, ACTION, TEMPLATE, HOOKS = [
    load_yaml(CHECKOUT / file)[0]
    for file in (
        ".github/workflows/grade.yml", ".github/actions/grade/action.yml", "ci/gitlab/grade.yml",
        ".pre-commit-hooks.yaml",
    )
]  # fmt: skip
EXAMPLES: list[Any] = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]


def test_the_workflow_is_called_with_what_it_needs() -> None:
    job = EXAMPLES[0]["jobs"]["grade"]
    takes = WORKFLOW[True]["workflow_call"]  # YAML's word for `on`
    needed = {name for name, about in takes["inputs"].items() if about.get("required")}
    assert needed <= set(job["with"]) <= set(takes["inputs"])
    assert set(job["secrets"]) == set(takes["secrets"])


def test_the_action_is_called_with_inputs_that_it_has() -> None:
    (step,) = EXAMPLES[1]["steps"]
    assert set(step["with"]) <= set(ACTION["inputs"])


def test_the_template_is_included_with_what_it_needs() -> None:
    (included,) = EXAMPLES[2]["include"]
    takes = TEMPLATE["spec"]["inputs"]
    needed = {name for name, about in takes.items() if "default" not in about}
    assert (CHECKOUT / included["file"]).is_file()
    assert needed <= set(included["inputs"]) <= set(takes)


def test_the_hooks_are_those_that_there_are() -> None:
    (repository,) = EXAMPLES[3]["repos"]
    assert repository["hooks"] == [{"id": hook["id"]} for hook in HOOKS]


def test_pytest_prints_what_the_page_says(tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "docs" / "examples", tmp_path / "docs" / "examples")
    command, expected = re.findall(r"^\$ pytest (.*)\n((?:.*\n)*?)```", PAGE, re.MULTILINE)[0]
    _, printed = run_pytest(tmp_path, "-rfE", *shlex.split(command), columns="80")
    assert re.sub(r" in [0-9.]+s", "", printed) == expected
