"""What travels to a worker and comes back, all of it data: Job, Task, Outcome."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from grader.grading import Grade
from grader.grading.grade_record import CheckStanding, Status
from grader.problems import ProblemSet, load_problems
from grader.sandbox.walls.policy import Isolation
from grader.submissions import HandIn
from grader.text.source import refusal
from grader.version import VERSION


@dataclass(frozen=True, slots=True)
class Job:
    """What a class shares: the files of the set, its own first, and how programs are run."""

    files: Mapping[str, bytes] = field(repr=False)
    hash: str
    isolation: Isolation = "full"
    version: str = VERSION

    def problems(self) -> ProblemSet:
        """The set as the worker reads it, which must be as it was sent."""
        if self.version != VERSION:
            message = f"a worker has version {VERSION} of the grader, and this is {self.version}"
            raise refusal("worker", message, "install the same version on all machines")
        with TemporaryDirectory(prefix="grader-") as folder:
            for name, data in self.files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            return load_problems(Path(folder, next(iter(self.files))))


class Task(NamedTuple):
    """A submission that is to be marked, and its place among all of them."""

    number: int
    handed: HandIn


class Outcome(NamedTuple):
    """What became of a task; `faults` are what went wrong on our side.

    `text` is the record of its grade as JSON, and `record` what the gradebook has to know of it: to write
    and read the whole of it is left to the workers.
    """

    number: int
    text: str
    record: Mapping[str, Any]
    status: Status
    verdicts: Mapping[CheckStanding, int]  # how many questions have each
    faults: tuple[str, ...] = ()

    @property
    def whole(self) -> dict[str, Any]:
        """The record, as in `results.json`."""
        record: dict[str, Any] = json.loads(self.text)
        return record


def outcome_of(number: int, grade: Grade) -> Outcome:
    """What a grade is to those who keep it and count."""
    verdicts = dict(Counter([check.standing for check in grade.checks]))
    faults = dict.fromkeys(check.fault for check in grade.checks if check.fault is not None)
    record = grade.to_dict()
    pending = [check for check in record["checks"] if check["verdict"] == "pending"]
    known = {name: record[name] for name in _KNOWN} | {"checks": pending}
    return Outcome(number, _written(record), known, grade.status, verdicts, tuple(faults))


_written = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_KNOWN = ("set", "student", "status", "earned", "possible", "made_from")
Chunk = tuple[Task, ...]
Outcomes = tuple[Outcome, ...]
