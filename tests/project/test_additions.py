"""How it works: with all that its pages add, lint is content, and so is every list that the tests keep."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.test_how_it_works import PAGES, ROOT, follow

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "htmlcov", ".hypothesis", ".pytest_cache", ".ruff_cache"
)
# The tests that keep lists of all kinds, misconceptions, games, reports, sentences and modules.
LISTS = (
    "cli/test_report.py", "games/test_games_positions.py",
    "ideas/test_misconceptions.py", "ideas/test_students.py::test_every_idea_of_a_sheet_is_somebodys",
    "ideas/test_students.py::test_a_student_and_the_catalogue_answer_alike[last-child-forgotten]",
    "problems/test_problems_schema.py",
    "project/test_flow.py", "project/test_kinds_stay_inside.py", "project/test_reference.py",
    "questions/test_question.py", "reports/test_reports_files.py", "text/test_sentences.py",
)  # fmt: skip
LAWS = ("deep_tree", "any_tree", "plainest", "always_right", "nothing_replaced", "refuses")  # keep no list
FOLLOWING = ("project/test_additions.py", "project/test_how_it_works.py", "soak")


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which every page was followed, up to `make reference`."""
    folder = tmp_path_factory.mktemp("added") / "project"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT, symlinks=True)
    for page in PAGES:
        follow(page, folder)
    assert run(folder, "tools.reference") == ""
    return folder


def test_lint_is_content_with_all_additions(added: Path) -> None:
    assert "already formatted" in run(added, "ruff", "format", "--check")
    assert run(added, "ruff", "check") == "All checks passed!\n"
    assert run(added, "mypy").startswith("Success")


def test_every_list_of_the_tests_is_content_with_all_additions(added: Path) -> None:
    words = ("-q", "-x", "-n0", "-p", "no:cacheprovider", "-k", " and ".join(f"not {law}" for law in LAWS))
    run(added, "pytest", *words, *(f"tests/{name}" for name in LISTS))


@pytest.mark.slow
def test_all_tests_are_content_with_all_additions(added: Path) -> None:
    left_out = [f"--ignore=tests/{name}" for name in FOLLOWING]
    run(added, "pytest", "-q", "-x", "-n2", "-p", "no:cacheprovider", *left_out)


def run(folder: Path, module: str, *words: str) -> str:
    """What a module prints there, and no more than that has to be said."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", module, *words], cwd=folder, env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout
