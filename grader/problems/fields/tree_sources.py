"""`tree:` or an entry of `variants:` → Tree: written, in a file of the set, a game's, or made to order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from grader.document import (
    Fields,
    Scalar,
    Sequence,
    Value,
    as_integer,
    as_scalar,
    as_text,
    list_of,
    mistake_at,
    one_of,
)
from grader.document.schema import STRING, Schema, described, group, only_one, refer
from grader.document.values import find
from grader.games import GameError, unfold
from grader.generating.asked_kinds import USUALLY_ASKED, AskedKind, read_asked
from grader.generating.generator import MOST_STEPS, Harvest, generate
from grader.generating.goals import GoalError, Goals, read_goals
from grader.problems.fields.random_trees import read_random
from grader.problems.fields.set_folder import SetFolder
from grader.rule import Rule
from grader.text.source import InputError, Mistake
from grader.tree import Tree
from grader.tree.language import parse_tree

Grow: TypeAlias = Callable[[Rule], Tree]

_USUAL = ("tree", "file", "game", "generate")
WRITTEN: Schema = {"type": ["string", "number", "array"]}
_FIELDS: dict[str, Schema] = {
    "tree": described(WRITTEN, "the text of the tree"),
    "file": described(STRING, "a file in the set's folder"),
    "game": described({"type": ["string", "integer"]}, "such as `tic-tac-toe`, or `connect-four:5x4:3`"),
    "generate": described(
        {"type": "object"}, "goals that the tree must meet, with a `seed` and the questions to ask (`ask`)"
    ),
    "position": described(refer("text"), "where play begins, if not at the start of the game"),
    "to-move": described(refer("text"), "who moves first"),
    "depth": described({"type": "integer", "minimum": 0}, "how many moves deep the tree is"),
    "show": described(
        {"enum": ["boards", "names"]}, "whether drawings show the board at each node, or only names"
    ),
}
_OF_GAMES = {"dependentRequired": {name: ["game"] for name in ("position", "to-move", "depth", "show")}}


def tree_schema(*besides: str, **more: Schema) -> Schema:
    """A tree: its text, a pasted list, or where it comes from, with more fields and further such places."""
    return {"anyOf": [WRITTEN, group(_FIELDS | more) | only_one(*_USUAL, *besides) | _OF_GAMES]}


def written(value: Value) -> Tree:
    """A tree in the tree language, or a pasted list, at its own place in the file."""
    if not isinstance(value, Sequence):
        return _parsed(as_scalar(value))
    if not value.source.text.startswith("[", value.span.start):
        raise mistake_at(
            value, "a tree is not written as lines with dashes", "write it as `[[3, 12], [2, 4]]`"
        )
    return parse_tree(value.typed)


def _parsed(value: Scalar) -> Tree:
    try:
        return parse_tree(value.typed)
    except InputError as error:  # where there is no tree at all, the place is that of the text
        raise InputError(
            mistake if mistake.span else replace(mistake, source=value.source, span=value.span)
            for mistake in error.mistakes
        ) from None


def grower(fields: Fields, folder: SetFolder, *besides: str, deep_enough: int | None = None) -> Grow:
    """Reads what the tree is made from, and makes it once all fields are known to be right.

    A game goes one move further than what is `deep_enough`, so that a search which does not stop there shows.
    """
    source = fields.only_one(*_USUAL, *besides)
    if source == "game":
        return _from_game(fields, None if deep_enough is None else deep_enough + 1)
    return _GROWERS[source](fields, folder)


def _from_text(fields: Fields, _folder: SetFolder) -> Grow:
    tree = fields.read("tree", written)
    return lambda _: tree


def _from_file(fields: Fields, folder: SetFolder) -> Grow:
    source = fields.read("file", folder.read_source)
    return lambda _: parse_tree(source)


def _from_game(fields: Fields, usual_depth: int | None) -> Grow:
    game = fields.read("game", as_text)
    position = fields.read("position", as_text, None)
    to_move = fields.read("to-move", as_text, None)
    depth = fields.read("depth", as_integer, usual_depth)
    boards = fields.read("show", one_of(("boards", "names")), "boards") == "boards"

    def grow(_: Rule) -> Tree:
        try:
            return unfold(game, position, to_move=to_move, depth=depth, boards=boards)
        except GameError as refused:
            place = find(fields.mapping, refused.field) or fields.mapping
            raise mistake_at(place, refused.message, refused.hint) from None

    return grow


def _from_seed(fields: Fields, _folder: SetFolder) -> Grow:
    tree = fields.read("random", read_random)
    return lambda _: tree


def _from_goals(fields: Fields, _folder: SetFolder) -> Grow:
    order: TreeOrder = fields.read("generate", _read_order)
    place = find(fields.mapping, "generate") or fields.mapping

    def grow(rule: Rule) -> Tree:
        try:
            harvest = generate_once(order, rule)
        except GoalError as refused:
            raise InputError(
                Mistake(fault.message, place.source, place.span, fault.hint) for fault in refused.faults
            ) from None
        if harvest.trees:
            return harvest.trees[0].tree
        message = f"no tree that meets these goals was found in {MOST_STEPS:,} steps"
        obstacle = harvest.obstacles[0][0] if harvest.obstacles else "leaves"
        raise mistake_at(place, message, f"ask for less: most often `{obstacle}` stood in the way")

    return grow


class TreeOrder(NamedTuple):
    """What a tree is made to: goals, a seed, and the questions in which ideas have to show."""

    goals: Goals
    seed: str
    asked: tuple[AskedKind, ...]


def _read_order(value: Value) -> TreeOrder:
    fields = Fields(value)
    seed = fields.read("seed", as_text, "1")
    asked = fields.read("ask", list_of(as_text), None)
    goals = read_goals(value, besides=("seed", "ask"))
    try:
        return TreeOrder(goals, seed, USUALLY_ASKED if asked is None else read_asked(asked))
    except GoalError as refused:
        first = refused.faults[0]
        raise mistake_at(find(value, "ask") or value, first.message, first.hint) from None


@lru_cache(maxsize=64)
def generate_once(order: TreeOrder, rule: Rule) -> Harvest:
    """One tree, made once however often a set is read."""
    return generate(order.goals, rule, order.seed, asked=order.asked)


_GROWERS = {"tree": _from_text, "file": _from_file, "random": _from_seed, "generate": _from_goals}
