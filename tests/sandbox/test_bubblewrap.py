"""Programs in other languages behind bubblewrap: what they cannot do, and what happens without it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest

from grader.rule import Rule
from grader.sandbox.inside import breakout_attempts
from grader.sandbox.run import Limits, Program, Worker, run_program
from grader.sandbox.run.command_process import _check_bubblewrap
from grader.sandbox.selftest.probe_runs import Seen, lay_bait, try_commands
from grader.solving import solve
from grader.text.source import InputError
from grader.tree.language import parse_tree
from tests.sandbox.nobody import run_as_nobody
from tests.sandbox.programs import TEXTBOOK, task

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "other-language" / "search.js"


@pytest.fixture
def wrapped(walled: Worker) -> Worker:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    return walled


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no JavaScript here")
def test_the_example_in_the_documentation_searches_as_the_rule_says(wrapped: Worker) -> None:
    program = Program({"search.js": EXAMPLE.read_bytes()}, command=("node", "search.js"))
    seen = run_program(program, task(), wrapped)
    solution = solve(parse_tree(TEXTBOOK), Rule())
    assert (seen.outcome, seen.value, seen.move, seen.visited) == ("returned", 3, "a1", solution.visited)


SHELL: dict[str, tuple[str, str]] = {
    "nothing can be written": ("echo x > x", "Read-only file system"),
    "nor anywhere else": ("echo x > /usr/x || echo x > /dev/shm/x", "Read-only file system"),
    "nobody's home is there": ("ls /root /home", "No such file or directory"),
    "nor into a root of its own": ("echo x > /x || echo x > /etc/x", "/etc/x: Read-only file system"),
    "it is nobody": ("echo $UID >&2", "65534"),
    "it sees no other process": ("all=(/proc/[0-9]*); echo ${#all[@]} processes >&2", "2 processes"),
    "it starts no other process": ("echo before >&2; (echo after >&2)", "fork: Operation not permitted"),
    "nor a user of its own": ("exec unshare --user --map-root-user id", "Operation not permitted"),
    "a large file has no room": ("ulimit -f >&2", "64"),
}


@pytest.mark.parametrize(("script", "said"), SHELL.values(), ids=SHELL)
def test_what_a_program_in_bubblewrap_cannot_do(wrapped: Worker, script: str, said: str) -> None:
    program = Program({}, command=("bash", "-c", script))
    seen = run_program(program, task(), wrapped)
    assert said in seen.printed


@pytest.fixture(scope="module")
def tried(walled: Worker) -> Mapping[str, Seen]:
    """What came of each probe."""
    assert walled.isolation == "full"
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    with lay_bait() as bait:
        why, seen = try_commands(bait)
    if why.startswith("there is no `python3`"):
        pytest.skip(why)
    assert why == ""
    return seen


def test_no_probe_of_another_language_gets_through(tried: Mapping[str, Seen]) -> None:
    assert [probe for probe, each in tried.items() if not each.held] == []


@pytest.mark.usefixtures("wrapped")
def test_nor_where_the_grader_is_nobody() -> None:
    program = """
import json
from grader.sandbox.selftest.probe_runs import lay_bait
from grader.sandbox.selftest.probe_runs import Seen, try_commands
with lay_bait() as bait:
    why, seen = try_commands(bait)
print(json.dumps([why, [probe for probe, each in seen.items() if not each.held]]))
"""
    assert json.loads(run_as_nobody(program)) == ["", []]


def test_threads_are_counted_whoever_the_grader_is(tried: Mapping[str, Seen]) -> None:
    assert tried["command: threads"].saw == "RuntimeError: can't start new thread"


HARMLESS = (
    "command: take files of memory", "command: take pairs of sockets", "command: enlarge a pipe",
    "command: keep pages in a pipe", "command: lock parts of a file", "command: watch files",
    "command: see processes by their clocks",
)  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")
@pytest.mark.parametrize("probe", HARMLESS)
def test_the_probes_would_get_through_without_bubblewrap(probe: str) -> None:
    """Those that do no harm, or else they would prove nothing about it."""
    command = [sys.executable, "-I", breakout_attempts.__file__, probe]
    assert subprocess.run(command, capture_output=True, check=True, timeout=60).stdout


HELLO = 'console.log(JSON.stringify({value: 3, move: "a1"}))'
THREADED = """
import java.io.*;
public class Search {
    public static void main(String[] given) throws Exception {
        new BufferedReader(new InputStreamReader(System.in)).readLine();
        Thread other = new Thread(() -> System.out.println("{\\"value\\": 3, \\"move\\": \\"a1\\"}"));
        other.start();
        other.join();
        new FileInputStream("Search.class").read();
        java.util.UUID.randomUUID();
    }
}
"""
IN_C = """
#include <pthread.h>
#include <stdio.h>
#include <time.h>
void *answer(void *given) { puts("{\\"value\\": 3, \\"move\\": \\"a1\\"}"); return given; }
int main(void) {
    struct timespec now;
    pthread_t other;
    for (clockid_t clock = CLOCK_REALTIME; clock <= CLOCK_BOOTTIME; clock++)
        if (clock_gettime(clock, &now) != 0 || clock_getres(clock, &now) != 0) return 1;
    if (pthread_create(&other, NULL, answer, NULL) != 0) return 2;
    return pthread_join(other, NULL);
}
"""
Runtime: TypeAlias = tuple[str, str, tuple[str, ...], tuple[str, ...]]  # file, text, how to build and to run
RUNTIMES: dict[str, Runtime] = {
    "JavaScript": ("search.js", HELLO, (), ("node", "search.js")),
    "JavaScript with workers": (
        "search.js",
        f"const {{Worker}} = require('worker_threads'); new Worker({HELLO!r}, {{eval: true}})",
        (), ("node", "search.js"),
    ),
    "Java": ("Search.java", THREADED, ("javac", "Search.java"), ("java", "-Xmx64m", "Search")),
    "C": ("search.c", IN_C, ("gcc", "-o", "search", "search.c", "-lpthread"), ("./search",)),
    "Perl": ("search.pl", 'print qq({"value": 3, "move": "a1"}\n)', (), ("perl", "search.pl")),
    "bash": ("search.sh", """read -r _; echo '{"value": 3, "move": "a1"}'""", (), ("bash", "search.sh")),
    "Ruby": (
        "search.rb", """Thread.new { puts '{"value": 3, "move": "a1"}' }.join""", (), ("ruby", "search.rb"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("runtime", RUNTIMES.values(), ids=RUNTIMES)
def test_languages_do_without_the_calls_that_are_refused(
    runtime: Runtime, wrapped: Worker, tmp_path: Path
) -> None:
    file, source, build, command = runtime
    needed = (build or command)[0]
    if shutil.which(needed) is None:
        pytest.skip(f"there is no `{needed}` here")
    (tmp_path / file).write_text(source)
    if build:
        subprocess.run(build, cwd=tmp_path, check=True)
    program = Program({path.name: path.read_bytes() for path in tmp_path.iterdir()}, command=command)
    limits = Limits(seconds=60, memory=1 << 30, output=1 << 16)
    seen = run_program(program, replace(task(), limits=limits), wrapped)
    assert (seen.outcome, seen.value, seen.printed) == ("returned", 3, "")


UNTRIED: dict[str, tuple[str, str]] = {
    "no Python": ("python3", "there is no `python3` in"),
    "no bubblewrap": ("bwrap", "programs in other languages run in bubblewrap, which is not installed"),
}


@pytest.mark.parametrize(("missing", "told"), UNTRIED.values(), ids=UNTRIED)
def test_error_what_cannot_be_tried_says_why(
    missing: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = shutil.which
    _check_bubblewrap.cache_clear()
    monkeypatch.setattr(
        shutil, "which", lambda name, **more: None if name == missing else found(name, **more)
    )
    with lay_bait() as bait:
        why, seen = try_commands(bait)
    assert why.startswith(told)
    assert seen == {}


@pytest.fixture
def other_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """One that may not do what it is for, as in many containers."""
    with TemporaryDirectory() as folder:  # not pytest's own, where only we may look
        file = Path(folder, "bwrap")
        file.write_text("#!/bin/sh\necho bwrap: No permissions to create new namespace >&2\nexit 1\n")
        for place in (file, file.parent):
            place.chmod(0o755)
        found = shutil.which
        monkeypatch.setattr(shutil, "which", lambda name, **_: str(file) if name == "bwrap" else found(name))
        _check_bubblewrap.cache_clear()
        yield file
        _check_bubblewrap.cache_clear()


@pytest.mark.usefixtures("other_bubblewrap")
def test_error_where_bubblewrap_can_do_nothing_nobody_loses_marks(wrapped: Worker) -> None:
    with pytest.raises(InputError) as caught:
        run_program(Program({}, command=("true",)), task(), wrapped)
    assert str(caught.value) == (
        "sandbox: error: bubblewrap cannot hold a program here: "
        "bwrap: No permissions to create new namespace\n"
        "     = hint: it needs user namespaces; inside your own container, use `--isolation none`"
    )


def test_error_a_bubblewrap_that_cannot_be_started(wrapped: Worker, other_bubblewrap: Path) -> None:
    other_bubblewrap.chmod(0o644)
    with pytest.raises(InputError, match=r"bwrap` cannot be started \(permission denied\)"):
        run_program(Program({}, command=("true",)), task(), wrapped)
