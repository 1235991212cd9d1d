"""The template for GitLab: its own script, run on a student's repository."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.ci.steps import (
    CHECKOUT,
    SET,
    SHEET,
    Ran,
    fake_environment,
    load_yaml,
    run_step,
    substituted,
    write_files,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the image of the job is Linux")

HEADER, JOBS = load_yaml(CHECKOUT / "ci" / "gitlab" / "grade.yml")
JOB: dict[str, Any] = JOBS["grade"]
READING, FETCHING, INSTALLING, GRADING = JOB["script"]
DEFAULTS = {name: str((each or {}).get("default", "")) for name, each in HEADER["spec"]["inputs"].items()}


def reading(**given: str) -> str:
    """The step that takes the inputs, as GitLab hands it on."""
    inputs = DEFAULTS | {"set": "week1/set.yaml", "student": "ada"} | given
    return substituted(READING, {f"inputs.{name}": text for name, text in inputs.items()})


def grade(folder: Path, *, settings: str = "", sheet: str = SHEET, **given: str) -> Ran:
    """Run the script with inputs as a project gives them; the grader is this one, and nothing is fetched."""
    project = write_files(folder / "project", {"answers.yaml": sheet, ".git/config": "[core]"})
    write_files(folder / "elsewhere" / "keys", {"week1/set.yaml": SET.format(settings=settings)})
    fake_environment(folder / "elsewhere" / "grader")
    known = {"CI": "true", "CI_PROJECT_DIR": str(project), "TMPDIR": str(folder)}
    step = f'{reading(**given)}\nwork="{folder}/elsewhere"\n{GRADING}'
    return run_step(step, known, project)


def everything(folder: Path, ran: Ran) -> str:
    shown = [path for path in (folder / "project" / "reports").rglob("*") if path.is_file()]
    return ran.printed + "".join(path.read_text(encoding="utf-8") for path in shown)


def test_the_reports_are_where_gitlab_looks_for_them(tmp_path: Path) -> None:
    ran = grade(tmp_path)
    assert ran.status == 0, ran.printed
    named = [*JOB["artifacts"]["paths"], *JOB["artifacts"]["reports"].values()]
    assert [name for name in named if not (tmp_path / "project" / name).is_file()] == []
    assert sorted(path.name for path in (tmp_path / "project" / "reports").iterdir()) == sorted(
        Path(name).name for name in named
    )


def test_code_quality_stands_at_the_lines_of_the_students_repository(tmp_path: Path) -> None:
    grade(tmp_path)
    found = json.loads((tmp_path / "project" / "reports" / "codequality.json").read_text(encoding="utf-8"))
    assert [
        (one["location"]["path"], one["location"]["lines"]["begin"], one["severity"]) for one in found
    ] == [
        ("answers.yaml", 5, "minor"),
        ("answers.yaml", 6, "major"),
        ("answers.yaml", 7, "major"),
    ]


def test_every_question_is_a_test_case(tmp_path: Path) -> None:
    grade(tmp_path)
    report = etree.parse(tmp_path / "project" / "reports" / "junit.xml")
    assert [case.get("name") for case in report.findall(".//testcase")] == [
        "textbook.value",
        "textbook.best-move",
        "textbook.choice",
    ]


def test_what_reveal_hides_is_in_no_log_no_file_and_no_status(tmp_path: Path) -> None:
    ran = grade(tmp_path, settings="due: 2999-01-01 12:00 UTC", **{"fail-under": "40%"})
    assert ran.status == 1  # by the one mark that is shown
    shown = everything(tmp_path, ran)
    assert "Which move is best?" in shown
    assert not [word for word in ("canary-5f3a", "D: 2", "2 of 3 points") if word in shown]


def test_a_set_that_cannot_be_read_shows_none_of_its_lines(tmp_path: Path) -> None:
    ran = grade(tmp_path, settings="rule: {ties: canary-5f3a}")
    assert (ran.status, ran.printed.startswith("error: The grader could not mark this (exit status 2).")) == (
        2,
        True,
    )
    assert "canary-5f3a" not in everything(tmp_path, ran)


def test_reports_that_a_student_handed_in_are_gone(tmp_path: Path) -> None:
    write_files(tmp_path / "beside", {"kept": ""})
    write_files(tmp_path / "project", {})
    (tmp_path / "project").mkdir(exist_ok=True)
    (tmp_path / "project" / "reports").symlink_to(tmp_path / "beside")
    assert grade(tmp_path).status == 0
    assert not (tmp_path / "project" / "reports").is_symlink()
    assert [path.name for path in (tmp_path / "beside").iterdir()] == ["kept"]


REFUSED = {
    "no hand-in": ({"hand-in": "week9"}, "There is nothing to grade"),
    "a hand-in elsewhere": ({"hand-in": "../elsewhere/keys"}, "The hand-in leads out of the repository."),
    "a hand-in behind a link": ({"hand-in": "link"}, "The hand-in leads out of the repository."),
    "keys of the student's": ({"set": "../../project/set.yaml"}, "The problem set lies in the repository"),
    "no keys": ({"set": "week9/set.yaml"}, "There is no problem set"),
    "a folder with nothing in it": ({"hand-in": "empty"}, "Nothing was handed in: the folder is empty."),
}


@pytest.mark.parametrize(("given", "why"), REFUSED.values(), ids=REFUSED)
def test_what_could_mix_keys_and_hand_ins_is_refused(given: dict[str, str], why: str, tmp_path: Path) -> None:
    project = write_files(tmp_path / "project", {"set.yaml": SET.format(settings="")})
    (project / "link").symlink_to(tmp_path / "elsewhere")
    (project / "empty" / "deeper").mkdir(parents=True)
    ran = grade(tmp_path, **given)
    assert (ran.status, ran.printed.startswith(f"error: {why}")) == (2, True)


AWKWARD = {
    "an apostrophe": "it's",
    "a quotation mark": 'so "called"',
    "a substitution": "$(touch pwned)`touch pwned`${HOME}",
    "a backslash": "week\\1\\n",
    "spaces": "  a  b  ",
    "an option": "--version",
}


@pytest.mark.parametrize("text", AWKWARD.values(), ids=AWKWARD)
def test_an_input_is_taken_as_it_is_written(text: str, tmp_path: Path) -> None:
    step = reading(set=text, **{"hand-in": text})
    ran = run_step(f'{step}\nprintf "%s\\n" "$set_file" "$hand_in"', {"TMPDIR": str(tmp_path)}, tmp_path)
    assert ran == Ran(0, f"{text}\n{text}\n")
    assert not (tmp_path / "pwned").exists()


PIPELINE = dict.fromkeys(
    ("server", "grader", "keys_project", "keys_ref", "set_file", "hand_in", "fail_under", "work"), "theirs"
)


def test_variables_of_a_pipeline_replace_no_input(tmp_path: Path) -> None:
    inputs = dict.fromkeys(DEFAULTS, "ours")
    shown = "\n".join(f'echo "${name}"' for name in PIPELINE)
    ran = run_step(f"{reading(**inputs)}\n{shown}", PIPELINE | {"TMPDIR": str(tmp_path)}, tmp_path)
    assert ran.printed.splitlines()[:-1] == ["ours"] * (len(PIPELINE) - 1)
    assert ran.printed.splitlines()[-1].startswith(str(tmp_path))


def test_every_input_of_the_script_is_read_from_a_quoted_text() -> None:
    quoted = re.findall(
        r"^IFS= read -r \w+ <<'INPUT'\n\$\[\[ inputs\.([\w-]+) \]\]\nINPUT$", READING, re.MULTILINE
    )
    assert set(quoted) == set(DEFAULTS) - {"image", "stage"}
    assert sum(step.count("$[[") for step in JOB["script"]) == len(quoted)
    assert "$[[" not in str(JOB["variables"])


def test_whoever_pushed_is_the_student_if_the_course_does_not_say(tmp_path: Path) -> None:
    known = {"GITLAB_USER_LOGIN": "eve", "TMPDIR": str(tmp_path)}
    assert run_step(f'{reading(student="")}\necho "$student"', known, tmp_path) == Ran(0, "eve\n")


CLONING = {"server": "https://gitlab.example:8443/", "keys": "course/keys", "grader": "git+https://x@0"}


def test_the_keys_are_fetched_by_a_token_that_no_process_and_no_log_shows(tmp_path: Path) -> None:
    fake = '#!/bin/sh\necho "$@"\necho "given: $($GIT_ASKPASS Password)" >asked\ncp "$GIT_ASKPASS" answer\n'
    write_files(tmp_path, {"bin/git": fake}).joinpath("bin", "git").chmod(0o755)
    step = f'{reading(**CLONING)}\nPATH="{tmp_path}/bin:$PATH"\n{FETCHING}\necho "then: $KEYS_TOKEN"'
    ran = run_step(step, {"KEYS_TOKEN": "secret-4711", "TMPDIR": str(tmp_path)}, tmp_path)
    assert re.sub(r"-C \S+", "-C WORK", ran.printed) == (
        "-C WORK clone --quiet --depth 1 --branch main -- "
        "https://grader@gitlab.example:8443/course/keys.git keys\nthen: \n"
    )
    assert (tmp_path / "asked").read_text(encoding="utf-8") == "given: secret-4711\n"
    assert "secret-4711" not in (tmp_path / "answer").read_text(encoding="utf-8")


def test_git_takes_the_token_as_the_script_gives_it(tmp_path: Path) -> None:
    """The very clone, from a repository on this machine."""
    source = tmp_path / "server" / "course" / "keys.git"
    write_files(source, {"week1/set.yaml": SET.format(settings="")})
    git = ["git", "-C", str(source), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (
        ["init", "--quiet", "--initial-branch", "main"],
        ["add", "."],
        ["commit", "--quiet", "-m", "keys"],
    ):
        subprocess.run([*git, *words], check=True, env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    place = '"${server%%://*}://grader@${server#*://}/$keys_project.git"'
    assert place in FETCHING
    command = FETCHING.replace(place, f'"file://{tmp_path}/server/$keys_project.git"')
    step = f'{reading(**CLONING)}\nwork="{tmp_path}"\n{command}'
    assert run_step(step, {"KEYS_TOKEN": "x", "TMPDIR": str(tmp_path)}, tmp_path).status == 0
    assert (tmp_path / "keys" / "week1" / "set.yaml").is_file()


def test_the_grader_is_installed_outside_of_the_students_repository_and_by_no_settings_of_a_pipeline(
    tmp_path: Path,
) -> None:
    fake = '#!/bin/sh\necho "$@"\nmkdir -p "$4/bin"\ncp "$0" "$4/bin/python"\n'
    write_files(tmp_path, {"bin/python": fake})
    (tmp_path / "bin" / "python").chmod(0o755)
    command = f'{reading(**CLONING)}\nPATH="{tmp_path}/bin:$PATH"\n{INSTALLING}'
    ran = run_step(command, {"TMPDIR": str(tmp_path)}, tmp_path)
    first, second = ran.printed.splitlines()[:2]
    assert first.startswith(f"-I -m venv {tmp_path}{os.sep}")
    assert second == "-I -m pip --isolated install --quiet --disable-pip-version-check -- git+https://x@0"


def test_the_token_is_gone_before_anything_is_installed_or_run() -> None:
    assert FETCHING.rstrip().endswith("\nunset KEYS_TOKEN")
    assert not [step for step in (READING, INSTALLING, GRADING) if "KEYS_TOKEN" in step]
