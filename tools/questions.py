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

# Of each kind a question, and an answer that is not quite right.
EXAMPLES = {
    "value": ("{ask: value, of: [B, C, A], points: 3}", "{B: 3, C: 6, A: 6}"),
    "best-move": ("{ask: best-move, points: 1}", "a3"),
    "line": ("{ask: line, points: 2}", "[A, B, B3]"),
    "pruned": ("{ask: pruned, as: leaves, points: 3}", "[C2, D3]"),
    "visited": ("{ask: visited, as: order, credit: prefix, points: 4}", "A, B, B1, B2, B3, C, C1, C2"),
    "count": ("{ask: count, of: leaves-evaluated, points: 1}", "9"),
    "window": ("{ask: window, of: [C, D], as: entry, points: 2}", "{C: [3, inf], D: [2, inf]}"),
    "cutoffs": ("{ask: cutoffs, points: 2}", "C after C2"),
    "irrelevant": ("{ask: irrelevant, points: 2}", "[C2, C3]"),
    "bounds": ("{ask: bounds, of: [C], points: 1}", "{C: 2}"),
    "choice": (
        '{ask: choice, text: "What can pruning change?", options: [{text: The value of the root, '
        "feedback: The root's value is the same with and without pruning.}, "
        "{text: How many leaves are looked at, right: true}]}",
        "a",
    ),
    "true-false": ("{ask: true-false, text: A better order of moves can prune more., right: true}", "no"),
    "manual": ('{ask: manual, text: "Why is C2 never looked at?", points: 2}', "B is better than C can be"),
}
VERDICTS = {"partly": "partly right"}
INTRODUCTION = f"""\
# Questions, each with an answer and its marks

Every kind of question asked about the textbook's tree, an answer that is not quite right, and what the \
student is told. [Problem sets](../problem-sets.md) explains the fields.

    {TREE}
"""


def questions_page() -> str:
    """All kinds, in the order of the package."""
    return "\n".join([INTRODUCTION, *(_section(ask, *EXAMPLES[ask]) for ask in KINDS)])


def _section(ask: str, question: str, given: str) -> str:
    problems = load_problems(Source(_set(question), "example.yaml"))
    sheet = f"answers: {{example: {{{ask}: {json.dumps(given)}}}}}"
    (check,) = grade(problems, read_submission(sheet.encode(), "answers.yaml")).checks
    assert check.verdict != "failed", f"{ask}: {check.fault}"
    return "\n".join([
        f"## {ask}", "```yaml", question, "```\n", _asked(problems),
        f"`{given}` is {VERDICTS.get(check.verdict, check.verdict)}{_points(check)}.\n",
        "> " + "\n>\n> ".join(check.feedback) + "\n",
    ])  # fmt: skip


def _set(question: str) -> str:
    return f"set: example\nrule: aima\nproblems: [{{id: example, tree: '{TREE}', questions: [{question}]}}]"


def _asked(problems: ProblemSet) -> str:
    (problem,) = problems.on_sheet
    (asked,) = problem.questions
    lines = asked.question.in_words(problem.solution(), sentences()).splitlines()
    return "  \n".join(f"*{line}*" for line in lines) + "\n"


def _points(check: Check) -> str:
    if check.earned is None or check.verdict == "pending":
        return ""
    reckoning = f" ({check.reckoning})" if check.reckoning else ""
    points = "1 point" if check.possible == 1 else f"{show_number(check.possible)} points"
    return f": {show_number(check.earned)} of {points}{reckoning}"
