"""File → ProblemSet: problems, their trees and their questions, or everything that is wrong with them."""

from grader.problems.asked_question import Accepted, Asked, Void
from grader.problems.code_problem import Code, CodeProblem, CodeTree
from grader.problems.late_policy import LatePolicy
from grader.problems.moment import Moment
from grader.problems.problem_set import Problem, ProblemSet
from grader.problems.reveal import Reveal, When
from grader.problems.set_file import load_problems

__all__ = [
    "Accepted", "Asked", "Code", "CodeProblem", "CodeTree", "LatePolicy", "Moment", "Problem", "ProblemSet",
    "Reveal", "Void", "When", "load_problems",
]  # fmt: skip
