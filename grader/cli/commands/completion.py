"""`grader completion`: the parsers of all commands → a script that lets a shell complete them."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from grader.cli import COMMANDS, module_of
from grader.cli.report_arguments import REPORTS
from grader.cli.usage import CommandParser
from grader.diagnosis.exposure import EVERY_IDEA
from grader.games import GAMES
from grader.rule import FIELDS, PRESETS

EXAMPLE = "grader completion bash >~/.local/share/bash-completion/completions/grader"

_FILES = "FILES"  # a word that no choice is
_LISTS = {"--report": REPORTS, "--as": REPORTS}  # what a list may hold, which argparse is not told
# What an option may be where argparse is not told, so that a mistake gets a better message than argparse's.
_WORDS: Mapping[str, Iterable[str]] = {
    "--rule": PRESETS,
    "--game": [game.name for game in GAMES],
    "--suggest": [idea.id for idea in EVERY_IDEA],
    **{field.flag: field.choices for field in FIELDS},
}


@dataclass(frozen=True, slots=True)
class CompletedOption:
    """How an option is written, what it does, and what may follow it: choices, any file, or nothing.

    Of a `listed` option several choices may be given, with commas between them.
    """

    names: tuple[str, ...]
    does: str
    choices: tuple[str, ...]
    takes: bool
    listed: bool


@dataclass(frozen=True, slots=True)
class CompletedCommand:
    """A command with its options, and the words that its first argument may be where they are known."""

    name: str
    does: str
    options: tuple[CompletedOption, ...]
    words: tuple[str, ...]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=tuple(_SHELLS), help=f"{', '.join(_SHELLS)}")


def run(arguments: Namespace) -> int:
    print("\n".join(_SHELLS[arguments.shell](tuple(all_commands()))))
    return 0


def all_commands() -> Iterator[CompletedCommand]:
    """What there is to complete, as the commands themselves say."""
    for name, does in COMMANDS.items():
        module = import_module(module_of(name))
        parser = CommandParser(name, does, module.EXAMPLE)
        module.add_arguments(parser)
        actions = parser._actions  # noqa: SLF001 - argparse has no other way to ask
        options = tuple(_option(action) for action in actions if action.option_strings)
        words = [tuple(action.choices or ()) for action in actions if not action.option_strings]
        yield CompletedCommand(name, does, options, words[0] if words else ())


def _option(action: Action) -> CompletedOption:
    listed = () if action.choices else _known(action, _LISTS)
    choices = tuple(map(str, action.choices or listed or _known(action, _WORDS)))
    does = " ".join((action.help or "").replace("%%", "%").split())
    return CompletedOption(
        tuple(action.option_strings), does, choices, takes=action.nargs != 0, listed=bool(listed)
    )


def _known(action: Action, words: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    return next((tuple(words[name]) for name in action.option_strings if name in words), ())


def _bash(commands: Sequence[CompletedCommand]) -> Iterator[str]:
    """A function that fills COMPREPLY; where it finds nothing, bash goes on with files."""
    yield from (
        "# Completion of grader for bash, made by `grader completion bash`.",
        "_grader() {",
        '    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} choices="" first=""',
        '    if [ "$COMP_CWORD" -eq 1 ]; then',
        f'        choices="{" ".join([*(command.name for command in commands), "--help", "--version"])}"',
        "    else",
        '        case "${COMP_WORDS[1]} $before" in',
    )
    for command in commands:
        for option in command.options:
            if option.takes:
                pattern = "|".join(f'"{command.name} {name}"' for name in option.names)
                first = ' first=${current%"${current##*,}"}' if option.listed else ""
                yield f'            {pattern}) choices="{" ".join(option.choices) or _FILES}"{first} ;;'
    yield from (
        "        esac",
        "    fi",
        '    if [ -z "$choices" ]; then',
        '        case "${COMP_WORDS[1]} $current" in',
    )
    for command in commands:
        names = " ".join(name for option in command.options for name in option.names)
        yield f'            "{command.name} -"*) choices="{names}" ;;'
        if command.words:
            yield f'            "{command.name} "*) choices="{" ".join(command.words)}" ;;'
    yield from (
        "        esac",
        "    fi",
        f'    if [ "$choices" = {_FILES} ]; then choices=""; fi',
        '    COMPREPLY=($(compgen -P "$first" -W "$choices" -- "${current#"$first"}"))',
        "}",
        "complete -o default -o bashdefault -F _grader grader",
    )


def _zsh(commands: Sequence[CompletedCommand]) -> Iterator[str]:
    """A function of zsh's own completion system, with what each command and option does."""
    yield from (
        "#compdef grader",
        "# Completion of grader for zsh, made by `grader completion zsh`.",
        "_grader() {",
        "    if (( CURRENT == 2 )); then",
        "        local -a commands=(",
    )
    yield from (f"            {_quoted(f'{command.name}:{command.does}')}" for command in commands)
    yield from ("        )", "        _describe command commands", "        return", "    fi")
    yield from (
        "    local command=$words[2]",
        "    shift words",
        "    (( CURRENT-- ))",
        "    case $command in",
    )
    for command in commands:
        yield f"    {command.name})"
        yield "        _arguments \\"
        yield from (f"            {_quoted(spec)} \\" for spec in _zsh_specs(command))
        yield "        ;;"
    yield from (
        "    esac", "}",
        'if [ "$funcstack[1]" = "_grader" ]; then _grader "$@"; else compdef _grader grader; fi',
    )  # fmt: skip


def _zsh_specs(command: CompletedCommand) -> Iterator[str]:
    for option in command.options:
        does = option.does.translate({ord(sign): f"\\{sign}" for sign in "[]:\\"})
        taken = f":value:{_zsh_values(option)}" if option.choices else ":file:_files"
        for name in option.names:
            yield f"*{name}{'=' if option.takes and name.startswith('--') else ''}[{does}]" + (
                taken if option.takes else ""
            )
    words = " ".join(command.words)
    yield f"*:word:({words})" if words else "*:file:_files"


def _zsh_values(option: CompletedOption) -> str:
    choices = " ".join(option.choices)
    return f"_values -s , value {choices}" if option.listed else f"({choices})"


def _fish(commands: Sequence[CompletedCommand]) -> Iterator[str]:
    """A line for each command and for each option, with what it does."""
    yield "# Completion of grader for fish, made by `grader completion fish`."
    yield "complete -c grader -n __fish_use_subcommand -f"
    for command in commands:
        yield f"complete -c grader -n __fish_use_subcommand -a {command.name} -d {_quoted(command.does)}"
    for command in commands:
        here = f"-n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            yield f"complete -c grader {here} {_fish_option(option)} -d {_quoted(option.does)}"
        if command.words:
            yield f"complete -c grader {here} -f -a {_quoted(' '.join(command.words))}"


def _fish_option(option: CompletedOption) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    choices = " ".join(option.choices)
    if option.choices:
        names.append(f"-x -a {_quoted(f'(__fish_append , {choices})' if option.listed else choices)}")
    elif option.takes:
        names.append("-r")
    return " ".join(names)


def _quoted(text: str) -> str:
    """A word in single quotes, as all three shells read it; an apostrophe is written as it is printed."""
    return f"'{text.replace(chr(39), '’')}'"


_SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
