"""Wrong ideas as algorithms: a solved puzzle → what somebody who has one of them would answer."""

from grader.ideas.catalogue import (
    BY_ID,
    CATALOGUE,
    OF_PLAYERS,
    OF_PROGRAMS,
    RIGHT,
    Depth,
    Way,
    Work,
    WrongIdea,
)
from grader.ideas.imagined_solution import Imagined, NotPredicted, imagine, imagine_open
from grader.ideas.search import Search
from grader.ideas.value_step import Facet, PayoffStep, Undefined, ValueStep

__all__ = [
    "BY_ID",
    "CATALOGUE",
    "OF_PLAYERS",
    "OF_PROGRAMS",
    "RIGHT",
    "Depth",
    "Facet",
    "Imagined",
    "NotPredicted",
    "PayoffStep",
    "Search",
    "Undefined",
    "ValueStep",
    "Way",
    "Work",
    "WrongIdea",
    "imagine",
    "imagine_open",
]  # fmt: skip
