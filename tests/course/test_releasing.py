"""What students get of a set: everything that they need, and nothing of what is hidden."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path
from shutil import copytree

import pytest

from grader.course import release_files
from grader.problems import ProblemSet, load_problems
from tests.course.encodings import found

STUDENT = "ada"

CANARIES = Path(__file__).parent / "canaries"
SECRETS = (
    *(f"canary-{word}" for word in (
        "comment", "seed", "tree-comment", "behind", "of-rule", "allowed-here", "of-answer", "allowed-there",
        "of-void", "question-comment", "of-left", "of-right", "of-true", "of-false", "model-answer", "folder",
        "public-seed", "id", "move", "file-id", "hidden", "random-id", "hidden-seed", "rule-id",
        "of-programs", "allowed-program", "beside", "sample", "hidden-file", "open-comment", "note",
    )),
    "canary_node", "8100002", "8300001", "8300002", "8300003", "8300005", "8300006", "8300007",
    "8300008", "Kathmandu",
    "3400009/2", "1700004.5", "1700004 1/2",  # the key: the value of B, which no leaf has
)  # fmt: skip
NAMES = {f"canary_{word}" for word in ("one", "two", "three")}


@pytest.fixture(name="problems")
def _problems() -> ProblemSet:
    return load_problems(CANARIES)


def in_bytes(files: Mapping[str, str | bytes]) -> dict[str, bytes]:
    return {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}


def test_a_release_has_what_students_need_and_no_other_file(problems: ProblemSet) -> None:
    assert sorted(release_files(problems, STUDENT)) == [
        "answers.yaml", "figures/shown/figure.svg", "search.py", "set.yaml", "sheet.html",
        "trees/program/grown.tree", "trees/program/open.tree",
    ]  # fmt: skip


@pytest.mark.parametrize("secret", SECRETS)
def test_nothing_that_is_hidden_is_released_in_any_encoding(secret: str, problems: ProblemSet) -> None:
    files = in_bytes(release_files(problems, STUDENT))
    assert [name for name, content in files.items() if found(secret, name.encode() + b"\n" + content)] == []


def test_every_secret_is_in_the_folder_or_follows_from_it() -> None:
    files = [path for path in CANARIES.rglob("*") if path.is_file()]
    texts = b"\n".join(path.as_posix().encode() + b"\n" + path.read_bytes() for path in files)
    assert [secret for secret in SECRETS if secret.encode() not in texts] == [
        "3400009/2", "1700004.5", "1700004 1/2",
    ]  # fmt: skip


@pytest.mark.parametrize("student", ["ada", "ben", "cleo", "dora", "emil"])
def test_a_student_gets_one_variant_and_nothing_of_the_others(student: str, problems: ProblemSet) -> None:
    files = in_bytes(release_files(problems, student))
    tree = next(p for p in problems.on_sheet if p.id == "varied")
    own = tree.trees[tree.variant(student)].tree.names[-1]
    for file in ("answers.yaml", "set.yaml", "sheet.html"):
        assert {name for name in NAMES if found(name, files[file])} == {own}


def test_the_trees_of_a_release_have_no_comments(problems: ProblemSet) -> None:
    assert release_files(problems, STUDENT)["trees/program/open.tree"] == "max(min(3, 2), 1)\n"


CHANGES = {
    "which option is right": {"one, right: false": "one, right: yes", "one, right: true": "one"},
    "whether a claim holds": {"right: no": "right: yes"},
    "a hidden number": {"8300001": "8300009"},
    "a hidden shape": {'"min(8300007, 8300008)"': '"min(max(3, 4), 5, 6, 7)"'},
    "a hidden seed": {"canary-hidden-seed": "another"},
    "the name of a hidden tree": {"canary-id": "another"},
    "an accepted rule": {"credit: 1/7": "credit: 1"},
    "an accepted answer": {"B=8100002": "B=4"},
    "a model answer": {"canary-model-answer": "because"},
    "what is allowed": {"near-duplicate": "equal-leaves"},
    "a void": {", void: excluded, because: canary-of-void": ""},
    "how much a tree counts": {"points: 81": "points: 1"},
    "who is told of misconceptions": {"diagnosis: staff": "diagnosis: off"},
    "what is shown when": {"key: never": "key: now"},
    "partial credit": {"credit: {1: 1/3}": "credit: all"},
}


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_a_release_does_not_depend_on_what_is_hidden(
    changes: Mapping[str, str], tmp_path: Path, problems: ProblemSet
) -> None:
    changed = (CANARIES / "set.yaml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in changed
        changed = changed.replace(old, new)
    copytree(CANARIES, tmp_path / "set")
    (tmp_path / "set" / "set.yaml").write_text(changed, encoding="utf-8")
    assert release_files(load_problems(tmp_path / "set"), STUDENT) == release_files(problems, STUDENT)


FORMS = {
    "plain": "xx {} yy".format,
    "JSON": lambda text: '"' + "".join(f"\\u{ord(letter):04X}" for letter in text) + '"',
    "HTML": lambda text: "".join(f"&#{ord(letter)};" for letter in text),
    "escaped": lambda text: escape(f"<{text}>"),
    "an address": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "hex": lambda text: f"00{text.encode().hex()}ff",
    "base64": lambda text: b64encode(b"before " + text.encode() + b" after").decode(),
    "base64, one further": lambda text: b64encode(b"before  " + text.encode() + b" after").decode(),
    "capitals": str.upper,
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_search_for_secrets_would_find_them(form: object) -> None:
    assert callable(form)
    assert found("canary-seed", str(form("canary-seed")).encode())
    assert not found("canary-seed", str(form("canary-need")).encode())
