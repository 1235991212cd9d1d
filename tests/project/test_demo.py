"""The sample class of `make demo`: the script makes the same one every time, and it has everything in it."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grader.problems import load_problems
from grader.submissions.collecting import collect

DEMO = Path(__file__).parents[2] / "demo"


@pytest.fixture
def generate() -> Any:
    spec = importlib.util.spec_from_file_location("generate", DEMO / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_class_is_what_the_script_makes(generate: Any) -> None:
    made = dict(generate.hand_ins(load_problems(DEMO / "set.yaml"), Random(generate.SEED)))
    made["roster.csv"] = generate.roster().encode()
    there = {
        path.relative_to(DEMO / "class").as_posix(): path.read_bytes()
        for path in (DEMO / "class").rglob("*")
        if path.is_file()
    }
    assert there == made


def test_the_class_has_thirty_students_and_one_who_handed_in_nothing() -> None:
    collected = collect(DEMO / "class", load_problems(DEMO / "set.yaml"))
    assert len(collected.entries) == 30
    assert [person.id for person in collected.missing] == ["yvonne"]
    assert collected.findings == ()


def test_make_demo_writes_a_practice_page_and_says_where_it_is() -> None:
    command = ["make", "--no-print-directory", "-n", "demo"]  # also where `make` runs the tests
    done = subprocess.run(command, cwd=DEMO.parent, capture_output=True, text=True, check=True)
    *_, writes, says = done.stdout.splitlines()
    assert writes.endswith("grader practice demo/set.yaml -o build/demo/practice.html")
    assert says == 'echo "A page for students to practise on: build/demo/practice.html"'
