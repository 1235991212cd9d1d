"""A student's answers → what explains the wrong ones: another convention, or wrong ideas.

What a student writes has facets that are worked out one after the other: values, the search, its windows, the
best move. Each is done rightly, by another convention or by one wrong idea, goes on from the student's own
earlier answers, and may have slips. An explanation is a choice for each facet; it is weighed by how well it
predicts the answers. What every idea predicts is worked out once for a problem.
"""

from grader.diagnosis.diagnosis import Diagnosis, Explanation, diagnose
from grader.diagnosis.evidence import Evidence
from grader.diagnosis.hypothesis import RIGHTLY, Hypothesis, Shift, conventions, of_programs, one_idea
from grader.diagnosis.misread_leaf import Misreading
from grader.diagnosis.predictions import Predictions, own_values, predict

__all__ = [
    "RIGHTLY", "Diagnosis", "Evidence", "Explanation", "Hypothesis", "Misreading", "Predictions", "Shift",
    "conventions", "diagnose", "of_programs", "one_idea", "own_values", "predict",
]  # fmt: skip
