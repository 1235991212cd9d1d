"""A child that the search is done with → alpha, beta and v at its parent before and after, by its steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grader.memory import remembered
from grader.solving import Cutoff, Solution
from grader.solving.trace import Step
from grader.text.sentences import Say
from grader.tree.notation import write_name

MOST_NODES = 500  # nobody goes through a larger tree by hand


class WindowChange(NamedTuple):
    """What the result of a child changes at its parent; `place` is the number of the step."""

    place: int
    before: Step
    after: Step

    @property
    def is_of_window(self) -> bool:
        """Whether alpha or beta is another one then."""
        return (self.before.alpha, self.before.beta) != (self.after.alpha, self.after.beta)


def is_done_by_hand(solution: Solution) -> bool:
    """Whether a student can follow the search by hand."""
    return len(solution.tree) <= MOST_NODES


def change_by(child: str, solution: Solution) -> WindowChange | None:
    """What a child changes; None if it is never visited, is the root, or there is nothing to follow."""
    return _changes(solution).get(child) if _has_steps(solution) else None


def window_change_in_words(key: str, child: str, solution: Solution, say: Say, **parts: object) -> str | None:
    """A sentence about what a child changes; None where there is nothing to tell."""
    change = change_by(child, solution)
    if change is None:
        return None
    before, after = _state(change.before, say), _state(change.after, say)
    key = f"{key}-same" if before == after else key
    node = write_name(change.after.node)
    return say(key, node=node, child=write_name(child), before=before, after=after, **parts)


def entry_in_words(name: str, solution: Solution, say: Say) -> str | None:
    """A sentence about what the search knows when it enters an inner node; None where there is nothing."""
    if not _has_steps(solution):
        return None
    entered = _state(_entries(solution)[name], say)
    return say(f"step.enters-{solution.rule.order}", node=write_name(name), entered=entered)


def why_cut(cutoff: Cutoff, say: Say) -> str:
    """Why a search stops, and by which numbers: “C is at most 2 after C1, but … (v = 2 ≤ α = 3)”."""
    bound = cutoff.alpha if cutoff.bound == "alpha" else cutoff.beta
    return say(f"step.why-{cutoff.bound}", why=cutoff.why, value=cutoff.value, bound=bound)


def _has_steps(solution: Solution) -> bool:
    """Whether there are an alpha and a beta that a student can follow."""
    return solution.rule.search != "minimax" and is_done_by_hand(solution)


def _state(step: Step, say: Say) -> str:
    """Such as “α = 3, β = ∞, v = 3”."""
    return say("step.state", alpha=step.alpha, beta=step.beta, value=step.value)


@remembered
def _entries(solution: Solution) -> Mapping[str, Step]:
    """The step with which the search enters each inner node."""
    return {step.node: step for step in solution.steps if step.action == "enter"}


@remembered
def _changes(solution: Solution) -> Mapping[str, WindowChange]:
    """By each visited node but the root, what it changes at its parent, right after the node is done."""
    changes: dict[str, WindowChange] = {}
    last: dict[str, Step] = {}
    steps = solution.steps
    for place, step in enumerate(steps):
        if step.action == "update":
            changes[steps[place - 1].node] = WindowChange(place, last[step.node], step)
        last[step.node] = step
    return changes
