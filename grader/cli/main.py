"""Arguments → exit status: finds the command, runs it, and says in a sentence what went wrong."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING

from grader.cli import COMMANDS, module_of
from grader.version import VERSION

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from types import ModuleType

DONE = 0
BAD_INPUT = 2
OWN_FAULT = 3
INTERRUPTED = 130  # what shells report for a program that Ctrl-C ended, 128 more than its signal,
READER_GONE = 141  # and for one whose output nobody reads any more, as in `grader … | head`

_HELP = """\
usage: grader COMMAND …

Exact grading of game-tree puzzles: minimax, alpha-beta and expectimax.

commands:
{commands}

Run `grader COMMAND --help` for a command's options and an example,
or `grader --version` for the version.

exit status: 0 success, whatever the marks; 1 the work falls short;
2 bad usage or unreadable input; 3 internal error"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` names, and return its exit status."""
    if argv is None:
        _begin_again_in_utf8()
    words = sys.argv[1:] if argv is None else list(argv)
    _replace_closed_streams()
    _write_any_character()
    try:
        return _run_and_explain(words)
    except KeyboardInterrupt as stopped:
        return 128 + stopped.number if hasattr(stopped, "number") else INTERRUPTED
    except BrokenPipeError:
        return READER_GONE
    finally:
        _drop_what_nobody_takes()


def _begin_again_in_utf8() -> None:
    """Where a locale is not UTF-8, start Python once more so that names of files and arguments are.

    Otherwise they would be decoded in another way than what is in the files, and whoever hands in
    `José.yaml` would be somebody else than the José of the roster.
    """
    if sys.getfilesystemencoding() == "utf-8" or sys.flags.utf8_mode or sys.platform == "win32":
        return
    if not sys.executable or len(sys.orig_argv) < 2:  # inside another program, which cannot be started again
        return
    import locale

    terminal = os.environ.get("PYTHONIOENCODING") or locale.getencoding()
    arguments = [sys.executable, "-X", "utf8", *sys.orig_argv[1:]]
    environment = os.environ | {"PYTHONIOENCODING": terminal}
    os.execve(sys.executable, arguments, environment)  # noqa: S606 - the same program, as it was started


class _Closed(io.TextIOBase):
    """Takes the place of a standard output that was closed from outside, where print would do nothing."""

    def write(self, _text: str) -> int:
        raise OSError(errno.EBADF, "Standard output is closed")


class _Nowhere(io.TextIOBase):
    """Takes the place of a closed standard error, or messages would go to standard output."""

    def write(self, text: str) -> int:
        return len(text)


def _replace_closed_streams() -> None:
    sys.stdout = _Closed() if sys.stdout is None else sys.stdout
    sys.stderr = _Nowhere() if sys.stderr is None else sys.stderr


def _write_any_character() -> None:
    """Make files and pipes UTF-8, and let a terminal show something for what it cannot show."""
    import codecs

    codecs.register_error(_SPELT, _spell)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors=_SPELT)


_SPELT = "grader-spelt"


def _spell(error: UnicodeError) -> tuple[str, int]:
    """A letter by its number, so that no two names look the same; `?` for other signs."""
    from unicodedata import category

    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end]
    named = (sign.encode("ascii", "backslashreplace").decode() for sign in signs)
    return "".join(
        name if category(sign)[0] in "LMNC" else "?" for sign, name in zip(signs, named, strict=True)
    ), error.end


def _drop_what_nobody_takes() -> None:
    """Where output is stuck, send it nowhere, or Python complains about it when it ends."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            try:
                stream.flush()
            except OSError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run_and_explain(words: list[str]) -> int:
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the one place where any failure becomes a sentence
        return _explain(error)


def _run(words: list[str]) -> int:
    if not words:
        print(_help(), file=sys.stderr)
        return BAD_INPUT
    if words[0] in _ANSWERS:
        print(_ANSWERS[words[0]]())
        return DONE
    return _run_command(words[0], words[1:])


def _version() -> str:
    return f"grader {VERSION}"


def _help() -> str:
    width = max(map(len, COMMANDS))
    return _HELP.format(commands="\n".join(f"  {name:{width}}  {does}" for name, does in COMMANDS.items()))


_ANSWERS = {"--version": _version, "--help": _help, "-h": _help}


def _run_command(name: str, words: list[str]) -> int:
    if name not in COMMANDS:
        raise _unknown_command(name)
    from contextlib import nullcontext
    from importlib import import_module

    command = import_module(module_of(name))
    arguments = _parse(name, command, words)
    if arguments is None:
        return DONE
    with _muted() if arguments.quiet else nullcontext():
        status: int = command.run(arguments)
    return status


def _muted() -> AbstractContextManager[object]:
    """Notes go to standard error, and so nowhere; an error ends the command, and is told afterwards."""
    from contextlib import redirect_stderr

    return redirect_stderr(_Nowhere())


def _parse(name: str, command: ModuleType, words: list[str]) -> Namespace | None:
    """The command's arguments, or None where `--help` was asked for and has been printed."""
    from grader.cli.usage import CommandParser

    parser = CommandParser(name, COMMANDS[name], command.EXAMPLE)
    command.add_arguments(parser)
    try:
        return parser.parse_args(words)
    except SystemExit:
        return None


def _unknown_command(name: str) -> Exception:
    from grader.text.columns import visible
    from grader.text.source import refusal
    from grader.text.spelling import did_you_mean

    hint = did_you_mean(name, COMMANDS, "`grader --help` lists the commands")
    return refusal("grader", f"there is no command `{visible(name[:60])}`", hint)


def _explain(error: Exception) -> int:
    from grader.cli.output import fenced
    from grader.text.source import InputError

    if isinstance(error, InputError):
        with fenced(sys.stderr):
            print(error, file=sys.stderr)
        return BAD_INPUT
    if isinstance(error, OSError) and error.strerror:  # a full disk and the like: no bug to report
        where = f" ({error.filename})" if error.filename else ""
        print(f"grader: error: {error.strerror.lower()}{where}", file=sys.stderr)
        return BAD_INPUT
    message = f"{type(error).__name__}: {error}"
    print(f"grader: internal error: {message}; please report it", file=sys.stderr)
    if os.environ.get("GRADER_DEBUG"):
        from traceback import print_exception

        print_exception(error)
    return OWN_FAULT
