"""Commands in processes of their own that have imported everything already: each is forked from one that has.

`command("grader")` begins a command line, and `script("grader")` is the same as a file for a PATH. Such a
process has arguments, a folder, an environment, streams and a status of its own; what depends on how Python
itself starts (its locale, what it imports) needs a real one.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

ROOT = Path(__file__).parents[1]
ASK = """\
import json, os, socket, sys
place, *words = sys.argv[1:]
asking = socket.socket(socket.AF_UNIX)
asking.connect(place)
socket.send_fds(asking, [b"?"], [0, 1, 2])
asking.sendall(json.dumps([words, os.getcwd(), dict(os.environ)]).encode())
asking.shutdown(socket.SHUT_WR)
sys.exit(int(asking.makefile().read() or 70))
"""


def command(program: str) -> list[str]:
    """The words before those for the program, which is `grader` or `pytest`."""
    if sys.platform == "win32":
        return [sys.executable, "-m", program]
    return [sys.executable, "-ISc", ASK, str(_server()), program]


def script(program: str) -> str:
    """A shell script that hands its words to the program."""
    words = " ".join(f"'{word}'" for word in command(program))
    return f'#!/bin/sh\nexec {words} "$@"\n'


@cache
def _server() -> Path:
    """Where the process listens from which all others are forked; it ends with this one."""
    folder = TemporaryDirectory(prefix="warm-")
    place = Path(folder.name, "socket")
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.warm", str(place)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert server.stdout is not None
    assert server.stdout.readline() == b"warm\n"

    def end() -> None:
        server.communicate()
        folder.cleanup()

    atexit.register(end)
    return place


def _serve(place: str) -> None:
    programs = _programs()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(place)
    listening.listen()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever asked hears how it ended
    gc.freeze()
    os.write(1, b"warm\n")
    while select.select([listening.fileno(), 0], [], [])[0] == [listening.fileno()]:
        asked, _ = listening.accept()
        if not os.fork():
            _answer(asked, programs)
        asked.close()


def _programs() -> dict[str, Callable[[], int]]:
    import pytest

    from grader.cli import COMMANDS, module_of
    from grader.cli.main import main

    for name in COMMANDS:
        import_module(module_of(name))
    with TemporaryDirectory() as folder:  # grammars, sentences and templates are read once
        example = ROOT / "docs" / "examples" / "week1"
        words = ["grade", str(example / "set.yaml"), str(example / "ada.yaml"), "--out", folder, "--quiet"]
        assert main(words) == 0
    return {"grader": main, "pytest": pytest.main}


def _answer(asked: socket.socket, programs: dict[str, Callable[[], int]]) -> NoReturn:
    """Become the process that was asked for; whoever asked goes on when this one is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, streams, _, _ = socket.recv_fds(asked, 1, 3)
    (program, *words), folder, environment = json.load(asked.makefile("rb"))
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays open
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv, sys.path[0] = [program, *words], folder
    status = programs[program]()
    sys.stdout.flush()
    sys.stderr.flush()
    asked.sendall(str(int(status)).encode())
    os._exit(status)  # to take down all that was imported would take as long as to import it


if __name__ == "__main__":
    _serve(sys.argv[1])
