"""File → ProblemSet: problems, their trees and their questions, or everything that is wrong with them."""

from grader.problems.asked import Accepted, Asked, Void
from grader.problems.code import Code, CodeProblem, CodeTree
from grader.problems.late import LatePolicy
from grader.problems.loading import load_problems
from grader.problems.moments import Moment
from grader.problems.problem_set import Problem, ProblemSet
from grader.problems.reveal import Reveal, When

__all__ = [
    "Accepted", "Asked", "Code", "CodeProblem", "CodeTree", "LatePolicy", "Moment", "Problem", "ProblemSet",
    "Reveal", "Void", "When", "load_problems",
]  # fmt: skip
