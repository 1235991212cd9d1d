"""docs/ci.md: its examples fit the files that they call, and pytest prints what it says."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from tests import warm
from tests.ci.steps import CHECKOUT, load_yaml, problems_with, run_step, write_files
from tests.ci.test_plugin import run_pytest

PAGE = (CHECKOUT / "docs" / "ci.md").read_text(encoding="utf-8")
WORKFLOW, ACTION, TEMPLATE, HOOKS = [
    load_yaml(CHECKOUT / file)[0]
    for file in (
        ".github/workflows/grade.yml", ".github/actions/grade/action.yml", "ci/gitlab/grade.yml",
        ".pre-commit-hooks.yaml",
    )
]  # fmt: skip
TEXTS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
CALLING, STEPS, COLLECTING, INCLUDING, HOOKING = [yaml.safe_load(text) for text in TEXTS]


def test_the_workflow_is_called_with_what_it_needs() -> None:
    job = CALLING["jobs"]["grade"]
    takes = WORKFLOW[True]["workflow_call"]  # YAML's word for `on`
    needed = {name for name, about in takes["inputs"].items() if about.get("required")}
    assert needed <= set(job["with"]) <= set(takes["inputs"])
    assert set(job["secrets"]) == set(takes["secrets"])


def test_the_action_is_called_with_inputs_that_it_has() -> None:
    (step,) = STEPS["steps"]
    assert set(step["with"]) <= set(ACTION["inputs"])


def test_the_template_is_included_with_what_it_needs() -> None:
    (included,) = INCLUDING["include"]
    takes = TEMPLATE["spec"]["inputs"]
    needed = {name for name, about in takes.items() if "default" not in about}
    assert (CHECKOUT / included["file"]).is_file()
    assert needed <= set(included["inputs"]) <= set(takes)


def test_the_hooks_are_those_that_there_are() -> None:
    (repository,) = HOOKING["repos"]
    assert repository["hooks"] == [{"id": hook["id"]} for hook in HOOKS]


def test_pytest_prints_what_the_page_says(tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "docs" / "examples", tmp_path / "docs" / "examples")
    command, expected = re.findall(r"^\$ pytest (.*)\n((?:.*\n)*?)```", PAGE, re.MULTILINE)[0]
    _, printed = run_pytest(tmp_path, "-rfE", *shlex.split(command), columns="80")
    assert re.sub(r" in [0-9.]+s", "", printed) == expected


JOB = COLLECTING["jobs"]["collect"]
FETCHING, GRADING = (step["run"] for step in JOB["steps"] if step.get("run", "python").split()[0] != "python")
GIT = """\
#!/bin/sh
[ -n "$GH_TOKEN" ] || exit 128
[ -d "server/${5##*/}" ] || exit 128
mkdir -p repositories
cp -R "server/${5##*/}" "$6"
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the runner of the workflow is Linux")
def test_the_job_that_collects_marks_everybody_who_has_a_repository(tmp_path: Path) -> None:
    example = CHECKOUT / "docs" / "examples" / "week1"
    folders = ["week1", "server/week1-ada/week1", "server/week1-ben/other"]
    for name in folders:
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(example / "set.yaml", tmp_path / "week1")
    shutil.copy(example / "ada.yaml", tmp_path / "server" / "week1-ada" / "week1" / "answers.yaml")
    commands = {
        "gh": "#!/bin/sh\n",
        "git": GIT,
        "grader": warm.script("grader"),
    }
    write_files(tmp_path, {"roster.csv": "id,name\nada,Ada\nben,Ben\ncleo,Cleo\n"})
    write_files(tmp_path / "bin", commands)
    for name in commands:
        (tmp_path / "bin" / name).chmod(0o755)
    path = f'PATH="{tmp_path}/bin:$PATH"\n'
    fetched = run_step(path + FETCHING, {"GH_TOKEN": "x"}, tmp_path)
    assert fetched.status == 0, fetched.printed
    graded = run_step(path + GRADING, {"PYTHONPATH": str(CHECKOUT)}, tmp_path)
    assert graded.status == 0, graded.printed
    assert "ada" in graded.printed
    assert (tmp_path / "grades" / "students" / "ada" / "report.html").is_file()


def test_the_job_that_collects_gives_its_token_to_no_other_step() -> None:
    assert [step["name"] for step in JOB["steps"] if "secrets." in str(step)] == ["Fetch submissions"]
    assert COLLECTING["permissions"] == {"contents": "read"}
    assert not [command for command in (FETCHING, GRADING) if "${{" in command]


WORKFLOWS = {"the call": TEXTS[0], "collecting": TEXTS[2]}


@pytest.mark.parametrize("text", WORKFLOWS.values(), ids=WORKFLOWS)
def test_a_workflow_of_the_page_is_valid(text: str, tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema")
    assert problems_with(text, "vendor.github-workflows", tmp_path) == ""


def test_the_page_says_that_a_set_without_reveal_shows_its_key() -> None:
    about_gradescope = PAGE.split("## Gradescope")[1].split("## pytest")[0]
    assert all("neither `reveal:` nor" in text for text in (PAGE.split("## GitHub")[0], about_gradescope))
