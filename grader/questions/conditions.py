"""The field `holds:` → conditions on a search: whether they hold in a solution, and all of it in words."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import isfinite
from typing import Any, Literal, TypeAlias, get_args

from grader.document import (
    Fields,
    Scalar,
    Value,
    as_boolean,
    as_integer,
    as_text,
    checked,
    list_of,
    mistake_at,
)
from grader.document import Sequence as List
from grader.document.readers import mapping_of
from grader.document.schema import BOOLEAN, TEXT, Schema, described, group
from grader.questions.reading.quantities import BOUND_SIGNS
from grader.questions.set_comparison import some
from grader.solving import Solution
from grader.text.numbers import Number, NumberError, read_number, show_number
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.new_names import NewNames
from grader.tree.notation import write_name

ConditionWord: TypeAlias = Literal[
    "pruned", "visited", "best-move", "best-child", "value", "nothing-pruned", "deep-cutoff", "cutoffs",
    "leaves-pruned",
]  # fmt: skip
Conditions: TypeAlias = tuple["Condition", ...]

_SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip
_SIGN_WORDS = {"=": "is", "!=": "not", "<": "below", "<=": "most", ">": "above", ">=": "least"}
_TYPED_SIGNS = {**BOUND_SIGNS, "=": "=", "==": "=", "!=": "!=", "≠": "!="}
_OF_PRUNING: tuple[ConditionWord, ...] = (
    "pruned", "visited", "nothing-pruned", "deep-cutoff", "cutoffs", "leaves-pruned",
)  # fmt: skip
_COUNTS: tuple[ConditionWord, ...] = ("cutoffs", "leaves-pruned")
_MOST = 1_000_000

_NAMES: Schema = {"anyOf": [TEXT, {"type": "array", "items": TEXT, "minItems": 1}]}
CONDITIONS: Schema = group(
    {
        "pruned": described(_NAMES, "nodes that the search never looks at"),
        "visited": described(_NAMES, "nodes that it looks at"),
        "best-move": described(TEXT, "the move that is best at the root"),
        "best-child": {"type": "integer", "minimum": 1, "description": "the same, counted from the left"},
        "value": described(
            {"anyOf": [{"type": "object", "additionalProperties": TEXT, "minProperties": 1}, TEXT]},
            "the values of nodes, or that of the root: `5`, or a bound such as `> 5`",
        ),
        "nothing-pruned": BOOLEAN,
        "deep-cutoff": described(BOOLEAN, "whether some cutoff is deep"),
        "cutoffs": {"type": "integer", "minimum": 0, "description": "how many cutoffs there are"},
        "leaves-pruned": {"type": "integer", "minimum": 0, "description": "how many leaves are pruned"},
    }
) | {"minProperties": 1}


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that is to be so; `name` is a node or a move, and `sign` compares a value with `number`.

    A value without a name is the root's.
    """

    about: ConditionWord
    name: str = ""
    sign: str = "="
    number: Number = 0

    def renamed(self, names: NewNames) -> Condition:
        """The same about a tree whose nodes are named anew."""
        return replace(self, name=names(self.name)) if self.name else self

    @property
    def text(self) -> str:
        """What a record calls it: `pruned C2`, `value A > 5`, `deep-cutoff`, `cutoffs 2`."""
        match self.about:
            case "value":
                return f"value {self.name or 'root'} {self.sign} {show_number(self.number)}"
            case "nothing-pruned" | "deep-cutoff":
                return self.about if self.number else f"no {self.about}"
        return f"{self.about} {self.name or self.number}"

    def holds(self, solution: Solution) -> bool:
        return _HOLDS[self.about](self, solution)


def all_hold(conditions: Conditions, solution: Solution) -> bool:
    """Whether each of them holds."""
    return all(condition.holds(solution) for condition in conditions)


def can_hold(conditions: Conditions, ranges: Callable[[str], tuple[Number, Number]]) -> bool:
    """Whether what is wanted of values lies in their ranges, which are given by the names of nodes."""
    values = [condition for condition in conditions if condition.about == "value"]
    return all(_has_room(condition, *ranges(condition.name)) for condition in values)


def _has_room(wanted: Condition, low: Number, high: Number) -> bool:
    if wanted.sign == "=":
        return low <= wanted.number <= high
    return any(_SIGNS[wanted.sign](end, wanted.number) for end in (low, high))


def assume_pruning(conditions: Conditions) -> bool:
    """Whether they make sense only where a search prunes."""
    return any(condition.about in _OF_PRUNING for condition in conditions)


_HOLDS: Mapping[ConditionWord, Callable[[Condition, Solution], bool]] = {
    "pruned": lambda wanted, solution: wanted.name in solution.pruned,
    "visited": lambda wanted, solution: wanted.name not in solution.pruned,
    "best-move": lambda wanted, solution: _move(wanted.name, solution) in solution.best_moves,
    "best-child": lambda wanted, solution: _child(wanted.number, solution) in solution.best_moves,
    "value": lambda wanted, solution: _SIGNS[wanted.sign](_value(wanted.name, solution), wanted.number),
    "nothing-pruned": lambda wanted, solution: (not solution.pruned) == bool(wanted.number),
    "deep-cutoff": lambda wanted, solution: any(solution.deep_cutoffs) == bool(wanted.number),
    "cutoffs": lambda wanted, solution: len(solution.deep_cutoffs) == wanted.number,
    "leaves-pruned": lambda wanted, solution: solution.counts.leaves_pruned == wanted.number,
}


def stated_numbers(conditions: Conditions) -> tuple[Number, ...]:
    """The numbers with which values are compared."""
    return tuple(condition.number for condition in conditions if condition.about == "value")


def conditions_misfits(conditions: Conditions, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
    """Where they do not fit the tree: the field, what is wrong, and a hint."""
    for wanted in conditions:
        if wanted.about == "best-move":
            if solution.tree.kinds[0] in (Kind.CHANCE, Kind.LEAF):
                yield "holds", "there is no best move, because nobody moves at the root", "ask something else"
            elif _move(wanted.name, solution) is None:
                moves = (f"`{solution.tree[child].move}`" for child in solution.tree.child_indexes(0))
                yield "holds", f"no move at the root is called `{wanted.name}`", f"choose {', '.join(moves)}"
        elif wanted.about == "best-child" and _child(wanted.number, solution) is None:
            number = len(solution.tree.child_indexes(0))
            yield "holds", f"the root has no child {wanted.number}", f"it has {number}, counted from the left"
        elif wanted.name and wanted.name not in solution.tree:
            yield "holds", f"there is no node called `{wanted.name}`", None
    if solution.rule.search == "minimax" and assume_pruning(conditions):
        yield "holds", "nothing is pruned by `search: minimax`", "use `search: alpha-beta`, or ask of values"


def conditions_like(conditions: Conditions, solutions: Sequence[Solution]) -> Iterator[Conditions]:
    """One condition on another tree about each thing that these are about, each of which may hold or not.

    `solutions` are searches of that tree, which differ in the number of a leaf.
    """
    first = {condition.about: condition for condition in conditions}
    yield from product(*(_alike(condition, solutions) for condition in first.values()))


def _alike(wanted: Condition, solutions: Sequence[Solution]) -> Iterator[Condition]:
    """Conditions of this kind that hold in some of the solutions, and in others not."""
    tree = solutions[0].tree
    match wanted.about:
        case "pruned" | "visited":
            found = [replace(wanted, name=name) for name in tree.names]
        case "best-move":
            found = [replace(wanted, name=tree[child].move) for child in tree.child_indexes(0)]
        case "best-child":
            found = [replace(wanted, number=place + 1) for place in range(len(tree.child_indexes(0)))]
        case "value":
            name = tree.names[0] if wanted.name else ""
            values = dict.fromkeys(_value(name, solution) for solution in solutions)
            found = [replace(wanted, name=name, number=value) for value in values if isfinite(value)]
        case "cutoffs" | "leaves-pruned":
            numbers = dict.fromkeys(fact.number for each in solutions for fact in _facts(wanted, each))
            found = [replace(wanted, number=number) for number in numbers]
        case _:
            found = [wanted]
    for each in found:
        if len({each.holds(solution) for solution in solutions}) > 1:
            yield each


def _move(name: str, solution: Solution) -> str | None:
    """The move at the root of that name, or to the child of that name."""
    tree = solution.tree
    for child in tree.child_indexes(0):
        if name == tree[child].move:
            return name
    if name in tree and tree.parents[tree.index(name)] == 0:
        return tree[name].move
    return None


def _child(number: Number, solution: Solution) -> str | None:
    """The move to a child of the root, counted from the left."""
    children = solution.tree.child_indexes(0)
    return solution.tree[children[int(number) - 1]].move if number <= len(children) else None


def _value(name: str, solution: Solution) -> Number:
    return solution.values[name or solution.tree.names[0]]


def conditions_in_words(conditions: Conditions, say: Say) -> str:
    """All of them as clauses of one sentence."""
    return _together(_clauses(conditions, say), say)


def facts_in_words(conditions: Conditions, solution: Solution, say: Say) -> str:
    """What is so in a solution of what they are about; where some do not hold, those alone."""
    wanted = tuple(condition for condition in conditions if not condition.holds(solution)) or conditions
    facts = [fact for condition in wanted for fact in _facts(condition, solution)]
    return _together(_clauses(tuple(dict.fromkeys(facts)), say), say)


def _facts(wanted: Condition, solution: Solution) -> Iterator[Condition]:
    """What is so instead of a condition, or the condition itself where it holds."""
    match wanted.about:
        case "pruned" | "visited":
            yield Condition("pruned" if wanted.name in solution.pruned else "visited", wanted.name)
        case "best-move":
            yield from (Condition("best-move", move) for move in solution.best_moves)
        case "best-child":
            yield from _best_children(solution)
        case "value":
            yield Condition("value", wanted.name, "=", _value(wanted.name, solution))
        case "nothing-pruned":
            yield from (Condition("pruned", name) for name in solution.pruned)
            if not solution.pruned:
                yield Condition("nothing-pruned", number=1)
        case "deep-cutoff":
            yield Condition("deep-cutoff", number=int(any(solution.deep_cutoffs)))
        case "cutoffs" | "leaves-pruned":
            number = (
                len(solution.deep_cutoffs) if wanted.about == "cutoffs" else solution.counts.leaves_pruned
            )
            yield Condition(wanted.about, number=number)


def _best_children(solution: Solution) -> Iterator[Condition]:
    """The best moves by their places; 0 where nobody moves at the root."""
    moves = [solution.tree[child].move for child in solution.tree.child_indexes(0)]
    for move in solution.best_moves:
        yield Condition("best-child", number=moves.index(move) + 1)
    if not solution.best_moves:
        yield Condition("best-child")


def _clauses(conditions: Conditions, say: Say) -> Iterator[str]:
    for about in get_args(ConditionWord):
        alike = [condition for condition in conditions if condition.about == about]
        names = [write_name(condition.name) for condition in alike]
        if about in ("pruned", "visited", "best-move"):
            if alike:
                yield say(f"condition.{about}", number=len(names), names=some(names, say))
        else:
            yield from (_clause(condition, say) for condition in alike)


def _clause(wanted: Condition, say: Say) -> str:
    match wanted.about:
        case "value":
            word = _SIGN_WORDS[wanted.sign]
            node = write_name(wanted.name) if wanted.name else say("condition.root")
            return say(f"condition.value-{word}", node=node, value=wanted.number)
        case "best-child" if not wanted.number:
            return say("condition.no-best-child")
        case "cutoffs" | "leaves-pruned" | "best-child":
            return say(f"condition.{wanted.about}", number=wanted.number)
    return say(f"condition.{wanted.about}-{'yes' if wanted.number else 'no'}")


def _together(clauses: Iterable[str], say: Say) -> str:
    *first, last = clauses
    return say("condition.and", first=say("list.comma").join(first), last=last) if first else last


def as_conditions(value: Value) -> Conditions:
    """What `holds:` says."""
    fields = Fields(value)
    found = (
        *(Condition("pruned", name) for name in fields.read("pruned", _as_names, ())),
        *(Condition("visited", name) for name in fields.read("visited", _as_names, ())),
        *(Condition("best-move", name) for name in fields.read("best-move", _as_name, ())),
        *(Condition("best-child", number=number) for number in fields.read("best-child", _as_place, ())),
        *_read_values(fields.read("value", _as_values, {})),
        *_read_flag(fields, "nothing-pruned"),
        *_read_flag(fields, "deep-cutoff"),
        *(
            Condition(about, number=number)
            for about in _COUNTS
            for number in fields.read(about, _as_count, ())
        ),
    )
    fields.finish()
    if not found:
        raise mistake_at(value, "there is no condition here", "such as `{pruned: C2}`")
    return found


def written_conditions(conditions: Conditions) -> dict[str, Any]:
    """The conditions as a set writes them."""
    found: dict[str, Any] = {}
    for wanted in conditions:
        match wanted.about:
            case "pruned" | "visited":
                found.setdefault(wanted.about, []).append(wanted.name)
            case "best-move":
                found["best-move"] = wanted.name
            case "value":
                text = f"{wanted.sign} {show_number(wanted.number)}".removeprefix("= ")
                if wanted.name:
                    found.setdefault("value", {})[wanted.name] = text
                else:
                    found["value"] = text
            case "cutoffs" | "leaves-pruned" | "best-child":
                found[wanted.about] = wanted.number
            case _:
                found[wanted.about] = bool(wanted.number)
    return found


def _as_names(value: Value) -> Sequence[str]:
    return list_of(as_text)(value) if isinstance(value, List) else (as_text(value),)


def _as_name(value: Value) -> tuple[str]:
    return (as_text(value),)


_whole = checked(as_integer, lambda number: 0 <= number <= _MOST, "there cannot be that many", "such as `1`")
_place = checked(as_integer, lambda number: 0 < number <= _MOST, "children are counted from 1", "such as `2`")


def _as_count(value: Value) -> tuple[int]:
    return (_whole(value),)


def _as_place(value: Value) -> tuple[int]:
    return (_place(value),)


def _as_values(value: Value) -> Mapping[str, tuple[str, Number]]:
    """By node; or alone, of the root."""
    return {"": _as_compared(value)} if isinstance(value, Scalar) else mapping_of(_as_compared)(value)


def _read_flag(fields: Fields, name: Literal["nothing-pruned", "deep-cutoff"]) -> Conditions:
    if name not in fields:
        return ()
    return (Condition(name, number=int(fields.read(name, as_boolean, False))),)


def _read_values(values: Mapping[str, tuple[str, Number]]) -> Iterator[Condition]:
    for name, (sign, number) in values.items():
        yield Condition("value", name, sign, number)


def _as_compared(value: Value) -> tuple[str, Number]:
    """`5`, or `> 5`, or `at most 5`."""
    text = value.text.strip() if isinstance(value, Scalar) else as_text(value)
    for typed in sorted(_TYPED_SIGNS, key=len, reverse=True):
        if text.startswith(typed):
            return _TYPED_SIGNS[typed], _number(value, text.removeprefix(typed).strip())
    return "=", _number(value, text)


def _number(value: Value, text: str) -> Number:
    try:
        return read_number(text)
    except NumberError as error:
        raise mistake_at(value, error.message, "write `5`, or a bound such as `> 5`") from None
