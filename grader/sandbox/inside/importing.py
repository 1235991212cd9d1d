"""The student's files as bytes → modules, which can shadow nothing that Python or the API brings along."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec
from importlib.util import decode_source, spec_from_loader
from posixpath import join
from types import CodeType, ModuleType

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF16 = "the file is in UTF-16: save it as UTF-8"


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

    def load(self, file: str) -> ModuleType:
        """Run the main file, under its own name unless that is taken."""
        name = file.rpartition("/")[2].removesuffix(".py")
        self._origins[name] = file
        module = ModuleType(name)
        spec = module.__spec__ = ModuleSpec(name, self, origin=file)
        module.__loader__, module.__package__, module.__file__ = self, spec.parent, file
        if not self._is_taken(name):
            sys.modules[name] = module
        self.exec_module(module)
        return module

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        first = fullname.partition(".")[0]
        if self._is_taken(first):
            if first in sys.stdlib_module_names and first not in sys.modules:
                message = f"`{first}` is a part of Python that programs do not have here"
                raise ModuleNotFoundError(message, name=fullname)
            return None
        place = join(self._folder, fullname.replace(".", "/"))
        for file, package in ((f"{place}/__init__.py", True), (f"{place}.py", False)):
            if file in self.files:
                self._origins[fullname] = file
                return spec_from_loader(fullname, self, origin=file, is_package=package)
        return ModuleSpec(fullname, None, is_package=True) if self._is_folder(place) else None

    def _is_folder(self, place: str) -> bool:
        """Whether modules lie there: Python takes such a folder for a package, even without `__init__.py`."""
        return any(name.startswith(f"{place}/") and name.endswith(".py") for name in self.files)

    def _is_taken(self, name: str) -> bool:
        return name in self._taken or name in sys.stdlib_module_names

    def exec_module(self, module: ModuleType) -> None:
        exec(self.get_code(module.__name__), module.__dict__)  # noqa: S102 - this is what it is for

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
