"""Ideas about several players: max^n in which somebody wishes for the wrong thing."""

from __future__ import annotations

from dataclasses import dataclass

from grader.solving.max_n import Wish
from grader.text.numbers import Number, Payoffs, exact_sum


@dataclass(frozen=True, slots=True)
class WrongWish:
    """An idea, and what players make as large as possible by it."""

    id: str
    wish: Wish


def against_the_first(player: int, payoffs: Payoffs) -> Number:
    """The others make the first player's utility small, as Min would."""
    return payoffs[0] if player == 0 else -payoffs[0]


def for_the_first(player: int, payoffs: Payoffs) -> Number:
    """Everybody makes the first player's utility large."""
    del player
    return payoffs[0]


def for_all_together(player: int, payoffs: Payoffs) -> Number:
    """Everybody makes the sum of all utilities large."""
    del player
    return exact_sum(payoffs)  # type: ignore[arg-type]  # those of several players are finite


def from_behind(player: int, payoffs: Payoffs) -> Number:
    """The utilities are taken in the wrong order, the last one for the first player."""
    return payoffs[len(payoffs) - 1 - player]


WRONG_WISHES: tuple[WrongWish, ...] = (
    WrongWish("others-minimise-the-first", against_the_first),
    WrongWish("everyone-maximises-the-first", for_the_first),
    WrongWish("sum-is-maximised", for_all_together),
    WrongWish("utilities-in-wrong-order", from_behind),
)
