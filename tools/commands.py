"""The parsers of all commands → the page that lists what each command takes."""

from argparse import OPTIONAL, SUPPRESS, ZERO_OR_MORE, Action, ArgumentParser
from collections.abc import Iterator, Mapping
from importlib import import_module

from grader.cli import COMMANDS, module_of
from grader.cli.usage import CommandParser
from tools.tables import code, codes, table

INTRODUCTION = """\
# Commands

`grader --help` lists the commands, and `grader COMMAND --help` describes one of them. Machine output goes \
to standard output and everything else to standard error.

| exit status | meaning |
| --- | --- |
| 0 | it ran to the end, whatever the marks; a submission that cannot be read gets a grade that says so |
| 1 | the work falls short: `--fail-under`, or `check` found errors |
| 2 | bad usage, or input that cannot be read |
| 3 | the grader itself failed |
"""


def commands_page() -> str:
    """All commands, in the order of `grader --help`."""
    return "\n".join([INTRODUCTION, *map(_command, COMMANDS)])


def _command(name: str) -> str:
    module = import_module(module_of(name))
    parser = CommandParser(name, COMMANDS[name], module.EXAMPLE)
    module.add_arguments(parser)
    return f"## grader {name}\n{parser.description}\n\n" + "\n".join(_body(parser, module.EXAMPLE))


def _body(parser: ArgumentParser, example: str) -> Iterator[str]:
    yield f"    {_usage(parser)}\n"
    yield f"For example `{example}`.\n"
    yield _table(parser)
    for action in _actions(parser):
        yield from _parts(action)


def _parts(action: Action) -> Iterator[str]:
    """The tables of a command's own commands, where it has any."""
    for word, parser in action.choices.items() if isinstance(action.choices, Mapping) else ():
        if isinstance(parser, ArgumentParser):
            yield f"### {parser.prog}\n    {_usage(parser)}\n"
            yield _table(parser) if _actions(parser) else f"`{word}` takes nothing else.\n"


def _table(parser: ArgumentParser) -> str:
    rows = [(_written(action), _meaning(action, parser)) for action in _actions(parser)]
    return table(("argument", "description"), rows)


def _actions(parser: ArgumentParser) -> list[Action]:
    """What a parser takes besides `--help`; argparse has no other way to ask."""
    return [action for action in parser._actions if SUPPRESS not in (action.default, action.help)]  # noqa: SLF001


def _usage(parser: ArgumentParser) -> str:
    actions = _actions(parser)
    places = [_place(action) for action in actions if not action.option_strings]
    needed = [_written_plain(action) for action in actions if action.option_strings and action.required]
    rest = ["[OPTION…]"] if any(action.option_strings for action in actions) else []
    return " ".join([parser.prog, *places, *needed, *rest])


def _place(action: Action) -> str:
    name = _value(action)
    if action.nargs == OPTIONAL:
        return f"[{name}]"
    if action.nargs == ZERO_OR_MORE:
        return f"[{name}…]"
    return f"{name}…" if action.nargs is not None and not isinstance(action.nargs, int) else name


def _written(action: Action) -> str:
    if not action.option_strings:
        return code(_value(action))
    value = "" if action.nargs == 0 else f" {_value(action)}"
    return codes(f"{flag}{value}" for flag in action.option_strings)


def _written_plain(action: Action) -> str:
    return f"{action.option_strings[-1]} {_value(action)}"


def _value(action: Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper()


def _meaning(action: Action, parser: ArgumentParser) -> str:
    said = (action.help or "") % {"default": action.default, "prog": parser.prog}
    return said + (" (required)" if action.required and action.option_strings else "")
