"""File → ProblemSet: problems, their trees and their questions, or everything that is wrong with them."""

from grader.problems.loading import load_problems
from grader.problems.moments import Moment
from grader.problems.problem_set import Accepted, Asked, Problem, ProblemSet, Void
from grader.problems.reveal import Reveal, When

__all__ = [
    "Accepted", "Asked", "Moment", "Problem", "ProblemSet", "Reveal", "Void", "When", "load_problems",
]  # fmt: skip
