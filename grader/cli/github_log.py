"""What is printed in a step of GitHub Actions: nothing of it may be taken for a command."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


def runs_in_actions() -> bool:
    return os.environ.get("GITHUB_ACTIONS") == "true"


@contextmanager
def fenced(stream: TextIO) -> Iterator[None]:
    """Let GitHub obey nothing that is printed to the stream meanwhile, such as what a student wrote."""
    if not runs_in_actions():
        yield
        return
    from secrets import token_hex

    token = token_hex(16)  # nobody who writes what is printed can know it
    print(f"::stop-commands::{token}", file=stream, flush=True)
    try:
        yield
    finally:
        print(f"::{token}::", file=stream, flush=True)


def without_commands(text: str) -> str:
    """JSON that means the same, without what an older form of commands begins with."""
    return text.replace("##[", "##\\u005b") if runs_in_actions() else text
