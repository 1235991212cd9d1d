"""Names of modules that programs do not have here → stand-ins that can be imported, and say so when used."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NoReturn


class Absent:
    """Something that is not there. It may be imported and passed around; to use it is an error."""

    __slots__ = ("_absent",)

    def __init__(self, why: str, module: str) -> None:
        object.__setattr__(self, "_absent", (why, module))

    def __getattr__(self, name: str) -> Any:
        if _is_special(name):
            raise AttributeError(name)
        _refuse(self)

    def __setattr__(self, name: str, value: Any) -> None:
        _refuse(self)

    def __call__(self, *_: Any, **__: Any) -> NoReturn:
        _refuse(self)

    def __iter__(self) -> NoReturn:
        _refuse(self)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> NoReturn:
        _refuse(self)

    def __enter__(self) -> NoReturn:
        _refuse(self)

    def __exit__(self, *_: object) -> None:
        """Never reached, as nothing enters."""

    def __getitem__(self, key: Any) -> NoReturn:
        _refuse(self)


class AbsentModule(ModuleType):
    """A module that is not there: whatever is imported from it is absent, too."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []  # so that parts of it can be imported
        self.__why = why

    def __getattr__(self, name: str) -> Any:
        if _is_special(name):
            raise AttributeError(name)
        return Absent(self.__why, self.__name__)


def part_of(module: str, why: str) -> Any:
    """A `__getattr__` for a stand-in that has only some of the names of the real module."""

    def find(name: str) -> Any:
        if _is_special(name):
            raise AttributeError(name)
        return Absent(f"`{module}.{name}` {why}", module)

    return find


def _is_special(name: str) -> bool:
    """Whether Python itself looks for it, and takes no for an answer."""
    return name.startswith("__") and name.endswith("__")


def _refuse(absent: Absent) -> NoReturn:
    why, module = object.__getattribute__(absent, "_absent")
    raise ModuleNotFoundError(why, name=module)
