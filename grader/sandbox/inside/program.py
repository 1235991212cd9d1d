"""A channel → one run of a student's program on one tree; all that goes out are questions and a result."""

from __future__ import annotations

import inspect
import io
import os
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from socket import socket
from types import ModuleType
from typing import Any

from grader.sandbox.inside import aima_api, cs188_api, tree_api
from grader.sandbox.inside.faults import explain
from grader.sandbox.inside.importing import Importer
from grader.sandbox.inside.link import Link
from grader.sandbox.inside.results import Unreadable, bounded, read_result, shown
from grader.sandbox.inside.stand_ins import ON_REQUEST, STAND_INS
from grader.sandbox.inside.tree_api import Node

_OURS = "grader"
_STAND_INS = {name: f"{__package__}.stand_ins.{name}" for name in STAND_INS}
_ON_REQUEST = dict.fromkeys(ON_REQUEST, f"{__package__}.stand_ins.multi_agents")
_LOADED = {name: import_module(path) for name, path in (_STAND_INS | _ON_REQUEST).items()}

_ARGUMENTS: dict[str, tuple[type[Node], Callable[..., tuple[Any, ...]]]] = {
    "tree": (tree_api.Node, tree_api.arguments),
    "aima": (aima_api.State, aima_api.arguments),
    "cs188": (tree_api.Node, cs188_api.arguments),
}


class Unusable(Exception):
    """A program with nothing to call, or that cannot be called: the outcome, and what there is instead."""

    def __init__(self, outcome: str, message: str, meant: str | None = None) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.message = bounded(message)
        self.meant = meant


def main(channel: socket, end: Callable[[int], Any] = os._exit) -> None:
    """Read the task, run the student's program on it, and say how that ended."""
    try:
        _run(Link(channel.fileno()))
    except BaseException:  # noqa: BLE001 - student's code has broken ours, or closed the channel
        end(1)  # without a word, as every word of Python's would be about our own files


def _run(link: Link) -> None:
    task, files = link.start()
    importer = Importer(files, task["file"], STAND_INS if task["api"] == "cs188" else ())
    _prepare(task, importer)
    streams = sys.stdout, sys.stderr = _output(1), _output(2)
    result = _result(task, importer, link)
    for stream in streams:
        with suppress(ValueError):  # the student has closed it
            stream.flush()
    link.finish(result)


def _result(task: dict[str, Any], importer: Importer, link: Link) -> dict[str, Any]:
    try:
        returned = _returned(task, importer, link)
        return {"outcome": "returned", **read_result(returned, task["api"])}
    except Unusable as found:
        trouble = {"kind": found.outcome, "message": found.message, "meant": found.meant}
        return {"outcome": found.outcome, "trouble": trouble}
    except Unreadable as found:
        trouble = {"kind": found.kind, "message": found.type}
        return {"outcome": "unreadable", "trouble": trouble, "returned": shown(returned)}
    except BaseException as error:  # noqa: BLE001 - whatever a student's program raises
        return explain(error, importer)


def _returned(task: dict[str, Any], importer: Importer, link: Link) -> Any:
    function = _function(importer.load(task["file"]), task["name"])
    node, arguments = _ARGUMENTS[task["api"]]
    root = node(bytes.fromhex(task["root"]), link.ask)
    if task["api"] == "cs188":
        depth = cs188_api.depth(task)
        _check_arguments(function, task["name"], depth=depth)
        function = function(depth=depth).getAction
    given = arguments(root, task, function)
    _check_arguments(function, task["name"], *given)
    return function(*given)


def _function(module: ModuleType, name: str) -> Callable[..., Any]:
    """What the module has under that name, which must be something to call."""
    found: Callable[..., Any] | None = vars(module).get(name)
    if callable(found):
        return found
    there = [other for other, value in vars(module).items() if callable(value) and not other.startswith("_")]
    close = get_close_matches(name, there, n=1, cutoff=0.5)
    raise Unusable("no-function", name, close[0] if close else None)


def _check_arguments(function: Callable[..., Any], name: str, /, *given: Any, **named: Any) -> None:
    """Refuse a function that cannot take what it is given, before anything of it runs."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions do not say what they take
        return
    try:
        signature.bind(*given, **named)
    except TypeError as error:
        raise Unusable("arity", f"{name}{signature}: {error}") from None


def _prepare(task: dict[str, Any], importer: Importer) -> None:
    """Hide what is ours, bring in what the API promises, and start chance where the task says."""
    for name in [name for name in sys.modules if name.partition(".")[0] == _OURS]:
        del sys.modules[name]
    sys.modules["__main__"] = ModuleType("__main__")
    if task["api"] == "cs188":
        missing = (name for name in ON_REQUEST if importer.find_spec(name) is None)
        sys.modules.update({name: _LOADED[name] for name in (*STAND_INS, *missing)})
    importer.install()
    sys.argv[:] = [task["file"]]
    sys.stdin = io.StringIO()
    random.seed(task["seed"])


class _Output(io.FileIO):
    """A descriptor that takes what fits, and lets the rest go."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(data)


def _output(descriptor: int) -> io.TextIOWrapper:
    buffer = io.BufferedWriter(_Output(descriptor, "w", closefd=False))
    return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", line_buffering=True)
