"""`for-which`: for which numbers in the place of an unknown leaf something holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any, ClassVar, Literal, Self, TypeAlias, get_args

from grader.document import Fields, as_text, one_of
from grader.document.schema import STRING, described
from grader.memory import remembered
from grader.questions.answer_form import NumberSet, OneNumber
from grader.questions.conditions import (
    CONDITIONS,
    Conditions,
    all_hold,
    as_conditions,
    assume_pruning,
    conditions_in_words,
    conditions_like,
    conditions_misfits,
    facts_in_words,
    written_conditions,
)
from grader.questions.credit import credit_for_ends, credit_for_parts
from grader.questions.question import Mark, Marking, Posed, Pruning, Question, Unreadable
from grader.questions.reading.number_sets import read_number_set
from grader.questions.verdict import Parts, PartVerdict
from grader.rule import Rule
from grader.solving import Solution
from grader.solving.number_line import (
    Segment,
    SegmentEnd,
    Segments,
    common,
    complement,
    contains,
    ends_of,
    joined_up,
    set_text,
    simplest_number,
    whole_numbers,
)
from grader.solving.unknown_leaf import OpenSolution, solve_as_far
from grader.text.numbers import Finite, Number, same_number, show_number
from grader.text.sentences import Say
from grader.text.spelling import shortened
from grader.tree import Unknown
from grader.tree.new_names import NewNames

Over: TypeAlias = Literal["numbers", "integers"]
Extreme: TypeAlias = Literal["smallest", "largest"]

_UNKNOWN = "x"  # in a tree that is not the set's own
_MOST_TRIED = 12  # conditions there about one leaf
_SIGNS = {("low", True): "≥", ("low", False): ">", ("high", True): "≤", ("high", False): "<"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ForWhich(Question):
    """Its answers are sets of numbers; with `extreme` the smallest or the largest of them alone."""

    ask: ClassVar[str] = "for-which"
    sample: ClassVar[str] = "-40 < x <= -17"
    illustration: ClassVar[tuple[str, str]] = (
        "{ask: for-which, unknown: x, holds: {pruned: C2}, points: 2}",
        "x < 3",
    )
    illustrated_on: ClassVar[str] = (
        "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(?x, 4, 6), a3 -> D = min(14, 5, 2))"
    )
    single: ClassVar[bool] = False
    required: ClassVar[tuple[str, ...]] = ("unknown", "holds")
    schema: ClassVar[Mapping[str, Any]] = {
        "unknown": described(STRING, "the unknown leaf to ask about, without its `?`"),
        "holds": described(CONDITIONS, "the condition; if there are several, all must hold"),
        "over": described({"enum": list(get_args(Over))}, "whether all numbers count, or only whole ones"),
        "extreme": described({"enum": list(get_args(Extreme))}, "asks for a single number of the set"),
    }

    name: str
    holds: Conditions
    over: Over = "numbers"
    extreme: Extreme | None = None

    @property
    def unknown(self) -> str:
        return self.name

    @property
    def example(self) -> str:
        return "-17" if self.extreme else self.sample.replace("x", self.name)

    @property
    def pruning(self) -> Pruning:
        return "assumed" if assume_pruning(self.holds) else "no"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {
            "name": fields.read("unknown", lambda value: as_text(value).removeprefix("?")),
            "holds": fields.read("holds", as_conditions),
            "over": fields.read("over", one_of(get_args(Over)), "numbers"),
            "extreme": fields.read("extreme", one_of(get_args(Extreme)), None),
        }

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        return own.get("extreme") is not None

    def renamed(self, names: NewNames) -> Self:
        return replace(self, holds=tuple(wanted.renamed(names) for wanted in self.holds))

    def public_fields(self) -> dict[str, Any]:
        over = None if self.over == "numbers" else self.over
        holds = written_conditions(self.holds)
        return {"unknown": self.name, "holds": holds, "over": over, "extreme": self.extreme}

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        known = solution.unknowns if isinstance(solution, OpenSolution) else ()
        if self.name not in known:
            others = " or ".join(f"`{name}`" for name in known)
            hint = f"ask for {others}" if known else f"write `?{self.name}` in the place of a number"
            yield "unknown", f"the tree has no unknown leaf `?{self.name}`", hint
            return
        found = list(conditions_misfits(self.holds, solution))
        yield from found
        if self.extreme and not found and self._extreme(solution) is None:
            yield "extreme", self._without_extreme(solution), "ask for the whole set, without `extreme`"

    def about(self, solution: Solution) -> Posed | None:
        """About one of the leaves, with conditions of the same kinds that hold for some numbers only."""
        tree = solution.tree
        if solution.is_open or tree.players:
            return None
        leaves = [
            name for name in solution.visited if tree[name].is_leaf and isinstance(tree[name].utility, int)
        ]
        place = len(leaves) // 2
        for leaf in (*leaves[place:], *leaves[:place]):
            asked = self._at_leaf(leaf, solution)
            if asked is not None:
                return asked
        return None

    def _at_leaf(self, leaf: str, solution: Solution) -> Posed | None:
        index = solution.whole.index(leaf)
        own = solve_as_far(solution.whole.with_utilities({index: Unknown(_UNKNOWN)}), solution.rule)
        assert isinstance(own, OpenSolution)
        values = {number for number in solution.whole.utilities if isinstance(number, int | Fraction)}
        tried = {number + step for number in values for step in (-1, 0, 1)}
        samples = [own.at_turn(number) for number in sorted(tried) if contains(own.range, number)]
        for holds in islice(conditions_like(self.holds, samples), _MOST_TRIED):
            asked = self.changed_for(own, name=_UNKNOWN, holds=holds)
            if next(asked.misfits(own), None) is None and asked.depends_on_it(own):
                return Posed(asked, own)
        return None

    def depends_on_it(self, solution: Solution) -> bool:
        """Whether it holds for some numbers, and for others not."""
        return self._set(solution) not in ((), self._everything(solution.rule))

    def _without_extreme(self, solution: Solution) -> str:
        found, everything = self._set(solution), self._everything(solution.rule)
        shown = f"`{set_text(found, everything, self.name)}`" if found else "no number"
        return f"there is no {self.extreme} number here: the condition holds for {shown}"

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        key = f"for-which.ask-{self.extreme}" if self.extreme else "for-which.ask"
        whole = "-whole" if self.over == "integers" else ""
        return say(key + whole, unknown=self.name, holds=conditions_in_words(self.holds, say))

    def answer_form(self, solution: Solution) -> NumberSet | OneNumber:
        del solution
        if self.extreme:
            return OneNumber(unknown=self.name)
        return NumberSet(self.name, whole=self.over == "integers")

    def key(self, solution: Solution) -> Segments | Number:
        if not self.extreme:
            return self._set(solution)
        number = self._extreme(solution)
        if number is None:  # under another rule than that of the set
            raise LookupError(f"there is no {self.extreme} number")
        return number

    def agrees(self, given: Segments | Number, solution: Solution) -> bool:
        if not isinstance(given, tuple):
            return same_number(given, self.key(solution), self.rounding)  # type: ignore[arg-type]
        return self._meant(given, solution) == self._set(solution)

    def show(self, answer: Segments | Number, solution: Solution) -> str:
        return self._shown(answer, solution.rule, solution.tree.written)

    def plain(self, answer: Segments | Number | None) -> Any:
        return answer if answer is None else self._shown(answer, self.rule)

    def plain_key(self, solution: Solution) -> Any:
        return self.show(self.key(solution), solution)

    def read(self, text: str, solution: Solution) -> Segments | Number:
        given = read_number_set(text, self.name)
        if self.extreme:
            if len(given) != 1 or not given[0].is_point:
                raise Unreadable("for-which.one-number", text=shortened(text.strip()), unknown=self.name)
            return given[0].low
        return common(given, self._everything(solution.rule, whole=False))

    def mark(self, given: Segments | Number, marking: Marking) -> Mark:
        if not isinstance(given, tuple):
            return self._mark_number(given, marking)
        solution, right = marking.solution, self._set(marking.solution)
        meant = self._meant(given, solution)
        parts, half = self._parts(given, meant, solution)
        share, reckoning = credit_for_ends(self.credit, parts, half, marking.say, agrees=meant == right)
        return Mark(share, reckoning, tuple(self._refuted(meant, right, marking)), parts)

    def _parts(self, given: Segments, meant: Segments, solution: Solution) -> tuple[Parts, int]:
        """Every end of key and answer with its verdict; and how many are only open or closed wrongly."""
        everything = self._everything(solution.rule)
        right = ends_of(self._set(solution), everything)
        ends = ends_of(meant, everything)
        typed = ends_of(given, everything)
        near = bool(common(meant, self._set(solution)))  # the opposite of the key has its ends, too
        parts: dict[str, PartVerdict] = {}
        half, used = 0, set[SegmentEnd]()
        for end in right:
            other = SegmentEnd(end.side, end.number, not end.is_in)
            if end in ends:
                parts[_end_text(end)] = "right"
                used.add(end)
            elif near and (other in ends or other in typed):
                parts[_end_text(other)] = "wrong"
                half += 1
                used |= {other, *_whole_ends(other, self.over)}
            else:
                parts[_end_text(end)] = "missed"
        parts |= {_end_text(end): "wrong" for end in ends if end not in used}
        return parts, half

    def _mark_number(self, given: Number, marking: Marking) -> Mark:
        right = self.agrees(given, marking.solution)
        parts: Parts = {"number": "right" if right else "wrong"}
        share, reckoning = credit_for_parts(self.credit, parts, marking.say)
        return Mark(share, reckoning, () if right else tuple(self._other_number(given, marking)), parts)

    def _other_number(self, given: Number, marking: Marking) -> Iterator[str]:
        """A number that is not the smallest: nothing holds there, or it holds for a smaller one, too."""
        solution, say = marking.solution, marking.say
        key = self.key(solution)
        assert not isinstance(key, tuple)
        if isinstance(given, float) or not contains(self._everything(solution.rule), given):
            yield say("for-which.out-of-range", unknown=self.name, given=given)
        elif self.over == "integers" and not isinstance(given, int):
            yield say("for-which.not-whole", given=given)
        elif contains(self._set(solution), given):
            holds = conditions_in_words(self.holds, say)
            parts = {"number": key, "holds": holds, "given": given}
            yield say(f"for-which.not-{self.extreme}", unknown=self.name, **parts)
        else:
            yield say(
                "for-which.too-much", unknown=self.name, number=given, facts=self._facts(given, marking)
            )

    def _refuted(self, given: Segments, right: Segments, marking: Marking) -> Iterator[str]:
        """A number that is in the answer and should not be, and one that is not and should."""
        pairs = (("too-much", given, right), ("too-little", right, given))
        for key, more, less in pairs:
            number = simplest_number(self._of_kind(common(more, complement(less))))
            if number is not None:
                facts = self._facts(number, marking)
                yield marking.say(f"for-which.{key}", unknown=self.name, number=number, facts=facts)

    def _facts(self, number: Number, marking: Marking) -> str:
        assert isinstance(marking.solution, OpenSolution)
        return facts_in_words(self.holds, marking.solution.at(number), marking.say)

    def _set(self, solution: Solution) -> Segments:
        assert isinstance(solution, OpenSolution)
        return self._of_kind(_numbers(solution, self.holds))

    def _extreme(self, solution: Solution) -> Finite | None:
        """The smallest or the largest number, if there is one."""
        found = self._set(solution)
        if not found:
            return None
        last = found[0] if self.extreme == "smallest" else found[-1]
        number, is_in = (last.low, last.low_in) if self.extreme == "smallest" else (last.high, last.high_in)
        return None if isinstance(number, float) or not is_in else number

    def _meant(self, given: Segments, solution: Solution) -> Segments:
        """The answer with ends that were rounded as they are in the key, and of whole numbers these alone."""
        ends = ends_of(self._set(solution))
        return self._of_kind(joined_up(self._unrounded(segment, ends) for segment in given))

    def _unrounded(self, segment: Segment, ends: list[SegmentEnd]) -> Segment:
        low, high = (
            next((end.number for end in ends if same_number(typed, end.number, self.rounding)), typed)
            for typed in (segment.low, segment.high)
        )
        return Segment(low, high, segment.low_in, segment.high_in)

    def _of_kind(self, segments: Segments) -> Segments:
        return whole_numbers(segments) if self.over == "integers" else segments

    def _everything(self, rule: Rule, *, whole: bool = True) -> Segments:
        low, high = rule.bounds
        found = joined_up([Segment(low, high, True, True)])
        return self._of_kind(found) if whole else found

    def _shown(
        self, answer: Segments | Number, rule: Rule, show: Callable[[Number], str] = show_number
    ) -> str:
        if not isinstance(answer, tuple):
            return show(answer)
        if self.over == "integers" and (numbers := _few(answer)):
            return f"{{{', '.join(map(str, numbers))}}}"
        everything = self._everything(rule)
        within = everything if answer == everything else self._everything(rule, whole=False)
        return set_text(answer, within, self.name, show)


@remembered
def _numbers(solution: OpenSolution, conditions: Conditions) -> Segments:
    return solution.numbers_where(lambda found: all_hold(conditions, found))


def _few(segments: Segments) -> list[int]:
    """The numbers one by one, where they are but a few whole ones."""
    ends = ends_of(segments)
    if not all(isinstance(end.number, int) and end.is_in for end in ends) or len(ends) < 2 * len(segments):
        return []
    numbers = [
        number
        for each in segments
        for number in range(int(each.low), min(int(each.high), int(each.low) + 9) + 1)
    ]
    return numbers if 1 < len(numbers) <= 4 else []


def _whole_ends(end: SegmentEnd, over: Over) -> tuple[SegmentEnd, ...]:
    """What an open end is among whole numbers."""
    if over == "numbers" or end.is_in:
        return ()
    step = 1 if end.side == "low" else -1
    return (SegmentEnd(end.side, end.number + step, True),)


def _end_text(end: SegmentEnd) -> str:
    return f"{_SIGNS[end.side, end.is_in]} {show_number(end.number)}"
