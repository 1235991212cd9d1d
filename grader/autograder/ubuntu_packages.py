"""A set's commands → the packages of Ubuntu that start them, and that hold what they start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from grader.problems import Problem, ProblemSet
from grader.text.columns import visible
from grader.text.source import refusal

BUBBLEWRAP = "bubblewrap"

# By the program that a command starts, what it comes from; nothing where every image has it.
_PACKAGES = {
    "bash": "", "cargo": "cargo", "cc": "gcc", "clang": "clang", "dash": "", "elixir": "elixir",
    "erl": "erlang-base", "escript": "erlang-base", "g++": "g++", "gawk": "gawk", "gcc": "gcc", "ghc": "ghc",
    "go": "golang-go", "guile": "guile-3.0", "java": "default-jdk-headless", "javac": "default-jdk-headless",
    "lua": "lua5.4", "luajit": "luajit", "make": "make", "node": "nodejs", "nodejs": "nodejs",
    "ocaml": "ocaml", "perl": "perl", "php": "php-cli", "python3": "python3", "racket": "racket",
    "Rscript": "r-base-core", "ruby": "ruby", "runghc": "ghc", "runhaskell": "ghc", "rustc": "rustc",
    "sbcl": "sbcl", "scala": "scala", "sh": "", "swipl": "swi-prolog-nox", "tclsh": "tcl",
}  # fmt: skip


def needed_packages(problems: ProblemSet, named: Sequence[str], file: str) -> tuple[str, ...]:
    """What an image needs for programs in other languages; `named` are packages that somebody named.

    Who names packages answers for what is not in the table.
    """
    commands = [problem for problem in problems.by_program if problem.code.command]
    if not commands:
        return tuple(dict.fromkeys(named))
    found = [_package(problem, named, file) for problem in commands]
    return tuple(dict.fromkeys(filter(None, (BUBBLEWRAP, *found, *named))))


def _package(problem: Problem, named: Sequence[str], file: str) -> str:
    program = _program(problem.code.command)
    if not named and program not in _PACKAGES:
        raise refusal(
            file,
            f"nothing says which package has `{visible(program)}`, which starts programs of `{problem.id}`",
            "name it as Ubuntu calls it, with `--apt PACKAGE`; or take another command",
        )
    return _PACKAGES.get(program, "")


def _program(command: Sequence[str]) -> str:
    """What a command starts; what is handed in itself starts as a shell's script would."""
    words = _without_env(command)
    first = next(words, "env")
    own = "/" in first and not first.startswith("/")
    return "sh" if own else PurePosixPath(first).name


def _without_env(command: Sequence[str]) -> Iterator[str]:
    if PurePosixPath(command[0]).name != "env":
        return iter(command)
    return (word for word in command[1:] if "=" not in word and not word.startswith("-"))
