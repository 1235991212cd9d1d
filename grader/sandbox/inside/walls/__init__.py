"""The walls around a child: some are raised once in the zygote, some by each child for itself."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from os import getpid, getppid
from signal import SIGKILL
from typing import Any

from grader.sandbox.inside.walls import identity, landlock, namespaces, rlimits, seccomp
from grader.sandbox.inside.walls.kernel import prctl
from grader.sandbox.inside.walls.rlimits import limit
from grader.sandbox.inside.walls.seccomp import load

_SET_PDEATHSIG = 1
_MOST_KEPT = 100


class Walls:
    """The walls that a worker ordered, all made ready while files can still be read."""

    def __init__(self, orders: dict[str, Any]) -> None:
        self._orders = orders
        self._zygote = getpid()
        self._own_size = rlimits.own_size()
        self._limited = "rlimits" in orders["walls"]
        self._filtered = "seccomp" in orders["walls"]
        self._bounds: dict[tuple[float, int, int], tuple[rlimits.Bound, ...]] = {}
        self._filter = seccomp.prepare(bytes.fromhex(orders["filter"]))

    def raise_once(self) -> dict[str, str]:
        """Raise the walls that children inherit, and say of each part nothing, or why it does not stand."""
        ordered = self._orders["walls"]
        standing = _standing_once(ordered, self._orders)
        if standing.get("pid namespace") == "":
            namespaces.become_first()
            self._zygote = getpid()
        return standing | dict.fromkeys(set(ordered) & {"rlimits", "seccomp"}, "")

    def for_limits(self, limits: tuple[float, int, int]) -> tuple[rlimits.Bound, ...]:
        """What binds a child to such limits, found once for all children that have the same."""
        if limits not in self._bounds:
            if len(self._bounds) >= _MOST_KEPT:
                self._bounds.clear()
            self._bounds[limits] = rlimits.bounds(*limits, self._own_size)
        return self._bounds[limits]

    def raise_in_child(self, bounds: tuple[rlimits.Bound, ...]) -> None:
        """Raise the walls of this process, before it reads anything."""
        prctl(_SET_PDEATHSIG, SIGKILL)
        if getppid() != self._zygote:  # it ended before the kernel knew that we shall end with it
            raise ProcessLookupError("the zygote is gone")
        if self._limited:
            limit(bounds)
        if self._filtered:
            load(self._filter)


def _standing_once(ordered: Collection[str], orders: dict[str, Any]) -> dict[str, str]:
    standing: dict[str, str] = {}
    if "namespaces" in ordered:
        _enter_namespaces(standing)  # root does it as root,
    if "identity" in ordered:
        standing["identity"] = _try(partial(identity.become, orders["unprivileged"]))
    if "namespaces" in ordered:
        _enter_user_namespace(standing)  # … and anybody else from inside a user namespace
    if "identity" in ordered:
        standing["capabilities"] = _try(identity.drop_capabilities)
        standing["hidden memory"] = _try(identity.hide)
    if not {"seccomp", "landlock", "identity"}.isdisjoint(ordered):
        standing["no new privileges"] = _try(identity.refuse_new_privileges)
    if "landlock" in ordered:
        standing["landlock"] = _try(partial(landlock.shut, *orders["landlock"]))
    return standing


def _enter_namespaces(standing: dict[str, str]) -> None:
    """Enter those namespaces that do not stand yet, and empty the root once there is one of our own."""
    for name in namespaces.KINDS:
        if standing.get(f"{name} namespace") != "":
            standing[f"{name} namespace"] = _try(partial(namespaces.enter, name))
    if standing["mount namespace"] == "" and standing.get("empty root") != "":
        standing["empty root"] = _try(namespaces.empty_the_root)


def _enter_user_namespace(standing: dict[str, str]) -> None:
    standing["user namespace"] = _try(partial(namespaces.enter, namespaces.USER))
    if standing["user namespace"] == "":
        _enter_namespaces(standing)


def _try(step: Callable[[], object]) -> str:
    """Nothing, or why the step could not be taken."""
    try:
        step()
    except OSError as error:
        return str(error.strerror or error)
    return ""
