"""A run that did not come to its end → why, in sentences for the student."""

from __future__ import annotations

from collections.abc import Iterator

from grader.problems import Code, Problem
from grader.sandbox.run import Run, Trouble
from grader.sandbox.run.final_message import UNREADABLE
from grader.sandbox.run.program import RunOutcome
from grader.text.sentences import Say

# Where a program in another language is told something else than one in Python.
_COMMAND_ENDS: frozenset[RunOutcome] = frozenset(("crashed", "exited", "unreadable"))
_COMMAND_SLIPS = frozenset(("not-json", "no-question", "long-line", "two-lines", "went-on", "no-handle"))
_COMMAND_RESULTS = frozenset(("bool", "text", "digits", "type"))
_QUESTION, _RESULT = '{"ask": "…"}', '{"value": 3, "move": "a1"}'

_WITH_MESSAGE: frozenset[RunOutcome] = frozenset(("raised", "import"))  # which Python may leave out
_STOPS = (".", "!", "?", "。", "！", "？", "…")


def about_outcome(problem: Problem, run: Run, say: Say) -> Iterator[str]:
    """Why a run did not come to its end; nothing where it did."""
    if run.outcome == "returned":
        return
    code, trouble = problem.code, run.trouble or Trouble("")
    told = say(_key(code, run.outcome, trouble), **_parts(code, run, trouble, say))
    if trouble.meant:
        yield told if told.endswith(_STOPS) else say("code.before-meant", what=told)
        yield say("code.meant", meant=trouble.meant)
    else:
        yield told


def _key(code: Code, outcome: RunOutcome, trouble: Trouble) -> str:
    """The sentence that fits."""
    if code.command and (outcome in _COMMAND_ENDS or trouble.kind in _COMMAND_SLIPS):
        return f"command-run.{trouble.kind if outcome == 'forged' else outcome}"
    if outcome == "timeout":
        return f"{code.way.seen}.timeout"
    somewhere = "-somewhere" if outcome == "raised" and trouble.line is None else ""
    silently = "-silently" if outcome in _WITH_MESSAGE and not trouble.message else ""
    return f"code.{outcome}{somewhere}{silently}"


def _parts(code: Code, run: Run, trouble: Trouble, say: Say) -> dict[str, object]:
    return {
        "file": code.file, "name": code.name, "visits": run.visits, "seconds": code.seconds,
        "memory": code.memory >> 20, "most": code.visits, "number": run.visits, "returned": run.returned,
        "kind": trouble.kind, "message": trouble.message, "line": trouble.line or 0,
        "where": trouble.file or code.file, "what": _what(code, trouble, say),
        "question": _QUESTION, "result": _RESULT,
    }  # fmt: skip


def _what(code: Code, trouble: Trouble, say: Say) -> str:
    """What was returned that is no value and no move."""
    kind = trouble.kind if trouble.kind in UNREADABLE else "type"
    if kind == "none" and code.way.returns[0] == "move":
        kind = "none-chosen"
    table = "command-result" if code.command and kind in _COMMAND_RESULTS else "code-result"
    return say(f"{table}.{kind}", type=trouble.message)
