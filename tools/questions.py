"""An example of every kind of question → the page that shows how each is asked, answered and marked."""

import json

from grader.grading import Check, grade
from grader.problems import ProblemSet, load_problems
from grader.questions import KINDS
from grader.submissions.submission_reader import read_submission
from grader.text.numbers import show_number
from grader.text.sentences import sentences
from grader.text.source import Source

TREE = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"

VERDICTS = {"partly": "partly right"}
INTRODUCTION = f"""\
# Questions, each with an answer and its marks

Every kind of question asked about the textbook's tree, an answer that is not quite right, and the \
feedback for it. [Problem sets](../problem-sets.md) explains the fields.

    {TREE}
"""


def questions_page() -> str:
    """All kinds, in the order of the package."""
    return "\n".join(
        [
            INTRODUCTION,
            *(_section(ask, kind.illustrated_on, *kind.illustration) for ask, kind in KINDS.items()),
        ]
    )


def _section(ask: str, tree: str, question: str, given: str) -> str:
    problems = load_problems(Source(_set(question, tree or TREE), "example.yaml"))
    sheet = f"answers: {{example: {{{ask}: {json.dumps(given)}}}}}"
    (check,) = grade(problems, read_submission(sheet.encode(), "answers.yaml")).checks
    assert check.verdict != "failed", f"{ask}: {check.fault}"
    return "\n".join([
        f"## {ask}", *_on(tree), "```yaml", question, "```\n", _asked(problems),
        f"`{given}` is {VERDICTS.get(check.verdict, check.verdict)}{_points(check)}.\n",
        "> " + "\n>\n> ".join(check.feedback) + "\n",
    ])  # fmt: skip


def _on(tree: str) -> list[str]:
    """A tree of its own, where the textbook's will not do."""
    return [f"About another tree:\n\n    {tree}\n"] if tree else []


def _set(question: str, tree: str) -> str:
    return f"set: example\nrule: aima\nproblems: [{{id: example, tree: '{tree}', questions: [{question}]}}]"


def _asked(problems: ProblemSet) -> str:
    (problem,) = problems.on_sheet
    (asked,) = problem.questions
    lines = asked.question.in_full(problem.solution_for(asked.question), sentences()).splitlines()
    return "  \n".join(f"*{line}*" for line in lines) + "\n"


def _points(check: Check) -> str:
    if check.earned is None or check.verdict == "pending":
        return ""
    reckoning = f" ({check.reckoning})" if check.reckoning else ""
    points = "1 point" if check.possible == 1 else f"{show_number(check.possible)} points"
    return f": {show_number(check.earned)} of {points}{reckoning}"
