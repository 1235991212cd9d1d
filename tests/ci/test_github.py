"""The action and the workflow for GitHub: their own commands, run on a student's repository."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from grader.course.new_course import course_files
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

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the runners of the workflow are Linux")

ACTION: dict[str, Any] = load_yaml(CHECKOUT / ".github" / "actions" / "grade" / "action.yml")[0]
WORKFLOW: dict[str, Any] = load_yaml(CHECKOUT / ".github" / "workflows" / "grade.yml")[0]
CHECKOUTS = [step for step in WORKFLOW["jobs"]["grade"]["steps"] if "checkout@" in step["uses"]]
HAND_IN = CHECKOUTS[-1]
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
BEFORE_DUE = "due: 2999-01-01 12:00 UTC"


def grade(folder: Path, *, settings: str = "", sheet: str = SHEET, **given: str) -> Ran:
    """Run the step that grades, with inputs as a workflow gives them."""
    write_files(folder / "keys", {"week1/set.yaml": SET.format(settings=settings)})
    write_files(folder / "submission", {"answers.yaml": sheet, ".git/config": "[core]"})
    fake_environment(folder / "runner" / "grader")
    defaults = {name: str(each.get("default", "")) for name, each in ACTION["inputs"].items()}
    inputs = defaults | {"set": "keys/week1/set.yaml", "student": "ada"} | given
    values = {f"inputs.{name}": text for name, text in inputs.items()}
    step = STEPS["Grade"]
    environment = {name: substituted(text, values) for name, text in step["env"].items()}
    (folder / "summary.md").touch()
    runner = {
        "RUNNER_TEMP": str(folder / "runner"), "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(folder),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_REPOSITORY": "course/week1-ada", "GITHUB_SHA": "0" * 40, "GITHUB_REF_NAME": "main",
    }  # fmt: skip
    return run_step(step["run"], runner | environment, folder)


def everything(folder: Path, ran: Ran) -> str:
    """All that somebody gets to see: the log, the summary and the artifact."""
    shown = [path for path in (folder / "reports").rglob("*") if path.is_file()]
    return ran.printed + "".join(path.read_text(encoding="utf-8") for path in [folder / "summary.md", *shown])


def test_a_hand_in_is_annotated_at_the_lines_of_the_students_repository(tmp_path: Path) -> None:
    ran = grade(tmp_path)
    assert ran.status == 0, ran.printed
    assert "::warning file=answers.yaml,line=5,col=12,title=" in ran.printed
    assert "::error file=answers.yaml,line=6,col=16,title=" in ran.printed


PROGRAM_SET = """\
set: week1
problems:
  - id: program
    code: {{file: search.py, function: value_of, api: tree}}
    trees: ["max(3, 4)"]
    questions: [{{ask: value, points: 2}}]
"""


@pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")
def test_a_program_that_breaks_off_is_annotated_at_its_own_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "SET", PROGRAM_SET)
    write_files(tmp_path / "submission", {"week1/search.py": "def value_of(node):\n    return 1 / 0\n"})
    ran = grade(tmp_path, **{"hand-in": "week1"})
    assert ran.status == 0, ran.printed
    assert "::error file=week1/search.py,line=2,col=1,title=" in ran.printed


def test_the_artifact_has_the_students_reports_and_the_result_for_classroom_50(tmp_path: Path) -> None:
    grade(tmp_path)
    reports = tmp_path / "reports"
    assert {path.name for path in reports.iterdir()} == {
        "report.html",
        "report.md",
        "junit.xml",
        "result.json",
    }
    assert len(etree.parse(reports / "junit.xml").findall(".//testcase")) == 3
    result = json.loads((reports / "result.json").read_text(encoding="utf-8"))
    assert (result["schema"], result["owner"], result["score"]) == ("classroom50/result/v1", "ada", 200)
    assert STEPS["Keep the reports"]["with"]["path"] == "${{ inputs.out }}"


def test_the_summary_of_the_step_is_the_students_report(tmp_path: Path) -> None:
    grade(tmp_path)
    assert "textbook" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_what_reveal_hides_is_in_no_log_no_file_and_no_status(tmp_path: Path) -> None:
    ran = grade(tmp_path, settings=BEFORE_DUE, **{"fail-under": "40%"})
    assert ran.status == 1  # by the one mark that is shown
    shown = everything(tmp_path, ran)
    assert "best-move" in shown
    assert not [word for word in ("canary-5f3a", "D: 2", "2 of 3 points") if word in shown]


def test_a_blank_push_to_a_new_course_tells_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = course_files("ai")
    monkeypatch.setitem(globals(), "SET", course["week1/set.yaml"].replace("{", "{{").replace("}", "}}"))
    write_files(tmp_path / "keys", {"week1/trees/deep.tree": course["week1/trees/deep.tree"]})
    ran = grade(tmp_path, sheet="set: week1\nstudent: ada\nanswers:\n")
    assert ran.status == 0, ran.printed
    shown = everything(tmp_path, ran)
    assert "warm-up.pruned" in shown
    assert not [word for word in ("C2, C3", "D2, B2", "D: 3") if word in shown]


def test_hidden_marks_do_not_let_the_step_fail(tmp_path: Path) -> None:
    ran = grade(tmp_path, settings=BEFORE_DUE, sheet=SHEET.replace("best-move: C", "best-move: B"),
                **{"fail-under": "100%"})  # fmt: skip
    assert ran.status == 0, ran.printed


def test_a_set_that_cannot_be_read_shows_none_of_its_lines(tmp_path: Path) -> None:
    ran = grade(tmp_path, settings="rule: {ties: canary-5f3a}")
    assert ran.status == 2
    assert "canary-5f3a" not in everything(tmp_path, ran)
    assert "::error title=grader::The grader could not mark this (exit status 2)." in ran.printed


def test_the_student_is_whom_the_workflow_names_whatever_the_sheet_says(tmp_path: Path) -> None:
    grade(tmp_path, student="eve")
    result = json.loads((tmp_path / "reports" / "result.json").read_text(encoding="utf-8"))
    assert result["owner"] == "eve"


def test_an_empty_repository_is_a_hand_in_without_answers(tmp_path: Path) -> None:
    write_files(tmp_path / "submission", {"bob/answers.yaml": SHEET, "eve/answers.yaml": SHEET})
    ran = grade(tmp_path, sheet="")
    assert ran.status == 0, ran.printed
    assert json.loads((tmp_path / "reports" / "result.json").read_text(encoding="utf-8"))["score"] == 0


REFUSED = {
    "no hand-in": ({"hand-in": "week9"}, "There is nothing to grade"),
    "a hand-in elsewhere": ({"hand-in": "../keys"}, "The hand-in leads out of the repository."),
    "a hand-in behind a link": ({"hand-in": "link"}, "The hand-in leads out of the repository."),
    "keys of the student's": ({"set": "submission/set.yaml"}, "The problem set lies in the repository"),
    "keys behind a link": ({"set": "other"}, "The problem set lies in the repository"),
    "no keys": ({"set": "keys/week9/set.yaml"}, "There is no problem set"),
    "no checkout": ({"checkout": "nowhere"}, "There is no checkout"),
    "a folder with nothing in it": ({"hand-in": "empty"}, "Nothing was handed in: the folder is empty."),
}


@pytest.mark.parametrize(("given", "why"), REFUSED.values(), ids=REFUSED)
def test_what_could_mix_keys_and_hand_ins_is_refused(given: dict[str, str], why: str, tmp_path: Path) -> None:
    write_files(tmp_path / "submission", {"set.yaml": SET.format(settings="")})
    write_files(tmp_path / "reports", {"report.html": "of whoever was graded before"})
    (tmp_path / "submission" / "empty" / "deeper").mkdir(parents=True)
    (tmp_path / "submission" / "link").symlink_to(tmp_path / "keys")
    (tmp_path / "other").symlink_to(tmp_path / "submission" / "set.yaml")
    ran = grade(tmp_path, **given)
    assert (ran.status, ran.printed.startswith(f"::error title=grader::{why}")) == (2, True)
    assert not (tmp_path / "reports").exists()


HOSTILE = "::error::pwned\\n::set-output name=x::y\\r\\n##[add-path]evil\\n::stop-commands::x"


def test_no_text_of_a_student_becomes_a_command(tmp_path: Path) -> None:
    name = "::error::pwned,\n::add-path::evil"
    write_files(tmp_path / "submission", {"week/::warning::pwned.yaml": "a", "a\n::error::pwned": "b"})
    sheet = SHEET.replace("choice: two", f'choice: "{HOSTILE}"\n    "{HOSTILE}": 1')
    ran = grade(tmp_path, sheet=sheet.replace("student: ada", f'student: "{HOSTILE}"'), student=name)
    assert ran.status == 0, ran.printed
    obeyed_lines = obeyed(ran.printed)
    assert obeyed_lines
    assert all(re.match(r"::(error|warning|notice) (file|title)=", line) for line in obeyed_lines)
    assert not (tmp_path / "output").exists()


def obeyed(printed: str) -> list[str]:
    """The lines that GitHub's runner takes for commands."""
    token, found = None, []
    for line in re.split(r"\r\n|\n|\r", printed):
        if token is not None:
            token = None if line.strip() == f"::{token}::" else token
        elif line.lstrip().startswith("::stop-commands::"):
            token = line.strip().removeprefix("::stop-commands::")
        elif line.lstrip().startswith("::") or "##[" in line:
            found.append(line)
    return found


@pytest.mark.parametrize(
    "step", [step for step in ACTION["runs"]["steps"] if "run" in step], ids=lambda s: s["name"]
)
def test_no_expression_stands_inside_a_command(step: dict[str, Any]) -> None:
    assert "${{" not in step["run"]


def test_python_never_imports_from_the_folder_it_is_started_in() -> None:
    commands = "\n".join(step.get("run", "") for step in ACTION["runs"]["steps"])
    assert re.findall(r'python"? (?!-I )', commands) == []


def test_the_workflow_may_only_read_and_leaves_no_token_behind() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert [step["with"]["persist-credentials"] for step in CHECKOUTS] == [False] * 3


def test_no_step_has_the_secret_once_files_of_a_student_are_there() -> None:
    assert [step["with"]["path"] for step in CHECKOUTS] == ["keys", "grader", "submission"]
    with_secret = [step for step in WORKFLOW["jobs"]["grade"]["steps"] if "secrets." in str(step)]
    assert [step["name"] for step in with_secret] == ["Check out the problem set"]


def test_a_pull_request_is_fetched_from_the_repository_that_it_was_opened_in() -> None:
    given = HAND_IN["with"]
    assert "repository" not in given  # the token of the workflow cannot read a private fork
    assert "format('refs/pull/{0}/head', github.event.pull_request.number)" in given["ref"]


def test_only_the_hand_in_may_be_of_a_fork_and_only_where_the_instructors_workflow_runs() -> None:
    """Checkout refuses `refs/pull/N/head` of a fork in a `pull_request_target` without this input."""
    allowed = [step["with"].get("allow-unsafe-pr-checkout") for step in CHECKOUTS]
    assert allowed == [None, None, "${{ github.event_name == 'pull_request_target' }}"]


def test_what_was_said_is_printed_in_one_stream() -> None:
    assert ">&2" not in STEPS["Grade"]["run"]


def test_the_workflow_gives_the_action_only_inputs_that_it_has() -> None:
    step = WORKFLOW["jobs"]["grade"]["steps"][-1]
    assert (CHECKOUT / step["uses"].removeprefix("./grader/") / "action.yml").is_file()
    assert set(step["with"]) <= set(ACTION["inputs"])


def test_the_grader_is_installed_from_the_actions_own_repository(tmp_path: Path) -> None:
    """Where the student's repository has modules that bear the names of Python's own."""
    traps = {
        f"{name}.py": "raise SystemExit('imported')" for name in ("venv", "pip", "sitecustomize", "grader")
    }
    write_files(tmp_path, {**traps, "bin/python": f'#!/bin/sh\necho "$@" >>{tmp_path}/told\n'})
    write_files(
        tmp_path / "runner" / "grader" / "bin", {"python": f'#!/bin/sh\necho "$@" >>{tmp_path}/told\n'}
    )
    for path in tmp_path.rglob("python"):
        path.chmod(0o755)
    step = STEPS["Install the grader"]
    ran = run_step(
        f'PATH="{tmp_path}/bin:$PATH"\n{step["run"]}',
        {"RUNNER_TEMP": str(tmp_path / "runner"), "ACTION": "/repository/.github/actions/grade"}, tmp_path,
    )  # fmt: skip
    assert ran.status == 0, ran.printed
    assert (tmp_path / "told").read_text(encoding="utf-8").splitlines() == [
        f"-I -m venv {tmp_path}/runner/grader",
        "-I -m pip --isolated install --quiet --disable-pip-version-check "
        "/repository/.github/actions/grade/../../..",
    ]
