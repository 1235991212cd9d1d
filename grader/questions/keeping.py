"""What is worked out once for a solution, and kept with it: every student's answers need it again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def kept(function: Function) -> Function:
    """A function of a solution, or a method of a question about one, whose results are kept.

    A question counts as the same only if it is the very same object: comparing costs more than it saves.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def look_up(*arguments: Any) -> Any:
        *askers, solution = arguments
        results = solution.__dict__.setdefault("kept", {})
        key = (name, *map(id, askers))
        found = results.get(key)
        if found is None or any(map(_differ, found[0], askers)):  # an id is given again to somebody else
            found = results[key] = (askers, function(*arguments))
        return found[1]

    return cast("Function", look_up)


def _differ(one: object, other: object) -> bool:
    return one is not other
