"""Programs in other languages behind bubblewrap: what they cannot do, and what happens without it."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from grader.language import parse_tree
from grader.rule import Rule
from grader.sandbox import Program, Worker, run_program
from grader.sandbox.baiting import lay_bait
from grader.sandbox.commands import _check_bubblewrap
from grader.sandbox.trying_commands import try_commands
from grader.solving import solve
from grader.source import InputError
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
    (seen,) = run_program(program, [task()], wrapped)
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
    (seen,) = run_program(program, [task()], wrapped)
    assert said in seen.printed


def test_no_probe_of_another_language_gets_through(wrapped: Worker) -> None:
    assert wrapped.isolation == "full"
    assert _not_held() == []


def _not_held() -> list[str]:
    with lay_bait() as bait:
        why, seen = try_commands(bait)
    if why.startswith("there is no `python3`"):
        pytest.skip(why)
    assert why == ""
    return [probe for probe, each in seen.items() if not each.held]


@pytest.mark.usefixtures("wrapped")
def test_nor_where_the_grader_is_nobody() -> None:
    program = """
import json
from grader.sandbox.baiting import lay_bait
from grader.sandbox.trying_commands import try_commands
with lay_bait() as bait:
    why, seen = try_commands(bait)
print(json.dumps([why, [probe for probe, each in seen.items() if not each.held]]))
"""
    assert json.loads(run_as_nobody(program)) == ["", []]


@pytest.mark.usefixtures("wrapped")
def test_threads_are_counted_whoever_the_grader_is() -> None:
    with lay_bait() as bait:
        _, seen = try_commands(bait)
    assert seen["command: threads"].saw == "RuntimeError: can't start new thread"


UNTRIED: dict[str, tuple[str, str]] = {
    "no Python": ("python3", "there is no `python3` in"),
    "no bubblewrap": ("bwrap", "programs in other languages are run in bubblewrap, which is not here"),
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
        run_program(Program({}, command=("true",)), [task()], wrapped)
    assert str(caught.value) == (
        "sandbox: error: bubblewrap cannot hold a program here: "
        "bwrap: No permissions to create new namespace\n"
        "     = hint: it needs user namespaces; inside your own container, `--isolation none` does without"
    )


def test_error_a_bubblewrap_that_cannot_be_started(wrapped: Worker, other_bubblewrap: Path) -> None:
    other_bubblewrap.chmod(0o644)
    with pytest.raises(InputError, match=r"bwrap` cannot be started \(permission denied\)"):
        run_program(Program({}, command=("true",)), [task()], wrapped)
