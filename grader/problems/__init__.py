"""File → ProblemSet: problems, their trees and their questions, or everything that is wrong with them."""

from grader.problems.asked_question import Accepted, Asked, Void
from grader.problems.late_policy import LatePolicy
from grader.problems.moment import Moment
from grader.problems.problem import Code, Problem, ProblemTree
from grader.problems.problem_set import ProblemSet
from grader.problems.reveal import Reveal, When
from grader.problems.set_file import load_problems

__all__ = [
    "Accepted", "Asked", "Code", "LatePolicy", "Moment", "Problem", "ProblemSet", "ProblemTree", "Reveal",
    "Void", "When", "load_problems",
]  # fmt: skip
