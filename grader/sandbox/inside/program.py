"""A channel → one run of a student's program on one tree; all that goes out are questions and a result."""

from __future__ import annotations

import builtins
import inspect
import io
import marshal
import os
import random
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from struct import Struct
from types import CoroutineType, FunctionType, ModuleType
from typing import Any

from grader.sandbox.inside.packed_channel import TreeLink
from grader.sandbox.inside.program_faults import explain
from grader.sandbox.inside.results import NoResult, bounded, read_result, shown
from grader.sandbox.inside.student_modules import Importer

_RESERVE = [bytes(4 << 20)]  # made in the zygote, so it is no memory of the student's
_STREAMS: list[io.TextIOWrapper] = []


def _loaded(package: str, ending: str = "") -> dict[str, Any]:
    """The modules of a package whose names end like this, by what stands before: later no file is read."""
    (folder,) = import_module(package).__path__
    names = sorted(path.stem for path in Path(folder).glob(f"[a-z]*{ending}.py"))
    return {name.removesuffix(ending): import_module(f"{package}.{name}") for name in names}


_APIS = _loaded(__package__, "_api")
_STAND_INS = _loaded(f"{__package__}.stand_ins")


class Unusable(Exception):
    """A program with nothing to call, or that cannot be called: the outcome, and what there is instead."""

    def __init__(self, outcome: str, message: str, meant: str | None = None) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.message = bounded(message)
        self.meant = meant


def main(channel: int, end: Callable[[int], Any] = os._exit) -> None:
    """Read the task, run the student's program on it, and say how that ended."""
    try:
        if not _STREAMS:
            _make_ready()
        _run(TreeLink(channel))
    except BaseException:  # noqa: BLE001 - student's code has broken ours, or closed the channel
        end(1)  # without a word, as every word of Python's would be about our own files


def make_ready() -> None:
    """Do what is the same for every run before there is a child, and rehearse the rest."""
    _make_ready()
    reserve = _RESERVE[:]
    rehearse(_run)
    _RESERVE[:] = reserve


def _make_ready() -> None:
    """Hide what is ours, and have an empty input and a bounded output."""
    sys.modules["__main__"] = ModuleType("__main__")
    sys.stdin = io.StringIO()
    vars(builtins).update(exit=sys.exit, quit=sys.exit)  # as Python has them outside
    _STREAMS[:] = sys.stdout, sys.stderr = _output(1), _output(2)


def _run(link: TreeLink) -> None:
    task, files = link.start()
    importer = Importer(files, task["file"], task["modules"])
    _prepare(task, importer)
    result = _result(task, importer, link)
    for stream in _STREAMS:
        with suppress(ValueError):  # the student has closed it
            stream.flush()
    link.finish(result)


def _result(task: dict[str, Any], importer: Importer, link: TreeLink) -> dict[str, Any]:
    try:
        returned = _returned_with_room(task, importer, link)
        return {"outcome": "returned", **read_result(returned, task["returns"], task.get("players", 0))}
    except Unusable as found:
        trouble = {"kind": found.outcome, "message": found.message, "meant": found.meant}
        return {"outcome": found.outcome, "trouble": trouble}
    except NoResult as found:
        trouble = {"kind": found.kind, "message": found.type}
        words = shown(returned)
        if type(returned) is CoroutineType:
            returned.close()  # or Python warns of it, and names a file of ours
        return {"outcome": "unreadable", "trouble": trouble, "returned": words}
    except BaseException as error:  # noqa: BLE001 - whatever a student's program raises
        return explain(error, importer)


def _returned_with_room(task: dict[str, Any], importer: Importer, link: TreeLink) -> Any:
    """What the function returned; from then on there is room to say so, even where memory was used up."""
    try:
        return _returned(task, importer, link)
    finally:
        _RESERVE.clear()


def _returned(task: dict[str, Any], importer: Importer, link: TreeLink) -> Any:
    function = _function(importer.load(task["file"], task["name"]), task["name"])
    api = _APIS[task["api"]]
    if task["written"] == "class":
        given = api.made_with(task)
        _check_arguments(function, task["name"], **given)
        function = _method(function(**given), task["name"], api.METHOD)
    root = api.ROOT(bytes.fromhex(task["root"]), link.ask)
    given = api.arguments(root, task, function)
    _check_arguments(function, task["name"], *given)
    return function(*given)


def _function(module: ModuleType, name: str) -> Callable[..., Any]:
    """What the module has under that name, which must be something to call."""
    found: Callable[..., Any] | None = vars(module).get(name)
    if callable(found):
        return found
    raise Unusable("no-function", name, _close(name, vars(module)))


def _method(agent: Any, name: str, method: str) -> Callable[..., Any]:
    """What an agent has under that name, which must be something to call."""
    found: Callable[..., Any] | None = getattr(agent, method, None)
    if callable(found):
        return found
    raise Unusable("no-function", f"{name}.{method}", _close(method, vars(type(agent))))


def _close(name: str, names: Mapping[str, Any]) -> str | None:
    """The name of something to call that looks most like the one that is missing."""
    there = [other for other, value in names.items() if callable(value) and not other.startswith("_")]
    return next(iter(get_close_matches(name, there, n=1, cutoff=0.5)), None)


def _check_arguments(function: Callable[..., Any], name: str, /, *given: Any, **named: Any) -> None:
    """Refuse a function that cannot take what it is given, before anything of it runs."""
    if type(function) is FunctionType and not named and _takes(function, len(given)):
        return
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions do not say what they take
        return
    try:
        signature.bind(*given, **named)
    except TypeError as error:
        raise Unusable("arity", f"{name}{signature}: {error}") from None


def _takes(function: FunctionType, number: int) -> bool:
    """Whether a plain function surely takes so many arguments, which is quicker told than its signature."""
    code, optional = function.__code__, len(function.__defaults__ or ())
    plain = not (code.co_kwonlyargcount or vars(function))
    return plain and code.co_argcount - optional <= number <= code.co_argcount


def _prepare(task: dict[str, Any], importer: Importer) -> None:
    """Bring in what was submitted and what the API promises, and start chance where the task says."""
    sys.modules.update({name: _STAND_INS[name] for name in task["modules"]})
    wanted = task["stand-ins"].items()
    missing = {name: _STAND_INS[module] for name, module in wanted if importer.find_spec(name) is None}
    sys.modules.update(missing)
    importer.install()
    sys.argv[:] = [task["file"]]
    random.seed(task["seed"])


class _Output(io.FileIO):
    """A descriptor that takes what fits, and lets the rest go."""

    full = False

    def write(self, data: Any) -> int:
        if not self.full:
            try:
                return super().write(data)
            except OSError:
                self.full = True
        return len(data)


def _output(descriptor: int) -> io.TextIOWrapper:
    buffer = io.BufferedWriter(_Output(descriptor, "w", closefd=False))
    return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", line_buffering=True)


_TIMES = 20  # after fewer calls Python does not take a function for one that is used often
_LENGTH, _FACTS = Struct("<I"), Struct("<IBI")
_ROOT, _CHILDREN = bytes(8), (b"\1" * 8, b"\2" * 8)
_NOTHING = b"\xff" * 4
_NAME = "rehearsed"
_CODE = b"""\
def search(node):
    if node.is_leaf:
        return node.utility
    values = [search(child) for child in node.children]
    return max(values) if node.kind == "max" else min(values)
"""


def rehearse(run: Callable[[TreeLink], None]) -> None:
    """Run a small program of our own as a child would, again and again, and leave nothing behind.

    Python finishes much of itself only when code is used: it looks names up, and writes quicker code over
    the old. What it writes here, once in the zygote, no child has to write into a copy of its own.
    """
    kept = sys.meta_path[:], sys.path[:], sys.argv[:], random.getstate()
    loaded = set(sys.modules)
    for _ in range(_TIMES):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # a message at a time
        with ours, theirs:
            for message in _messages():
                ours.send(message)
            ours.shutdown(socket.SHUT_WR)  # so that nothing waits for more
            run(TreeLink(theirs.fileno()))
        for name in set(sys.modules) - loaded:
            del sys.modules[name]
    sys.meta_path[:], sys.path[:], sys.argv[:], state = kept
    random.setstate(state)


def _messages() -> tuple[bytes, ...]:
    """All that the grader would say: the task, the file, and the nodes of a tree with two leaves."""
    file = f"{_NAME}.py"
    header = {
        "file": file, "name": "search", "api": "tree", "written": "function", "returns": ("value", "move"),
        "modules": (), "stand-ins": {"numpy": "numpy"}, "root": _ROOT.hex(), "depth": None, "agents": 2,
        "seed": 0, "files": [[file, len(_CODE)]],
    }  # fmt: skip
    text = marshal.dumps(header)
    root = b"".join((*_CHILDREN, *(3 * [_NOTHING])))
    leaf = _LENGTH.pack(1) + b"7"
    return _LENGTH.pack(len(text)), text, _CODE, _packed(0, 2, root), *(2 * [_packed(3, 0, leaf)])


def _packed(kind: int, children: int, body: bytes) -> bytes:
    return _FACTS.pack(_FACTS.size - _LENGTH.size + len(body), kind, children) + body
