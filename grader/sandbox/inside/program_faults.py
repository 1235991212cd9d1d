"""An exception of a student's program → how the run ended, and why, cut to the student's own files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from traceback import clear_frames
from types import FrameType, TracebackType
from typing import Any

from grader.sandbox.inside.results import bounded
from grader.sandbox.inside.student_modules import Importer

_FIRST, _LAST = 3, 5  # calls that are shown of a long traceback
_MOST_CALLS = 100_000
_MOST_LINES = 1 << 31
_MOST_NAMES = 1000  # among which one that was meant is looked for
_OURS = __name__.partition(".")[0]

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
    if isinstance(error, SyntaxError) and error.filename in [*importer.files]:
        return _not_python(error, importer)
    outcome = next(outcome for kind, outcome in _OUTCOMES if isinstance(error, kind))
    calls = list(_calls(error.__traceback__, importer))
    file, line = calls[-1][:2] if calls else (None, None)
    trouble = {
        "kind": bounded(type(error).__name__), "message": _message(error), "file": file, "line": line,
        "traceback": _written(calls, importer), "meant": _meant(error, importer),
    }  # fmt: skip
    return {"outcome": outcome, "trouble": trouble}


def _not_python(error: SyntaxError, importer: Importer) -> dict[str, Any]:
    assert error.filename is not None
    number = error.lineno
    line = number if type(number) is int and 0 < number < _MOST_LINES else 1
    trouble = {
        "kind": type(error).__name__, "message": bounded(str(error.msg)), "file": error.filename,
        "line": line, "traceback": [bounded(importer.line(error.filename, line))], "meant": None,
    }  # fmt: skip
    return {"outcome": "syntax", "trouble": trouble}


def _message(error: BaseException) -> str:
    try:
        return bounded(f"{error}{_what_there_is(error)}")
    except BaseException:  # noqa: BLE001 - a student's own `__str__` may do anything
        return ""


def _what_there_is(error: BaseException) -> str:
    """What a node or a state can be asked for, where something else was asked of it."""
    if not isinstance(error, AttributeError) or type(error.obj).__module__.partition(".")[0] != _OURS:
        return ""
    there = _public(dir(error.obj))
    return "" if error.name in there else f"; it has {', '.join(there)}"


def _meant(error: BaseException, importer: Importer) -> str | None:
    """A name that is there and looks like the one that is missing."""
    try:
        name, there = getattr(error, "name", None), _public(_names(error, importer))
        if not isinstance(name, str) or name in there:
            return None
        return next(map(bounded, get_close_matches(name, there, n=1, cutoff=0.75)), None)
    except BaseException:  # noqa: BLE001 - a student's own `__dir__` may do anything
        return None


def _names(error: BaseException, importer: Importer) -> Iterable[str]:
    """What could have been meant where the exception was raised."""
    if isinstance(error, AttributeError):
        return dir(error.obj)
    if isinstance(error, ModuleNotFoundError):
        return importer.names
    frame = _last_frame(error.__traceback__)
    if isinstance(error, NameError) and frame is not None:
        return {**frame.f_builtins, **frame.f_globals, **frame.f_locals}
    return ()


def _last_frame(trace: TracebackType | None) -> FrameType | None:
    frame = None
    while trace is not None:
        frame, trace = trace.tb_frame, trace.tb_next
    return frame


def _public(names: Iterable[str]) -> list[str]:
    return [name for name in names if not name.startswith("_")][:_MOST_NAMES]


def _calls(trace: TracebackType | None, importer: Importer) -> Iterator[tuple[str, int, str]]:
    """File, line and function of the calls that stand in the student's files, outermost first."""
    for _ in range(_MOST_CALLS):
        if trace is None:
            return
        code = trace.tb_frame.f_code
        if code.co_filename in importer.files:
            yield code.co_filename, max(trace.tb_lineno or 0, 0), code.co_name
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
