"""Answers about trees that differ in nothing but names are explained together, each in its own names."""

from collections.abc import Iterator

import pytest

from grader.diagnosis import one_idea, predict
from grader.diagnosis.predictions import NOTHING
from grader.grading import Grade, grade
from grader.grading import ready_questions as ready
from grader.problems import ProblemSet
from grader.solving import solve
from grader.submissions import read_submission
from tests.marking import problems_of

FAIR = """\
set: fair
seed: secret
problems:
  - id: textbook
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    variants: {like: this, number: 400}
    questions:
      - {ask: value, of: [B, C, D, A]}
      - {ask: best-move}
      - {ask: line}
      - {ask: pruned, as: edges}
      - {ask: visited, as: order}
      - {ask: cutoffs}
      - {ask: window, of: [B, C, D]}
"""
VARIANT = 207  # whose numbers others have, too


@pytest.fixture(scope="module")
def problems() -> ProblemSet:
    return problems_of(FAIR)


def sheets_by_ideas(problems: ProblemSet, every: int) -> Iterator[str]:
    """What students with an idea write about the variant."""
    (problem,) = problems.problems
    for hypothesis in one_idea()[::every]:
        answers = []
        for asked in problem.at(VARIANT).questions:
            solution = problem.solution_for(asked.question, VARIANT)
            said = predict(solution, asked.question).said(hypothesis)
            parts = {} if said is None else {n: p for n, p in said.parts.items() if p is not NOTHING}
            if parts:
                answers.append(
                    f"    {asked.question.id}: {asked.question.show(parts.get('', parts), solution)}\n"
                )
        yield "set: fair\nstudent: ada\nanswers:\n  textbook:\n" + "".join(answers)


def marked(problems: ProblemSet, sheet: str) -> Grade:
    return grade(problems, read_submission(sheet.encode(), "ada.yaml"), variant=VARIANT)


def test_feedback_is_the_same_as_if_nobody_else_had_these_numbers(
    problems: ProblemSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = [*sheets_by_ideas(problems, 9), misread(problems)]
    shared = [marked(problems, sheet) for sheet in sheets]
    monkeypatch.setattr(ready, "_other_names", lambda *_: None)
    alone = problems_of(FAIR)
    assert shared == [marked(alone, sheet) for sheet in sheets]
    assert sum(bool(each.misconceptions) for each in shared) > 5


def misread(problems: ProblemSet) -> str:
    """The sheet of somebody who reads the first leaf as another number, and answers rightly from there."""
    (problem,) = problems.problems
    answers = []
    for asked in problem.at(VARIANT).questions:
        solution = problem.solution_for(asked.question, VARIANT)
        seen = solve(solution.tree.with_utilities({2: 10}), solution.rule)
        answers.append(f"    {asked.question.id}: {asked.question.show(asked.question.key(seen), seen)}\n")
    return "set: fair\nstudent: ada\nanswers:\n  textbook:\n" + "".join(answers)


def test_a_misread_leaf_has_the_name_of_the_students_own_tree(problems: ProblemSet) -> None:
    leaf = problems.problems[0].solution(VARIANT).tree.names[2]
    checks = marked(problems, misread(problems)).checks
    feedback = " ".join(sentence for check in checks for sentence in check.feedback)
    assert f"{leaf} seems to have been read as" in feedback
