"""A Solution → the tasks of somebody who is the search: what it does next, asked step by step.

Four things are asked: which node is looked at, with which α and β it is entered, what a node is worth after a
child, and whether the search cuts there or goes on. What every wrong idea and every other convention would do
there is asked of searches that start each decision from the right state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.diagnosis import conventions
from grader.ideas import CATALOGUE, WrongIdea
from grader.ideas.guided_search import GuidedSearch, guided_by, guided_by_rule
from grader.memory import remembered
from grader.questions.question import Marking
from grader.questions.reasons.refutation import prove
from grader.reports.practice.practice_task import CUT, GO_ON, PracticeTask, grouped, number_pair
from grader.rule import Window
from grader.solving import Solution, Step
from grader.solving.minimax import probabilities
from grader.text.columns import visible
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree import Kind


def walk_tasks(
    solution: Solution, say: Say, ideas: Sequence[WrongIdea] = CATALOGUE
) -> tuple[PracticeTask, ...]:
    """Every task of the walk, in the order of the search, with what these ideas would do there."""
    say = say.in_decimals() if solution.tree.in_decimals else say
    return tuple(_Walk(solution, say, tuple(ideas)).tasks())


def is_cut_possible(solution: Solution, index: int) -> bool:
    """Whether the rule lets a search stop early at a node, if the numbers are so."""
    rule = solution.rule
    if rule.search == "minimax" or index in solution.log.unbounded:
        return False
    return solution.tree.kinds[index] is not Kind.CHANCE or rule.chance == "star1"


@dataclass(slots=True)
class _Walk:
    """The steps of a search, with what is known at each of them."""

    solution: Solution
    say: Say
    ideas: tuple[WrongIdea, ...]
    values: dict[str, Number] = field(default_factory=dict)
    seen: dict[int, list[int]] = field(default_factory=dict)

    def tasks(self) -> Iterator[PracticeTask]:
        steps = self.solution.steps_in(self.say)
        for place, step in enumerate(steps):
            after = steps[place + 1] if place + 1 < len(steps) else None
            match step.action:
                case "enter" | "leaf":
                    yield from self._entered(place, step)
                case "update":
                    yield from self._updated(place, step, steps[place - 1].node, after)
            self.values[step.node] = step.value

    def _entered(self, place: int, step: Step) -> Iterator[PracticeTask]:
        tree = self.solution.tree
        index = tree.index(step.node)
        if index:
            yield self._next(place, index)
            self.seen[tree.parents[index]].append(index)
        if step.action == "enter":
            self.seen[index] = []
            if self.solution.rule.search != "minimax":
                yield self._window(place + 1, index)

    def _updated(self, place: int, step: Step, child: str, after: Step | None) -> Iterator[PracticeTask]:
        tree = self.solution.tree
        index, below = tree.index(step.node), tree.index(child)
        yield self._value(place, step, index, below)
        left = len(tree.child_indexes(index)) > len(self.seen[index])
        is_cut = after is not None and (after.action, after.node) == ("cut", step.node)
        if is_cut_possible(self.solution, index) and (left or is_cut):
            yield self._cut(place + 1, step, index, below, after if is_cut else None)

    def _next(self, place: int, child: int) -> PracticeTask:
        parent = self.solution.tree.parents[child]
        seen = self.seen[parent]
        parts = {
            "node": self._name(parent),
            "child": self._name(child),
            "children": self._names(self._in_order(parent)),
            "seen": self._names(seen),
            "order": self.say(f"practice-page.{self.solution.rule.order}"),
        }
        case = "next" if seen else "next-first"
        return self._task(
            PracticeTask("node", case, (str(child),), parts, parent, shown=place),
            lambda guided: _text(guided.asked_children.get((parent, len(seen)))),
        )

    def _window(self, place: int, index: int) -> PracticeTask:
        right = self.solution.log.windows[index]
        alpha, beta = map(self._show, right)
        parts = {"node": self._name(index), "alpha": alpha, "beta": beta}
        case = "window-root"
        if index:
            parent = self.solution.tree.parents[index]
            case = self._window_case(parent, index)
            low, high = map(self._show, self.solution.log.windows[parent])
            parts |= {"parent": self._name(parent), "low": low, "high": high, "seen": self._results(parent)}
        return self._task(
            PracticeTask("window", case, (number_pair(alpha, beta),), parts, index, shown=place),
            lambda guided: self._window_text(guided.asked_windows.get(index)),
        )

    def _window_case(self, parent: int, index: int) -> str:
        """Where the window of a node comes from: its parent, or a rule that says otherwise."""
        rule, kind = self.solution.rule, self.solution.tree.kinds[parent]
        if index in self.solution.log.unbounded:
            return "window-none"
        if kind is Kind.CHANCE:
            return f"window-{rule.chance}"
        shallow = "-shallow" if rule.cutoffs == "shallow" else ""
        return f"window{shallow}-{kind}" if self.seen[parent][:-1] else f"window{shallow}-first"

    def _value(self, place: int, step: Step, index: int, child: int) -> PracticeTask:
        kind = self.solution.tree.kinds[index]
        result = self.solution.log.returned[child]
        parts = {
            "node": self._name(index),
            "child": self._name(child),
            "before": self._show(self.values[step.node]),
            "result": self._show(result),
            "value": self._show(step.value),
        }
        case = f"value-{kind}"
        if kind is Kind.CHANCE:
            chances = zip(
                self.solution.tree.child_indexes(index),
                probabilities(self.solution.tree, index),
                strict=True,
            )
            shown = parts["result"]
            parts["chance"] = self._show(dict(chances)[child])
            parts["result"] = f"({shown})" if result < 0 else shown
        elif len(self.seen[index]) == 1:
            case += "-first"
        return self._task(
            PracticeTask("number", case, (parts["value"],), parts, index, shown=place, rounding=2),
            lambda guided: self._shown(guided.asked_values.get((index, child))),
        )

    def _cut(self, place: int, step: Step, index: int, child: int, cut: Step | None) -> PracticeTask:
        kind = self.solution.tree.kinds[index]
        alpha, beta = map(self._show, self.solution.log.windows[index])
        parts = {
            "node": self._name(index),
            "child": self._name(child),
            "value": self._show(step.value),
            "alpha": alpha,
            "beta": beta,
            "why": "" if cut is None else cut.sentence,
        }
        bound = self.solution.log.windows[index][1 if kind is Kind.MAX else 0]
        tied = cut is None and kind is not Kind.CHANCE and step.value == bound
        case = f"test-{kind}-{CUT if cut else 'tie' if tied else GO_ON}"
        task = PracticeTask(
            "choice", case, (CUT if cut else GO_ON,), parts, index, shown=place, choice="cut",
            proofs={} if cut else self._refuted(index),
        )  # fmt: skip
        return self._task(task, lambda guided: _word(guided.asked_cuts.get((index, child))))

    def _refuted(self, index: int) -> Mapping[str, str]:
        """Why the rest of a node cannot be skipped, by numbers that it might have."""
        rest = [child for child in self.solution.tree.child_indexes(index) if child not in self.seen[index]]
        proof = prove(rest, Marking(self.solution, self.say))
        return {CUT: proof.why} if proof.why else {}

    def _task(self, task: PracticeTask, answer: Callable[[GuidedSearch], str | None]) -> PracticeTask:
        """The task with what is answered by whoever has an idea or goes by another convention."""
        rules = _guided_by_rules(self.solution)
        shifted = grouped(_answers(rules, answer), task.accepted)
        guided = ((idea.id, _guided_by_idea(self.solution, idea)) for idea in self.ideas)
        wrong = grouped(_answers(guided, answer), (*task.accepted, *shifted))
        return replace(task, ideas=wrong, conventions={given: names[0] for given, names in shifted.items()})

    def _in_order(self, index: int) -> Sequence[int]:
        children = self.solution.tree.child_indexes(index)
        return children if self.solution.rule.order == "left-to-right" else children[::-1]

    def _results(self, parent: int) -> str:
        """What the children of a node came back with that are done: `B = 3 and C = 2`."""
        done = self.seen[parent][:-1]
        returned = self.solution.log.returned
        return self.say.listed(f"{self._name(child)} = {self._show(returned[child])}" for child in done)

    def _window_text(self, window: Window | None) -> str | None:
        return None if window is None else number_pair(*map(self._show, window))

    def _shown(self, number: Number | None) -> str | None:
        return None if number is None else self._show(number)

    def _show(self, number: Number) -> str:
        return self.solution.tree.pretty(number)

    def _name(self, index: int) -> str:
        return visible(self.solution.tree.names[index])

    def _names(self, indexes: Sequence[int]) -> str:
        return self.say.listed(self._name(index) for index in indexes)


def _text(index: int | None) -> str | None:
    return None if index is None else str(index)


def _word(is_cut: bool | None) -> str | None:
    return None if is_cut is None else CUT if is_cut else GO_ON


def _answers(
    guided: Iterable[tuple[str, GuidedSearch | None]], answer: Callable[[GuidedSearch], str | None]
) -> Iterator[tuple[str, str]]:
    for name, search in guided:
        given = None if search is None else answer(search)
        if given is not None:
            yield name, given


@remembered
def _guided_by_idea(solution: Solution, idea: WrongIdea) -> GuidedSearch | None:
    """The right search, in which whoever has the idea is asked; None where it is about moves alone."""
    return None if idea.facet == "move" else guided_by(solution, idea.work)


@remembered
def _guided_by_rules(solution: Solution) -> tuple[tuple[str, GuidedSearch], ...]:
    """The right search, in which whoever goes by another convention is asked."""
    shifts = (hypothesis.shifts[0] for hypothesis in conventions())
    solved = ((f"{shift.field}-{shift.value}", shift.solved(solution)) for shift in shifts)
    return tuple((name, guided_by_rule(solution, other)) for name, other in solved if other is not None)
