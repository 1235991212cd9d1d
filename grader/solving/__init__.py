"""Tree + Rule → Solution: values, visits, windows, cutoffs and the reasons for them."""

from grader.solving.cutoff import Cutoff
from grader.solving.relevance import Sanity
from grader.solving.solution import Counts, Solution, solve
from grader.solving.trace import Step, steps_table

__all__ = ["Counts", "Cutoff", "Sanity", "Solution", "Step", "solve", "steps_table"]
