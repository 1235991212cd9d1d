"""A function of a value → the same function, which works out a result only once and remembers it.

There are two kinds of caches. Those of `functools` are for pure functions of plain values, and for the parts
of a value that it works out for itself. What others derive from a value of ours is `remembered`. It lies with
the value and goes when the value goes, even where a result refers to the value; and it is no part of the
value: it is not compared, not shown, and not sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

MOST = 1000
LONGEST = 500

_NOTHING: Any = object()


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
    parameters = signature(function).parameters.values()
    not_compared = {each.name for each in parameters if each.kind is Parameter.KEYWORD_ONLY}

    @wraps(function)
    def look_up(value: Value, /, *further: Further.args, **besides: Further.kwargs) -> Result:
        if besides and not besides.keys() <= not_compared:
            raise TypeError(f"{function.__qualname__}() compares only what is passed by position")
        memory = value._memory  # noqa: SLF001 - it is ours
        results = memory.get(function)
        if results is None:
            results = memory.setdefault(function, {})
        key = tuple(map(_key, further))
        found: Result = results.get(key, _NOTHING)
        if found is _NOTHING:
            found = function(value, *further, **besides)
            if is_kept(results, *further):
                found = results.setdefault(key, found)  # another thread may have been quicker
        return found

    return look_up


def _key(argument: object) -> object:
    return argument._memory if isinstance(argument, Memorable) else argument  # noqa: SLF001
