"""The evidence of a whole sheet → the idea that alone explains its wrong answers, if there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.diagnosis.evidence import Evidence, Unit
from grader.diagnosis.ideas import Idea, ideas

_MOST_ALTERNATIVES = 8
_LEAST_FOR_A_SLIP = 3  # wrong parts that an idea must explain before one more is called a slip


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The ideas that fit equally well, and how many of the answers that they predict they explain.

    `questions` are those with wrong answers that the ideas explain, by their position; `slip` is the
    one whose wrong answer they do not explain, if there is one.
    """

    ideas: tuple[Idea, ...]
    explains: int
    of: int
    questions: tuple[int, ...]
    slip: int | None = None

    @property
    def is_convention(self) -> bool:
        return self.ideas[0].shift is not None


def diagnose(sheet: Sequence[Evidence]) -> Diagnosis | None:
    """The idea behind the wrong answers; None where nothing is wrong or nothing fits."""
    if not any(evidence.wrong for evidence in sheet):
        return None
    everything = (1 << len(ideas())) - 1
    fits, fits_but_once = everything, 0
    for unit in _units(sheet):
        against = unit.against & everything
        fits_but_once = (fits_but_once & ~against) | (fits & against)
        fits &= ~against
    if fits:
        return _named(fits, sheet)
    return _with_a_slip(fits_but_once, sheet) if fits_but_once else None


def _units(sheet: Sequence[Evidence]) -> Iterator[Unit]:
    for evidence in sheet:
        yield from evidence.units


def _named(fits: int, sheet: Sequence[Evidence], slip: int | None = None) -> Diagnosis | None:
    """The simplest of the ideas that fit: a convention if there is one, else every misconception."""
    found = [(bit, idea) for bit, idea in enumerate(ideas()) if fits >> bit & 1]
    conventions = [entry for entry in found if entry[1].shift is not None]
    found = conventions[:1] or found
    if len(found) > _MOST_ALTERNATIVES or (not conventions and _is_thin(sheet)):
        return None
    bit = found[0][0]
    predicted = [unit for unit in _units(sheet) if unit.predicted >> bit & 1]
    explained = [unit for unit in predicted if unit.agrees >> bit & 1]
    questions = tuple(
        place
        for place, evidence in enumerate(sheet)
        if any(unit.wrong and unit.agrees >> bit & 1 for unit in evidence.units)
    )
    return Diagnosis(tuple(idea for _, idea in found), len(explained), len(predicted), questions, slip)


def _is_thin(sheet: Sequence[Evidence]) -> bool:
    """Whether there is only one wrong answer, and of a kind that may well be chance."""
    wrong = [unit for unit in _units(sheet) if unit.wrong]
    return len(wrong) == 1 and wrong[0].weak


def _with_a_slip(fits: int, sheet: Sequence[Evidence]) -> Diagnosis | None:
    """An idea that explains all wrong answers but one, in at least two questions."""
    best: tuple[int, int] | None = None
    for bit in range(len(ideas())):
        if fits >> bit & 1:
            explained = sum(unit.wrong and unit.agrees >> bit & 1 for unit in _units(sheet))
            best = max(best or (0, 0), (explained, 1 << bit), key=lambda entry: entry[0])
    if best is None or best[0] < _LEAST_FOR_A_SLIP:
        return None
    ((place, _),) = [
        (place, unit)
        for place, evidence in enumerate(sheet)
        for unit in evidence.units
        if unit.against & best[1]
    ][:1]
    named = _named(best[1], sheet, place)
    return named if named is not None and len(named.questions) > 1 else None
