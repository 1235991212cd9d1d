"""Goals: what trees are wanted for, from fields as YAML or the command line give them, or what is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from grader.document import Mapping as MappingValue
from grader.document import Scalar, Value, as_mapping
from grader.document import Sequence as SequenceValue
from grader.generating.goal_fields import (
    DEPTH_FOR_DEEP,
    GOAL_FIELDS,
    HEAD,
    MOST_CHILDREN,
    MOST_LEAVES,
    MOST_LEVELS,
    USUAL_BRANCHING,
    USUAL_DEPTH,
    USUAL_LEAVES,
    ChangeWord,
    ExpectationWord,
    GoalRange,
    NumberRange,
    ShapeWord,
    TieWord,
    shown_probabilities,
    stands,
)
from grader.generating.possible_shapes import possible_sizes, splits, uniform_widths
from grader.rule.field_values import FieldError
from grader.text.source import InputError, Mistake
from grader.text.spelling import did_you_mean, listed
from grader.tree import Kind

NICE = tuple(Fraction(top, bottom) for top, bottom in ((1, 6), (1, 4), (1, 3), (1, 2), (2, 3), (3, 4)))
_FEW = 6  # outcomes, of which at least one number must be possible
_ADD_CHANCE = "add `chance` to `kinds`, or leave this out"
_NEEDS_DEEP = "no-deep-cutoffs"


class GoalFault(NamedTuple):
    """One thing that is wrong with goals: in which field, what, and what to do about it."""

    field: str
    message: str
    hint: str | None = None
    is_about_value: bool = False  # what was written there cannot be read


class GoalError(ValueError):
    """Goals that cannot be, with everything that is wrong with them."""

    def __init__(self, faults: Sequence[GoalFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(
            f"`{name}`: {message}" + (f"; {hint}" if hint else "") for name, message, hint, _ in self.faults
        )


@dataclass(frozen=True)  # without slots: the sizes are worked out once
class Goals:
    """What a tree must have; a range that is None leaves it open."""

    leaves: GoalRange | None = None
    depth: GoalRange | None = None
    branching: GoalRange | None = None
    shape: ShapeWord = "any"
    kinds: tuple[Kind, ...] = (Kind.MAX, Kind.MIN)
    layers: tuple[Kind, ...] = ()
    root: Kind | None = None
    numbers: NumberRange = HEAD
    distinct: bool = False
    ties: TieWord = "any"
    cutoffs: GoalRange | None = None
    deep: GoalRange | None = None
    cutoffs_at_max: GoalRange | None = None
    cutoffs_at_min: GoalRange | None = None
    leaves_pruned: GoalRange | None = None
    inner_pruned: GoalRange | None = None
    best_move: str | int | None = None
    best_move_not: str | int | None = None
    probabilities: tuple[Fraction, ...] = NICE
    expectations: ExpectationWord = "any"
    depth_limit_changes: ChangeWord | None = None
    detect: tuple[str, ...] = ()
    name: tuple[str, ...] = ()
    tell_apart: tuple[str, ...] = ()
    most_ideas: bool = False
    no_guess: bool = False
    difficulty: GoalRange | None = None
    asked: frozenset[str] = field(default=frozenset(), compare=False)  # the fields that somebody gave

    @classmethod
    def from_fields(cls, fields: Mapping[str, object], under: Goals | None = None) -> Goals:
        """The goals that the fields give, each as a text or a list; a `GoalError` has all that is wrong."""
        faults = _unknown(fields)
        given: dict[str, Any] = (
            {name: getattr(under, name) for name in under.__dataclass_fields__} if under else {}
        )
        asked = set(under.asked) if under else set()
        for goal in GOAL_FIELDS:
            if goal.name in fields:
                try:
                    given[goal.attribute] = goal.read(fields[goal.name])
                except FieldError as refused:
                    faults.append(GoalFault(goal.name, refused.message, refused.hint, True))
                asked.add(goal.name)
        if fields.get("numbers") == "head":
            given.setdefault("expectations", "whole")
        if "layers" not in fields and not {"kinds", "root"}.isdisjoint(fields):
            given["layers"] = ()  # those of `under` were about other kinds
        if not faults:
            given["asked"] = frozenset(asked)
            goals = replace(under, **given) if under else cls(**given)
            faults += goals.contradictions()
        if faults:
            raise GoalError(faults)
        return goals

    @cached_property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """The numbers of leaves and levels that a tree can have; what was not asked for gives way."""
        for widened in range(3):
            found = tuple(self._sizes(widened))
            if found:
                return found
        return ()

    @property
    def branching_range(self) -> tuple[int, int]:
        least, most = self.branching or USUAL_BRANCHING
        return least, MOST_CHILDREN if most is None else most

    @property
    def has_chance(self) -> bool:
        """Whether there are chance nodes."""
        return Kind.CHANCE in (self.layers or self.kinds)

    @property
    def searches_ideas(self) -> bool:
        """Whether any goal is about misconceptions."""
        return bool(self.detect or self.name or self.tell_apart or self.most_ideas or self.difficulty)

    def _sizes(self, widened: int) -> Iterator[tuple[int, int]]:
        leaves = self.leaves or (GoalRange(2, 64) if widened else USUAL_LEAVES)
        depth = self.depth or (
            GoalRange(1, 8) if widened > 1 else DEPTH_FOR_DEEP if self._wants_deep else USUAL_DEPTH
        )
        deepest = min(MOST_LEVELS if depth.most is None else depth.most, MOST_LEVELS)
        for levels in range(max(depth.least, self._least_levels()), deepest + 1):
            mode = "even" if self.shape in ("uniform", "even") else "reach"
            sizes = possible_sizes(*self.branching_range, levels, mode)
            most = MOST_LEAVES if leaves.most is None else leaves.most
            for count in range(leaves.least, most + 1):
                if sizes >> count & 1:
                    yield count, levels

    @property
    def _wants_deep(self) -> bool:
        return bool((self.deep and self.deep.least) or _NEEDS_DEEP in (*self.detect, *self.name))

    def _least_levels(self) -> int:
        if self.layers:
            return 1
        # Two kinds may stand side by side on the second level, where there is no third.
        is_flat = self.depth is not None and self.depth.most == 2
        return min(len(set(self.kinds)), 2 if is_flat else len(Kind))

    def contradictions(self) -> list[GoalFault]:
        """What cannot be, whatever the numbers are."""
        found = list(self._structure())
        if not found and not any(map(self._has_shape, self.sizes)):
            found.append(
                self._too_large() or GoalFault("leaves" if self.leaves else "depth", *self._no_size())
            )
        return found

    def _has_shape(self, size: tuple[int, int]) -> bool:
        return self.shape != "uniform" or bool(uniform_widths(*self.branching_range, *size))

    def _too_large(self) -> GoalFault | None:
        """What is wrong where the smallest tree of this shape is beyond what is possible here."""
        if self.leaves or self.depth is None or self.shape not in ("uniform", "even"):
            return None
        least = self.branching_range[0] ** max(self.depth.least, self._least_levels())
        if least <= MOST_LEAVES:
            return None
        trees = f"{self.shape} trees of depth {self.depth}"
        message = f"{trees} have {least:,} leaves or more, and {MOST_LEAVES} are the limit"
        return GoalFault("depth", message, "lower this or `branching`")

    def _no_size(self) -> tuple[str, str]:
        parts = []
        if self.leaves:
            parts.append(f"{self.leaves} leaves")
        if self.depth:
            parts.append(f"depth {self.depth}")
        parts.append(f"{GoalRange(*self.branching_range)} children at every inner node")
        shape = "" if self.shape == "any" else f"{self.shape} "
        kinds = f" and {len(set(self.kinds))} kinds of nodes" if not self.layers else ""
        message = f"no {shape}tree has {', '.join(parts)}{kinds}"
        return message, "widen `leaves`, `depth` or `branching`"

    def _structure(self) -> Iterator[GoalFault]:
        most = MOST_LEAVES if self.leaves is None or self.leaves.most is None else self.leaves.most
        for name in ("cutoffs", "deep", "cutoffs-at-max", "cutoffs-at-min", "leaves-pruned", "inner-pruned"):
            span: GoalRange | None = getattr(self, name.replace("-", "_"))
            # Whatever is cut needs a leaf that sets a bound, one that runs into it, and one that is skipped.
            if span is not None and span.least > max(most - 2, 0):
                yield GoalFault(name, *_no_room(name, span.least, most))
        for name in ("deep", "cutoffs-at-max", "cutoffs-at-min"):
            span = getattr(self, name.replace("-", "_"))
            if span and self.cutoffs and self.cutoffs.most is not None and span.least > self.cutoffs.most:
                message = f"{span.least} are wanted out of at most {_cutoffs(self.cutoffs.most)}"
                yield GoalFault(name, message, "raise `cutoffs`, or lower this")
        yield from self._cuts()
        if self.distinct and self.leaves and self.leaves.least > len(self.numbers.pool):
            message = f"there are {len(self.numbers.pool)} numbers for {self.leaves.least} different leaves"
            yield GoalFault("numbers", message, "widen the range, or leave `distinct` out")
        if self.distinct and self.ties == "leaves":
            yield GoalFault("ties", "no leaves are equal if all are `distinct`", "keep one of the two")
        if self.distinct and self.ties == "best-move" and not self.has_chance:
            yield GoalFault(
                "ties", "no two moves are equal if all leaves are `distinct`", "keep one of the two"
            )
        if self.no_guess and len(self.numbers.pool) == 1:
            yield GoalFault("numbers", "all leaves are equal if there is only one number", "widen the range")
        if len(set(self.tell_apart)) == 1:
            yield GoalFault(
                "tell-apart", "there is nothing to tell a single misconception apart from", "name two or more"
            )
        yield from self._moves()
        yield from self._kinds()

    def _cuts(self) -> Iterator[GoalFault]:
        """What cannot be because all cutoffs are at Max or at Min, and nothing is pruned without one."""
        cutoffs = self.cutoffs or GoalRange(0, None)
        at_max, at_min = (span or GoalRange(0, None) for span in (self.cutoffs_at_max, self.cutoffs_at_min))
        least = at_max.least + at_min.least
        if cutoffs.most is not None and max(at_max.least, at_min.least) <= cutoffs.most < least:
            message = f"{least} are wanted at Max and at Min together"
            yield GoalFault("cutoffs", message, "raise this, or lower `cutoffs-at-max` or `cutoffs-at-min`")
        if at_max.most is not None and at_min.most is not None and at_max.most + at_min.most < cutoffs.least:
            message = f"there may be {at_max.most + at_min.most} at Max and at Min together"
            yield GoalFault("cutoffs", message, "lower this, or raise `cutoffs-at-max` or `cutoffs-at-min`")
        for name, span in (("leaves-pruned", self.leaves_pruned), ("inner-pruned", self.inner_pruned)):
            if span and span.least and cutoffs.most == 0:
                hint = "raise `cutoffs`, or leave this out"
                yield GoalFault(name, "nothing is pruned without a cutoff", hint)
        leaves = self.leaves_pruned
        if self.inner_pruned and leaves and leaves.most is not None and self.inner_pruned.least:
            yield from self._inner(self.inner_pruned.least, leaves.most)

    def _inner(self, inner: int, leaves: int) -> Iterator[GoalFault]:
        """Below a pruned inner node there are as many pruned leaves as it has children."""
        least = inner * (self.branching_range[0] - 1) + 1
        if leaves < least:
            nodes = "a pruned inner node has" if inner == 1 else f"{inner} pruned inner nodes have"
            message = f"{nodes} at least {least} leaves below, of which {leaves} may be pruned"
            yield GoalFault("inner-pruned", message, "raise `leaves-pruned`, or lower this")

    def _moves(self) -> Iterator[GoalFault]:
        least, most = self.branching_range
        if self.best_move is not None and self.best_move == self.best_move_not:
            message = f"the best move is to be {self.best_move}, and not to be"
            yield GoalFault("best-move-not", message, "keep one of the two")
        elif self.best_move in ("first", 1) and self.no_guess:
            message = "the first move is what everybody guesses"
            yield GoalFault("best-move", message, "choose another place, or leave `no-guess` out")
        elif isinstance(self.best_move, int) and self.best_move > most:
            message = f"no node has {self.best_move} children if `branching` ends at {most}"
            yield GoalFault("best-move", message, "choose another place, or widen `branching`")
        elif not any(
            stands(place, moves, self.best_move) is not False
            and not stands(place, moves, self.best_move_not)
            and (place or not self.no_guess)
            for moves in range(least, most + 1)
            for place in range(moves)
        ):
            name = "best-move-not" if self.best_move is None or self.best_move_not else "best-move"
            message = f"no place is left for the best of {GoalRange(least, most)} moves"
            yield GoalFault(name, message, "choose another place, or widen `branching`")

    def _kinds(self) -> Iterator[GoalFault]:
        root = self.layers[0] if self.layers else self.root
        if self.layers and "kinds" in self.asked and set(self.layers) != set(self.kinds):
            message = f"the `layers` have {listed(dict.fromkeys(self.layers), 'and')}"
            yield GoalFault("kinds", message, "leave one of the two out")
        if self.layers and self.root not in (None, root):
            yield GoalFault("root", f"the first of the `layers` is {root}", "leave one of the two out")
        if self.root is not None and not self.layers and self.root not in self.kinds:
            yield GoalFault("root", f"{self.root} is not among the `kinds`", "add it, or choose another root")
        if not set(self.layers or self.kinds) - {Kind.CHANCE}:
            yield GoalFault(
                "layers" if self.layers else "kinds", "nobody moves in this tree", "add `max` or `min`"
            )
        yield from self._chance()
        if self.has_chance and not self._has_sums():
            verb = "does" if len(self.probabilities) == 1 else "do"
            outcomes = GoalRange(*self.branching_range)
            message = (
                f"{shown_probabilities(self.probabilities)} {verb} not add up to 1 in {outcomes} outcomes"
            )
            yield GoalFault("probabilities", message, "add others")
        chance_root = root is Kind.CHANCE
        for name in ("best-move", "best-move-not", "no-guess"):
            if chance_root and name in self.asked:
                message = "there is no best move if chance decides at the root"
                yield GoalFault(name, message, "choose another `root`")

    def _chance(self) -> Iterator[GoalFault]:
        wanted = [name for name in ("probabilities", "expectations") if name in self.asked]
        for name in wanted if not self.has_chance else ():
            if name == "probabilities" or self.expectations != "any":
                yield GoalFault(name, "there is no chance node in this tree", _ADD_CHANCE)

    def _has_sums(self) -> bool:
        least, most = self.branching_range
        return any(splits(self.probabilities, number) for number in range(least, min(most, _FEW) + 1))


def _cutoffs(number: int) -> str:
    return "one cutoff" if number == 1 else f"{number} cutoffs"


def _no_room(name: str, wanted: int, leaves: int) -> tuple[str, str]:
    room = max(leaves - 2, 0)
    nouns = {"leaves-pruned": "pruned leaf", "inner-pruned": "pruned inner node", "deep": "deep cutoff"}
    noun = nouns.get(name, "cutoff")
    plural = {"pruned leaf": "pruned leaves"}.get(noun, f"{noun}s")
    some = f"no {noun}" if room == 0 else f"one {noun} at most" if room == 1 else f"at most {room} {plural}"
    return f"{leaves} leaves have room for {some}, not for {wanted}", "raise `leaves`, or lower this"


def read_goals(value: Value, besides: Collection[str] = ()) -> Goals:
    """The goals in a mapping of a file, but for some fields; what is wrong is said at its field."""
    mapping = as_mapping(value)
    fields = {key.text: _plain(entry) for key, entry in mapping.entries if key.text not in besides}
    try:
        return Goals.from_fields(fields)
    except GoalError as error:
        places = {key.text: (key, entry) for key, entry in mapping.entries}
        raise InputError(_at(fault, places, mapping) for fault in error.faults) from None


def _at(fault: GoalFault, places: Mapping[str, tuple[Scalar, Value]], mapping: MappingValue) -> Mistake:
    key, entry = places.get(fault.field, (None, mapping))
    is_unknown = key is not None and not any(goal.name == fault.field for goal in GOAL_FIELDS)
    place = key if is_unknown and key is not None else entry
    return Mistake(fault.message, place.source, place.span, fault.hint)


def _plain(value: Value) -> object:
    if isinstance(value, SequenceValue):
        return [item.text if isinstance(item, Scalar) else "" for item in value.items]
    return value.text if isinstance(value, Scalar) else ""


def _unknown(fields: Mapping[str, object]) -> list[GoalFault]:
    known = [goal.name for goal in GOAL_FIELDS]
    return [
        GoalFault(
            name,
            f"there is no goal `{name}`",
            did_you_mean(name, known, "`grader generate --help` lists them"),
        )
        for name in fields
        if name not in known
    ]
