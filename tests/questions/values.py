"""The questions about values that their tests ask."""

from grader.questions.kinds.value import Values
from tests.questions.asking import asked

ALL = asked(Values, of=("B", "C", "D", "A"))
ROOT = asked(Values)
REPORTED = asked(Values, of=("B", "C", "D", "A"), as_="returned")
