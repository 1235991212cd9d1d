"""`grader completion`: scripts that real shells run, with every command and option in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import COMMANDS
from grader.cli.commands.completion import all_commands
from grader.cli.main import main
from grader.rule import FIELDS

SHELLS = ("bash", "zsh", "fish")
# What is typed, and some of what the shell then offers.
OFFERED = {
    "a command": ("grader gradesc", ["gradescope"]),
    "several commands": ("grader grade", ["grade", "grades", "gradescope"]),
    "an option": ("grader grade --fail", ["--fail-under"]),
    "a choice": ("grader grade --view s", ["staff", "student"]),
    "the choices of another command": ("grader check --format j", ["json"]),
    "the first of a list": ("grader grade --report h", ["html"]),
    "another one of a list": ("grader grade --report html,j", ["html,json", "html,junit"]),
    "a list by another name": ("grader report --as html,j", ["html,json", "html,junit"]),
    "a value of the rule": ("grader solve --ties k", ["keep"]),
    "a preset": ("grader solve --rule c", ["canterbury", "cs188"]),
    "a game": ("grader draw --game n", ["nim"]),
    "a misconception": ("grader check --suggest everyone-mi", ["everyone-minimises"]),
    "several misconceptions": (
        "grader check --suggest everyone-m",
        ["everyone-maximises", "everyone-maximises-the-first", "everyone-minimises"],
    ),
    "a word": ("grader completion f", ["fish"]),
    "a file": ("grader grade my-", ["my-set.yaml"]),
    "a file after an option": ("grader gradescope my-set.yaml -o my-", ["my-set.yaml"]),
}
BASH = """\
source "$1"
COMP_LINE=$2
read -r -a COMP_WORDS <<<"$2"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_grader
[ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """\
import os, pty, select, sys, time
script, typed, out = sys.argv[1:]
child, terminal = pty.fork()
if not child:
    os.execvp("zsh", ["zsh", "-f", "-i"])
def said(until):
    seen, end = b"", time.monotonic() + 30
    while until not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 65536)
lines = (
    "PS1='' ; stty -echo; autoload -U compinit; compinit -u -D",
    f"source {script}",
    "zstyle ':completion:*' list-prompt ''; LISTMAX=0; setopt no_beep",
    "show() { print -r -- \\"$BUFFER\\" >|" + out + "; zle kill-buffer; print; print -n shown; }",
    "zle -N show",
    "bindkey '^Xs' show; bindkey '^I' complete-word; setopt menu_complete; echo rea''dy",
)
os.write(terminal, "\\n".join([*lines, ""]).encode())
said(b"ready")
os.write(terminal, typed.encode() + b"\\t\\x18s")
said(b"shown")
os.close(terminal)
"""


def offered(shell: str, script: Path, typed: str) -> list[str]:
    """What a shell offers, run in the folder of the script."""
    if shell == "bash":
        return _lines(["bash", "--norc", "-c", BASH, "bash", str(script), typed], script.parent)
    if shell == "fish":
        command = f"source {script}; complete -C '{typed}'"
        found = _lines(["fish", "--no-config", "-c", command], script.parent)
        return [line.split("\t")[0] for line in found]
    out = script.parent / "buffer"
    _lines([sys.executable, "-c", ZSH, str(script), typed, str(out)], script.parent)
    return [out.read_text(encoding="utf-8").split()[-1].rstrip("=,")]  # zsh types the first of them


def _lines(command: list[str], folder: Path) -> list[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "LANG": "C.UTF-8"}
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=True
    )
    return run.stdout.splitlines()


def written(shell: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    if os.name == "nt" or shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert main(["completion", shell]) == 0
    script = folder / f"completion.{shell}"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    (folder / "my-set.yaml").touch()
    return script


@pytest.mark.parametrize(("typed", "expected"), OFFERED.values(), ids=OFFERED)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_offers_what_fits(
    shell: str, typed: str, expected: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = offered(shell, written(shell, tmp_path, capsys), typed)
    assert found == expected[:1] if shell == "zsh" else sorted(found) == expected


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_the_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["completion", shell])
    script = capsys.readouterr().out
    names = [name for command in all_commands() for option in command.options for name in option.names]
    assert len(names) > 100
    assert [name for name in (*COMMANDS, *(name.lstrip("-") for name in names)) if name not in script] == []


def test_every_option_whose_help_lists_its_values_offers_them() -> None:
    solve = next(command for command in all_commands() if command.name == "solve")
    offered = {option.names[-1]: option.choices for option in solve.options}
    assert {field.flag: offered[field.flag] for field in FIELDS} == {
        field.flag: field.choices for field in FIELDS
    }


def test_error_a_shell_that_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "'tcsh'" in capsys.readouterr().err
