"""A standard output whose reader has gone away, as that of `grader … | head` does."""

from __future__ import annotations

import io

import pytest


class Gone(io.TextIOBase):
    def write(self, _text: str) -> int:
        raise BrokenPipeError


def nobody_reads(monkeypatch: pytest.MonkeyPatch, *streams: str) -> None:
    """Let every write to these streams fail."""
    for stream in streams:
        monkeypatch.setattr(f"sys.{stream}", Gone())
