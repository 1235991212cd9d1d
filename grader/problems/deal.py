"""Deal: which student has which variants and which version. It is kept beside the set, and never released.

Whoever is dealt something keeps it. Others get what is free, as long as there is something free, and what is
used least from then on; among these the seed and the name decide.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from grader.text.atomic_file import store
from grader.text.source import load_bytes, refusal

SUFFIX = ".deal.json"

_FORMAT = 1
_WARNING = "This is secret: it says who has which variant. Keep it beside the set, and change nothing."
_NUMBERS = re.compile(r"(\d+)")


class Hand(NamedTuple):
    """What a student has: the variant of each problem, counted from 0, and the version if there are any."""

    variants: Mapping[str, int]
    version: str | None = None


class Seated(NamedTuple):
    """Somebody to whom something is dealt; a `version` that is given is theirs."""

    student: str
    seat: str = ""
    version: str = ""


class Pack(NamedTuple):
    """What is dealt of one problem: so many variants, in an order that follows from the seed.

    Where only so many have `numberings` of their own, they come again in turn.
    """

    problem: str
    variants: int
    seed: bytes
    numberings: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """Everybody's hand, by the name as `folded_student` has it."""

    hands: Mapping[str, Hand] = field(default_factory=dict)

    def hand(self, student: str) -> Hand | None:
        return self.hands.get(folded_student(student))

    def with_versions(self, people: Iterable[Seated]) -> Deal:
        """The same with the versions that are given to some."""
        given = {folded_student(one.student): one.version for one in people if one.version}
        hands = {name: Hand(self._own(name).variants, version) for name, version in given.items()}
        return Deal({**self.hands, **hands})

    def extended(
        self, people: Sequence[Seated], packs: Iterable[Pack], versions: Sequence[str], seed: bytes
    ) -> Deal:
        """The deal with a hand for all of them: a version where there are any, else one of each pack."""
        hands = dict(self.with_versions(people).hands)
        order = _in_order(people)
        if versions:
            _deal_versions(hands, order, versions, seed)
        else:
            for pack in packs:
                _deal_variants(hands, order, pack)
        return Deal(hands)

    def _own(self, name: str) -> Hand:
        return self.hands.get(name, Hand({}))


def folded_student(student: str) -> str:
    """A student's name without capitals, and in one form of its letters."""
    return unicodedata.normalize("NFC", student).strip().casefold()


def choice(student: str, number: int, key: bytes, turn: int = 0) -> int:
    """One of so many, which follows from the name and cannot be guessed without the key."""
    name = folded_student(student).encode() + (b"/%d" % turn if turn else b"")
    return int.from_bytes(blake2b(name, key=key).digest()) % number


def deal_file(set_file: Path) -> Path:
    """Where the deal of a set is kept."""
    return set_file.with_name(set_file.stem + SUFFIX)


def read_deal(data: bytes, name: str) -> Deal:
    """The deal in a file; an InputError where that is damaged."""
    try:
        record = json.loads(data)
        if record["format"] != _FORMAT:
            raise refusal(name, "this deal was written by another version of the grader", "use that version")
        return Deal({folded_student(who): _hand(entry) for who, entry in record["students"].items()})
    except (ValueError, LookupError, TypeError, AttributeError):
        hint = "restore it from a backup: without it, students would have other variants"
        raise refusal(name, "this is not a deal that the grader wrote", hint) from None


def load_deal(path: Path) -> tuple[Deal, bytes] | None:
    """The deal that is kept, and its bytes; none where nothing was dealt."""
    if not path.is_file():
        return None
    data = load_bytes(path)
    return read_deal(data, str(path)), data


def keep_deal(deal: Deal, path: Path, set_id: str) -> None:
    """Write the deal; nobody else on the machine may read it."""
    students = {
        name: {
            **({} if hand.version is None else {"version": hand.version}),
            "variants": {problem: place + 1 for problem, place in hand.variants.items()},
        }
        for name, hand in deal.hands.items()
    }
    record = {"format": _FORMAT, "about": _WARNING, "set": set_id, "students": students}
    store(json.dumps(record, ensure_ascii=False, indent=1) + "\n", path)
    with suppress(OSError):  # some file systems know no such thing
        path.chmod(0o600)


def _hand(entry: Mapping[str, Any]) -> Hand:
    variants = {str(problem): int(number) - 1 for problem, number in entry["variants"].items()}
    if min(variants.values(), default=0) < 0:
        raise ValueError
    version = entry.get("version")
    return Hand(variants, None if version is None else str(version))


def _in_order(people: Sequence[Seated]) -> list[Seated]:
    """By seat where there are seats, `A2` before `A10`; else as they come."""
    if not all(one.seat for one in people):
        return list(people)
    return sorted(people, key=lambda one: [_part(part) for part in _NUMBERS.split(one.seat)])


def _part(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isdecimal() else (-1, text.casefold())


def _deal_versions(
    hands: dict[str, Hand], order: Sequence[Seated], versions: Sequence[str], seed: bytes
) -> None:
    """Neighbours get different versions, and all versions are used equally often, as far as that can be."""
    names = [folded_student(one.student) for one in order]
    used = Counter(hand.version for hand in hands.values() if hand.version)
    start = choice("", len(versions), seed)
    turns = {version: (place - start) % len(versions) for place, version in enumerate(versions)}

    def version_of(place: int) -> str | None:
        hand = hands.get(names[place]) if 0 <= place < len(names) else None
        return None if hand is None else hand.version

    for place, name in enumerate(names):
        if version_of(place) is not None:
            continue
        beside = [version_of(place - 1), version_of(place + 1)]
        best = min(versions, key=lambda version: (beside.count(version), used[version], turns[version]))
        used[best] += 1
        hands[name] = Hand(hands.get(name, Hand({})).variants, best)


def _deal_variants(hands: dict[str, Hand], order: Sequence[Seated], pack: Pack) -> None:
    """Whatever is used least, and of that what has the numbers that are used least."""
    problem, number, seed, _ = pack
    different = pack.numberings or number
    used = Counter(hand.variants[problem] for hand in hands.values() if problem in hand.variants)
    numbers: Counter[int] = Counter()
    for place, times in used.items():
        numbers[place % different] += times
    free: Counter[int] = Counter()  # variants that are used least, by their numbers
    least = 0
    for one in order:
        name = folded_student(one.student)
        hand = hands.get(name, Hand({}))
        if problem in hand.variants:
            continue
        if not free:
            least = min(used[place] for place in range(number))
            free = Counter(place % different for place in range(number) if used[place] == least)
        rare = min(numbers[own] for own in free)
        turns = (choice(name, number, seed, turn) for turn in count())
        place = next(place for place in turns if used[place] == least and numbers[place % different] == rare)
        used[place] += 1
        own = place % different
        numbers[own] += 1
        free[own] -= 1
        if not free[own]:
            del free[own]
        hands[name] = hand._replace(variants={**hand.variants, problem: place})
