"""A question about a solution → its AnswerForm: all that views need to ask for an answer, and to show one.

The set of forms is closed, so that a view can `match` all of them. No form tells anything of the key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.tree import Kind, Tree

NodeItems: TypeAlias = Literal["leaves", "nodes", "subtrees", "edges"]
SetItems: TypeAlias = NodeItems | Literal["inner"]  # nodes that are no leaves
Meaning: TypeAlias = Literal["pruned", "irrelevant", "visited", "completed"]


@dataclass(frozen=True, slots=True)
class OneNumber:
    """A number; where it counts something, what that is, and what is the matter with it.

    `unknown` is the name of the unknown that it is a number for, if there is one.
    """

    counted: NodeItems | None = None
    meaning: Meaning | None = None
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class NumberPerNode:
    """A number for each of some nodes; `named` says whether the answer has to name them.

    `bounds` says whether `<= 2` will do.
    """

    nodes: tuple[str, ...]
    named: bool
    bounds: bool = False


@dataclass(frozen=True, slots=True)
class NumbersPerNode:
    """Several numbers for each of some nodes, in the order of their labels."""

    nodes: tuple[str, ...]
    named: bool
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IntervalPerNode:
    """Two numbers for each of some nodes; `ends` are their words, such as `alpha` and `beta`.

    `bounds` says whether `<= 2` will do.
    """

    nodes: tuple[str, ...]
    named: bool
    ends: tuple[str, str]
    bounds: bool = False


@dataclass(frozen=True, slots=True)
class WindowsPerNode:
    """Windows in order for each of some nodes."""

    nodes: tuple[str, ...]
    named: bool
    ends: tuple[str, str]


@dataclass(frozen=True, slots=True)
class WindowList:
    """Windows in order."""

    ends: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NodeSet:
    """Nodes or edges, in any order; `meaning` is what is said of those that are named.

    `whole` says whether a node that is marked in a drawing takes along all that stand below it.
    """

    items: SetItems
    meaning: Meaning
    whole: bool = False


@dataclass(frozen=True, slots=True)
class NodeOrder:
    """Nodes in the order of a search; or on a path, on which each is a child of the one before."""

    items: NodeItems
    path: bool = False


@dataclass(frozen=True, slots=True)
class ChildOrder:
    """The children of each of some nodes, in another order."""

    nodes: tuple[str, ...]
    named: bool


@dataclass(frozen=True, slots=True)
class CutList:
    """Places at which a search stops: at a node, after a child, because of a bound."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """Something to choose: as an answer holds it, as it is written on a sheet, and the words for it.

    A move is about a `node`, and has no words where only the node has a name.
    """

    value: str
    written: str
    text: str
    node: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """One of several things, or several of them.

    Those that are in the tree anyway stand in its order; others have to be listed, under the author's `text`,
    in an order that means nothing. They are `unshuffled` where each student has an order of their own, and
    this is nobody's.
    """

    options: tuple[AnswerOption, ...]
    several: bool
    in_tree: bool = False
    text: str = ""
    unshuffled: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """True or false; `text` is empty where the problem states the claim."""

    text: str


@dataclass(frozen=True, slots=True)
class FreeText:
    """Words, as an answer to a text."""

    text: str


@dataclass(frozen=True, slots=True)
class NumberSet:
    """The numbers, or the whole numbers alone, that an unknown may be: intervals, all or none."""

    unknown: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class FoundMistake:
    """The number of one of so many steps, and what should stand there."""

    steps: int


@dataclass(frozen=True, slots=True)
class WrittenTree:
    """A tree; or only the numbers of the leaves that were left blank, by their names.

    `remaining` says that it is what remains of the problem's own tree, of which only the numbers count;
    `searched` says that it matters what the search does in it.
    """

    blanks: tuple[str, ...] = ()
    remaining: bool = False
    searched: bool = False


# Something for each of some nodes, which are the parts of the question.
PerNode: TypeAlias = NumberPerNode | NumbersPerNode | IntervalPerNode | WindowsPerNode | ChildOrder
SingleForm: TypeAlias = (
    PerNode | OneNumber | WindowList | NodeSet | NodeOrder | CutList | Options | Claim | FreeText | NumberSet
    | WrittenTree | FoundMistake
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OncePerDepth:
    """The same again for each of some depths."""

    form: SingleForm
    depths: tuple[int, ...]


AnswerForm: TypeAlias = SingleForm | OncePerDepth


def candidates(form: NodeSet | NodeOrder, tree: Tree) -> Sequence[int]:
    """The nodes that can be named, in the order of the tree; an edge is that above its node."""
    if form.items in ("leaves", "inner"):
        leaves = form.items == "leaves"
        return [index for index, kind in enumerate(tree.kinds) if (kind is Kind.LEAF) is leaves]
    return range(form.items == "edges", len(tree))
