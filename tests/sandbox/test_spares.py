"""Modules that lie ready as code: a program finds each of them, and no child has the memory of another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from grader.sandbox import Worker
from grader.sandbox.inside.packing import fill_gaps
from grader.sandbox.inside.spares import Spares
from grader.sandbox.policy import MODULES, SPARES
from tests.sandbox.programs import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="students' code is run on Linux only")

_USING = """
import argparse, calendar, csv, datetime, io, logging, pickle, queue, statistics, threading, unittest

def search(node):
    assert datetime.datetime is sys.modules["_datetime"].datetime
    assert pickle.loads(pickle.dumps([1, "a"])) == [1, "a"]
    assert statistics.mean([1, 2, 3]) == 2
    assert calendar.monthrange(2024, 2) == (3, 29)
    assert list(csv.reader(io.StringIO("a,b"))) == [["a", "b"]]
    assert argparse.ArgumentParser().parse_args([]) == argparse.Namespace()
    waiting = queue.Queue()
    waiting.put(threading.current_thread() is threading.main_thread())
    assert waiting.get()
    case = unittest.FunctionTestCase(lambda: None)
    assert unittest.TextTestRunner(io.StringIO()).run(case).wasSuccessful()
    logging.warning("said")
    return 7

import sys
"""


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as started:
        yield started


@pytest.fixture(scope="module")
def spares() -> Spares:
    return Spares(("no_such_module", "graphlib", "unittest", "unittest.util"))


@pytest.mark.parametrize("name", [*MODULES, *SPARES])
def test_a_program_can_import_every_module_of_the_policy(name: str, worker: Worker) -> None:
    assert run(worker, f"import {name}\n\ndef search(node):\n    return 7").value == 7


def test_what_a_program_imports_late_works_as_it_does_elsewhere(worker: Worker) -> None:
    seen = run(worker, _USING)
    assert (seen.value, seen.printed) == (7, "WARNING:root:said\n")


def test_a_program_has_not_what_it_does_not_import(worker: Worker) -> None:
    code = "import sys\n\ndef search(node):\n    return sum(name in sys.modules for name in {names})"
    assert run(worker, code.format(names=SPARES)).value == 0


def test_a_module_is_run_from_its_code(spares: Spares) -> None:
    spec = spares.find_spec("graphlib")
    assert spec is not None
    spares.create_module(spec)
    module = ModuleType("graphlib")
    spares.exec_module(module)
    assert [*vars(module)["TopologicalSorter"]({"b": ["a"]}).static_order()] == ["a", "b"]


def test_a_module_inside_a_package_is_found_beside_it(spares: Spares) -> None:
    package, module = spares.find_spec("unittest"), spares.find_spec("unittest.util")
    assert package is not None
    assert module is not None
    assert (package.submodule_search_locations is None, module.submodule_search_locations) == (False, None)


def test_what_this_python_does_not_have_is_not_found(spares: Spares) -> None:
    assert spares.find_spec("no_such_module") is None


def test_gaps_are_filled_until_what_is_made_next_lies_in_a_row() -> None:
    places = [id(block) for block in fill_gaps() if len(block) == 512 - sys.getsizeof(b"")]
    assert [later - sooner for sooner, later in zip(places[-6:], places[-5:], strict=False)] == 5 * [512]
