"""`construct`: numbers for blank leaves, or a tree of one's own, with which something holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice
from typing import Any, ClassVar, Self, TypeAlias, get_args

from grader.document import Fields
from grader.document.schema import described
from grader.memory import remembered
from grader.questions.answer_form import WrittenTree
from grader.questions.conditions import (
    CONDITIONS,
    Conditions,
    ConditionWord,
    as_conditions,
    assume_pruning,
    can_hold,
    conditions_in_words,
    conditions_misfits,
    facts_in_words,
    stated_numbers,
    written_conditions,
)
from grader.questions.construction_fields import (
    NUMBERS,
    SHAPE,
    allowed_in_words,
    as_allowed,
    as_shape,
    size_in_words,
    written_allowed,
    written_shape,
)
from grader.questions.credit import credit_for_set
from grader.questions.question import Mark, Marking, Posed, Pruning, Question
from grader.questions.reading.by_node import Unread, read_by_node
from grader.questions.reading.node_names import names_of
from grader.questions.reading.quantities import number_in
from grader.questions.reading.tree_answers import read_tree_answer
from grader.questions.reasons.failed_conditions import why_not
from grader.questions.set_comparison import MOST_REASONS, said_of
from grader.questions.verdict import PartVerdict
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.solving.constructions import (
    EVERY_NUMBER,
    AllowedNumbers,
    NothingFound,
    TreeShape,
    Wanted,
    find_filling,
    find_tree,
)
from grader.solving.unknown_leaf import OpenSolution
from grader.text.numbers import Number, show_number
from grader.text.sentences import Say
from grader.text.source import InputError
from grader.text.spelling import shortened
from grader.tree import Kind, Tree
from grader.tree.new_names import NewNames
from grader.tree.notation import write_name
from grader.tree.tree_text import write_line

Construction: TypeAlias = "Mapping[str, Any] | Tree"  # numbers by leaf, or a whole tree

_UNNAMED = ("pruned", "visited", "best-move")


@dataclass(frozen=True, slots=True)
class _Fault:
    """A leaf, or a size of the tree, that is not as it was asked for."""

    about: str
    verdict: PartVerdict
    number: Number = 0
    is_size: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Construct(Question):
    """Its answers are numbers for all blanks of the tree; with a `shape` they are trees."""

    ask: ClassVar[str] = "construct"
    sample: ClassVar[str] = "{K1: 17, L2: -40}"
    sample_tree: ClassVar[str] = "max(min(-17, 40), min(-7/3, 4))"
    illustration: ClassVar[tuple[str, str]] = (
        "{ask: construct, holds: {pruned: [C2, C3]}, numbers: integers 0..20, points: 2}",
        "{B2: 9, C1: 5}",
    )
    illustrated_on: ClassVar[str] = "A = max(B = min(3, _, 8), C = min(_, 4, 6))"
    single: ClassVar[bool] = False
    about_search: ClassVar[bool] = False  # any of many answers may be right, so that ideas predict none
    required: ClassVar[tuple[str, ...]] = ("holds",)
    room: ClassVar[tuple[int, int]] = (3, 40)
    schema: ClassVar[Mapping[str, Any]] = {
        "holds": described(CONDITIONS, "the condition; if there are several, all must hold"),
        "numbers": NUMBERS,
        "shape": described(SHAPE, "asks for a tree of the student's own, and says how large it must be"),
    }

    holds: Conditions
    numbers: AllowedNumbers = EVERY_NUMBER
    shape: TreeShape | None = None

    @property
    def example(self) -> str:
        return self.sample_tree if self.shape else self.sample

    @property
    def fills_blanks(self) -> bool:
        return self.shape is None

    @property
    def needs_tree(self) -> bool:
        return self.shape is None

    @property
    def fits_players(self) -> bool:
        return self.shape is not None

    @property
    def pruning(self) -> Pruning:
        return "assumed" if assume_pruning(self.holds) else "no"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {
            "holds": fields.read("holds", as_conditions),
            "numbers": fields.read("numbers", as_allowed, EVERY_NUMBER),
            "shape": fields.read("shape", as_shape, None),
        }

    def renamed(self, names: NewNames) -> Self:
        return replace(self, holds=tuple(wanted.renamed(names) for wanted in self.holds))

    def public_fields(self) -> dict[str, Any]:
        return {
            "holds": written_conditions(self.holds),
            "numbers": written_allowed(self.numbers),
            "shape": self.shape and written_shape(self.shape),
        }

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        found = list(self._shape_misfits(solution) if self.shape else self._blank_misfits(solution))
        yield from found
        if not found:
            try:
                self.key(solution)
            except NothingFound as nothing:
                yield self._nothing(nothing)

    def _blank_misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        if not isinstance(solution, OpenSolution) or not solution.blanks:
            hint = "write `_` for a number, or ask for a tree: `shape: {leaves: 4..8, depth: 2..4}`"
            yield "ask", "the tree has no blank leaf that could be filled in", hint
        else:
            yield from conditions_misfits(self.holds, solution)

    def _shape_misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        named = [wanted for wanted in self.holds if wanted.about in _UNNAMED or wanted.name]
        for wanted in named[:1]:
            hint = "write `leaves-pruned: 2`, `best-child: 2`, or `value: 5` for the root"
            yield "holds", f"there is no tree in which anything is called `{wanted.name}`", hint
        if solution.rule.search == "minimax" and assume_pruning(self.holds):
            yield "holds", "nothing is pruned by `search: minimax`", "use `search: alpha-beta`"
        if solution.rule.limit is not None:
            message = "a tree of the student's own is searched down to its leaves, and this rule has a depth"
            yield "shape", message, "write `rule: {depth: default}` at this question"

    def _nothing(self, nothing: NothingFound) -> tuple[str, str, str | None]:
        what = "tree" if self.shape else "filling"
        if nothing.certain:
            return "holds", f"there is no {what} for which this holds", "ask for less, or allow other numbers"
        message = f"no {what} was found for which this holds, in {nothing.steps:,} steps"
        return "holds", f"{message}; there may still be one", "ask for less, or leave fewer blanks"

    def about(self, solution: Solution) -> Posed | None:
        del solution  # any of many answers may be right, which only a search can tell
        return None

    def in_words(self, solution: Solution, say: Say) -> str:
        holds = conditions_in_words(self.holds, say)
        if self.shape:
            leaves = size_in_words("leaves", self.shape.leaves, say)
            depth = size_in_words("depth", self.shape.depth, say)
            asked = say("construct.ask-tree", leaves=leaves, depth=depth, holds=holds)
        else:
            asked = said_of("construct.ask", list(map(write_name, _blanks(solution))), say, holds=holds)
        allowed = self._allowed(solution.rule)
        if allowed == EVERY_NUMBER:
            return asked
        use = say("construct.use", numbers=allowed_in_words(allowed, say))
        return say("drawing.space").join((asked, use))

    def answer_form(self, solution: Solution) -> WrittenTree:
        return WrittenTree(() if self.shape else _blanks(solution), searched=True)

    def key(self, solution: Solution) -> Construction:
        return _found(solution, self)

    def key_reasons(self, solution: Solution, say: Say) -> tuple[str, ...]:
        own = self._own(self.key(solution), solution)
        cutoffs = own.cutoffs_in(say) if own else ()
        key = "construct.key-tree" if self.shape else "construct.key"
        return (say(key), *(say("construct.key-cut", why=cutoff.why) for cutoff in cutoffs))

    def show(self, answer: Construction, solution: Solution) -> str:
        tree = solution.tree
        if isinstance(answer, Tree):
            return write_line(answer, tree.written)
        numbers = (f"{write_name(name)}: {_shown(tree.in_style(part))}" for name, part in answer.items())
        return f"{{{', '.join(numbers)}}}"

    def blank(self, solution: Solution) -> str:
        if self.shape:
            return ""
        return "{" + ", ".join(f"{write_name(name)}: " for name in _blanks(solution)) + "}"

    def read(self, text: str, solution: Solution) -> Construction:
        if self.shape:
            return read_tree_answer(text)
        return read_by_node(text, _blanks(solution), names_of(solution), number_in)

    def agrees(self, given: Construction, solution: Solution) -> bool:
        own = self._own(given, solution)
        if own is None or any(self._faults(given, solution)):
            return False
        return all(wanted.holds(own) for wanted in self.holds)

    def mark(self, given: Construction, marking: Marking) -> Mark:
        say, solution = marking.say, marking.solution
        faults, own = list(self._faults(given, solution)), self._own(given, solution)
        held = {wanted.text: own is not None and wanted.holds(own) for wanted in self.holds}
        parts: dict[str, PartVerdict] = {text: "right" if holds else "missed" for text, holds in held.items()}
        wrong: dict[str, PartVerdict] = {fault.about: "wrong" for fault in faults if fault.verdict == "wrong"}
        share, reckoning = credit_for_set(self.credit, {**parts, **wrong}, say)
        told = [self._told(fault, solution.rule, say) for fault in faults if fault.verdict != "unreadable"]
        if own is not None:
            told += self._failures(own, held, say)
        if all(held.values()) and not faults:
            parts |= dict.fromkeys(() if self.shape else _blanks(solution), "right")
        parts |= {fault.about: fault.verdict for fault in faults}
        return Mark(share, reckoning, (*told, *_beside(given, solution, say)), parts)

    def parts(self, solution: Solution) -> tuple[str, ...]:
        return ("",) if self.shape else _blanks(solution)

    def given_parts(self, given: Construction) -> Mapping[str, Any]:
        return {"": given} if isinstance(given, Tree) else given

    def expected(self, name: str, solution: Solution) -> Any:
        key = self.key(solution)
        return key if isinstance(key, Tree) else key[name]

    def is_right(self, name: str, part: Any, solution: Solution) -> bool:
        return self.agrees(self._whole(name, part, solution), solution)

    def show_part(self, part: Any, solution: Solution) -> str:
        return self.show(part, solution) if isinstance(part, Tree) else _shown(solution.tree.in_style(part))

    def explain(self, name: str, part: Any, marking: Marking) -> Iterator[str]:
        yield from self.mark(self._whole(name, part, marking.solution), marking).feedback

    def _whole(self, name: str, part: Any, solution: Solution) -> Construction:
        """An answer of which one part is given, and the others are as the key has them."""
        key = self.key(solution)
        return part if isinstance(key, Tree) else {**key, name: part}

    def plain_key(self, solution: Solution) -> Any:
        key = self.key(solution)
        return self.show(key, solution) if isinstance(key, Tree) else Question.plain_key(self, solution)

    def plain(self, answer: Any) -> Any:
        if isinstance(answer, Tree):
            return str(answer)
        return Question.plain(self, answer)

    def _failures(self, own: Solution, held: Mapping[str, bool], say: Say) -> Iterator[str]:
        """What does not hold, what is so instead, and why; of several nodes why it is so of the first."""
        for about in get_args(ConditionWord):
            failed = tuple(each for each in self.holds if each.about == about and not held[each.text])
            if failed:
                holds, facts = conditions_in_words(failed, say), facts_in_words(failed, own, say)
                yield say("construct.fails", holds=holds, facts=facts)
                yield from why_not(failed[0], own, say)

    def _faults(self, given: Construction, solution: Solution) -> Iterator[_Fault]:
        """What is not as it was asked for: missing numbers, and numbers and sizes that are not allowed."""
        if isinstance(given, Tree):
            yield from self._sizes(given)
        else:
            for name in _blanks(solution):
                if name not in given or isinstance(given[name], Unread):
                    yield _Fault(name, "unreadable" if name in given else "missed")
        allowed = self._allowed(solution.rule)
        others = (entry for entry in _numbers(given, solution).items() if entry[1] not in allowed)
        for name, number in islice(others, MOST_REASONS):
            yield _Fault(name, "wrong", number)

    def _sizes(self, given: Tree) -> Iterator[_Fault]:
        assert self.shape is not None
        sizes = {"leaves": given.kinds.count(Kind.LEAF), "depth": max(given.depths())}
        for what, size in sizes.items():
            low, high = self._size(what)
            if not low <= size <= high:
                yield _Fault(what, "wrong", size, is_size=True)

    def _size(self, what: str) -> tuple[int, int]:
        assert self.shape is not None
        return self.shape.leaves if what == "leaves" else self.shape.depth

    def _told(self, fault: _Fault, rule: Rule, say: Say) -> str:
        if fault.is_size:
            asked = size_in_words(fault.about, self._size(fault.about), say)
            return say(f"construct.other-{fault.about}", number=fault.number, asked=asked)
        if fault.verdict == "missed":
            return say("construct.left-blank", node=write_name(fault.about))
        numbers = allowed_in_words(self._allowed(rule), say)
        return say("construct.not-allowed", node=write_name(fault.about), given=fault.number, numbers=numbers)

    def _own(self, given: Construction, solution: Solution) -> Solution | None:
        """The search in the student's own tree; None where it cannot run yet."""
        try:
            if isinstance(given, Tree):
                return solve(given, solution.rule)
            numbers = _numbers(given, solution)
            if len(numbers) < len(_blanks(solution)):
                return None
            assert isinstance(solution, OpenSolution)
            return solution.filled(numbers)
        except InputError:  # a number outside of the rule's utilities, or ∞ and −∞ under one chance node
            return None

    def _allowed(self, rule: Rule) -> AllowedNumbers:
        return self.numbers.within(*rule.bounds)


@remembered
def _found(solution: Solution, question: Construct) -> Construction:
    """One of the right answers; raises `NothingFound`."""
    if question.shape:
        found = _found_tree(question.shape, solution.rule, question.holds, question.numbers)
        if isinstance(found, NothingFound):
            raise found
        return found.shown_like(solution.tree)
    assert isinstance(solution, OpenSolution)
    return find_filling(solution, _wanted(question.holds, question.numbers))


@lru_cache(maxsize=256)
def _found_tree(
    shape: TreeShape, rule: Rule, holds: Conditions, numbers: AllowedNumbers
) -> Tree | NothingFound:
    """One tree of a student's own, which is the same whatever tree the problem has."""
    try:
        return find_tree(shape, rule, _wanted(holds, numbers))
    except NothingFound as nothing:
        return nothing


def _wanted(holds: Conditions, numbers: AllowedNumbers) -> Wanted:
    tests = tuple(wanted.holds for wanted in holds)
    return Wanted(tests, stated_numbers(holds), numbers, partial(can_hold, holds))


def _blanks(solution: Solution) -> tuple[str, ...]:
    return solution.blanks if isinstance(solution, OpenSolution) else ()


def _numbers(given: Construction, solution: Solution) -> dict[str, Number]:
    """The numbers that were chosen, by leaf."""
    if isinstance(given, Tree):
        leaves = ((leaf.name, leaf.utility) for leaf in given.leaves)
        return {name: number for name, number in leaves if isinstance(number, int | Fraction | float)}
    blanks = _blanks(solution)
    found = ((name, number) for name, number in given.items() if name in blanks)
    return {name: number for name, number in found if not isinstance(number, Unread)}


def _beside(given: Construction, solution: Solution, say: Say) -> Iterator[str]:
    """What else was said: of leaves that are not blank, of none at all, and what cannot be read."""
    if isinstance(given, Tree):
        return
    blanks = _blanks(solution)
    for name, part in given.items():
        if isinstance(part, Unread):
            yield say("nodes.unreadable", node=shortened(name), why=part.why.in_words(say))
        elif name not in blanks:
            yield say("construct.not-blank", node=write_name(name))


def _shown(number: Any) -> str:
    return str(number) if isinstance(number, Unread) else show_number(number)
