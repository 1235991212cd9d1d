"""Wrong ideas as algorithms: a solved puzzle → what somebody who has one of them would answer."""

from grader.ideas.catalogue import BY_ID, CATALOGUE, OF_PROGRAMS, RIGHT, Depth, Way, Work, WrongIdea
from grader.ideas.imagined_solution import Imagined, NotPredicted, imagine
from grader.ideas.search import Search
from grader.ideas.value_step import Facet, Undefined, ValueStep

__all__ = [
    "BY_ID", "CATALOGUE", "OF_PROGRAMS", "RIGHT", "Depth", "Facet", "Imagined", "NotPredicted", "Search",
    "Undefined", "ValueStep", "Way", "Work", "WrongIdea", "imagine",
]  # fmt: skip
