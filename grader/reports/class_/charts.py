"""Counts → the bars of a chart with their places on it, which a template writes as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.grading.grade_record import CheckStanding

WIDTH = 400
HEIGHT = 170

_GAP = 4.0
_HEAD = 22.0  # above the bars, for the number on the highest
_FOOT = 18.0  # below them, for the axis


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram: `label` says what it stands for, `count` how many, `link` leads to them."""

    left: float
    top: float
    width: float
    height: float
    label: str
    count: int
    link: str

    @property
    def middle(self) -> float:
        return round(self.left + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class Stripe:
    """A part of a bar that is a whole: where it begins and how wide it is, of 100; `link` leads to it."""

    name: str
    left: float
    width: float
    link: str


def histogram(counts: Sequence[int], labels: Sequence[str], links: Sequence[str]) -> tuple[Bar, ...]:
    """A bar for each count; the highest fills the chart, and where all are 0 none is seen."""
    room = HEIGHT - _HEAD - _FOOT
    step = WIDTH / len(counts)
    unit = room / max(*counts, 1)
    return tuple(
        Bar(
            left=round(place * step + _GAP / 2, 1),
            top=round(_HEAD + room - unit * count, 1),
            width=round(step - _GAP, 1),
            height=round(unit * count, 1),
            label=label,
            count=count,
            link=link,
        )
        for place, (count, label, link) in enumerate(zip(counts, labels, links, strict=True))
    )


def stripes(counts: Mapping[CheckStanding, int], links: Mapping[CheckStanding, str]) -> tuple[Stripe, ...]:
    """The parts of a whole side by side, in their order; nothing where there is no whole."""
    whole = sum(counts.values())
    found, before = [], 0
    for name, count in counts.items():
        if count:
            left, right = 100 * before / whole, 100 * (before + count) / whole
            found.append(Stripe(name, round(left, 2), round(right - left, 2), links.get(name, "")))
        before += count
    return tuple(found)
