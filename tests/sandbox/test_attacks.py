"""The attack corpus: every submission gets the verdict that it states, and changes nothing for the next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.sandbox.run import Program, Worker
from tests.sandbox.corpus import ATTACKS, attack, run_attack
from tests.sandbox.nobody import run_as_nobody

SOME = """
import json
from grader.sandbox.run import Worker
from tests.sandbox.corpus import ATTACKS, attack
with Worker() as worker:
    print(json.dumps({{path.stem: attack(path, worker) for path in ATTACKS[::{each}]}}))
"""


def test_the_corpus_is_there() -> None:
    assert len(ATTACKS) >= 45


@pytest.mark.parametrize("path", ATTACKS, ids=lambda path: path.stem)
def test_an_attack_gets_its_verdict_and_the_next_student_notices_nothing(path: Path, walled: Worker) -> None:
    assert attack(path, walled) == []


@pytest.mark.parametrize(
    "each", [pytest.param(9, id="some"), pytest.param(1, id="all", marks=pytest.mark.slow)]
)
def test_nor_does_an_attack_get_anywhere_where_the_grader_is_nobody(each: int) -> None:
    assert json.loads(run_as_nobody(SOME.format(each=each))) == {path.stem: [] for path in ATTACKS[::each]}


def test_nothing_of_the_environment_is_inside(walled: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_SECRET", "5171")
    code = b"import os\ndef search(node):\n    print(dict(os.environ))\n    return 1"
    program = Program({"search.py": code}, "search.py", "search")
    assert run_attack(program, walled, 20).printed == "{}\n"
