"""`first-error`: where a run by a wrong idea first goes wrong, and what should stand there instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from grader.document import Fields, Value, as_text, list_of, mistake_at
from grader.document.schema import TEXT, described
from grader.ideas.catalogue import CATALOGUE, OF_PLAYERS, WrongIdea
from grader.ideas.worked_run import NoRun, RunStep, WorkedRun, worked_run
from grader.questions.answer_form import FoundMistake
from grader.questions.credit import credit_for_parts
from grader.questions.question import Mark, Marking, Posed, Pruning, Question
from grader.questions.reading.corrections import Correction, read_correction
from grader.questions.reading.node_names import names_of
from grader.questions.reasons.carried_values import ReportedSteps, TrueSteps
from grader.questions.reasons.value_steps import step_in_words
from grader.questions.reasons.window_sources import bounds_in_words
from grader.questions.verdict import Parts
from grader.solving import Solution
from grader.text.numbers import Number, Payoffs, same_number
from grader.text.sentences import Say, sentences
from grader.text.spelling import did_you_mean, shortened
from grader.tree.notation import write_name

IDEAS: Mapping[str, WrongIdea] = {idea.id: idea for idea in (*CATALOGUE, *OF_PLAYERS)}
MOST_STEPS = 150  # as many as anybody reads through
_FEW_STEPS = 40  # on a tree that is not the set's own
RELEASED = "released"  # stands for the idea in what students have of a set


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstError(Question):
    """Its answers are corrections: the number of a step, and what should stand there.

    `steps` are those that students have of a released set, whose idea nobody tells them.
    """

    ask: ClassVar[str] = "first-error"
    sample: ClassVar[str] = "{step: 17, instead: K = -40}"
    illustration: ClassVar[tuple[str, str]] = (
        "{ask: first-error, by: bookkeeping-without-cutting, points: 2}",
        "{step: 8, instead: C2}",
    )
    single: ClassVar[bool] = False
    about_search: ClassVar[bool] = False  # what ideas predict is shown to everybody
    required: ClassVar[tuple[str, ...]] = ("by",)
    stand_ins: ClassVar[Mapping[tuple[str, ...], str]] = {("by",): RELEASED}
    room: ClassVar[tuple[int, int]] = (2, 400)
    schema: ClassVar[Mapping[str, Any]] = {
        "by": described(
            {"enum": list(IDEAS)}, "the wrong idea that the run follows, which students are not told"
        ),
        "steps": described(
            {"type": "array", "items": TEXT}, "the run itself; only `release` writes it, in place of `by`"
        ),
    }

    by: str
    steps: tuple[str, ...] = ()

    @property
    def fits_players(self) -> bool:
        return self.by == RELEASED or IDEAS[self.by].is_of_players

    @property
    def pruning(self) -> Pruning:
        return "assumed" if self.by != RELEASED and IDEAS[self.by].facet in ("search", "windows") else "no"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        steps = fields.read("steps", list_of(as_text), ())
        return {"by": fields.read("by", _released if steps else _as_idea), "steps": steps}

    def released_fields(self, solution: Solution, say: Say) -> dict[str, Any]:
        return {"steps": self.shown_steps(solution, say)}

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        if self.by == RELEASED:
            return
        idea = IDEAS[self.by]
        if idea.is_of_players != bool(solution.tree.players):
            who = "several players" if idea.is_of_players else "Max and Min"
            yield "by", f"`{self.by}` is an idea about {who}, and this tree has others", "choose another idea"
            return
        try:
            run = worked_run(solution, idea)
        except NoRun:
            yield "by", f"the idea `{self.by}` gives no answer about this tree", _OTHER
            return
        if run.first_error is None:
            message = f"the idea `{self.by}` does not show on this tree: every step of its run is right"
            yield "by", message, _OTHER
        elif len(run.steps) > MOST_STEPS:
            message = f"the run has {len(run.steps):,} steps, too many to read through"
            yield "by", message, f"take a smaller tree, with at most {MOST_STEPS}"

    def about(self, solution: Solution) -> Posed | None:
        """With another idea, which the tree alone decides on: the own one is part of the key."""
        others = [name for name in IDEAS if name != self.by]
        place = sum(solution.tree.ends) % len(others)
        found = (self._by(name, solution) for name in (*others[place:], *others[:place]))
        late = next(
            (posed for posed in found if posed is not None and posed.question.key(solution).step > 2), None
        )
        return late or next(filter(None, (self._by(name, solution) for name in others)), None)

    def _by(self, idea: str, solution: Solution) -> Posed | None:
        """About a run by an idea; None where that does not show, or takes too long to read through."""
        asked = self.changed_for(solution, by=idea, steps=())
        if next(asked.misfits(solution), None) is not None:
            return None
        return Posed(asked, solution) if len(asked.shown_steps(solution, sentences())) <= _FEW_STEPS else None

    def in_words(self, solution: Solution, say: Say) -> str:
        steps = self.steps or self.shown_steps(solution, say)
        rows = (say("first-error.row", number=number, step=step) for number, step in enumerate(steps, 1))
        return "\n".join((say("first-error.ask"), *rows, say("first-error.how")))

    def answer_form(self, solution: Solution) -> FoundMistake:
        return FoundMistake(len(self.steps or self._run(solution).steps))

    def key(self, solution: Solution) -> Correction:
        if self.by == RELEASED:  # which is made up
            return Correction(1, solution.tree.names[0])
        run = self._run(solution)
        assert run.first_error is not None
        right = run.right[run.first_error - 1]
        return Correction(run.first_error, right.node, right.numbers)

    def key_reasons(self, solution: Solution, say: Say) -> tuple[str, ...]:
        if self.by == RELEASED:
            return ()
        key = self.key(solution)
        idea = say("first-error.idea", idea=say(f"misconception-name.{self.by}"))
        return (*self._why(key.step, Marking(solution, say)), idea)

    def show(self, answer: Correction, solution: Solution) -> str:
        del solution
        return str(answer)

    def blank(self, solution: Solution) -> str:
        del solution
        return "{step: , instead: }"

    def plain(self, answer: Any) -> Any:
        if answer is None:
            return None
        return {"step": answer.step, "instead": answer.instead or None}

    def read(self, text: str, solution: Solution) -> Correction:
        return read_correction(text, names_of(solution))

    def agrees(self, given: Correction, solution: Solution) -> bool:
        return given.step == self.key(solution).step and self._is_corrected(given, solution)

    def mark(self, given: Correction, marking: Marking) -> Mark:
        solution = marking.solution
        found = given.step == self.key(solution).step
        corrected = found and self._is_corrected(given, solution)
        parts: Parts = {
            "step": "right" if found else "wrong",
            "instead": "right" if corrected else "wrong" if given.says_more else "missed",
        }
        share, reckoning = credit_for_parts(self.credit, parts, marking.say)
        feedback = () if corrected else tuple(self._feedback(given, marking, found=found))
        return Mark(share, reckoning, feedback, parts)

    def _run(self, solution: Solution) -> WorkedRun:
        return worked_run(solution, IDEAS[self.by])

    def shown_steps(self, solution: Solution, say: Say) -> list[str]:
        return [_in_words(step, solution, say) for step in self._run(solution).steps]

    def _is_corrected(self, given: Correction, solution: Solution) -> bool:
        """Whether what is said should stand there; about the node that stands there, numbers are enough."""
        run = self._run(solution)
        shown, right = run.steps[given.step - 1], run.right[given.step - 1]
        same = shown.nodes == right.nodes and shown.action == right.action
        if right.action == "move":
            return given.node in right.nodes
        if given.node != right.node and (given.node or not same):
            return False
        needed = same or right.action in ("value", "report")
        if not given.numbers:
            return not needed
        return _are_the_same(given.numbers, right.numbers, self.rounding)

    def _feedback(self, given: Correction, marking: Marking, *, found: bool) -> Iterator[str]:
        say, key = marking.say, self.key(marking.solution)
        steps = len(self._run(marking.solution).steps)
        if found:
            told = "first-error.not-that" if given.says_more else "first-error.nothing-said"
            yield say(told, step=key.step, given=given.instead)
        elif given.step > steps or given.step < 1:
            yield say("first-error.no-such-step", step=given.step, number=steps)
        else:
            told = "first-error.too-early" if given.step < key.step else "first-error.too-late"
            yield say(told, step=given.step, right=key.step)
        yield from self._why(key.step, marking)

    def _why(self, number: int, marking: Marking) -> Iterator[str]:
        """What stands at the first wrong step, what should, and why."""
        solution, say = marking.solution, marking.say
        run = self._run(solution)
        shown, right = run.steps[number - 1], run.right[number - 1]
        words = {"shown": _in_words(shown, solution, say), "right": _in_words(right, solution, say)}
        yield say("first-error.expected", step=number, **words)
        yield from _reasons(shown, right, marking)


_OTHER = "choose another idea or other numbers; `grader check` says which ideas show where"


def _as_idea(value: Value) -> str:
    idea = as_text(value)
    if idea not in IDEAS:
        hint = did_you_mean(idea, IDEAS, "docs/reference/misconceptions.md lists them all")
        raise mistake_at(value, f"there is no idea called `{shortened(idea)}` that a run could follow", hint)
    return idea


def _released(value: Value) -> str:
    if as_text(value) != RELEASED:
        raise mistake_at(value, "the steps follow from the idea", "delete `steps`")
    return RELEASED


def _in_words(step: RunStep, solution: Solution, say: Say) -> str:
    """A step as a line of the run."""
    say = say.in_decimals() if solution.tree.in_decimals else say
    if step.action == "move":
        moves = tuple(write_name(solution.tree[name].move) for name in step.nodes)
        return say("first-error.move", moves=say.alternatives(moves))
    node = write_name(step.node)
    if step.action == "enter":
        alpha, beta = step.numbers
        return say("first-error.enter", node=node, alpha=alpha, beta=beta)
    value: Number | Payoffs = Payoffs(step.numbers) if len(step.numbers) > 1 else step.numbers[0]
    return say(f"first-error.{step.action}", node=node, value=value)


def _are_the_same(given: tuple[Number, ...], right: tuple[Number, ...], rounding: int) -> bool:
    return len(given) == len(right) and all(
        same_number(one, other, rounding) for one, other in zip(given, right, strict=True)
    )


def _reasons(shown: RunStep, right: RunStep, marking: Marking) -> Iterator[str]:
    """Why the right step is right: the cutoff, the bounds, or the values below."""
    solution, say = marking.solution, marking.say
    if right.action == "value":
        given = Payoffs(shown.numbers) if len(shown.numbers) > 1 else shown.numbers[0]
        yield step_in_words(TrueSteps(solution), right.node, given, say)
    elif right.action == "report" and (cutoff := _cutoff_at(right.node, solution, say)):
        yield say("first-error.cutoff", why=cutoff)
    elif right.action == "report" and shown.nodes == right.nodes and shown.action == "report":
        yield step_in_words(ReportedSteps(solution), right.node, shown.numbers[0], say)
    elif right.action == "enter" and shown.action == "enter" and shown.nodes == right.nodes:
        sides = [side for side in (0, 1) if shown.numbers[side] != right.numbers[side]]
        yield from bounds_in_words(right.node, sides, marking, on_exit=False)
    elif right.action in ("enter", "leaf") and shown.action == "report":
        yield say("first-error.goes-on", node=write_name(right.node), parent=write_name(shown.node))


def _cutoff_at(name: str, solution: Solution, say: Say) -> str | None:
    return next((cutoff.why for cutoff in solution.cutoffs_in(say) if cutoff.at == name), None)
