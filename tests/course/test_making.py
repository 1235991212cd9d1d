"""A new course works at once: its set is sound, its samples are marked, and its CI files fit the grader's."""

from __future__ import annotations

import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.course import new_course, release_files
from grader.course.new_course import course_files, repository_name, write_folder
from grader.grading import grade, seen_by_student
from grader.problems import load_problems
from grader.submissions import load_submission
from grader.submissions.submission_reader import read_submission
from grader.text.source import InputError
from grader.version import VERSION
from tests.course.sandboxes import needs_sandbox

ROOT = Path(__file__).parents[2]


@pytest.fixture(name="course", scope="module")
def _course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "ai-2027"
    new_course(folder, "university")
    return folder


def test_a_new_course_has_all_that_it_needs(course: Path) -> None:
    files = {path.relative_to(course).as_posix() for path in course.rglob("*") if path.is_file()}
    assert files == {
        ".gitignore", "README.md", "course.yaml", "roster.csv", "week1/set.yaml", "week1/trees/deep.tree",
        "week1/samples/ada/answers.yaml", "week1/samples/ada/search.py", "week1/samples/ben/answers.yaml",
        "week1/samples/ben/search.py", "week1/samples/cleo/answers.yaml", "students/README.md",
        "students/.gitignore", "students/.github/workflows/grade.yml", "gitlab/grade.yml",
    }  # fmt: skip


@needs_sandbox
def test_what_students_get_can_be_filled_in_and_marked_where_it_lies(course: Path, tmp_path: Path) -> None:
    problems = load_problems(course / "week1")
    write_folder(tmp_path / "week1", release_files(problems))
    for name in ("answers.yaml", "search.py"):
        shutil.copy(course / "week1" / "samples" / "ada" / name, tmp_path / "week1" / name)
    assert grade(problems, load_submission(tmp_path / "week1")).share == 1


def test_no_place_is_left_but_the_commit_that_nobody_else_can_know() -> None:
    assert [name for name, text in course_files("a", "b").items() if "@" in _without_addresses(text)] == []


def _without_addresses(text: str) -> str:
    for known in ("@example.edu", "@COMMIT", "grade.yml@b/a-ci"):
        text = text.replace(known, "")
    return text


FOR_CI = ("gitlab/grade.yml", "students/.github/workflows/grade.yml")


@pytest.mark.parametrize("name", FOR_CI)
def test_what_is_to_be_filled_in_for_ci_is_said_on_top_of_the_file(name: str) -> None:
    head, _, rest = course_files("a", "b")[name].partition("# FILL IN")
    assert all(line.startswith("#") for line in head.splitlines())
    assert "- COMMIT, twice: " in rest
    assert sum(line.count("COMMIT") for line in rest.splitlines() if not line.startswith("#")) == 2


def test_no_file_takes_the_grader_from_an_index_or_by_a_tag(course: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in course.rglob("*") if path.is_file()]
    assert not [
        text for text in texts if re.search(rf"tree-puzzle-grader *[=~>]=|@v?{re.escape(VERSION)}", text)
    ]


def test_a_student_who_hands_in_nothing_does_not_learn_the_key(course: Path) -> None:
    problems = load_problems(course / "week1")
    blank = read_submission(b"set: week1\nstudent: eve\nanswers: {}\n", "answers.yaml")
    seen = seen_by_student(grade(problems, blank), problems, datetime(2999, 1, 1, tzinfo=UTC))
    assert {check.expected for check in seen.checks} == {None}
    assert all(check.earned == 0 for check in seen.checks)


def test_students_are_told_how_to_install_the_command_that_they_are_told_to_run(course: Path) -> None:
    text = (course / "students" / "README.md").read_text(encoding="utf-8")
    assert "grader preview week1 --set week1" in text
    assert 'pipx install "git+https://github.com/university/tree-puzzle-grader@COMMIT"' in text


def test_the_workflow_gives_the_reusable_one_what_it_takes(course: Path) -> None:
    called = yaml.safe_load((ROOT / ".github/workflows/grade.yml").read_text(encoding="utf-8"))
    takes = called[True]["workflow_call"]  # YAML takes `on` for a truth value
    workflow = yaml.safe_load((course / "students/.github/workflows/grade.yml").read_text(encoding="utf-8"))
    job = workflow["jobs"]["grade"]
    assert job["uses"] == "university/tree-puzzle-grader/.github/workflows/grade.yml@COMMIT"
    assert _fits(job["with"], takes["inputs"])
    assert set(job["secrets"]) == set(takes["secrets"])
    assert job["with"]["keys"] == "university/ai-2027"


def test_the_gitlab_job_gives_the_template_what_it_takes(course: Path) -> None:
    (included,) = yaml.safe_load((course / "gitlab/grade.yml").read_text(encoding="utf-8"))["include"]
    header = next(yaml.safe_load_all((ROOT / included["file"]).read_text(encoding="utf-8")))
    assert _fits(included["inputs"], header["spec"]["inputs"])


def _fits(given: dict[str, Any], takes: dict[str, Any]) -> bool:
    """Whether nothing unknown is given, and everything that has no default."""
    needed = {name for name, field in takes.items() if "default" not in field}
    return needed <= set(given) <= set(takes)


def test_the_workflow_names_a_set_that_is_there(course: Path) -> None:
    workflow = yaml.safe_load((course / "students/.github/workflows/grade.yml").read_text(encoding="utf-8"))
    assert (course / workflow["jobs"]["grade"]["with"]["set"]).is_file()


KEPT_OUT = (
    "grades/results.json", "grades/students/ada/report.html", "key.html", "week1/key.tex", "exam-key.pdf",
    "gradebook.sqlite", "gradebook.sqlite-wal", "autograder.zip", "students/week1/samples/ada/answers.yaml",
    "students/roster.csv", "students/week1/key.html", "students/results.json", "students/reports/report.html",
)  # fmt: skip
KEPT = (
    "README.md", "roster.csv", "week1/set.yaml", "week1/samples/ada/answers.yaml", "students/README.md",
    "students/.github/workflows/grade.yml", "students/week1/set.yaml", "students/week1/answers.yaml",
    "students/week1/search.py", "students/week1/sheet.html", "students/week1/trees/your-alphabeta/tie.tree",
)  # fmt: skip


@pytest.fixture(name="ignored")
def _ignored(course: Path, tmp_path: Path) -> set[str]:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    folder = tmp_path / "repository"
    shutil.copytree(course, folder)
    subprocess.run([git, "init", "--quiet", folder], check=True)
    told = subprocess.run(
        [git, "-C", folder, "check-ignore", "--no-index", "--stdin"],
        input="\n".join((*KEPT_OUT, *KEPT)), capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return set(told.stdout.splitlines())


def test_keys_marks_and_reports_are_kept_out_of_repositories(ignored: set[str]) -> None:
    assert ignored == set(KEPT_OUT)


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="this folder is not empty"):
        new_course(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    assert "week1/set.yaml" in new_course(tmp_path)


NAMES = {
    "ai-2027": "ai-2027",
    "AI & search": "AI-search",
    "人工智慧": "course",
    "..": "course",
    "a\nb: c": "a-b-c",
}


@pytest.mark.parametrize(("course", "repository"), NAMES.items(), ids=range(len(NAMES)))
def test_a_course_may_have_any_name(course: str, repository: str) -> None:
    assert repository_name(course) == repository
    text = course_files(course)["students/.github/workflows/grade.yml"]
    assert yaml.safe_load(text)["jobs"]["grade"]["with"]["keys"] == f"OWNER/{repository}"
