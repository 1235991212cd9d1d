"""How long a whole class takes: against one worker, bare YAML, a second run, and the runners of others."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import yaml

from benchmarks.marking import SET, sheet_text
from benchmarks.measuring import Figure
from grader.classes import available_cores, grade_class
from grader.gradebook import FILE, Gradebook
from grader.problems import load_problems
from grader.reports.class_.class_files import Printing, write_class_reports
from grader.reports.ledger import digest_of_standing
from grader.reports.report_files import Request
from grader.submissions.collecting import collect

SHEETS, LARGE = 5_000, 20_000
PROGRAMS = 500
TINY_PROGRAMS = 500
PEER_RUNS = 5
ROUNDS = 3

_CODE_SET = """\
set: bench
problems:
  - id: program
    code: {file: search.py, function: minimax, api: tree, seconds: 5}
    trees:
%s
    questions:
      - {ask: value, points: 1}
"""
_TREES = (
    "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
    "[7, [4, [5, 9]]]",
    "[[4, 6], [4, 1]]",
    "[[-3], [-8, 2]]",
    "[1, 2]",
)
_PROGRAM = """\
# {number}
def minimax(node):
    if node.is_leaf:
        return node.utility
    values = [minimax(child) for child in node.children]
    return max(values) if node.kind == "max" else min(values)
"""
# The same assignment for others, whose students get lists.
_LISTS = """\
def minimax(node, best=max):
    if not isinstance(node, list):
        return node
    return best(minimax(child, min if best is max else max) for child in node)
"""
_GRADESCOPE = {
    "test_search.py": """\
import unittest
from gradescope_utils.autograder_utils.decorators import weight
class Minimax(unittest.TestCase):
    @weight(1)
    def test_value(self):
        from search import minimax
        self.assertEqual(minimax([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 3)
""",
    "run_tests.py": """\
import unittest
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner
suite = unittest.defaultTestLoader.discover(".")
with open("results.json", "w") as file:
    JSONTestRunner(visibility="visible", stream=file).run(suite)
""",
}
_CHECK50 = {
    "checks/.cs50.yaml": "check50: true\n",
    "checks/__init__.py": """\
import check50
import check50.py
@check50.check()
def value():
    "the value is right"
    module = check50.py.import_("search.py")
    if module.minimax([[3, 12, 8], [2, 4, 6], [14, 5, 2]]) != 3:
        raise check50.Failure("the value is wrong")
""",
}


def figures() -> Iterator[Figure]:
    yield from _sheets()
    if sys.platform != "win32":
        yield from _large()
    if sys.platform == "linux":
        yield from _programs()
        yield from _peers()


def _sheets() -> Iterator[Figure]:
    texts = [sheet_text(Random(number), number, 1 / 3) for number in range(SHEETS)]
    with class_folder(SET, {f"student-{number}.yaml": text for number, text in enumerate(texts)}) as folder:
        one, two, again = _best(
            lambda: seconds_to_mark(folder, 1), lambda: seconds_to_mark(folder, 2), lambda: _run(folder, 2)
        )
        parsing = _clocked(lambda: [yaml.load(text, Loader=yaml.CSafeLoader) for text in texts])
        with_pages = two + _best(lambda: _page_seconds(folder))[0]
        note = f"{SHEETS / two:,.0f} sheets a second" if available_cores() >= 2 else "on one core"
        yield Figure("a class of 5,000 sheets: two workers against one", one / two, at_least=1.6, note=note)
        yield Figure("a class of 5,000 sheets, times parsing the YAML", two / parsing, at_most=3)
        yield Figure("the same with a page for each student, times without", with_pages / two, at_most=3.5)
        yield Figure("a class of 5,000 sheets: a second run of marking alone", two / again, at_least=15)
        first, second = _whole_command(folder)
        yield Figure("the whole command with pages: a second run", first / second, at_least=8)


def _large() -> Iterator[Figure]:
    """What a class of 20,000 takes in memory beyond an import of the grader, and what its table takes."""
    texts = {f"student-{number}.yaml": sheet_text(Random(number), number, 1 / 3) for number in range(LARGE)}
    with class_folder(SET, texts) as folder:
        del texts
        bare = _peak("grader.cli.commands.grade").memory
        main = _peak(*_command(folder)).memory
        yield Figure(
            "the main process for 20,000 sheets, times 120 MB", main / 120, at_most=1,
            note=f"{main:.0f} MB, of which {bare:.0f} MB are the imports",
        )  # fmt: skip
        rows = _peak("benchmarks.rows", str(folder / "out" / FILE))
        for form in ("table", "csv"):
            own = _peak("grader", "grades", "--out", str(folder / "out"), "--format", form)
            name = f"`grades` as {form} of 20,000"
            yield Figure(f"{name}, times reading the rows and json.loads", own.time / rows.time, at_most=2)
            note = f"{own.memory:.0f} MB"
            yield Figure(f"{name}: memory, times 100 MB", own.memory / 100, at_most=1, note=note)


def _programs() -> Iterator[Figure]:
    with class_folder(_code_set(_TREES), _programs_of(PROGRAMS)) as folder:
        first, again = _best(lambda: seconds_to_mark(folder, 2), lambda: _run(folder, 2))
    note = f"{PROGRAMS / first:,.0f} programs a second, on five trees each"
    yield Figure("a class of 500 programs: a second run", first / again, at_least=20, note=note)


def _peers() -> Iterator[Figure]:
    """The same small assignment, a submission at a time as the others do it."""
    with class_folder(_code_set(_TREES[:1]), _programs_of(TINY_PROGRAMS)) as folder:
        ours = _best(lambda: seconds_to_mark(folder, 2))[0] / TINY_PROGRAMS
    gradescope = _peer(_GRADESCOPE, [sys.executable, "run_tests.py"])
    check50 = _peer(
        _CHECK50, [str(Path(sys.executable).with_name("check50")), "--dev", "-o", "json", "--", "checks"]
    )
    for name, seconds, least in (("gradescope-utils", gradescope, 20), ("check50", check50, 100)):
        ratio, note = (
            (None, "not installed") if seconds is None else (seconds / ours, f"{ours * 1000:.1f} ms")
        )
        yield Figure(f"a small program, per submission: {name}", ratio, at_least=least, note=note)


def _peer(files: dict[str, str], command: list[str]) -> float | None:
    """The best time of a peer's command in a folder with these files and a student's program."""
    with TemporaryDirectory() as folder:
        for name, text in {**files, "search.py": _LISTS}.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        try:
            return min(_clocked(lambda: _call(command, folder)) for _ in range(PEER_RUNS))
        except (OSError, subprocess.CalledProcessError):
            return None


def _call(command: list[str], folder: str) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _code_set(trees: tuple[str, ...]) -> str:
    return _CODE_SET % "\n".join(f'      - "{tree}"' for tree in trees)


def _programs_of(number: int) -> dict[str, str]:
    return {f"student-{one}/search.py": _PROGRAM.format(number=one) for one in range(number)}


@contextmanager
def class_folder(set_text: str, files: dict[str, str]) -> Iterator[Path]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "set.yaml").write_text(set_text, encoding="utf-8")
        for place, text in files.items():
            path = folder / "class" / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        yield folder


def seconds_to_mark(folder: Path, jobs: int) -> float:
    """The time on the clock for a first run; everything but the start of the grader itself."""
    for file in folder.glob(f"{FILE}*"):
        file.unlink()
    return _run(folder, jobs)


def _best(*runs: Callable[[], float]) -> list[float]:
    """The best time of each, which take turns, so that a busy moment hits all alike."""
    return list(map(min, zip(*([run() for run in runs] for _ in range(ROUNDS)), strict=True)))


def _run(folder: Path, jobs: int) -> float:
    return _clocked(lambda: _grade(folder, jobs))


def _grade(folder: Path, jobs: int) -> None:
    problems = load_problems(folder / "set.yaml")
    with Gradebook.open(folder / FILE) as book:
        summary = grade_class(problems, collect(folder / "class", problems), book, jobs=jobs)
    assert not summary.faults, summary


def _page_seconds(folder: Path) -> float:
    """The time on the clock for pages that are not there yet."""
    rmtree(folder / "out", ignore_errors=True)
    return _clocked(lambda: _write_pages(folder))


def _write_pages(folder: Path) -> None:
    problems = load_problems(folder / "set.yaml")
    request = Request(problems)
    with Gradebook.open(folder / FILE, write=False) as book:
        standings = book.current(problems.id, marks_only=True)  # as the command reads them
        made_from = {one.student: digest_of_standing(one, request) for one in standings}
    printing = Printing(folder / FILE, "latest", ("html",), folder / "out", request)
    write_class_reports(printing, made_from, 2)


def _whole_command(folder: Path) -> tuple[float, float]:
    """The time on the clock of the command as people call it, in an empty folder and once more."""
    rmtree(folder / "out", ignore_errors=True)
    first = _clocked(lambda: _peak(*_command(folder)))
    return first, _best(lambda: _clocked(lambda: _peak(*_command(folder))))[0]


def _command(folder: Path) -> list[str]:
    set_file, submissions, out = (str(folder / name) for name in ("set.yaml", "class", "out"))
    return ["grader", "grade", set_file, submissions, "--out", out, "--jobs", "2"]


class _Peak(NamedTuple):
    """What a process took, without others that it started: seconds of the processor, and megabytes."""

    time: float
    memory: float


_WATCHED = """
import resource, runpy, sys
from pathlib import Path
sys.argv[:] = sys.argv[1:]
try:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
except SystemExit as end:
    assert not end.code, end.code
used = resource.getrusage(resource.RUSAGE_SELF)
status = Path("/proc/self/status")  # the other figure also counts the process that started this one
peak = status.read_text().split("VmHWM:")[1].split()[0] if status.exists() else used.ru_maxrss
print(used.ru_utime + used.ru_stime, int(peak) / 1024, file=sys.stderr)
"""


def _peak(module: str, *arguments: str) -> _Peak:
    """What a module takes at most, run as `python -m` does."""
    command = [sys.executable, "-c", _WATCHED, module, *arguments]
    done = subprocess.run(command, check=True, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return _Peak(*map(float, done.stderr.splitlines()[-1].split()))


def _clocked(function: Callable[[], object]) -> float:
    start = perf_counter()
    function()
    return perf_counter() - start
