"""Coverage → the table of misconceptions and questions, as text and as rows for other forms.

In a cell, `·` is an answer that looks right, `●` one that no other misconception gives, and a letter one
that all misconceptions with that letter in the column give.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from grader.checking.coverage import Coverage, Exposure

LOOKS_RIGHT, ALONE = "·", "●"
LEGEND = (
    f"{LOOKS_RIGHT} looks right; {ALONE} shows; "
    "a letter: shows, by the same answer as others with that letter"
)


def matrix_rows(coverage: Coverage) -> list[tuple[str, list[str]]]:
    """For every misconception that applies, what each question makes of it."""
    columns = [_column(exposure) for exposure in coverage.exposures]
    return [(idea, [column.get(idea, LOOKS_RIGHT) for column in columns]) for idea in coverage.applies]


def matrix_text(coverage: Coverage) -> str:
    """The table with a number for each question, and below it what the numbers stand for."""
    return "\n".join([*_table(coverage), "", LEGEND, "", *_numbered(coverage.exposures)])


def _column(exposure: Exposure) -> dict[str, str]:
    alone = dict.fromkeys(exposure.exposes, ALONE)
    shared = zip(ascii_lowercase, exposure.alike, strict=False)  # no more groups than letters
    return alone | {idea: letter for letter, group in shared for idea in group}


def _table(coverage: Coverage) -> Iterator[str]:
    margin = max(map(len, coverage.applies), default=0)
    wide = len(str(len(coverage.exposures)))
    numbers = range(1, len(coverage.exposures) + 1)
    yield " ".join([" " * margin, *(f"{number:>{wide}}" for number in numbers)])
    for idea, cells in matrix_rows(coverage):
        yield " ".join([f"{idea:<{margin}}", *(f"{cell:>{wide}}" for cell in cells)])


def _numbered(exposures: Sequence[Exposure]) -> Iterator[str]:
    wide = len(str(len(exposures)))
    for number, exposure in enumerate(exposures, 1):
        yield f"{number:>{wide}} {exposure.question}: exposes {len(exposure.exposes)}"
