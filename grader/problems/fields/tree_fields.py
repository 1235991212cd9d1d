"""`tree:`, `variants:` or `trees:` of a problem → its trees, and the rule that holds for its questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.document import Fields, Mapping, Reader, Scalar, Value, as_boolean, as_text, mistake_at, one_of
from grader.document.schema import BOOLEAN, Schema, described, group, refer, several, whole
from grader.document.values import find
from grader.generating.fair_variants import Numbered
from grader.problems.field_readers import (
    as_id,
    as_points,
    doubled_ids,
    list_within,
    read_entries,
    whole_within,
)
from grader.problems.fields.set_folder import LoadContext
from grader.problems.fields.tree_sources import WRITTEN, grower, tree_schema, written
from grader.problems.problem import GameEnd, ProblemTree
from grader.problems.stated_rules import RuleChange, read_change, rule_reader
from grader.rule import Rule
from grader.text.source import Span
from grader.text.spelling import shortened
from grader.tree import Kind, Tree
from grader.tree.node import Unknown
from grader.tree.tree import TreeBuilder

MAX_TREES = 500
MAX_VARIANTS = 100_000
MAX_ENDS = 100_000

_ENDS: tuple[GameEnd, ...] = ("won", "lost")

ONE_TREE: dict[str, Schema] = {
    "tree": described(refer("tree"), "the tree: its text, a file, or the position of a game"),
    "variants": described(
        {"anyOf": [several("variant", 2, MAX_VARIANTS), refer("fair-variants"), whole(2, MAX_VARIANTS)]},
        "trees of which each student gets one, instead of `tree`; or how many fair variants of it",
    ),
}
_FROZEN = group(
    {
        "tree": described(WRITTEN, "the text of the tree"),
        "rule": described(refer("rule"), "the bounds in the rule that move with its numbers"),
    },
    "tree",
)
FAIR_VARIANTS: Schema = group(
    {
        "like": described({"enum": ["this"]}, "the variants are those of `tree`"),
        "trees": described(
            {"type": "array", "items": {"anyOf": [WRITTEN, _FROZEN]}, "minItems": 2},
            "the variants themselves, in a frozen set",
        ),
        "number": described(
            whole(2, MAX_VARIANTS), "how many there are (default: one for each of the set's `versions`)"
        ),
    },
    "like",
)
SEVERAL_TREES: dict[str, Schema] = {
    "trees": described(several("code-tree", 1, MAX_TREES), "the trees that a program is run on")
}
TREE = tree_schema(rule=refer("rule"))
VARIANT = tree_schema()
CODE_TREE = tree_schema(
    "random",
    random=described(refer("random"), "a tree grown from a seed"),
    id=described(refer("id"), "what reports call the tree"),
    points=described(refer("points"), "the weight of the tree among the others"),
    hidden=described(BOOLEAN, "whether the tree is hidden from students"),
    won=described(several("text"), "leaves at which the game is won for agents, whatever the utility"),
    lost=described(several("text"), "leaves at which the game is lost for agents"),
    rule=refer("rule"),
)


class FairNumber(NamedTuple):
    """How many fair variants there are, and which where they are written out."""

    number: int
    variants: tuple[Numbered, ...] = ()


class Planted(NamedTuple):
    """The trees of a problem, and its rule, which is None below one that could not be read.

    `fair` is how many fair variants students have instead of the one tree that is written.
    """

    trees: tuple[ProblemTree, ...]
    rule: Rule | None
    fair: FairNumber | None = None


def read_trees(fields: Fields, reading: LoadContext, rule: Rule | None) -> Planted:
    """The trees that can be read; what is wrong with the others is noted."""
    if "code" in fields:
        return Planted(_read_list(fields, reading, rule or Rule()), rule)
    return reading.attempt(_read_variants, fields, reading, rule) or Planted((), rule)


def without_tree(place: Span) -> tuple[ProblemTree]:
    """What stands for the tree of a problem that asks only for trees of students' own."""
    blank = TreeBuilder()
    blank.leaf(Unknown(""))
    return (ProblemTree("tree-1", blank.tree(), place),)


def _read_variants(fields: Fields, reading: LoadContext, rule: Rule | None) -> Planted:
    """The one tree, which may change the rule for all questions about it, or the variants."""

    def one(value: Value) -> Sequence[_Variant]:
        return [_read_variant(value, reading, rule, own_rule=True)]

    def variant(value: Value) -> _Variant:
        return _read_variant(value, reading, rule, own_rule=False)

    readers = {"tree": one, "variants": list_within(2, MAX_VARIANTS, variant)}
    given = find(fields.mapping, "variants")
    fair: FairNumber | None = None
    if isinstance(given, Mapping) or (isinstance(given, Scalar) and "tree" in fields):
        fair = fields.read("variants", _fair_reader(fields, reading, rule), None)
        name = "tree"
    else:
        name = fields.only_one(*readers)
    found: Sequence[_Variant] = fields.read(name, readers[name], ())
    for each in found:
        reading.count(each.tree, each.place)
    for tree, _ in fair.variants if fair and found else ():
        reading.count(tree, found[0].place)
        if (tree.kinds, tree.ends) != (found[0].tree.kinds, found[0].tree.ends):
            fields.note("variants", f"`{shortened(str(tree))}` has another shape than `tree`", _SAME_SHAPE)
            fair = None
            break
    if found and 1 < (fair.number if fair else len(found)) < reading.versions:
        message = f"there are {reading.versions} versions of this set, and fewer variants here"
        fields.note("variants", message, f"give {reading.versions} of them")
    if fair and not fair.variants and 0 < reading.versions < fair.number:
        message = f"there are {reading.versions} versions of this set, and each has one variant"
        fields.note("variants", message, "write `variants: {like: this}`, or add versions")
    trees = (
        ProblemTree(f"tree-{number}", each.tree, each.place.span) for number, each in enumerate(found, 1)
    )
    return Planted(tuple(trees), found[0].rule if found else rule, fair if found else None)


_SAME_SHAPE = "variants that are written out have the same kinds of nodes at the same places"


def _fair_reader(fields: Fields, reading: LoadContext, rule: Rule | None) -> Reader[FairNumber]:
    """A reader of how many fair variants there are, or of those that are written out."""

    def read(value: Value) -> FairNumber:
        if not isinstance(value, Mapping):
            return FairNumber(whole_within(2, MAX_VARIANTS)(value))
        own = Fields(value)
        own.read("like", one_of(("this",)))
        reader = list_within(2, MAX_VARIANTS, lambda each: _read_frozen(each, rule or Rule()))
        trees: tuple[Numbered, ...] = own.read("trees", reader, ())
        usual = len(trees) or reading.versions
        number = own.read("number", whole_within(2, len(trees) or MAX_VARIANTS), usual)
        own.finish()
        if "tree" not in fields:
            raise mistake_at(value, "there is no tree that these are variants of", "add `tree: …`")
        if not number:
            raise mistake_at(value, "nothing says how many variants there are", "add `number: 30`")
        return FairNumber(number, trees)

    return read


def _read_frozen(value: Value, rule: Rule) -> Numbered:
    """A variant that is written out: a tree, and with it what is other in the rule."""
    if not isinstance(value, Mapping):
        return Numbered(written(value), {})
    fields = Fields(value)
    tree = fields.read("tree", written)
    change: RuleChange = fields.read("rule", lambda given: read_change(given, rule), RuleChange(rule, {}))
    fields.finish()
    if others := change.fields.keys() - {"utilities", "window"}:
        message = f"`{min(others)}` is the same for all variants"
        raise mistake_at(find(value, "rule") or value, message, "name only `utilities` or `window` here")
    return Numbered(tree, change.fields)


class _Variant(NamedTuple):
    tree: Tree
    place: Value
    rule: Rule | None


def _read_variant(value: Value, reading: LoadContext, rule: Rule | None, *, own_rule: bool) -> _Variant:
    if not isinstance(value, Mapping):
        return _Variant(written(value), value, rule)
    fields = Fields(value)
    grow = grower(fields, reading.folder)
    changed = fields.read("rule", rule_reader(rule or Rule()), rule) if own_rule else rule
    fields.finish()
    return _Variant(grow(changed or Rule()), value, changed if rule else None)


def _read_list(fields: Fields, reading: LoadContext, rule: Rule) -> tuple[ProblemTree, ...]:
    """The trees that a program is run on."""
    values = read_entries(fields, "trees", MAX_TREES)
    reading.note(doubled_ids(values, "tree of this problem", "id"))
    trees = [
        reading.attempt(_read_tree, value, f"tree-{place}", reading, rule)
        for place, value in enumerate(values, 1)
    ]
    found = tuple(tree for tree in trees if tree is not None)
    if found and len(found) == len(values) and not sum(tree.weight for tree in found):
        fields.note("trees", "these trees are worth 0 points together", "give one of them `points:`")
    return found


def _read_tree(value: Value, usual_id: str, reading: LoadContext, rule: Rule) -> ProblemTree:
    if isinstance(value, Mapping):
        tree = _read_entry(value, usual_id, reading, rule)
    else:
        tree = ProblemTree(usual_id, written(value), value.span)
    reading.count(tree.tree, value)
    return tree


def _read_entry(value: Mapping, usual_id: str, reading: LoadContext, rule: Rule) -> ProblemTree:
    fields = Fields(value)
    change: RuleChange = fields.read("rule", lambda given: read_change(given, rule), RuleChange(rule, {}))
    grow = grower(fields, reading.folder, "random", deep_enough=change.rule.limit)
    tree_id = fields.read("id", as_id, usual_id)
    weight = fields.read("points", as_points, 1)
    hidden = fields.read("hidden", as_boolean, False)
    ends = _read_ends(fields)
    fields.finish()
    tree = grow(change.rule)
    for end, names in ends.items():
        _check_ends(tree, value, end, names)
    by_name = {name: end for end, names in ends.items() for name in names} if ends else None
    return ProblemTree(tree_id, tree, value.span, weight, hidden, change.fields, by_name)


def _read_ends(fields: Fields) -> dict[GameEnd, tuple[str, ...]]:
    """The leaves at which the game is won and lost, as far as the entry says."""
    reader = list_within(0, MAX_ENDS, as_text)
    given: dict[GameEnd, tuple[str, ...] | None] = {end: fields.read(end, reader, None) for end in _ENDS}
    if both := sorted({*(given["won"] or ())} & {*(given["lost"] or ())}):
        fields.note("lost", f"`{both[0]}` is won already", "name a leaf once")
    return {end: names for end, names in given.items() if names is not None}


def _check_ends(tree: Tree, value: Mapping, end: str, names: tuple[str, ...]) -> None:
    """Refuse what is no leaf of the tree."""
    for number, name in enumerate(names):
        if name in tree and tree.kinds[tree.index(name)] is Kind.LEAF:
            continue
        message = f"`{name}` is an inner node" if name in tree else f"there is no `{name}` in this tree"
        raise mistake_at(find(value, end, number) or value, message, f"name leaves where the game is {end}")
