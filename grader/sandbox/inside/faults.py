"""An exception of a student's program → how the run ended, and why, cut to the student's own files."""

from __future__ import annotations

from collections.abc import Iterator
from traceback import clear_frames
from types import TracebackType
from typing import Any

from grader.sandbox.inside.importing import Importer
from grader.sandbox.inside.results import bounded

_FIRST, _LAST = 3, 5  # calls that are shown of a long traceback
_MOST_CALLS = 100_000

# The first that fits decides.
_OUTCOMES: tuple[tuple[type[BaseException], str], ...] = (
    (MemoryError, "memory"),
    (RecursionError, "recursion"),
    (ImportError, "import"),
    (SystemExit, "exited"),
    (BaseException, "raised"),
)


def explain(error: BaseException, importer: Importer) -> dict[str, Any]:
    """The outcome, and the trouble as plain data."""
    if isinstance(error, MemoryError):
        clear_frames(error.__traceback__)  # what they hold is what filled the memory
    if isinstance(error, SyntaxError) and error.filename in importer.files:
        return _not_python(error, importer)
    outcome = next(outcome for kind, outcome in _OUTCOMES if isinstance(error, kind))
    calls = list(_calls(error.__traceback__, importer))
    file, line = calls[-1][:2] if calls else (None, None)
    trouble = {
        "kind": bounded(type(error).__name__), "message": _message(error), "file": file, "line": line,
        "traceback": _written(calls, importer), "meant": None,
    }  # fmt: skip
    return {"outcome": outcome, "trouble": trouble}


def _not_python(error: SyntaxError, importer: Importer) -> dict[str, Any]:
    assert error.filename is not None
    line = error.lineno or 1
    trouble = {
        "kind": type(error).__name__, "message": bounded(str(error.msg)), "file": error.filename,
        "line": line, "traceback": [bounded(importer.line(error.filename, line))], "meant": None,
    }  # fmt: skip
    return {"outcome": "syntax", "trouble": trouble}


def _message(error: BaseException) -> str:
    try:
        return bounded(str(error))
    except BaseException:  # noqa: BLE001 - a student's own `__str__` may do anything
        return ""


def _calls(trace: TracebackType | None, importer: Importer) -> Iterator[tuple[str, int, str]]:
    """File, line and function of the calls that stand in the student's files, outermost first."""
    for _ in range(_MOST_CALLS):
        if trace is None:
            return
        code = trace.tb_frame.f_code
        if code.co_filename in importer.files:
            yield code.co_filename, trace.tb_lineno, code.co_name
        trace = trace.tb_next


def _written(calls: list[tuple[str, int, str]], importer: Importer) -> list[str]:
    """The calls as Python prints them, without those in the middle of very many."""
    if len(calls) <= _FIRST + _LAST + 1:
        return _lines(calls, importer)
    left_out = f"  … {len(calls) - _FIRST - _LAST} more calls …"
    return [*_lines(calls[:_FIRST], importer), left_out, *_lines(calls[-_LAST:], importer)]


def _lines(calls: list[tuple[str, int, str]], importer: Importer) -> list[str]:
    lines = []
    for file, number, function in calls:
        lines.append(f'  File "{bounded(file)}", line {number}, in {bounded(function)}')
        lines.append(f"    {bounded(importer.line(file, number))}")
    return lines
