"""What is right and wrong in an answer → the share of the points that it earns, and how it was reckoned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from grader.questions.verdict import Parts
from grader.text.sentences import Say

CreditWord: TypeAlias = Literal["each", "all", "prefix"]
CREDITS: tuple[CreditWord, ...] = get_args(CreditWord)
Credit: TypeAlias = CreditWord | Mapping[int, Fraction]
Earned: TypeAlias = tuple[Fraction, str]  # a share of the points, and how it was reckoned


def credit_for_parts(credit: Credit, parts: Parts, say: Say) -> Earned:
    """One part for each thing that was asked: what is right or carried forward, of all of them."""
    verdicts = list(parts.values())
    right, carried = verdicts.count("right"), verdicts.count("carried")
    if credit != "each":
        return _whole(credit, len(parts) - right - carried, say)
    key = "credit.parts-carried" if carried else "credit.parts"
    reckoning = say(key, right=right, carried=carried, of=len(parts))
    return Fraction(right + carried, len(parts)), reckoning


def credit_for_set(credit: Credit, parts: Parts, say: Say) -> Earned:
    """A set of "right", "wrong" and "missed" items: right minus wrong, of as many as the key has.

    Where the key is empty, naming nothing earns everything.
    """
    verdicts = list(parts.values())
    right, wrong, missed = verdicts.count("right"), verdicts.count("wrong"), verdicts.count("missed")
    if credit != "each":
        return _whole(credit, wrong + missed, say)
    if not right + missed:
        return Fraction(not wrong), say("credit.empty-wrong" if wrong else "credit.empty", number=wrong)
    key = "credit.set-wrong" if wrong else "credit.set"
    reckoning = say(key, right=right, wrong=wrong, of=right + missed)
    return not_below_zero(Fraction(right - wrong, right + missed), reckoning, say)


def not_below_zero(share: Fraction, reckoning: str, say: Say) -> Earned:
    """What is left where wrong items count against right ones; the reckoning says where that ends."""
    if share < 0:
        return Fraction(0), say("credit.not-below", reckoning=reckoning)
    return share, reckoning


def credit_for_order(credit: Credit, right: int, given: int, key: int, say: Say) -> Earned:
    """An order of which the first `right` items are right: these, of as many as there are or should be."""
    longest = max(given, key)
    if credit not in ("each", "prefix"):
        return _whole(credit, longest - right, say)
    return Fraction(right, longest) if longest else Fraction(1), say("credit.order", right=right, of=longest)


def credit_for_saving(credit: Credit, given: int, reached: int, best: int, say: Say) -> Earned:
    """What an answer saves, of as much as can be saved; where that is nothing, only the best is right."""
    if credit != "each":
        return _whole(credit, reached - best, say)
    if given == best:
        return Fraction(reached == best), say("credit.nothing-to-save", reached=reached, best=best)
    reckoning = say("credit.saving", saved=max(given - reached, 0), of=given - best)
    return Fraction(max(given - reached, 0), given - best), reckoning


def credit_for_ends(credit: Credit, parts: Parts, half: int, say: Say, *, agrees: bool) -> Earned:
    """A set of numbers by the ends of its segments, of which `half` are only open or closed wrongly.

    These count half, and ends that should not be there count against the others. A set without ends is
    right or wrong as a whole.
    """
    verdicts = list(parts.values())
    right, wrong = verdicts.count("right"), verdicts.count("wrong") - half
    of = right + half + verdicts.count("missed")
    if credit != "each" or not of:
        return _whole(credit if of else "all", 0 if agrees else max(of - right, wrong, 1), say)
    key = "credit.ends-wrong" if wrong else "credit.ends-half" if half else "credit.ends"
    reckoning = say(key, number=of, right=right, half=half, wrong=wrong, of=of)
    return not_below_zero((right + Fraction(half, 2) - wrong) / of, reckoning, say)


def right_beginning(given: Sequence[object], key: Sequence[object]) -> int:
    """How many items are right before the first that is not."""
    pairs = zip(given, key, strict=False)
    return next(
        (count for count, (one, other) in enumerate(pairs) if one != other), min(len(given), len(key))
    )


def _whole(credit: Credit, wrong: int, say: Say) -> Earned:
    """All or nothing, or by the table what so many wrong items leave.

    A number that the table does not list leaves as much as the next larger one, and beyond the last nothing.
    """
    share = Fraction(not wrong)
    if isinstance(credit, str):
        return share, say("credit.all-right" if share else "credit.all-wrong")
    if wrong:
        share = Fraction(credit.get(min((count for count in credit if count >= wrong), default=-1), 0))
    return share, say("credit.table", number=wrong, share=share)
