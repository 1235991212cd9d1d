"""A plugin of pytest: `pytest --grader SET --submission DIR` → every question as a test item.

Without the option it does nothing, and loads nothing of the grader but this file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from grader.grading import Grade
    from grader.grading.visibility import View
    from grader.problems import ProblemSet
    from grader.reports.platforms.junit import Case
    from grader.text.sentences import Say
    from grader.text.source import InputError

_SET: pytest.StashKey[ProblemSet | InputError] = pytest.StashKey()
_FILE: pytest.StashKey[Path] = pytest.StashKey()
_COMMAND = re.compile(r"##(?=[\w.-]*\[)")  # `##[error]`, `##vso[…]`: commands anywhere in a line
_VOIDED = ("granted", "excluded")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, of which the first switches everything on."""
    group = parser.getgroup("grader", "tree puzzles")
    group.addoption(
        "--grader", metavar="SET",
        help="show each question of this problem set as a test: its file, or a folder with a set.yaml",
    )  # fmt: skip
    group.addoption(
        "--submission", metavar="PATH", action="append",
        help="one student's submission: a folder or a file; repeatable",
    )  # fmt: skip
    group.addoption(
        "--grader-view", choices=("student", "staff"), default="student",
        help="student shows what the set shows students now, staff everything (default: student)",
    )  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Refuse what would let pytest run files that a student handed in."""
    options = early_config.known_args_namespace
    if not options.grader:
        return
    if not options.submission:
        raise pytest.UsageError("--grader needs --submission PATH, one student's submission")
    places = [early_config.invocation_params.dir, *map(Path, options.file_or_dir)]
    for handed in _handed_in(early_config):
        if any(_is_within(place, handed) for place in places):
            hint = "start pytest elsewhere"
            raise _refused(handed, f"pytest would run the submitted files as its own; {hint}")


def pytest_configure(config: pytest.Config) -> None:
    """Collect the set; where nobody names tests of another kind, there is nothing but its questions."""
    if config.getoption("grader"):
        named = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
        config.stash[_FILE] = file = _set_file(config.getoption("grader"))
        config.stash[_SET] = found = _load(file)
        config.args = [*named, str(file)]
        for path in config.getoption("submission"):
            _check_hand_in(path, found)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Nothing that was handed in is collected: it would be run with everything that this process may."""
    if not config.getoption("grader"):
        return None
    return True if any(_is_within(collection_path, handed) for handed in _handed_in(config)) else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The set's own file is what the questions are collected from."""
    file = parent.config.stash.get(_FILE, None)
    if file is None or file_path.resolve() != file.resolve():
        return None
    return GradedSet.from_parent(parent, path=file_path)


class GradedSet(pytest.File):
    """A problem set, with everything that was handed in for it."""

    def collect(self) -> Iterator[pytest.Collector]:
        problems = _readable(self.config)
        for path in self.config.getoption("submission"):
            yield HandInCollector.from_parent(
                self, name=_harmless(_one_line(path)), handed=path, problems=problems
            )


class HandInCollector(pytest.Collector):
    """What one student handed in, which is marked when its first question is asked for."""

    def __init__(self, *, handed: str, problems: ProblemSet, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.handed = handed
        self.problems = problems
        self._seen: Grade | None = None

    def collect(self) -> list[pytest.Item]:
        return [
            QuestionItem.from_parent(self, name=f"{problem.id}.{asked.question.id}")
            for problem in self.problems.problems
            for asked in problem.questions
        ]

    @property
    def seen(self) -> Grade:
        """The grade as it may be seen."""
        if self._seen is None:
            self._seen = _graded(self.handed, self.problems, self.config.getoption("grader_view"))
        return self._seen

    @property
    def is_blank(self) -> bool:
        """Whether not one question was answered: that is no hand-in, whatever single questions are."""
        return {check.standing for check in self.seen.checks}.difference(_VOIDED) == {"missing"}


class QuestionItem(pytest.Item):
    """One question: it passes where the answer is right, and is skipped where there is nothing to tell.

    Where nothing at all was answered, it fails: CI that is green would say that all is well.
    """

    parent: HandInCollector

    def runtest(self) -> None:
        case = self._case
        if case.kind == "missing" and self.parent.is_blank:
            raise Unanswered(case.message, self._say("files.nothing-answered"))
        if case.outcome == "skipped":
            pytest.skip(case.message)
        if case.outcome != "passed":
            raise Unanswered(case.message, case.details)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        from grader.text.source import InputError

        if isinstance(excinfo.value, Unanswered | InputError):
            return _harmless(str(excinfo.value))
        return _harmless(str(super().repr_failure(excinfo, style)))  # type: ignore[arg-type]

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return Path(self.parent.name), None, self.name

    @property
    def _case(self) -> Case:
        from grader.reports.platforms.junit import case_of

        seen = self.parent.seen
        check = next(check for check in seen.checks if check.id == self.name)
        return case_of(seen, check, self.parent.problems, self._say)

    @property
    def _say(self) -> Say:
        from grader.text.sentences import sentences

        return sentences(self.parent.problems.language)


class Unanswered(Exception):
    """A question that was not answered right, and why."""

    def __init__(self, *told: str) -> None:
        super().__init__("\n".join(filter(None, told)))


def _handed_in(config: pytest.Config) -> list[Path]:
    options = config.known_args_namespace
    return [Path(path).resolve() for path in options.submission or ()]


def _is_within(place: Path, folder: Path) -> bool:
    return place.resolve().is_relative_to(folder)


def _set_file(path: str) -> Path:
    """The file of a set, which may be named by its folder."""
    from grader.problems.set_file import FILE

    return Path(path) / FILE if os.path.isdir(path) else Path(path)  # noqa: PTH112 - never raises


def _load(file: Path) -> ProblemSet | InputError:
    from grader.problems import load_problems
    from grader.text.source import InputError

    try:
        return load_problems(file)
    except InputError as error:
        return error


def _readable(config: pytest.Config) -> ProblemSet:
    from grader.text.source import InputError

    found = config.stash[_SET]
    if isinstance(found, InputError):
        everything = config.getoption("grader_view") == "staff"  # the message shows lines of the set
        told = str(found) if everything else "the problem set cannot be read; `grader check` says why"
        raise pytest.Collector.CollectError(told)
    return found


def _check_hand_in(path: str, problems: ProblemSet | InputError) -> None:
    """Refuse what is not one hand-in: nothing would be marked, and nothing would fail."""
    from grader.text.source import InputError

    if not os.path.exists(path):  # noqa: PTH110 - never raises, however strange the name
        raise _refused(path, "there is no file or folder of this name")
    if not isinstance(problems, InputError) and not _is_one_hand_in(path, problems):
        hint = "`grader grade` marks a whole class"
        raise _refused(path, f"there is no answer sheet here, and no program of the set; {hint}")


def _is_one_hand_in(path: str, problems: ProblemSet) -> bool:
    """Whether there is something to mark; a sheet in a folder may have any name, if it is the only one."""
    from grader.submissions import load_submission
    from grader.submissions.collecting import is_class
    from grader.text.source import InputError

    folder = os.path.isdir(path)  # noqa: PTH112 - likewise
    try:
        return not is_class(path, problems) or (folder and load_submission(path).sheet is not None)
    except InputError:
        return not folder  # a file that cannot be read is handed in all the same, and its questions fail


def _refused(path: object, message: str) -> pytest.UsageError:
    return pytest.UsageError(_harmless(f"{_one_line(path)}: {message}"))


def _one_line(path: object) -> str:
    from grader.text.columns import visible

    return visible(str(path))


def _harmless(text: str) -> str:
    """The same lines, of which CI takes none for a command, whoever wrote them; GitHub's begin with `::`."""
    from grader.text.columns import visible

    lines = (_COMMAND.sub("# #", visible(line)) for line in text.splitlines())
    return "\n".join(f"> {line}" if line.lstrip().startswith("::") else line for line in lines)


def _graded(path: str, problems: ProblemSet, view: View) -> Grade:
    from grader.grading import grade
    from grader.grading.visibility import sight_of
    from grader.submissions import load_submission

    return sight_of(problems, view).grade(grade(problems, load_submission(path)))
