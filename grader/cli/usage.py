"""What a command takes: its `--help`, and bad usage as an InputError like any other."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import NoReturn

from grader.source import refusal


class CommandParser(ArgumentParser):
    """The parser of one command's arguments."""

    def __init__(self, name: str, summary: str, example: str) -> None:
        super().__init__(
            prog=f"grader {name}",
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=f"example:\n  {example}",
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        raise refusal(self.prog, message, f"`{self.prog} --help` says what it takes")
