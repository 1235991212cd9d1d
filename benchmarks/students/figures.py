"""Counts → tables by idea, way and convention, and the figures with their aims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmarks.students.catalogue import IDEAS
from benchmarks.students.counts import STYLES, Counts
from benchmarks.students.other_conventions import CONVENTIONS
from benchmarks.students.sheets import WAYS

# What can come of each sort of sheet.
OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "idea": ("alone", "among", "alike", "missed", "convention", "wrongly"),
    "two ideas": ("both", "one", "missed", "wrongly"),
    "idea under a convention": ("alone", "among", "alike", "missed", "convention", "wrongly"),
    "right": ("nothing", "wrongly"),
    "convention": ("recognised", "missed", "wrongly"),
    "left out": ("nothing", "another", "twin"),
}
_WIDTH = 64  # of a figure's words
NOISES = ("none", "slip", "misread leaf", "two of three")


@dataclass(frozen=True, slots=True)
class Figure:
    """A share of the sheets of some sort and noise, and how large or small it should be.

    Sheets of which something came that is `uncounted` are not among them.
    """

    words: str
    what: tuple[str, ...]
    sort: str
    noise: str | None = None
    at_least: float = 0
    at_most: float = 1
    uncounted: tuple[str, ...] = ()

    def line(self, share: float) -> str:
        if not self.at_least and self.at_most == 1:  # it has no aim of its own
            return f"{self.words:<{_WIDTH}} {share:>7.2%}"
        aim = f"≥ {self.at_least:.0%}" if self.at_least else f"≤ {self.at_most:.1%}"
        verdict = "ok" if self.at_least <= share <= self.at_most else "MISSED"
        return f"{self.words:<{_WIDTH}} {share:>7.2%}  {aim:>8}  {verdict}"


NAMED = ("alone", "among")
FIGURES = (
    Figure("named, alone or among at most three", NAMED, "idea", "none", at_least=0.95),
    Figure("… with one random slip", NAMED, "idea", "slip", at_least=0.9),
    Figure("… with one leaf misread and carried through", NAMED, "idea", "misread leaf", at_least=0.85),
    Figure("… in two of three problems", NAMED, "idea", "two of three", at_least=0.95),
    Figure("wrongly named", ("wrongly",), "idea", "none", at_most=0.003),
    Figure("… with any noise", ("wrongly",), "idea", at_most=0.003),
    Figure("two ideas in different facets: both named", ("both",), "two ideas", at_least=0.9),
    Figure("… another one named", ("wrongly",), "two ideas", at_most=0.003),
    Figure(
        "an idea under another convention: the idea named", NAMED, "idea under a convention", at_least=0.85
    ),
    Figure("… another one named", ("wrongly",), "idea under a convention", at_most=0.05),
    Figure("right sheets with 1 to 3 slips told an idea", ("wrongly",), "right", at_most=0.01),
    Figure("told a convention where an idea is", ("false convention",), "idea", at_most=0.007),
    Figure("… where only slips are", ("false convention",), "right", at_most=0.007),
    Figure(
        "right under another convention: recognised", ("recognised",), "convention", "none", at_least=0.97
    ),
    Figure("… with one random slip", ("recognised",), "convention", "slip"),
    Figure("… taken for something else", ("wrongly",), "convention", "slip"),
    Figure(
        "an idea out of the catalogue: told one that gives another sheet", ("another",), "left out",
        at_most=0.17, uncounted=("twin",),
    ),
    Figure("… told one that gives exactly the same sheet", ("twin",), "left out"),
    Figure("… told either, of all these sheets", ("another", "twin"), "left out"),
)  # fmt: skip
WORST = Figure("named in the worst way and style", NAMED, "idea", "none", at_least=0.9)


def tables(counts: Counts) -> Iterator[str]:
    yield from _by_idea(counts)
    yield ""
    yield from _by_way(counts)
    yield ""
    yield from _by_convention(counts)
    yield ""
    yield from _figures(counts)


def select(counts: Counts, **wanted: str | None) -> Counter[str]:
    """What came of all that is wanted: by sort, idea, way, style and noise."""
    found: Counter[str] = Counter()
    for (key, outcome), number in counts.items():
        if all(value is None or getattr(key, name) == value for name, value in wanted.items()):
            found[outcome] += number
    return found


def share(
    found: Counter[str], what: tuple[str, ...], sort: str, uncounted: tuple[str, ...] = ()
) -> float | None:
    """The share of outcomes among all of a sort that are counted; none where there are none."""
    total = sum(found[outcome] for outcome in OUTCOMES[sort] if outcome not in uncounted)
    return sum(found[outcome] for outcome in what) / total if total else None


def _by_idea(counts: Counts) -> Iterator[str]:
    yield f"{'idea':<46} {'facet':<8} {_head('idea')}"
    for idea in IDEAS.values():
        if found := select(counts, sort="idea", idea=idea.id, noise="none"):
            yield f"{idea.id:<46} {idea.facet:<8} {_row(found, 'idea')}"


def _by_way(counts: Counts) -> Iterator[str]:
    yield f"{'noise, way, style':<55} {_head('idea')}"
    for noise in NOISES:
        for way in WAYS:
            for style in STYLES:
                if found := select(counts, sort="idea", way=way, style=style, noise=noise):
                    yield f"{', '.join((noise, way, style)):<55} {_row(found, 'idea')}"
        yield f"{noise:<55} {_row(select(counts, sort='idea', noise=noise), 'idea')}"


def _by_convention(counts: Counts) -> Iterator[str]:
    yield f"{'right under another convention':<55} {_head('convention')}"
    for convention in CONVENTIONS:
        if found := select(counts, sort="convention", idea=convention.name, noise="none"):
            yield f"{convention.name:<55} {_row(found, 'convention')}"


def _head(sort: str) -> str:
    named = f"{'named':>7} " if sort == "idea" else ""
    return f"{'sheets':>6} {named}" + " ".join(f"{what:>10}" for what in OUTCOMES[sort])


def _row(found: Counter[str], sort: str) -> str:
    cells = [f"{share(found, (what,), sort) or 0:>10.1%}" for what in OUTCOMES[sort]]
    if sort == "idea":
        cells.insert(0, f"{share(found, NAMED, sort) or 0:>7.1%}")
    return f"{sum(found[what] for what in OUTCOMES[sort]):>6} {' '.join(cells)}"


def _figures(counts: Counts) -> Iterator[str]:
    yield f"{'figure':<{_WIDTH}} {'share':>7}  {'aim':>8}"
    cells = [
        share(select(counts, sort="idea", way=way, style=style, noise="none"), NAMED, "idea")
        for way in WAYS
        for style in STYLES
    ]
    yield WORST.line(min((cell for cell in cells if cell is not None), default=0))
    for figure in FIGURES:
        came = select(counts, sort=figure.sort, noise=figure.noise)
        found = share(came, figure.what, figure.sort, figure.uncounted)
        yield f"{figure.words:<{_WIDTH}} not measured" if found is None else figure.line(found)
    left = select(counts, sort="idea")
    words = "not counted, since more than three ideas or another convention explain them alike"
    yield f"{words}: {left['too many alike']} sheets"
    if left["not drawn"]:
        yield f"not found, since the idea hardly ever shows: {left['not drawn']} sheets"
