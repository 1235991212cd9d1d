"""Names of modules → their code as bytes, which a program that imports one of them runs.

What is loaded before a fork has to be copied by every fork; what few programs use only lies ready here.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from mmap import MAP_PRIVATE, PROT_READ, mmap
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # as half of Python would come along with the abstract class


class Spares(Loader):
    """Finds and runs modules of Python's own without their files; a package stands before what is in it."""

    def __init__(self, names: Iterable[str]) -> None:
        self._specs = {spec.name: spec for spec in _found(names)}
        codes = [marshal.dumps(_code(spec)) for spec in self._specs.values()]
        self._codes = _outside_the_heap(codes)
        self._places: dict[str, slice] = {}
        end = 0
        for name, code in zip(self._specs, codes, strict=True):
            self._specs[name].loader = self
            self._places[name] = slice(end, end := end + len(code))

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        return self._specs.get(fullname)

    def create_module(self, spec: ModuleSpec) -> None:
        """Any module will do."""

    def exec_module(self, module: ModuleType) -> None:
        code = marshal.loads(self._codes[self._places[module.__name__]])  # noqa: S302 - Python's own
        exec(code, module.__dict__)  # noqa: S102 - this is what it is for


def _found(names: Iterable[str]) -> Iterator[ModuleSpec]:
    """Where the modules are, but for what this Python has elsewhere or not at all."""
    places: dict[str, list[str] | None] = {}
    for name in names:
        spec = PathFinder.find_spec(name, places.get(name.rpartition(".")[0]))
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            places[name] = spec.submodule_search_locations
            yield spec


def _code(spec: ModuleSpec) -> CodeType | None:
    assert isinstance(spec.loader, SourceFileLoader)
    return spec.loader.get_code(spec.name)


def _outside_the_heap(pieces: Iterable[bytes]) -> mmap:
    """The pieces in one place, of which a fork copies nothing, and which nobody can write to."""
    place = os.memfd_create("spares")
    size = sum(os.write(place, piece) for piece in pieces)
    try:
        return mmap(place, size, flags=MAP_PRIVATE, prot=PROT_READ)
    finally:
        os.close(place)
