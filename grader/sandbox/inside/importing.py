"""The student's files as bytes → modules, which can shadow nothing that Python or the API brings along."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec
from importlib.util import module_from_spec, spec_from_loader
from posixpath import dirname, join
from types import CodeType, ModuleType


class Importer(MetaPathFinder, Loader):
    """Finds and runs modules among files that are given as data, beside the main one."""

    def __init__(self, files: Mapping[str, bytes], main: str, taken: Iterable[str]) -> None:
        self.files = files
        self._folder = dirname(main)
        self._taken = sys.stdlib_module_names.union(taken)
        self._origins: dict[str, str] = {}

    def install(self) -> None:
        """Let imports find what is loaded or part of Python, and these files: no folder is searched."""
        sys.meta_path[:] = [BuiltinImporter, FrozenImporter, self]
        sys.path[:] = []
        sys.path_importer_cache.clear()

    def load(self, file: str) -> ModuleType:
        """Run the main file, under its own name unless that is taken."""
        name = file.rpartition("/")[2].removesuffix(".py")
        self._origins[name] = file
        spec = spec_from_loader(name, self, origin=file)
        assert spec is not None
        module = module_from_spec(spec)
        module.__file__ = file
        if name not in self._taken:
            sys.modules[name] = module
        self.exec_module(module)
        return module

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname.partition(".")[0] in self._taken:
            return None
        place = join(self._folder, fullname.replace(".", "/"))
        for file, package in ((f"{place}/__init__.py", True), (f"{place}.py", False)):
            if file in self.files:
                self._origins[fullname] = file
                return spec_from_loader(fullname, self, origin=file, is_package=package)
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.get_code(module.__name__), module.__dict__)  # noqa: S102 - this is what it is for

    def get_code(self, name: str) -> CodeType:
        file = self._origins[name]
        try:
            return compile(self.files[file], file, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            if isinstance(error, SyntaxError) and error.filename == file:
                raise
            raise SyntaxError(str(error), (file, 1, 0, "")) from None  # NUL characters have no place

    def get_source(self, name: str) -> str:
        """The text of a module, for tracebacks and `inspect`."""
        return self.files[self._origins[name]].decode("utf-8", "replace")

    def line(self, file: str, number: int) -> str:
        """One line of a file, without its indentation."""
        lines = self.files[file].decode("utf-8", "replace").splitlines()
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""
