"""Running programs to mark them: workers, faults of ours, the second run, and the record."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from grader.grading import grade
from grader.grading.programs import SharedWorker
from grader.grading.programs.program_runs import Runs, find_program, run_on_trees
from grader.grading.record import grade_from_record
from grader.sandbox.run import Run, Worker
from grader.submissions import read_files
from grader.text.source import InputError
from tests.marking_programs import (
    DEEP,
    MINIMAX,
    TEXTBOOK,
    a_set,
    handed_in,
    marked,
)
from tests.sandbox.programs import ALPHABETA


def test_the_record_gives_the_grade_back(walled: Worker) -> None:
    problems = a_set()
    result = marked(problems, MINIMAX, walled)
    record = json.loads(json.dumps(result.to_dict()))
    assert grade_from_record(record, problems) == result
    assert grade_from_record(record, problems).runs == result.runs


class Broken(Worker):
    def child(self, limits: object) -> Iterator[object]:  # type: ignore[override]
        raise OSError("no more processes")


def test_a_fault_of_ours_is_failed_and_never_wrong() -> None:
    problems = a_set()
    result = grade(problems, handed_in(ALPHABETA), worker=Broken())
    assert result.status == "failed"
    assert {one.verdict for one in result.checks} == {"failed"}
    assert result.checks[0].fault == "OSError: no more processes"
    assert len(result.notes) == 3


class Refusing(Worker):
    def child(self, limits: object) -> Iterator[object]:  # type: ignore[override]
        raise InputError([])


def test_where_programs_are_not_run_at_all_that_is_no_ones_mark() -> None:
    with pytest.raises(InputError):
        grade(a_set(), handed_in(ALPHABETA), worker=Refusing())


def test_a_worker_is_shared_and_started_only_when_it_is_needed(walled: Worker) -> None:
    del walled  # only where there is one
    problems = a_set()
    with SharedWorker(problems) as shared:
        assert shared.worker_for(read_files({"notes.txt": b""}, "ada")) is None
        first = shared.worker_for(handed_in(ALPHABETA))
        assert first is not None
        assert shared.worker_for(handed_in(MINIMAX)) is first


def test_without_a_worker_one_is_started(walled: Worker) -> None:
    del walled  # only where there is one
    assert grade(a_set(), handed_in(ALPHABETA)).earned == 12


def test_the_second_run_is_on_the_first_tree_that_is_not_hidden(walled: Worker) -> None:
    problems = a_set(f'{{tree: "{TEXTBOOK}", hidden: true}}', f'"{DEEP}"')
    program = find_program(problems, problems.by_program[0], handed_in(ALPHABETA))
    assert program is not None
    runs = run_on_trees(problems.by_program[0], program, walled)
    assert (runs.twice, runs.differ) == (1, False)
    assert runs.again is not None
    assert runs.again.visited == runs.runs[1].visited


def test_a_second_run_that_is_too_slow_is_no_difference() -> None:
    assert not Runs((Run("returned", 3),), Run("timeout")).differ
