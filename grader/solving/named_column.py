"""A column by index → a mapping by name, which looks up only what somebody asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from grader.tree import Tree

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Column(Protocol[T_co]):
    """Something of every node, by its index: a list or a dictionary."""

    def __getitem__(self, index: int, /) -> T_co: ...


class ByName(Mapping[str, T], Generic[T]):
    """What is known of nodes, by their names; `indexes` are those of which it is, in their order."""

    __slots__ = ("_column", "_indexes", "_tree")

    def __init__(self, tree: Tree, indexes: Collection[int], column: Column[T]) -> None:
        self._tree = tree
        self._indexes = indexes
        self._column = column

    def __getitem__(self, name: str) -> T:
        index = self._tree.index(name)
        if index not in self._indexes:
            raise KeyError(f"`{name}` was pruned")
        return self._column[index]

    def __iter__(self) -> Iterator[str]:
        return map(self._tree.names.__getitem__, self._indexes)

    def __len__(self) -> int:
        return len(self._indexes)

    def __repr__(self) -> str:
        return repr(dict(self))
