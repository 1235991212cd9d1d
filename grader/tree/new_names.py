"""A tree and the same with nodes named anew → what the new names make of texts about the old ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.tree import Tree

_CODE = re.compile(r"`[^`\n]+`")


@dataclass(frozen=True, slots=True)
class NewNames:
    """The new name of every node, by the one that it has in the written tree."""

    names: Mapping[str, str]

    @classmethod
    def between(cls, written: Tree, other: Tree) -> NewNames:
        """The names in another tree of the same shape."""
        return cls(dict(zip(written.names, other.names, strict=True)))

    def __call__(self, name: str) -> str:
        """A node's new name; what is no node's name stays."""
        return self.names.get(name, name)

    def in_answer(self, text: str) -> str:
        """An answer about the written tree, with the new names."""
        return _pattern(tuple(self.names)).sub(self._renamed, text)

    def in_text(self, text: str) -> str:
        """A text for students, in which names stand between backticks; other words may only look like one."""
        return _CODE.sub(lambda found: self.in_answer(found[0]), text)

    def _renamed(self, found: re.Match[str]) -> str:
        return self.names[found[1] or found[2]]


def names_in_prose(text: str, tree: Tree) -> Iterator[str]:
    """The names in a text that stand in no backticks, and so would not follow the tree."""
    plain = _CODE.sub("", text)
    for found in _pattern(tree.names).finditer(plain):
        name = found[1] or found[2]
        if name not in ("A", "I", "a"):  # which are words
            yield name


def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names as a word of its own, or in quotes."""
    choices = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"""(?<![\w'.])(?:"({choices})"|({choices}))(?![\w'])""")
