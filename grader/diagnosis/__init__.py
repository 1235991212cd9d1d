"""A student's answers → the one idea behind the wrong ones: another convention, or a misconception.

Every idea predicts answers. What it predicts for a question is worked out once, and a text that was typed
is compared with all predictions once. An idea is a bit and a set of ideas a whole number, so that finding
the idea behind a whole sheet is a few operations on numbers, however many students there are.
"""

from grader.diagnosis.evidence import NO_EVIDENCE, Evidence, Unit
from grader.diagnosis.ideas import Idea, Shift, ideas
from grader.diagnosis.named_ideas import Diagnosis, diagnose
from grader.diagnosis.predictions import Predictions, predict

__all__ = [
    "NO_EVIDENCE", "Diagnosis", "Evidence", "Idea", "Predictions", "Shift", "Unit", "diagnose", "ideas",
    "predict",
]  # fmt: skip
