"""The command `grader` itself: what it says, where, and with which exit status."""

import os
import subprocess
import sys
from argparse import Namespace
from importlib import import_module
from pathlib import Path

import pytest

import grader
from grader.cli import COMMANDS, module_of
from grader.cli.main import main
from grader.version import VERSION

POSIX = pytest.mark.skipif(os.name == "nt", reason="pipes and devices of POSIX systems")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"grader {VERSION}\n"


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_help_lists_every_command_with_what_it_does(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([option]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown and does in shown for name, does in COMMANDS.items())


def test_without_a_command_the_help_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("usage: grader COMMAND")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"usage: grader {name}" in shown
    assert f"example:\n  {import_module(module_of(name)).EXAMPLE}\n" in shown


def test_a_mistyped_command_is_answered_with_the_one_that_was_meant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["drwa"]) == 2
    expected = "grader: error: there is no command `drwa`\n     = hint: did you mean `draw`?\n"
    assert capsys.readouterr().err == expected


def test_a_command_like_no_other_is_answered_with_where_to_look(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["max(3, 4)"]) == 2
    expected = (
        "grader: error: there is no command `max(3, 4)`\n     = hint: `grader --help` lists the commands\n"
    )
    assert capsys.readouterr().err == expected


def test_what_is_no_command_is_shown_without_harm_and_shortened(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["\x1b[2J" + "x" * 5_000_000]) == 2
    shown = capsys.readouterr().err
    assert "\x1b" not in shown
    assert len(shown) < 200


def test_bad_usage_is_an_error_with_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "3", "--colour"]) == 2
    expected = (
        "grader draw: error: unrecognized arguments: --colour\n"
        "     = hint: `grader draw --help` says what it takes\n"
    )
    assert capsys.readouterr().err == expected


def test_an_option_is_not_guessed_from_its_first_letters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", "--wri", "a.tree"]) == 2
    assert "unrecognized arguments: --wri" in capsys.readouterr().err


def test_arguments_come_from_the_command_line_when_none_are_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["grader", "--version"])
    assert main() == 0
    assert capsys.readouterr().out == f"grader {VERSION}\n"


def test_unreadable_input_goes_to_standard_error_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "missing.tree"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("missing.tree: error: there is no file of this name\n")


def test_a_failure_of_the_grader_is_one_sentence_with_status_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _let_draw_raise(ZeroDivisionError("division by zero"), monkeypatch)
    monkeypatch.delenv("GRADER_DEBUG", raising=False)
    assert main(["draw", "3"]) == 3
    expected = "grader: internal error: ZeroDivisionError: division by zero; please report it\n"
    assert capsys.readouterr().err == expected


def test_the_traceback_is_shown_to_those_who_ask_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _let_draw_raise(ZeroDivisionError("division by zero"), monkeypatch)
    monkeypatch.setenv("GRADER_DEBUG", "1")
    assert main(["draw", "3"]) == 3
    assert "Traceback (most recent call last)" in capsys.readouterr().err


REFUSALS = {
    "of a file": (
        OSError(28, "No space left on device", "grades.csv"),
        "no space left on device (grades.csv)",
    ),
    "of nothing in particular": (OSError(24, "Too many open files"), "too many open files"),
}


@pytest.mark.parametrize(("error", "sentence"), REFUSALS.values(), ids=REFUSALS)
def test_what_the_system_refuses_is_said_without_asking_for_a_report(
    error: OSError, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _let_draw_raise(error, monkeypatch)
    assert main(["draw", "3"]) == 2
    assert capsys.readouterr().err == f"grader: error: {sentence}\n"


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt(), 130), (BrokenPipeError(), 141)])
def test_an_end_from_outside_is_quiet(
    error: BaseException, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _let_draw_raise(error, monkeypatch)
    assert main(["draw", "3"]) == status
    assert capsys.readouterr() == ("", "")


def test_the_program_runs_as_a_module() -> None:
    run = _run("--version")
    assert (run.returncode, run.stdout, run.stderr) == (0, f"grader {VERSION}\n".encode(), b"")


def test_output_that_is_no_terminal_is_utf8_whatever_the_machine_prefers() -> None:
    run = _run("--help", environment={"PYTHONIOENCODING": "ascii"})
    assert run.returncode == 0
    assert "usage: grader COMMAND …" in run.stdout.decode("utf-8")


@POSIX
def test_a_terminal_shows_a_question_mark_for_what_it_cannot_show() -> None:
    import pty

    ours, theirs = pty.openpty()
    _run("--help", environment={"PYTHONIOENCODING": "ascii"}, stdout=theirs)
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert b"usage: grader COMMAND ?" in shown


@POSIX
def test_a_reader_that_has_gone_away_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    run = _run("--help", stdout=writing)
    os.close(writing)
    assert (run.returncode, run.stderr) == (141, b"")


CLOSED = {
    "standard input": ("draw - <&-", 2, b"", b"<stdin>: error: standard input is closed"),
    "standard output": ("draw 3 >&-", 2, b"", b"grader: error: standard output is closed\n"),
    "standard output that nobody needs": ("format --check tree.tree >&-", 0, b"", b""),
    "standard error": ("draw 'max(' 2>&-", 2, b"", b""),
}


@POSIX
@pytest.mark.parametrize(("words", "status", "out", "err"), CLOSED.values(), ids=CLOSED)
def test_a_stream_may_be_closed_from_outside(
    words: str, status: int, out: bytes, err: bytes, tmp_path: Path
) -> None:
    (tmp_path / "tree.tree").write_text("max(3, 4)\n")
    command = ["/bin/sh", "-c", f"exec '{sys.executable}' -m grader {words}"]
    environment = {**os.environ, "PYTHONPATH": str(Path(grader.__file__).parent.parent)}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (run.returncode, run.stdout) == (status, out)
    assert run.stderr.startswith(err)
    assert bool(run.stderr) == bool(err)


def test_what_cannot_be_printed_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert main(["--version"]) == 2
    assert capsys.readouterr().err == "grader: error: standard output is closed\n"


def test_messages_for_nobody_go_nowhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr", None)
    assert main(["draw", "max("]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        assert main(["--help"]) == 2
    assert capsys.readouterr().err == "grader: error: no space left on device\n"


def _let_draw_raise(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_: Namespace) -> int:
        raise error

    monkeypatch.setattr("grader.cli.commands.draw.run", run)


def _run(
    *words: str, environment: dict[str, str] | None = None, stdout: int = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "grader", *words]
    env = {**os.environ, **(environment or {})}
    return subprocess.run(command, env=env, stdout=stdout, stderr=subprocess.PIPE, check=False)
