"""Sets of the same text are one set in many tests, so that what is worked out about it is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.document import Value
from grader.problems import ProblemSet, set_file
from grader.problems.deal import deal_file
from grader.problems.fields.set_folder import LoadContext
from grader.text.source import Source

_MOST = 200  # sets that are kept
_KEPT: dict[tuple[str, str, str], ProblemSet] = {}


@contextmanager
def sets_are_shared() -> Iterator[None]:
    """A set is a frozen value. One that takes in other files, which may change, is always read anew."""
    with_keys = set_file._with_keys  # noqa: SLF001 - what students get is completed in another way
    read_set = set_file._read_set  # noqa: SLF001 - below everything that loads a set

    def shared(
        source: Source, reading: LoadContext, complete: Callable[[Value], Value], terms: str
    ) -> ProblemSet:
        key = (source.name, source.text, terms)
        if key not in _KEPT or complete is not with_keys or deal_file(Path(source.name)).exists():
            found = read_set(source, reading, complete, terms)
            if reading.mistakes or reading.folder.taken or complete is not with_keys:
                return found
            if len(_KEPT) == _MOST:
                del _KEPT[next(iter(_KEPT))]
            _KEPT[key] = found
        return _KEPT[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(set_file, "_read_set", shared)
        yield
