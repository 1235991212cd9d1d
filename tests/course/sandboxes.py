"""Whether programs can be run on this machine: `needs_sandbox` skips a test where they cannot."""

from __future__ import annotations

from functools import cache

import pytest

from grader.sandbox.run import Worker
from grader.text.source import InputError


@cache
def _why_not() -> str:
    try:
        with Worker():
            return ""
    except InputError as refused:
        return str(refused)


needs_sandbox = pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "programs can be run here")
