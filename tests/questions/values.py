"""The questions about values that their tests ask."""

from grader.questions.kinds.value import Value
from tests.questions.asking import asked

ALL = asked(Value, of=("B", "C", "D", "A"))
ROOT = asked(Value)
REPORTED = asked(Value, of=("B", "C", "D", "A"), as_="returned")
