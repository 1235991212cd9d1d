"""A plugin of pytest: `pytest --grader SET --submission DIR` → every question as a test item.

Without the option it does nothing, and loads nothing of the grader but this file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from grader.grading import Grade
    from grader.problems import ProblemSet
    from grader.reports.junit import Case


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, of which the first switches everything on."""
    group = parser.getgroup("grader", "tree puzzles")
    group.addoption("--grader", metavar="SET", help="show each question of this problem set as a test")
    group.addoption(
        "--submission", metavar="PATH", action="append", help="what was handed in: a folder or a file"
    )
    group.addoption(
        "--grader-view", choices=("student", "staff"), default="student",
        help="student shows what the set shows students by now, which is usual; staff everything",
    )  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Refuse what would let pytest run files that a student handed in."""
    options = early_config.known_args_namespace
    if not options.grader:
        return
    if not options.submission:
        raise pytest.UsageError("--grader needs --submission PATH, what was handed in")
    places = [early_config.invocation_params.dir, *map(Path, options.file_or_dir)]
    for handed in _handed_in(early_config):
        if any(_is_within(place, handed) for place in places):
            hint = "start pytest elsewhere"
            raise pytest.UsageError(f"{handed}: pytest would run what was handed in as its own; {hint}")


def pytest_configure(config: pytest.Config) -> None:
    """Collect the set; where nobody names tests of another kind, there is nothing but its questions."""
    if config.getoption("grader"):
        named = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
        config.args = [*named, config.getoption("grader")]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Nothing that was handed in is collected: it would be run with everything that this process may."""
    if not config.getoption("grader"):
        return None
    return True if any(_is_within(collection_path, handed) for handed in _handed_in(config)) else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The set's own file is what the questions are collected from."""
    path = parent.config.getoption("grader")
    if not path or file_path.resolve() != Path(path).resolve():
        return None
    return GradedSet.from_parent(parent, path=file_path)


class GradedSet(pytest.File):
    """A problem set, with everything that was handed in for it."""

    def collect(self) -> Iterator[pytest.Collector]:
        problems = _load_problems(self.config)
        for path in self.config.getoption("submission"):
            yield HandIn.from_parent(self, name=path, problems=problems)


class HandIn(pytest.Collector):
    """What one student handed in, which is marked when its first question is asked for."""

    def __init__(self, *, problems: ProblemSet, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.problems = problems
        self._seen: Grade | None = None

    def collect(self) -> list[pytest.Item]:
        if not os.path.exists(self.name):  # noqa: PTH110 - never raises, however strange the name
            raise self.CollectError(f"{self.name}: there is no file or folder of this name")
        return [
            Question.from_parent(self, name=f"{problem.id}.{asked.question.id}")
            for problem in self.problems.everything
            for asked in problem.questions
        ]

    @property
    def seen(self) -> Grade:
        """The grade as it may be seen."""
        if self._seen is None:
            self._seen = _graded(self.name, self.problems, self.config.getoption("grader_view"))
        return self._seen


class Question(pytest.Item):
    """One question: it passes where the answer is right, and is skipped where there is nothing to tell."""

    parent: HandIn

    def runtest(self) -> None:
        case = self._case
        if case.outcome == "skipped":
            pytest.skip(case.message)
        if case.outcome != "passed":
            raise Unanswered(case)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, Unanswered):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, style))  # type: ignore[arg-type]

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return Path(self.parent.name), None, self.name

    @property
    def _case(self) -> Case:
        from grader.reports.junit import case_of
        from grader.sentences import sentences

        seen, problems = self.parent.seen, self.parent.problems
        check = next(check for check in seen.checks if check.id == self.name)
        return case_of(seen, check, problems, sentences(problems.language))


class Unanswered(Exception):
    """A question that was not answered right, and why."""

    def __init__(self, case: Case) -> None:
        super().__init__("\n".join(filter(None, (case.message, case.details))))


def _handed_in(config: pytest.Config) -> list[Path]:
    options = config.known_args_namespace
    return [Path(path).resolve() for path in options.submission or ()]


def _is_within(place: Path, folder: Path) -> bool:
    return place.resolve().is_relative_to(folder)


def _load_problems(config: pytest.Config) -> ProblemSet:
    from grader.problems import load_problems
    from grader.source import InputError

    try:
        return load_problems(config.getoption("grader"))
    except InputError as error:
        everything = config.getoption("grader_view") == "staff"  # the message shows lines of the set
        told = str(error) if everything else "the problem set cannot be read; `grader check` says why"
        raise pytest.Collector.CollectError(told) from None


def _graded(path: str, problems: ProblemSet, view: str) -> Grade:
    from datetime import UTC, datetime

    from grader.grading import grade, seen_by_student
    from grader.submissions import load_submission

    marked = grade(problems, load_submission(path))
    return marked if view == "staff" else seen_by_student(marked, problems, datetime.now(UTC))
