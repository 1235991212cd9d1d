"""What a command takes: its `--help`, and bad usage as an InputError like any other."""

import re
from argparse import Action, ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import NoReturn

from grader.text.source import refusal


class Once(Action):
    """An option that is refused the second time, where the last one would silently win."""

    def __call__(
        self, _parser: ArgumentParser, namespace: Namespace, value: object, _option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            raise ArgumentError(self, "this is given twice, and only one can be meant")
        setattr(namespace, self.dest, value)


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
        self.add_argument(
            "-q", "--quiet", action="store_true",
            help="print only results and errors, no notes or progress",
        )  # fmt: skip
        # Words that begin like these are no options: `grader draw -inf`, `--utilities -20,20`, `-1/2`.
        self._negative_number_matcher = re.compile(r"-(?:\.?[0-9]|∞|inf(?:inity)?(?![a-z]))", re.IGNORECASE)

    def error(self, message: str) -> NoReturn:
        raise refusal(self.prog, message, f"`{self.prog} --help` says what it takes")
