"""The same class on a real Dask cluster: a scheduler with two worker processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.classes import Summary
from grader.text.source import InputError
from tests.classes.teaching import (
    PROGRAMS,
    RIGHT,
    SEARCH,
    SLEEP,
    WRONG,
    hand_in_program,
    kept,
    make_class,
    run,
)

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask warns of its own doings
STUDENTS = {f"student-{number:02}": RIGHT if number % 3 else WRONG for number in range(40)}


@pytest.fixture(scope="module", autouse=True)
def distributed() -> Any:
    """Dask, which takes long to import."""
    return pytest.importorskip("distributed", reason="Dask is not installed")


@pytest.fixture(scope="module")
def cluster(distributed: Any) -> Iterator[Any]:
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "processes": True}
    with distributed.LocalCluster(**options) as started:
        yield started


def test_a_cluster_keeps_the_same_grades_in_the_same_order(tmp_path: Path, cluster: Any) -> None:
    make_class(tmp_path, STUDENTS)
    summary = run(tmp_path, executor="dask", address=cluster.scheduler_address)
    assert (summary.marked, summary.statuses) == (40, {"graded": 40})
    assert kept(tmp_path) == [
        (student, "graded", 5 if pruned == RIGHT else 1) for student, pruned in STUDENTS.items()
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")
def test_a_worker_of_the_cluster_that_is_killed_in_the_middle_costs_nobody_anything(
    tmp_path: Path, cluster: Any
) -> None:
    make_class(tmp_path, {}, PROGRAMS)
    students = [f"student-{number}" for number in range(8)]
    for student in students:
        hand_in_program(tmp_path, student, SLEEP.replace("15", "0.3"))
    killed: list[int] = []

    def kill(summary: Summary) -> None:
        if summary.marked >= 2 and not killed:
            killed.append(cluster.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    summary = run(tmp_path, executor="dask", address=cluster.scheduler_address, progress=kill)
    assert killed
    assert (summary.statuses, summary.faults) == ({"graded": 8}, {})
    assert kept(tmp_path) == [(student, "graded", 7) for student in students]


def test_nothing_is_left_on_a_cluster_afterwards(tmp_path: Path, distributed: Any, cluster: Any) -> None:
    make_class(tmp_path, {"ada": RIGHT})
    run(tmp_path, executor="dask", address=cluster.scheduler_address)
    with distributed.Client(cluster) as client:
        plugins = client.run(lambda dask_worker: [name for name in dask_worker.plugins if "grader" in name])
    assert not any(plugins.values())


@pytest.mark.slow
def test_without_an_address_a_cluster_is_started_here(tmp_path: Path) -> None:
    make_class(tmp_path, {}, PROGRAMS)
    hand_in_program(tmp_path, "ada", SEARCH)
    assert run(tmp_path, executor="dask").marked == 1
    assert kept(tmp_path)[0][0] == "ada"


def test_error_a_scheduler_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.classes.dask_cluster._PATIENCE", 1)
    make_class(tmp_path, {"ada": RIGHT})
    with pytest.raises(InputError, match=r"no cluster answers at `tcp://127\.0\.0\.1:1`"):
        run(tmp_path, executor="dask", address="tcp://127.0.0.1:1")


def test_error_an_address_that_is_none(tmp_path: Path) -> None:
    make_class(tmp_path, {"ada": RIGHT})
    with pytest.raises(InputError, match="no cluster answers at `nonsense://x`"):
        run(tmp_path, executor="dask", address="nonsense://x")


def test_error_dask_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_class(tmp_path, {"ada": RIGHT})
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install tree-puzzle-grader\[dask\]"):
        run(tmp_path, executor="dask")
