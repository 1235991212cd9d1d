"""A seed → numbers without end that depend on nothing else: the same on every machine, in every Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """Draws from a seed; each moves on to the next number, so that their order counts."""

    __slots__ = ("_count", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    @classmethod
    def with_secret(cls, secret: bytes, *purpose: object) -> Draws:
        """Draws for a purpose, which nobody can foretell without the secret."""
        return cls(blake2b("/".join(map(str, purpose)).encode(), key=secret[:64]).hexdigest())

    def number(self) -> int:
        """A number of 64 bits."""
        digest = blake2b(f"{self._seed}/{self._count}".encode(), digest_size=8).digest()
        self._count += 1
        return int.from_bytes(digest, "big")

    def below(self, end: int) -> int:
        """A whole number from 0 up to, not including, `end`."""
        return self.number() % end

    def between(self, least: int, most: int) -> int:
        """A whole number in this range, both ends included."""
        return least + self.number() % (most - least + 1)

    def one_in(self, times: int) -> bool:
        """Whether something happens that does so once in so many times."""
        return self.number() % times == 0

    def choice(self, items: Sequence[T]) -> T:
        return items[self.number() % len(items)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in another order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.number() % (last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
