"""A question about a solution → what each hypothesis answers to it, and what an answer says for and against.

What a hypothesis answers is worked out once. An answer is compared once with all that answer alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from grader.diagnosis.cost_row import capped, in_row, ones
from grader.diagnosis.hypothesis import (
    AS_REPORTED,
    RIGHTLY,
    Hypothesis,
    Shift,
    conventions,
    one_idea,
    two_conventions,
)
from grader.diagnosis.price import BLANK, count_misfits, price_of
from grader.ideas import Imagined, NotPredicted, PayoffStep, Undefined, ValueStep, WrongIdea
from grader.memory import Memorable, remembered, remembered_text
from grader.questions import Question, Unread
from grader.questions.reading.quantities import Bound
from grader.solving import Solution
from grader.text.numbers import Number, same_value
from grader.tree import Kind

Own = Mapping[int, Number]  # the values that a student has, by the index of the node


class _Nothing:
    """What somebody writes about a node that they never came to."""


NOTHING: Final = _Nothing()


@dataclass(frozen=True, slots=True)
class Fit:
    """How one part of an answer fits a hypothesis: what it costs, and whether it is predicted at all.

    Where it does not fit but follows from the student's own values, it costs nothing.
    """

    part: str
    cost: int
    is_predicted: bool = True


@dataclass(frozen=True, slots=True)
class Foretold:
    """What a hypothesis answers, part by part; parts about which it says nothing are missing.

    `seen` are the children from which a value is worked out, and `follows` says whether an answer may follow
    from the student's own values.
    """

    question: Question
    solution: Solution
    parts: Mapping[str, Any]
    step: ValueStep
    seen: Callable[[int], Sequence[int]]
    follows: bool

    @property
    def key(self) -> Hashable:
        """Right answers by conventions that have the same key cannot be told apart here."""
        answers = tuple((name, hashable(part)) for name, part in self.parts.items())
        return answers, type(self.step) if self.follows else None


@dataclass(frozen=True, slots=True)
class _Column:
    """What the hypotheses of a row say about a part: who says nothing, and who predicts the same."""

    silent: int
    predicting: tuple[tuple[Foretold, int], ...]


@dataclass(frozen=True, slots=True)
class _Steps:
    """Who takes the same step from the same children, told apart by the values that they have themselves."""

    apart: tuple[tuple[Foretold, int], ...]

    @property
    def together(self) -> tuple[tuple[Foretold, int]]:
        return ((self.apart[0][0], sum(who for _, who in self.apart)),)

    @property
    def is_from_children(self) -> bool:
        return self.apart[0][0].step.is_from_children


@remembered
def predict(solution: Solution, question: Question) -> Predictions:
    """What every hypothesis answers to the question."""
    return Predictions(question, solution)


class Predictions(Memorable):
    """What hypotheses answer to one question, each worked out when it is first asked for."""

    __slots__ = ("form", "parts", "price", "question", "solution")

    def __init__(self, question: Question, solution: Solution) -> None:
        self.question = question
        self.solution = solution
        self.form = question.answer_form(solution)
        self.price = price_of(self.form, solution)
        self.parts: tuple[str, ...] = question.parts(solution) if question.about_search else ()

    @remembered
    def said(self, hypothesis: Hypothesis) -> Foretold | None:
        """What a hypothesis answers; none where that cannot be worked out."""
        instead = hypothesis.answered(self.question, self.solution)
        if instead is None:
            return None
        question, solution = instead
        parts = {}
        for name in self.parts:
            try:
                parts[name] = question.expected(name, solution)
            except NotPredicted:
                continue
            except LookupError:  # it never comes to that node
                parts[name] = NOTHING
        return _said(question, solution, parts, hypothesis)

    def fits(self, said: Foretold, given: Mapping[str, Any], own: Own) -> list[Fit]:
        """How well each part of an answer fits; what cannot be read says nothing."""
        found: list[Fit] = []
        left = self.price.most
        for name in self.parts:
            part = given.get(name, NOTHING)
            if isinstance(part, Unread):
                continue
            if name not in said.parts:
                found.append(Fit(name, 0, is_predicted=False))
            else:
                count, blank = self._misfit(name, part, said, own)
                count = min(count, left)
                found.append(Fit(name, blank + self.price.each * count))
                left -= count
        return found

    def right_costs(self, given: Mapping[str, Any], own: Own) -> dict[str, int]:
        """What each part of the answer costs whoever is right, but for slips."""
        said = self.said(RIGHTLY)
        assert said is not None
        return {fit.part: fit.cost for fit in self.fits(said, given, own)}

    def cost(
        self, hypothesis: Hypothesis, given: Mapping[str, Any], own: Own, right: Mapping[str, int]
    ) -> int:
        """What the answer costs under a hypothesis; where that says nothing about a part, what is `right`."""
        said = self.said(hypothesis)
        if said is None:
            return sum(right.values())
        fits = self.fits(said, given, own)
        return sum(fit.cost if fit.is_predicted else right[fit.part] for fit in fits)

    def row(self, given: Mapping[str, Any], own: Own, right: Mapping[str, int]) -> int:
        """What the answer costs under all hypotheses of a row, as `cost` has it for one."""
        misfits = besides = 0
        for name in self.parts:
            part = given.get(name, NOTHING)
            if isinstance(part, Unread):
                continue
            column = self._column(name)
            besides += right[name] * column.silent
            odd: list[tuple[int, int]] = []
            for said, who in column.predicting:
                count, blank = self._difference(name, part, said)
                if count:
                    odd.append((count, who))
                besides += blank * who
            following = self._following(name, part, own) if odd else 0
            misfits += sum(count * (who & ~following) for count, who in odd)
        return besides + self.price.each * capped(misfits, self.price.most)

    def _following(self, name: str, part: Any, own: Own) -> int:
        """Who in a row may have worked a part out from the student's own values: a 1 for each."""
        if part is NOTHING or not own:
            return 0
        found = self._stepped(name, tuple(map(own.get, self._below(name))))
        return sum(who for result, who in found if self._is_same(part, result))

    @remembered_text
    def _stepped(self, name: str, own: tuple[Number | None, ...]) -> tuple[tuple[Any, int], ...]:
        """What a row of hypotheses works out for a part from these values below it, and who does."""
        known = zip(self._below(name), own, strict=True)
        mine = {index: value for index, value in known if value is not None}
        has_all = self._inner_children(name) <= mine.keys()
        found: dict[Any, int] = {}
        for steps in self._steps(name):
            alike = steps.together if has_all and steps.is_from_children else steps.apart
            for said, who in alike:
                if (result := self._result(name, said, mine)) is not None:
                    found[result] = found.get(result, 0) + who
        return tuple(found.items())

    @remembered
    def _inner_children(self, name: str) -> frozenset[int]:
        tree = self.solution.tree
        children = tree.child_indexes(self._index(name))
        return frozenset(child for child in children if tree.kinds[child] is not Kind.LEAF)

    @remembered
    def _below(self, name: str) -> tuple[int, ...]:
        """The nodes from whose values a part may be worked out: the children, and theirs."""
        tree = self.solution.tree
        children = tree.child_indexes(self._index(name))
        return (*children, *(node for child in children for node in tree.child_indexes(child)))

    @remembered
    def _column(self, name: str) -> _Column:
        """What a row of hypotheses says about a part."""
        silent: list[int] = []
        groups: dict[Hashable, tuple[Foretold, list[int]]] = {}
        for place, said in enumerate(map(self.said, in_row())):
            if said is None or name not in said.parts:
                silent.append(place)
            else:
                groups.setdefault(hashable(said.parts[name]), (said, []))[1].append(place)
        return _Column(ones(silent), tuple((said, ones(at)) for said, at in groups.values()))

    @remembered
    def _steps(self, name: str) -> tuple[_Steps, ...]:
        """How a row of hypotheses works out a part from the values below it."""
        index = self._index(name)
        leaves = sorted({*self.solution.tree.child_indexes(index)} - self._inner_children(name))
        found: dict[Hashable, dict[Hashable, tuple[Foretold, list[int]]]] = {}
        for place, said in enumerate(map(self.said, in_row())):
            if said is None or not said.follows or said.parts.get(name, NOTHING) is NOTHING:
                continue
            others = _others(said)
            same = _kind_of(said.step, index), tuple(said.seen(index)), tuple(map(others.get, leaves))
            values = tuple(map(others.get, self._below(name)))
            found.setdefault(same, {}).setdefault(values, (said, []))[1].append(place)
        return tuple(
            _Steps(tuple((said, ones(at)) for said, at in steps.values())) for steps in found.values()
        )

    def _index(self, name: str) -> int:
        """The node that a part is about; a move is one of the root."""
        return self.solution.tree.index(name) if self.question.shown == "values" else 0

    def right_under(self, number: int, is_predicted: Callable[[Hypothesis], bool]) -> int:
        """So many conventions at once that predict just what was written, one bit for each of the choices."""
        return sum(places for hypothesis, places in self._by_conventions(number) if is_predicted(hypothesis))

    @remembered
    def _by_conventions(self, number: int) -> tuple[tuple[Hypothesis, int], ...]:
        """So many conventions at once, those that cannot be told apart here together, a bit for each."""
        in_force: dict[tuple[Shift, ...], int] = {}
        for place, each in enumerate(two_conventions() if number > 1 else conventions()):
            shifts = tuple(filter(self._is_in_force, each.shifts))
            in_force[shifts] = in_force.get(shifts, 0) | 1 << place
        groups: dict[Hashable, tuple[Hypothesis, int]] = {}
        for shifts, places in in_force.items():
            said = self.said(Hypothesis(shifts=shifts))
            key = None if said is None else said.key
            first, others = groups.get(key, (Hypothesis(shifts=shifts), 0))
            groups[key] = first, others | places
        return tuple(groups.values())

    @remembered
    def _is_in_force(self, shift: Shift) -> bool:
        """Whether it is another convention than the stated one, by which the question may be answered."""
        return shift.is_in_force(self.question, self.solution)

    def by_belief(self) -> Iterator[tuple[WrongIdea | Shift, Mapping[str, Any]]]:
        """What is answered by whoever goes by another convention, or has an idea, in every way there is."""
        reported = self.said(AS_REPORTED)
        for hypothesis in (*conventions(), *one_idea()):
            said = self.said(hypothesis)
            if said is None or (hypothesis.ideas and reported and said.parts == reported.parts):
                continue  # the idea never comes up in this tree
            belief = hypothesis.shifts[0] if hypothesis.shifts else hypothesis.ideas[0]
            yield belief, {name: part for name, part in said.parts.items() if part is not NOTHING}

    def is_right(self, given: Mapping[str, Any]) -> bool:
        """Whether the parts that were given are right."""
        return all(self.question.is_right(name, part, self.solution) for name, part in given.items())

    def _misfit(self, name: str, part: Any, said: Foretold, own: Own) -> tuple[int, int]:
        """In how many items a part does not fit, and what a blank costs."""
        count, blank = self._difference(name, part, said)
        return (0 if count and self._follows(name, part, said, own) else count), blank

    def _difference(self, name: str, part: Any, said: Foretold) -> tuple[int, int]:
        """The same, whatever the student's own values are."""
        predicted = said.parts[name]
        if part is NOTHING:
            return 0, 0 if predicted is NOTHING else BLANK
        if predicted is NOTHING:
            return 1, 0
        if part == predicted or self._agrees(name, part, said):
            return 0, 0
        return count_misfits(self.form, part, predicted), 0

    def _agrees(self, name: str, part: Any, said: Foretold) -> bool:
        try:
            return said.question.is_right(name, part, said.solution)
        except LookupError:  # a bound, say, where it knows of none
            return False

    def _follows(self, name: str, part: Any, said: Foretold, own: Own) -> bool:
        """Whether a value or a move is what the step gives from the student's own values."""
        if not said.follows or not own or part is NOTHING or said.parts[name] is NOTHING:
            return False
        return self._is_same(part, self._result(name, said, own))

    def _result(self, name: str, said: Foretold, own: Own) -> Any:
        """The value or the moves that the step gives from the student's own values, if there are any."""
        if self.question.shown != "values":
            return _moves(said, own) or None
        index = self.solution.tree.index(name)
        return None if self.solution.tree.kinds[index] is Kind.LEAF else stepped(said, index, own)

    def _is_same(self, part: Any, result: Any) -> bool:
        if self.question.shown == "values":
            return result is not None and same_value(_number(part), result, self.question.rounding)
        return bool(result) and part in (result[0], result)


def _said(
    question: Question, solution: Solution, parts: Mapping[str, Any], hypothesis: Hypothesis
) -> Foretold:
    follows = question.shown == "values" or (question.shown == "move" and not hypothesis.spoils("move"))
    follows = follows and all(shift.field != "as" for shift in hypothesis.shifts)
    step = solution.step if isinstance(solution, Imagined) else _right_step(solution)
    seen: Callable[[int], Sequence[int]] = step.in_order
    if isinstance(solution, Imagined) and hypothesis.way == "run":
        seen = solution.search.seen_children
    return Foretold(question, solution, parts, step, seen, follows)


@remembered
def _right_step(solution: Solution) -> ValueStep:
    return PayoffStep(solution) if solution.tree.players else ValueStep(solution)


def stepped(said: Foretold, index: int, own: Own) -> Number | None:
    """What the step gives at a node from the student's own values below it."""
    known = _known(said, own)
    seen = said.seen(index)
    try:
        return said.step.value(index, seen, known) if seen else None
    except (KeyError, Undefined):
        return None


def _moves(said: Foretold, own: Own) -> tuple[str, ...]:
    known, seen = _known(said, own), said.seen(0)
    value = stepped(said, 0, own)
    if value is None or not seen:
        return ()
    tree = said.solution.tree
    return tuple(tree[child].move for child in said.step.moves(seen, known, value))


class _OwnFirst(dict[int, Number]):
    """The values that somebody goes on with: their own, and the others where they have none."""

    __slots__ = ("others",)

    others: Mapping[int, Number]

    def __missing__(self, index: int) -> Number:
        return self.others[index]

    def __contains__(self, index: object) -> bool:
        return super().__contains__(index) or index in self.others


def _known(said: Foretold, own: Own) -> _OwnFirst:
    known = _OwnFirst(own)
    known.others = _others(said)
    return known


def _others(said: Foretold) -> Mapping[int, Number]:
    """The values that somebody has who works like this."""
    solution = said.solution
    return solution.known if isinstance(solution, Imagined) else _true_values(solution)


def _kind_of(step: ValueStep, index: int) -> Hashable:
    """What tells a step at a node from others; ideas about chance leave those of players right."""
    if isinstance(step, PayoffStep):  # it depends on what players wish for
        return step
    kind = type(step)
    is_right = kind.facet == "chance" and step.tree.kinds[index] is not Kind.CHANCE
    return ValueStep if is_right else kind, step.solution.rule.best


@remembered
def _true_values(solution: Solution) -> Mapping[int, Number]:
    return dict(enumerate(solution.true.column))


def _number(part: Number | Bound) -> Number:
    return part.number if isinstance(part, Bound) else part


def hashable(answer: Any) -> Hashable:
    """An answer, or a part of one, as something that can be looked up."""
    return tuple(sorted(answer.items())) if isinstance(answer, dict) else answer


def own_values(answers: Sequence[tuple[Question, Solution, Mapping[str, Any]]]) -> dict[int, Number]:
    """The values of nodes that a student has, by the index of the node; one that is right is not rounded."""
    own: dict[int, Number] = {}
    for question, solution, given in answers:
        if question.shown == "values":
            own |= dict(_own(question, solution, given))
    return own


def _own(question: Question, solution: Solution, given: Mapping[str, Any]) -> Iterator[tuple[int, Number]]:
    for name, part in given.items():
        if isinstance(part, Unread) or name not in solution.tree:
            continue
        right = question.expected(name, solution)
        number = right if question.is_right(name, part, solution) else _number(part)
        yield solution.tree.index(name), number
