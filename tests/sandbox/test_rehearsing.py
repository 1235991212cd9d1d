"""What a zygote does once so that no child has to: a run of a small program of its own."""

from __future__ import annotations

import random
import sys
from random import Random

import pytest

from grader.rule import Rule
from grader.sandbox.inside.packed_channel import Facts, TreeLink
from grader.sandbox.inside.program import rehearse
from grader.sandbox.run import Limits, Program, Run, TreeTask, Worker, run_program
from grader.tree.language import parse_tree

_LOOKING = b"""
import random, sys

def search(node):
    print("rehearsed" in sys.modules, sys.argv, random.random(), sorted(vars(sys.modules["__main__"])))
    return node.utility
"""


@pytest.fixture(scope="module")
def seen() -> Run:
    """What a program finds of the rehearsal that was before it."""
    task = TreeTask(parse_tree("7"), Rule(), Limits(5, 256 << 20, 4096), 10, seed=5)
    with Worker() as worker:
        return run_program(Program({"search.py": _LOOKING}, "search.py", "search"), task, worker)


def test_a_program_finds_nothing_of_the_rehearsal(seen: Run) -> None:
    module = "['__doc__', '__loader__', '__name__', '__package__', '__spec__']"
    assert seen.printed == f"False ['search.py'] {Random(5).random()} {module}\n"


def test_what_is_rehearsed_is_what_a_child_is_told() -> None:
    told: list[object] = []

    def run(link: TreeLink) -> None:
        task, files = link.start()
        root = link.ask(bytes.fromhex(task["root"]))
        told[:] = [task["file"] in files, root._replace(handles=()), *map(link.ask, root.handles)]

    rehearse(run)
    assert told == [True, Facts("max", None, (1, 2)), Facts("leaf", 7), Facts("leaf", 7)]


def test_a_rehearsal_that_asks_for_more_is_not_kept_waiting() -> None:
    def run(link: TreeLink) -> None:
        link.start()
        while True:
            link.ask(bytes(8))

    with pytest.raises(EOFError, match="nobody answers"):
        rehearse(run)


def test_a_rehearsal_leaves_everything_as_it_was() -> None:
    before = sys.meta_path[:], sys.path[:], sys.argv[:], random.getstate()

    def run(link: TreeLink) -> None:
        del link
        sys.meta_path[:], sys.path[:], sys.argv[:] = [], [], ["rehearsed.py"]
        sys.modules["rehearsed"] = sys
        random.seed(1)

    rehearse(run)
    assert (sys.meta_path, sys.path, sys.argv, random.getstate()) == before
    assert "rehearsed" not in sys.modules
