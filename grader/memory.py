"""A function of a value → the same function, which works out a result only once and remembers it.

There are two kinds of caches. Those of `functools` are for pure functions of plain values, and for the parts
of a value that it works out for itself. What others derive from a value of ours is `remembered`. It lies with
the value and goes when the value goes, even where a result refers to the value; and it is no part of the
value: it is not compared, not shown, and not sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

MOST = 1000
LONGEST = 500


class Memorable:
    """A value with which something can be remembered; as a further argument, it equals only itself."""

    __slots__ = ("_memory",)

    _memory: _Memory

    def __new__(cls, *_: object, **__: object) -> Self:
        value = super().__new__(cls)
        object.__setattr__(value, "_memory", _Memory())
        return value

    def __getstate__(self) -> dict[str, object]:  # a dataclass with slots has one of its own
        return self.__dict__


Result = TypeVar("Result")
Value = TypeVar("Value", bound=Memorable)
Further = ParamSpec("Further")


def remembered(
    function: Callable[Concatenate[Value, Further], Result],
) -> Callable[Concatenate[Value, Further], Result]:
    """A function that works out only once what it gives for a value and further arguments.

    The value is the first argument. Further ones are compared as the keys of a dictionary are; what can
    be passed by keyword only is not compared at all, and must follow from the others.
    """
    return _remembering(function, lambda *_: True)


def remembered_text(
    function: Callable[Concatenate[Value, str, Further], Result],
) -> Callable[Concatenate[Value, str, Further], Result]:
    """The same for what a student typed, the second argument: in a class most was typed before.

    What comes of a long text, or after that of many others, is not remembered.
    """
    return _remembering(function, lambda results, text, *_: len(results) < MOST and len(text) <= LONGEST)


class _Memory(dict[Callable[..., Any], dict[Hashable, Any]]):
    """For each function its results by further arguments. As a key, it stands for the value it belongs to."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__


def _remembering(
    function: Callable[Concatenate[Value, Further], Result], is_kept: Callable[..., bool]
) -> Callable[Concatenate[Value, Further], Result]:
    not_compared = set(_keywords(function))

    @wraps(function)
    def look_up(value: Value, /, *further: Further.args, **besides: Further.kwargs) -> Result:
        key: Hashable = further
        for each in further:
            if isinstance(each, Memorable):
                key = tuple(map(_key, further))
                break
        memory = value._memory  # noqa: SLF001 - it is ours
        try:
            return memory[function][key]  # type: ignore[no-any-return]
        except KeyError:
            results = memory.setdefault(function, {})
        if not besides.keys() <= not_compared:
            raise TypeError(f"{function.__qualname__}() compares only what is passed by position")
        result = function(value, *further, **besides)
        # Another thread may have been quicker: all get the same.
        return results.setdefault(key, result) if is_kept(results, *further) else result

    return look_up


def _keywords(function: Callable[..., object]) -> Iterator[str]:
    """The parameters that are passed by keyword only; of all others, the same call must have the same."""
    for parameter in signature(function).parameters.values():
        if parameter.kind is Parameter.KEYWORD_ONLY:
            yield parameter.name
        elif parameter.default is not Parameter.empty:
            raise TypeError(f"{function.__qualname__}() compares `{parameter.name}`, which has a default")


def _key(argument: object) -> object:
    return argument._memory if isinstance(argument, Memorable) else argument  # noqa: SLF001
