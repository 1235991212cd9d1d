"""A tree and what is asked about it → Pattern: what a search does in it and which ideas show, by position.

A search only compares. So where nothing is left to chance, it does the same in all trees whose numbers are
in the same order, and most ideas answer alike; others look at 0 as well, at negated numbers or at neighbours.
Each such order is tried once. Ideas that work out numbers, such as averages, are tried on every tree.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import floor

from grader.diagnosis.exposure import EVERY_IDEA, shows
from grader.ideas import WrongIdea
from grader.questions import Question
from grader.questions.answer_form import FoundMistake
from grader.rule import Rule, RuleError
from grader.solving import Solution
from grader.solving.unknown_cases import unknown_cases
from grader.solving.unknown_leaf import OpenSolution, solve_as_far, with_numbers
from grader.text.numbers import Number
from grader.text.source import InputError
from grader.tree import Kind, Tree

_CHANGES = (
    ("ties", "cut", "keep"),
    ("order", "left-to-right", "right-to-left"),
    ("cutoffs", "deep", "shallow"),
)
# Ideas that work numbers out, which no order of others foretells.
OF_SIZES = frozenset(("expectimax-for-minimax", "pvs-without-re-search", "sum-is-maximised"))


def _zero(_: Number) -> Sequence[Number]:
    return (0,)


def _negated(number: Number) -> Sequence[Number]:
    return 0, -number


def _sentinels(_: Number) -> Sequence[Number]:
    return -15, 15


def _whole(number: Number) -> Sequence[Number]:
    return () if isinstance(number, float) else (floor(number),)


def _one_beside(number: Number) -> Sequence[Number]:
    return (number - 1, number + 1) if isinstance(number, Fraction) else ()  # whole ones differ by 1 or more


# What ideas look at besides the numbers of a tree, for each of them; laws of the tests hold both lists to it.
LOOKS_AT: Mapping[str, Callable[[Number], Sequence[Number]]] = {
    "best-initialised-to-zero": _zero,
    "zero-is-missing": _zero,
    "max-starts-at-zero": _zero,
    "min-starts-at-zero": _zero,
    "finite-infinity-sentinel": _sentinels,
    "negamax-without-colour": _negated,
    "negamax-window-not-swapped": _negated,
    "largest-by-magnitude": _negated,
    "compare-truncated-values": _whole,
    "integer-null-window-on-fractional-utilities": _one_beside,
}


class Pattern:
    """What must be the same in every fair variant of a tree, worked out as far as it is asked for."""

    def __init__(self, tree: Tree, questions: Iterable[Question]) -> None:
        self._asked = tuple(questions)
        self.questions = tuple(question for question in self._asked if question.about_search)
        self.written = AskedTree(tree, self.questions)
        self._courses: dict[Hashable, str | None] = {}
        self._shown: dict[tuple[int, WrongIdea, Hashable], bool] = {}

    def differences(self, tree: Tree, questions: Iterable[Question] | None = None) -> Iterator[str]:
        """What is not the same in another tree, in words; `questions` are those about that tree."""
        if _shape(tree) != _shape(self.written.tree):
            yield "the shape is another"
            return
        asked = self._asked if questions is None else tuple(questions)
        other = AskedTree(tree, tuple(question for question in asked if question.about_search))
        if (course := self._course(other)) is not None:
            yield course
            return
        if _first_mistakes(tree, asked) != self._mistakes:
            yield "the first wrong step of a run is another"
            return
        for turn, (place, idea) in enumerate(self._tried):
            if self._shows(place, idea, other) != self._shows(place, idea, self.written):
                self._tried.insert(0, self._tried.pop(turn))  # it is likely to tell others apart, too
                question, _ = self.written.questions[place]
                where = f"`{question.id}`{_under(question.rule, self.questions)}"
                yield f"`{idea.id}` shows in {where} on one and not on the other"
                return

    @cached_property
    def _mistakes(self) -> tuple[int, ...]:
        return _first_mistakes(self.written.tree, self._asked)

    @cached_property
    def _tried(self) -> list[tuple[int, WrongIdea]]:
        """Every idea with every question, by its place."""
        return [(place, idea) for place in range(len(self.written.questions)) for idea in EVERY_IDEA]

    def _course(self, other: AskedTree) -> str | None:
        """Where the search goes otherwise."""
        seen = other.order
        if seen is None:
            return self._other_course(other)
        if seen not in self._courses:
            self._courses[seen] = self._other_course(other)
        return self._courses[seen]

    def _other_course(self, other: AskedTree) -> str | None:
        if len(other.questions) != len(self.written.questions):
            return "a rule cannot be used for it"
        for (question, mine), (_, solution) in zip(self.written.questions, other.questions, strict=True):
            if _trace(solution) != _trace(mine) or not _is_as_nice(solution, mine):
                return f"the search takes another course{_under(question.rule, self.questions)}"
        return None

    def _shows(self, place: int, idea: WrongIdea, posed: AskedTree) -> bool:
        seen = posed.seen_by(idea)
        if seen is None and posed is self.written:
            seen = "the written tree"
        elif seen is None:
            return shows(idea, *posed.questions[place])
        if (place, idea, seen) not in self._shown:
            self._shown[place, idea, seen] = shows(idea, *posed.questions[place])
        return self._shown[place, idea, seen]


def _first_mistakes(tree: Tree, questions: Iterable[Question]) -> tuple[int, ...]:
    """The number of the first wrong step, wherever somebody's run is to be corrected."""
    others = [question for question in questions if not question.about_search]
    return tuple(
        question.key(solution).step
        for question in others
        if (solution := _solved(tree, question.rule, question)) is not None
        and next(question.misfits(solution), None) is None
        and isinstance(question.answer_form(solution), FoundMistake)
    )


class AskedTree:
    """A tree with every question about it, under its rule and those that differ in one field."""

    def __init__(self, tree: Tree, questions: tuple[Question, ...]) -> None:
        self.tree = tree
        self._asked = questions
        self._seen: dict[Callable[[Number], Sequence[Number]], Hashable] = {}

    @cached_property
    def questions(self) -> tuple[tuple[Question, Solution], ...]:
        return tuple(_under_all_rules(self.tree, self._asked))

    @cached_property
    def order(self) -> Hashable:
        """The places of all numbers in their order; none where more than their order counts."""
        return None if self._numbers is None else _places(self._numbers)

    def seen_by(self, idea: WrongIdea) -> Hashable:
        """The same of all numbers that an idea looks at, or the numbers themselves."""
        if self._numbers is None:
            return None
        if idea.id in OF_SIZES:
            return "exactly", *self._numbers
        if (besides := LOOKS_AT.get(idea.id)) is None:
            return self.order
        if besides not in self._seen:
            self._seen[besides] = _places(
                [*self._numbers, *(other for number in self._numbers for other in besides(number))]
            )
        return self._seen[besides]

    @cached_property
    def _numbers(self) -> list[Number] | None:
        """The numbers that a search compares: of the leaves, of static evaluations, and of the rules."""
        tree = self.tree
        if tree.has_chance or tree.players or any(tree.features):
            return None
        found: list[Number] = []
        for kind, utility, estimate in zip(tree.kinds, tree.utilities, tree.estimates, strict=True):
            if kind is Kind.LEAF:
                if not isinstance(utility, int | Fraction | float):  # it is unknown
                    return None
                found.append(utility)
            elif estimate is not None:
                found.append(estimate)
        finest = 10 ** min((question.rounding for question in self._asked), default=0)
        if any(isinstance(number, Fraction) and finest % number.denominator for number in found):
            return None  # two of them may be taken for the same
        for question in self._asked:
            found += (*question.rule.window, *(question.rule.utilities or ()))
            found += (number for _, number in question.given)
        return found


def _places(numbers: Sequence[Number]) -> Hashable:
    places = {number: place for place, number in enumerate(sorted(set(numbers)))}
    return tuple(places[number] for number in numbers)


def _under(rule: Rule, asked: Iterable[Question]) -> str:
    """In what a rule differs from that of all questions; nothing where it is theirs."""
    rules = [question.rule for question in asked]
    if rule in rules:
        return ""
    for name, *_ in _CHANGES:
        if all(getattr(rule, name) != getattr(other, name) for other in rules):
            return f" with `{name}: {getattr(rule, name)}`"
    return " under another rule"


def _under_all_rules(tree: Tree, questions: Iterable[Question]) -> Iterator[tuple[Question, Solution]]:
    solved: dict[Hashable, Solution | None] = {}
    for question in questions:
        for rule in _rules(question.rule):
            key = rule, question.given
            if key not in solved:
                solved[key] = _solved(tree, rule, question)
            if (solution := solved[key]) is not None:
                yield question.with_rule(solution.rule), solution


@cache
def _rules(rule: Rule) -> tuple[Rule, ...]:
    """The rule, and those that differ from it in one field on which courses disagree."""
    found = [rule]
    for name, usual, other in _CHANGES:
        try:
            found.append(rule.changed(**{name: other if getattr(rule, name) == usual else usual}))
        except RuleError:  # some fields do not go together
            continue
    return tuple(found)


def _solved(tree: Tree, rule: Rule, question: Question) -> Solution | None:
    try:
        return solve_as_far(with_numbers(tree, dict(question.given)), rule)
    except (InputError, RuleError):
        return None


def _shape(tree: Tree) -> Hashable:
    return tree.kinds, tree.ends, tree.probabilities


def _trace(solution: Solution) -> Hashable:
    """What a search does, by the positions of nodes."""
    at = solution.tree.index
    if isinstance(solution, OpenSolution):
        if len(solution.unknowns) != 1:
            return ()
        cases = unknown_cases(solution)
        return tuple((tuple(map(at, case.pruned)), _moves(solution, case.best_moves)) for case in cases)
    cutoffs = tuple(
        (at(cut.at), at(cut.after), cut.bound, None if cut.set_by is None else at(cut.set_by), cut.deep)
        for cut in solution.cutoffs
    )
    best = _moves(solution, solution.best_moves)
    return (
        tuple(map(at, solution.visited)),
        cutoffs,
        tuple(solution.bounds.values()),
        best,
        tuple(map(at, solution.line)),
    )


def _moves(solution: Solution, moves: Sequence[str]) -> tuple[int, ...]:
    """The positions of moves at the root."""
    tree = solution.tree
    return tuple(child for child in tree.child_indexes(0) if tree[child].move in moves)


def _is_as_nice(solution: Solution, written: Solution) -> bool:
    """Whether no value of a node is a finer fraction than it was."""
    if not solution.tree.has_chance or isinstance(solution, OpenSolution):
        return True
    pairs = zip(solution.values.values(), written.values.values(), strict=True)
    return all(_denominator(value) <= _denominator(own) for value, own in pairs)


def _denominator(number: object) -> int:
    return number.denominator if isinstance(number, int | Fraction) else 1
