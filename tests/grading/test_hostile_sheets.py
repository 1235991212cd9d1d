"""Whatever somebody hands in: a message, bounded time and memory, and the next submission marked as usual."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.submissions import Submission, load_submission, read_submission
from grader.text.source import Source
from tests.growth import is_within

SET = """\
set: search-1
title: Adversarial search
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A], points: 4}
      - {ask: best-move, points: 1}
      - {ask: pruned, points: 3}
      - {ask: window, of: [C], points: 1}
      - {ask: cutoffs, points: 1}
"""
GOOD = b"student: grace\nanswers:\n  textbook:\n    best-move: B\n    pruned: [C2, C3]\n"
HEAD = "student: mallory\nanswers:\n  textbook:\n"
DEEP = 100_000
MOST_SECONDS = 20  # far above what any of them takes
ROOT = Path(__file__).parents[2]
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (512 * 1024 * 1024,) * 2)
from grader.cli.main import main
sys.exit(main())
"""

BOMB = "a: &a [lol, lol, lol, lol]\n" + "".join(
    f"{name}: &{name} [*{before}, *{before}, *{before}, *{before}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
SHEETS: dict[str, bytes] = {
    "a bomb of aliases": f"{BOMB}{HEAD}    pruned: *i\n".encode(),
    "a tag that would run a program": f"{HEAD}    pruned: !!python/object/apply:os.abort []\n".encode(),
    "brackets nested deep": f"{HEAD}    pruned: {'[' * DEEP}{']' * DEEP}\n".encode(),
    "brackets never closed": f"{HEAD}    pruned: {'[' * DEEP}\n    best-move: B\n".encode(),
    "braces nested deep": f"{HEAD}    cutoffs: {'{at: ' * DEEP}x{'}' * DEEP}\n".encode(),
    "windows nested deep": f"{HEAD}    window: {{C: {'(' * DEEP}3{')' * DEEP}}}\n".encode(),
    "the whole sheet nested deep": b"[" * DEEP + b"]" * DEEP,
    "blocks nested deep": "".join(f"{' ' * depth}a:\n" for depth in range(1_000)).encode(),
    "dashes without end": f"{HEAD}    pruned: {'- ' * DEEP}\n".encode(),
    "a name of a megabyte": f"{HEAD}    pruned: {'x' * 900_000}\n".encode(),
    "numbers of many digits": f"{HEAD}    value: {{B: {'9' * 400_000}, C: 1e999999999}}\n".encode(),
    "quotes without end": f"{HEAD}    pruned: {chr(34) * 500_001}\n".encode(),
    "many answers": (HEAD + "".join(f"    q{number}: 1\n" for number in range(50_000))).encode(),
    "many problems": (
        "answers:\n" + "".join(f"  p{number}:\n    q: 1\n" for number in range(50_000))
    ).encode(),
    "duplicate keys": f"{HEAD}    pruned: [C2]\n    pruned: [C3]\n    best-move: B\n".encode(),
    "merge keys": f"base: &base {{pruned: [C2]}}\n{HEAD}    <<: *base\n    best-move: B\n".encode(),
    "control characters": f"{HEAD}    pruned: C2\x1b[2J\x07\n    best-move: B\n".encode(),
    "text that is turned around": f"{HEAD}    pruned: \u202e]3C ,2C[\n    best-move: B\n".encode(),
    "markup": (
        b"student: <script>alert(1)</script>\nset: '{{ 7*7 }}'\n"
        b"answers:\n  textbook:\n    pruned: <img src=x onerror=alert(1)>\n"
    ),
    "a path as a name": f"{HEAD.replace('mallory', '../../etc/passwd')}    best-move: B\n".encode(),
    "a formula as a name": f"{HEAD.replace('mallory', '=HYPERLINK(1)')}    best-move: B\n".encode(),
    "a format string": f"{HEAD}    pruned: '{{0.__class__}} %s {{node}}'\n".encode(),
    "binary": bytes(range(256)) * 100,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(1000),
    "nothing": b"",
    "blanks": b" \n" * 400_000,
    "line ends": b"\n" * 1_000_000,
    "carriage returns": HEAD.replace("\n", "\r").encode() + b"    best-move: B\r" * 20_000,
}
LIKE_ANOTHER = {
    "braces nested deep", "windows nested deep", "the whole sheet nested deep", "many problems", "line ends",
    "carriage returns",
}  # fmt: skip
ONE_OF_A_SORT = [name for name in SHEETS if name not in LIKE_ANOTHER]


@pytest.fixture(scope="module")
def problems() -> ProblemSet:
    loaded = load_problems(Source(SET, "set.yaml"))
    grade(loaded, read(GOOD))  # what is made once is not counted below
    return loaded


def read(data: bytes) -> Submission:
    return read_submission(data, "sheet.yaml")


def marked(problems: ProblemSet, data: bytes) -> Grade:
    result = grade(problems, read(data))
    assert len(result.checks) == 5
    assert not any(check.verdict == "failed" for check in result.checks), result.notes
    return result


@pytest.mark.parametrize("name", SHEETS)
def test_a_hostile_sheet_gets_a_record_and_the_next_one_its_marks(name: str, problems: ProblemSet) -> None:
    results: list[Grade] = []
    assert is_within(MOST_SECONDS, lambda: results.append(marked(problems, SHEETS[name])))
    record = results[0].to_dict()
    assert json.loads(json.dumps(record)) == record
    assert marked(problems, GOOD).earned == 4


WITH_A_RIGHT_ANSWER = [name for name in SHEETS if b"best-move: B\n" in SHEETS[name]]


@pytest.mark.parametrize("name", WITH_A_RIGHT_ANSWER)
def test_a_hostile_answer_does_not_spoil_the_one_beside_it(name: str, problems: ProblemSet) -> None:
    assert marked(problems, SHEETS[name]).checks[1].verdict == "right"


def test_a_file_of_a_hundred_megabytes_is_not_even_read_whole(tmp_path: Path, problems: ProblemSet) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    result = grade(problems, load_submission(path))
    assert result.status == "unreadable"
    assert [note.message for note in result.notes] == ["the sheet is larger than 1,000,000 bytes"]


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory as Linux has them")
@pytest.mark.parametrize("names", [ONE_OF_A_SORT, pytest.param([*SHEETS], marks=pytest.mark.slow)], ids=len)
def test_they_are_marked_together_in_little_memory_and_printed_without_harm(
    tmp_path: Path, names: list[str]
) -> None:
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    files = []
    for number, data in enumerate([*map(SHEETS.__getitem__, names), GOOD]):
        files.append(f"{number}.yaml")
        (tmp_path / files[-1]).write_bytes(data)
    result = subprocess.run(
        [sys.executable, "-c", LIMITED, "grade", "set.yaml", *files],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, b"")
    printed = result.stdout.decode()
    for character in ("\x1b", "\x07", "\u202e"):
        assert character not in printed
    assert max(map(len, printed.splitlines())) < 200
    assert printed.endswith("4 of 10 points (40 %)\n")
