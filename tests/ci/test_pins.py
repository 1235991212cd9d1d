"""Actions of others: pinned by commit with the version beside it, the same wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from grader.course.new_course import course_files
from tests.ci.steps import CHECKOUT

USED = re.compile(r"^[ \t#]*(?:- )?uses:[ \t]*(\S+)[ \t]*(.*)$", re.MULTILINE)
OURS = "tree-puzzle-grader/"  # a course fills in which commit of the grader it uses
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
FOLDERS = (".github", "ci", "docs", "problems", "grader/course/template")
# The first major version that runs on Node 24: runners have no Node 20 any more.
ON_NODE_24 = {
    "actions/checkout": 5, "actions/download-artifact": 7, "actions/setup-python": 6,
    "actions/upload-artifact": 6,
}  # fmt: skip
NO_NODE = {"pypa/gh-action-pypi-publish"}


def texts() -> Iterator[tuple[str, str]]:
    """Everything that could name an action: what runs here, what a new course gets, and what people copy."""
    for folder in FOLDERS:
        for path in sorted((CHECKOUT / folder).rglob("*")):
            if path.suffix in (".yml", ".yaml", ".md", ".template"):
                yield path.relative_to(CHECKOUT).as_posix(), path.read_text(encoding="utf-8")
    yield "README.md", (CHECKOUT / "README.md").read_text(encoding="utf-8")
    yield from ((f"grader new: {name}", text) for name, text in course_files("ai").items())


def actions(text: str) -> Iterator[str]:
    """Each action of others in a text, as `name@commit # version`."""
    for name, comment in USED.findall(text):
        if not name.startswith("./") and OURS not in name:
            yield f"{name} {comment}".strip()


FOUND = [(file, action) for file, text in texts() for action in actions(text)]


def test_actions_are_found_where_they_are_known_to_stand() -> None:
    files = {file for file, _ in FOUND}
    assert {".github/actions/grade/action.yml", ".github/workflows/ci.yml", "docs/ci.md"} <= files
    assert any(file.startswith("grader new: ") for file, text in texts() if USED.search(text))


def test_every_action_is_pinned_by_commit_with_its_version_beside_it() -> None:
    assert [f"{file}: {action}" for file, action in FOUND if not PINNED.fullmatch(action)] == []


def test_an_action_has_the_same_pin_everywhere() -> None:
    pins: dict[str, set[str]] = {}
    for _, action in FOUND:
        pins.setdefault(action.partition("@")[0], set()).add(action)
    assert {name: found for name, found in pins.items() if len(found) > 1} == {}


@pytest.mark.parametrize("action", sorted({action for _, action in FOUND}))
def test_an_action_runs_on_the_node_that_runners_have(action: str) -> None:
    name, _, rest = action.partition("@")
    major = int(rest.partition("# v")[2].partition(".")[0])
    assert name in NO_NODE or major >= ON_NODE_24[name]


LOOSE = {
    "a tag": "uses: actions/checkout@v7",
    "no version": f"uses: actions/checkout@{'a' * 40}",
    "a branch": "- uses: owner/action@main # v1.0.0",
    "in a comment": "#     uses: owner/action@main",
}


@pytest.mark.parametrize("text", LOOSE.values(), ids=LOOSE)
def test_a_loose_pin_is_found(text: str) -> None:
    (action,) = actions(text)
    assert not PINNED.fullmatch(action)
