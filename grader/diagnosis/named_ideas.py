"""The evidence of a whole sheet → the idea that alone explains its wrong answers, if there is one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from grader.diagnosis.evidence import Evidence, Unit
from grader.diagnosis.ideas import Idea, ideas

_MOST_ALTERNATIVES = 8
_LEAST_FOR_A_SLIP = 3  # wrong parts that an idea must explain before one more is called a slip


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The ideas that fit equally well, and how many of the answers that they predict they explain.

    `questions` are those with wrong answers that the ideas explain, by their position; `slip` is the
    one whose answer speaks against them, if there is one.
    """

    ideas: tuple[Idea, ...]
    explains: int
    of: int
    questions: tuple[int, ...]
    slip: int | None = None

    @property
    def is_convention(self) -> bool:
        return self.ideas[0].shift is not None


def diagnose(sheet: Sequence[Evidence], without: Collection[str] = ()) -> Diagnosis | None:
    """The idea behind the wrong answers; None where nothing is wrong or nothing fits.

    `without` are the ids of ideas that are not looked for.
    """
    units = [unit for evidence in sheet for unit in evidence.units]
    wrong = [unit for unit in units if unit.wrong]
    if not wrong:
        return None
    fits, fits_but_once = _looked_for(without), 0
    for unit in units:
        against = unit.against
        fits_but_once = (fits_but_once & ~against) | (fits & against)
        fits &= ~against
    best, explained = _best(fits, wrong)
    if 2 * explained >= len(wrong):
        return _named(best, sheet, wrong)
    best, explained = _best(fits_but_once, wrong)
    return (
        _with_a_slip(best, sheet, wrong)
        if explained >= _LEAST_FOR_A_SLIP and 2 * explained >= len(wrong)
        else None
    )


def _looked_for(without: Collection[str]) -> int:
    return sum(1 << bit for bit, idea in enumerate(ideas()) if idea.id not in without)


def _best(fits: int, wrong: Sequence[Unit]) -> tuple[list[int], int]:
    """The ideas among those that fit that explain most of the wrong answers, by their bits; and how many."""
    best: list[int] = []
    most = 1
    for bit in _bits(fits):
        explained = sum(unit.agrees >> bit & 1 for unit in wrong)
        if explained > most:
            best, most = [], explained
        if explained == most:
            best.append(bit)
    return best, most if best else 0


def _bits(ideas_that_fit: int) -> Iterator[int]:
    for bit in range(len(ideas())):
        if ideas_that_fit >> bit & 1:
            yield bit


def _named(
    best: Sequence[int], sheet: Sequence[Evidence], wrong: Sequence[Unit], slip: int | None = None
) -> Diagnosis | None:
    """The simplest of the ideas that fit best: a convention if there is one, else every misconception."""
    conventions = [bit for bit in best if ideas()[bit].shift is not None]
    named = conventions[:1] or best
    if len(named) > _MOST_ALTERNATIVES or (not conventions and len(wrong) == 1 and wrong[0].weak):
        return None
    bit = named[0]
    predicted = [unit for evidence in sheet for unit in evidence.units if unit.predicted >> bit & 1]
    explained = [unit for unit in predicted if unit.agrees >> bit & 1]
    questions = tuple(
        place
        for place, evidence in enumerate(sheet)
        if any(unit.wrong and unit.agrees >> bit & 1 for unit in evidence.units)
    )
    return Diagnosis(tuple(ideas()[bit] for bit in named), len(explained), len(predicted), questions, slip)


def _with_a_slip(best: Sequence[int], sheet: Sequence[Evidence], wrong: Sequence[Unit]) -> Diagnosis | None:
    """An idea that one answer speaks against, if it explains wrong answers to at least two questions."""
    bit = best[0]
    slip = next(
        place
        for place, evidence in enumerate(sheet)
        if any(unit.against >> bit & 1 for unit in evidence.units)
    )
    found = _named([bit], sheet, wrong, slip)
    return found if found is not None and len(found.questions) > 1 else None
