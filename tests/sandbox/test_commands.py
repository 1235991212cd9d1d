"""Programs in other languages: the same conversation, in lines of JSON on standard input and output."""

import errno
import shutil
import socket
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from grader.rule import Rule
from grader.sandbox.run import Limits, Program, Run, Worker, run_program
from grader.sandbox.run.command_process import command_child
from grader.sandbox.run.json_lines import LineMessages
from grader.sandbox.run.packed_messages import Forged
from grader.sandbox.run.stream import Stream
from grader.text.source import InputError
from tests.sandbox.programs import LIMITS, TEXTBOOK, task

# A language like any other, as far as the protocol is concerned.
DIALOGUE = b"""
import json, sys

def say(message):
    print(json.dumps(message), flush=True)

def look(handle):
    say({"ask": handle})
    return json.loads(input())

def value(handle, depth):
    node = look(handle)
    if node["kind"] == "leaf" or depth == 0:
        return node["estimate"]
    return (max if node["kind"] == "max" else min)(value(child, depth - 1) for child in node["children"])

task = json.loads(input())
"""
SEARCH = DIALOGUE + b'say({"value": value(task["root"], task["depth"] or 99), "move": "a1"})'


def _run(code: bytes, worker: Worker, tree: str = TEXTBOOK, limits: Limits = LIMITS, **more: Any) -> Run:
    program = Program({"search.py": code}, command=(sys.executable, "-I", "search.py"))
    return run_program(program, task(tree, limits=limits, **more), worker)


def test_a_program_asks_and_answers_in_lines(worker: Worker) -> None:
    seen = _run(SEARCH, worker)
    assert (seen.outcome, seen.value, seen.move, seen.visits) == ("returned", 3, "a1", 13)


def test_a_program_is_told_the_depth(worker: Worker) -> None:
    seen = _run(SEARCH, worker, "max(min~7(1, 2), min~4(3, 9))", rule=Rule(depth=1))
    assert (seen.value, seen.visited) == (7, ("A", "B", "C"))


ENDS: dict[str, tuple[bytes, str, str]] = {
    "a line that is not JSON": (b"print('hello')", "forged", "it printed a line that is not JSON"),
    "a line of no kind": (b"print('[]')", "forged", "it printed a line that is neither a question nor a "
    "result"),
    "something else": (
        b"print('{\"x\": 1}')", "forged", "it printed a line that is neither a question nor a result",
    ),
    "a guessed handle": (
        b"print('{\"ask\": \"0011223344556677\"}')", "forged", "it asked about a node that nothing led to",
    ),
    "no handle": (b"print('{\"ask\": 5}')", "forged", "it asked about a node that nothing led to"),
    "no hexadecimal": (b"print('{\"ask\": \"zz\"}')", "forged", "it asked about a node that nothing led to"),
    "two lines": (
        b"print('{\"value\": 3}\\n{\"value\": 4}', flush=True)", "forged", "it did not wait for an answer",
    ),
    "a line without end": (
        b"while True: print('x' * 10000, end='')", "forged", "it printed a line that is too long",
    ),
    "going on": (
        DIALOGUE + b"import time\nsay({'value': 3})\ntime.sleep(0.3)\nsay({'value': 4})", "forged",
        "it went on after its result",
    ),
    "nothing": (b"print('{\"value\": null}')", "unreadable", "NoneType"),
    "no number": (b"print('{\"value\": NaN}')", "unreadable", "number"),
    "a number without end": (b"print('{\"value\": ' + '9' * 5000 + '}')", "unreadable", "number"),
    "a decimal without end": (b"print('{\"value\": 0.' + '9' * 5000 + '}')", "unreadable", "number"),
    "a number too large": (b"print('{\"value\": 1e400}')", "unreadable", "number"),
    "no fields": (b"print('{}')", "forged", "it printed a line that is neither a question nor a result"),
    "a truth": (b"print('{\"value\": true}')", "unreadable", "bool"),
    "a word": (b"print('{\"value\": \"three\"}')", "unreadable", "str"),
    "a list": (b"print('{\"value\": [3]}')", "unreadable", "array"),
    "a move of an odd kind": (b"print('{\"value\": 3, \"move\": []}')", "returned", "[…]"),
    "a nested move": (
        b"print('{\"move\": ' + '[' * 900 + ']' * 900 + '}')", "returned", "[…]",
    ),
    "a nested value": (b"print('{\"value\": ' + '[' * 900 + ']' * 900 + '}')", "unreadable", "array"),
}  # fmt: skip


@pytest.mark.parametrize(("code", "outcome", "message"), ENDS.values(), ids=ENDS)
def test_error_a_program_that_does_not_keep_to_the_protocol(
    worker: Worker, code: bytes, outcome: str, message: str
) -> None:
    seen = _run(code, worker)
    assert seen.trouble is not None
    assert (seen.outcome, seen.trouble.message) == (outcome, message)


def test_a_program_that_ends_without_a_result_has_exited(worker: Worker) -> None:
    seen = _run(b"import sys; print('no idea', file=sys.stderr); sys.exit(3)", worker)
    assert (seen.outcome, seen.printed) == ("exited", "no idea\n")


STATUSES = {
    "an abort": (b"import os; os.abort()", "crashed"),
    "a signal without a name": (b"import os; os.kill(os.getpid(), 40)", "crashed"),
    "a status like a signal's": (b"raise SystemExit(168)", "crashed"),
    "a status like no signal's": (b"raise SystemExit(255)", "exited"),
}


@pytest.mark.parametrize(("code", "outcome"), STATUSES.values(), ids=STATUSES)
def test_any_status_is_an_end(worker: Worker, code: bytes, outcome: str) -> None:
    assert _run(code, worker).outcome == outcome


LINES_TOLD = {
    "no JSON": (b"print('hello \\x1b[31m')", "not-json", "hello ␛[31m"),
    "a long line": (b"print('hello ' * 1000)", "not-json", ("hello " * 10)),
    "another object": (b"print('{\"x\": [1]}')", "no-question", '{"x": [1]}'),
}


@pytest.mark.parametrize(("code", "kind", "line"), LINES_TOLD.values(), ids=LINES_TOLD)
def test_a_line_that_does_not_belong_there_is_told_back(
    worker: Worker, code: bytes, kind: str, line: str
) -> None:
    seen = _run(code, worker)
    assert seen.trouble is not None
    assert (seen.trouble.kind, seen.returned) == (kind, line)


SHORT = {
    "says so": (b"import sys; print('FATAL: Out of memory', file=sys.stderr); sys.exit(1)", "memory"),
    "says so and aborts": (b"import os; os.write(2, b'std::bad_alloc'); os.abort()", "memory"),
    "says so and goes on": (b"import os; os.write(2, b'MemoryError'); print('{\"value\": 3}')", "returned"),
    "takes what is its own": (b"x = bytearray(1 << 30)", "memory"),
    "takes what nothing counts": (
        b"import mmap\nm = mmap.mmap(-1, 1 << 30)\nfor at in range(0, 1 << 30, 4096): m[at] = 1", "memory",
    ),
    "starts too many threads": (
        b"import threading\nthreading.stack_size(1 << 15)\nover = threading.Event()\n"
        b"for _ in range(300): threading.Thread(target=over.wait).start()\n", "killed",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("code", "outcome"), SHORT.values(), ids=SHORT)
def test_a_program_without_walls_is_still_watched(worker: Worker, code: bytes, outcome: str) -> None:
    assert _run(code, worker, limits=Limits(10, 64 << 20, 4096)).outcome == outcome


def test_the_last_line_may_end_with_the_program(worker: Worker) -> None:
    assert _run(b"print('{\"value\": 3}', end='')", worker).value == 3


def test_what_does_not_fit_into_the_output_is_lost_and_ends_nobody(worker: Worker) -> None:
    code = b"import os, sys\ntry: os.write(2, b'x' * 99_999)\nfinally: print('{\"value\": 3}')"
    seen = _run(code, worker, limits=Limits(10, 1 << 28, 1000))
    assert (seen.value, len(seen.printed)) == (3, 1000)


def test_a_program_that_takes_too_long_is_ended(worker: Worker) -> None:
    code = DIALOGUE + b"import time; time.sleep(99)"
    assert _run(code, worker, limits=Limits(0.5, 1 << 28, 1000)).outcome == "timeout"


def test_a_program_that_closes_its_output_and_goes_on_is_ended(worker: Worker) -> None:
    code = b"import os, time\nos.close(0); os.close(1)\ntime.sleep(99)"
    assert _run(code, worker).outcome == "timeout"


def test_a_quota_of_visits_holds_for_every_language(worker: Worker) -> None:
    seen = _run(SEARCH, worker, visits=2)
    assert (seen.outcome, seen.visited) == ("visits", ("A", "B"))


def test_files_are_there_and_those_that_lead_elsewhere_are_not() -> None:
    files = {"lib/data.txt": b"1", "../evil": b"", "/evil": b"", "a\0b": b"", "": b"", ".": b""}
    program = Program(
        files, command=(sys.executable, "-Ic", "import os; print(sorted(os.listdir()), os.listdir('lib'))")
    )
    with command_child(program, LIMITS, "none") as child:
        said = Stream(child.channel, monotonic() + 10).more()
        assert said == b"['lib'] ['data.txt']\n"


def test_files_whose_names_no_folder_can_hold_are_left_out() -> None:
    files = {"a": b"1", "a/b": b"2", "c/d": b"3", "c": b"4", "x" * 300: b"5", "\ud800": b"6"}
    program = Program(files, command=(sys.executable, "-Ic", "import os; print(sorted(os.listdir()))"))
    with command_child(program, LIMITS, "none") as child:
        assert Stream(child.channel, monotonic() + 10).more() == b"['a', 'c']\n"


def test_error_a_disk_that_is_full_is_not_the_student_s_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "no space", path, len(data))

    monkeypatch.setattr(Path, "write_bytes", no_room)
    program = Program({"a": b""}, command=("true",))
    with pytest.raises(OSError, match="no space"), command_child(program, LIMITS, "none"):
        pytest.fail("it was run")


def test_error_without_bubblewrap_no_program_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "bwrap" else name)
    with (
        pytest.raises(InputError) as caught,
        command_child(Program({}, command=("true",)), LIMITS, "full"),
    ):
        pytest.fail("it was run")
    assert str(caught.value) == (
        "sandbox: error: programs in other languages run in bubblewrap, which is not installed\n"
        "     = hint: install the package `bubblewrap`; inside your own container, "
        "use `--isolation none`"
    )


def test_error_without_limits_no_program_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with (
        pytest.raises(InputError, match="nothing here sets limits for a program"),
        command_child(Program({}, command=("true",)), LIMITS, "none"),
    ):
        pytest.fail("it was run")


def test_what_a_program_said_before_it_was_told_anything_is_still_read() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            theirs.sendall(b"hello\n")
        messages = LineMessages(Stream(ours, monotonic() + 10))
        messages.start({"root": "00"})
        with pytest.raises(Forged, match="not JSON"):
            messages.receive()
