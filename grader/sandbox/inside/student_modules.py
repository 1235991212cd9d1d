"""The student's files as bytes → modules, which can shadow nothing that Python or the API brings along."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec
from importlib.util import decode_source, spec_from_loader
from itertools import pairwise
from posixpath import join
from types import CodeType, ModuleType

from grader.sandbox.inside.stand_ins import OFTEN_INSTALLED
from grader.sandbox.inside.stand_ins.absent import AbsentModule

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF16 = "the file is in UTF-16: save it as UTF-8"
_NOTEBOOK = b"# The code cells of a notebook:"  # how the file begins that is made of one
_CELL = re.compile(r"^# In \[[0-9]+\]:$", re.MULTILINE)
_TIMED = re.compile(r"^([ \t]*+)%time[ \t]++", re.MULTILINE)  # which runs what follows it
_ASKED = re.compile(r"^([ \t]*+)(?:\?{1,2}[\w.]++|[\w.]++\?{1,2})[ \t]*+$", re.MULTILINE)
_MAGIC = re.compile(r"^([ \t]*+(?:[\w., \t]++=[ \t]*+)?+)[%!](.*\\\n)*+.*+$", re.MULTILINE)


def _cells(text: str) -> Iterator[str]:
    """The cells of a notebook's file, each below as many empty lines as stand before it there."""
    starts = [found.start() for found in _CELL.finditer(text)]
    for start, end in pairwise((*starts, len(text))):
        yield "\n" * text.count("\n", 0, start) + text[start:end]


def _without_magic(found: re.Match[str]) -> str:
    """What does nothing in place of a magic, and gives None to a name; later lines keep their numbers."""
    nothing = "None" if "=" in found[1] else "pass"
    return f"{found[1]}{nothing}" + "\n" * found[0].count("\n")


def _compiled(cell: str, file: str) -> CodeType:
    """A cell as code; what only Jupyter understands does nothing."""
    try:
        return compile(cell, file, "exec", dont_inherit=True)
    except SyntaxError:
        plain = _MAGIC.sub(_without_magic, _ASKED.sub(r"\1pass", _TIMED.sub(r"\1", cell)))
        if plain == cell:
            raise
        return compile(plain, file, "exec", dont_inherit=True)


class _NotHere(Loader):
    """Loads what a program does not have here: an import that is never used does no harm."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        installed = spec.name.partition(".")[0] in OFTEN_INSTALLED
        why = "is not installed here" if installed else "is a part of Python that programs do not have here"
        return AbsentModule(spec.name, f"`{spec.name}` {why}")

    def exec_module(self, module: ModuleType) -> None:
        """Nothing runs in it."""


_NOT_HERE = _NotHere()


class Importer(MetaPathFinder, Loader):
    """Finds and runs modules among files that are given as data, beside the main one."""

    def __init__(self, files: Mapping[str, bytes], main: str, taken: Iterable[str]) -> None:
        self.files = files
        self._folder = main.rpartition("/")[0]
        self._taken = frozenset(taken)
        self._origins: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """The modules that the files beside the main one are."""
        start = f"{self._folder}/" if self._folder else ""
        names = (name.removeprefix(start) for name in self.files if name.startswith(start))
        return [name.removesuffix(".py") for name in names if name.endswith(".py") and "/" not in name]

    def install(self) -> None:
        """Let imports find what is loaded or part of Python, and these files: no folder is searched."""
        sys.meta_path[:] = [BuiltinImporter, FrozenImporter, self]
        sys.path[:] = []
        sys.path_importer_cache.clear()

    def load(self, file: str, wanted: str) -> ModuleType:
        """Run the main file, under its own name unless that is taken; what is `wanted` should be in it."""
        name = file.rpartition("/")[2].removesuffix(".py")
        self._origins[name] = file
        module = ModuleType(name)
        spec = module.__spec__ = ModuleSpec(name, self, origin=file)
        module.__loader__, module.__package__, module.__file__ = self, spec.parent, file
        if not self._is_taken(name):
            sys.modules[name] = module
        self._run(module, wanted)
        return module

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        first = fullname.partition(".")[0]
        if (
            first in sys.stdlib_module_names and first != "encodings"
        ):  # where Python itself takes no for an answer
            return ModuleSpec(fullname, _NOT_HERE, is_package=True)
        if self._is_taken(first):
            return None
        place = join(self._folder, fullname.replace(".", "/"))
        for file, package in ((f"{place}/__init__.py", True), (f"{place}.py", False)):
            if file in self.files:
                self._origins[fullname] = file
                return spec_from_loader(fullname, self, origin=file, is_package=package)
        if self._is_folder(place):
            return ModuleSpec(fullname, None, is_package=True)
        return ModuleSpec(fullname, _NOT_HERE, is_package=True) if first in OFTEN_INSTALLED else None

    def _is_folder(self, place: str) -> bool:
        """Whether modules lie there: Python takes such a folder for a package, even without `__init__.py`."""
        return any(name.startswith(f"{place}/") and name.endswith(".py") for name in self.files)

    def _is_taken(self, name: str) -> bool:
        return name in self._taken or name in sys.stdlib_module_names

    def exec_module(self, module: ModuleType) -> None:
        self._run(module, "")

    def _run(self, module: ModuleType, wanted: str) -> None:
        """Run a file; a notebook cell by cell, where what fails counts only if what is wanted is missing."""
        file = self._origins[module.__name__]
        if not self.files[file].startswith(_NOTEBOOK):
            exec(self.get_code(module.__name__), module.__dict__)  # noqa: S102 - this is what it is for
            return
        first: Exception | SystemExit | None = None
        for cell in _cells(self._text(file)):
            try:
                exec(_compiled(cell, file), module.__dict__)  # noqa: S102 - likewise
            except (Exception, SystemExit) as error:  # noqa: BLE001 - as Jupyter goes on with the next cell
                first = first or error
        if first is not None and wanted not in module.__dict__:
            raise first

    def get_code(self, name: str) -> CodeType:
        file = self._origins[name]
        try:
            return compile(self.files[file], file, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            if isinstance(error, SyntaxError) and error.filename == file:
                raise
            message = _UTF16 if self.files[file].startswith(_UTF16_MARKS) else str(error)
            raise SyntaxError(message, (file, 1, 0, "")) from None  # NUL characters have no place

    def get_source(self, name: str) -> str:
        """The text of a module, for tracebacks and `inspect`."""
        return self._text(self._origins[name])

    def line(self, file: str, number: int) -> str:
        """One line of a file, without its indentation."""
        lines = self._text(file).split("\n")  # as Python counts them: a form feed ends no line
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def _text(self, file: str) -> str:
        try:
            return decode_source(self.files[file])
        except (SyntaxError, ValueError, LookupError):  # it is not in the encoding that it says
            text = self.files[file].decode("utf-8", "replace")
            return text.replace("\r\n", "\n").replace("\r", "\n")
