"""The files for CI are what the services' own published schemas say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ci.steps import CHECKOUT, problems_with

pytest.importorskip("check_jsonschema")

FILES = {
    ".github/actions/grade/action.yml": "vendor.github-actions",
    ".github/dependabot.yml": "vendor.dependabot",
    ".github/workflows/release.yml": "vendor.github-workflows",
    ".github/workflows/grade.yml": "vendor.github-workflows",
    ".github/workflows/ci.yml": "vendor.github-workflows",
    "ci/gitlab/grade.yml": "vendor.gitlab-ci",
}
DOCUMENTS = {"ci/gitlab/grade.yml": 2}  # the inputs, and the job


@pytest.mark.parametrize(("file", "schema"), FILES.items(), ids=FILES)
def test_the_file_is_valid(file: str, schema: str, tmp_path: Path) -> None:
    text = (CHECKOUT / file).read_text(encoding="utf-8")
    problems = [problems_with(document, schema, tmp_path) for document in text.split("\n---\n")]
    assert problems == [""] * DOCUMENTS.get(file, 1)


def test_a_mistake_in_either_part_of_the_template_for_gitlab_is_found(tmp_path: Path) -> None:
    inputs, job = (CHECKOUT / "ci/gitlab/grade.yml").read_text(encoding="utf-8").split("\n---\n")
    assert problems_with(inputs.replace("default: main", "type: branch"), "vendor.gitlab-ci", tmp_path)
    assert problems_with(job.replace("when: always", "when: sometimes"), "vendor.gitlab-ci", tmp_path)


def test_every_file_for_github_is_looked_at() -> None:
    found = {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / ".github").rglob("*.yml")}
    assert found <= set(FILES)


@pytest.mark.parametrize("schema", sorted(set(FILES.values())))
def test_a_file_that_is_not_valid_is_found(schema: str, tmp_path: Path) -> None:
    assert problems_with("{jobs: 1, runs: 1, grade: {script: 1}}", schema, tmp_path)
