"""How long marking a sheet takes in a batch, against PyYAML's C loader that only parses the same text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

import yaml

from benchmarks.measuring import Figure, seconds
from grader.diagnosis import one_idea, predict
from grader.diagnosis.predictions import NOTHING
from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.submissions import read_submission
from grader.text.source import Source

STUDENTS = 1000
ROUNDS = 5

SET = """\
set: bench
title: Ten questions
rule: aima
problems:
  - id: textbook
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A], points: 4}
      - {ask: best-move, points: 1}
      - {ask: line, points: 2}
      - {ask: pruned, as: leaves, points: 3}
      - {ask: visited, as: order, points: 3}
  - id: deep
    tree: |
      A = max(B = min(D = max(H = min(3, 12), I = min(8, 2)), E = max(J = min(4, 6), K = min(14, 5))),
              C = min(F = max(L = min(2, 7), M = min(1, 9)), G = max(N = min(11, 3), O = min(0, 5))))
    questions:
      - {ask: value, of: [A, B, C, D, E, F, G], points: 7}
      - {ask: window, of: [C, E, F], points: 3}
      - {ask: count, of: leaves-evaluated, points: 1}
      - {ask: cutoffs, points: 2}
      - {ask: pruned, as: nodes, points: 3}
"""
_HEAD = "set: bench\nstudent: student-{number}\nanswers:\n"
# How many answers are wrong, and how often marking may take as long as parsing.
_CLASSES = {"a third wrong": (1 / 3, 2), "all wrong": (1, 3)}
# For each question its right answer, and wrong ones with places for a few numbers.
_ANSWERS = {
    "textbook": {
        "value": (
            "{{B: 3, C: 2, D: 2, A: 3}}",
            "{{B: 3, C: {0}, D: 2, A: {2}}}",
            "{{B: {2}, C: 2, D: {0}, A: 3}}",
        ),
        "best-move": ("a1", "a{0}"),
        "line": ("[A, B, B1]", "[A, C, C{0}]"),
        "pruned": ("[C2, C3]", "[C2, C3, D{0}]", "[B{0}, C3]", "none"),
        "visited": ("[A, B, B1, B2, B3, C, C1, D, D1, D2, D3]", "[A, B, B1, B2, B3, C, C{0}, D, D{1}]"),
    },
    "deep": {
        "value": (
            "{{A: 3, B: 3, C: 2, D: 3, E: 5, F: 2, G: 3}}",
            "{{A: {2}, B: 3, C: 2, D: {0}, E: 5, F: 2, G: 3}}",
        ),
        "window": (
            "{{C: [3, inf], E: [-inf, 3], F: [3, inf]}}",
            "{{C: [{0}, inf], E: [-inf, {2}], F: [3, inf]}}",
        ),
        "count": ("8", "{2}"),
        "cutoffs": ("[{{at: E, after: J, bound: beta}}]", "[{{at: I, after: I{1}, bound: alpha}}]"),
        "pruned": ("[K, K1, K2, L2, M2, G]", "[K, K1, G, N{1}, O, O2]"),
    },
}


def figures() -> Iterator[Figure]:
    yield from _against_parsing()
    yield _with_diagnosis("with slips", by_ideas=0)
    yield _with_diagnosis("with slips, a fourth by ideas", by_ideas=1 / 4)


def _with_diagnosis(what: str, by_ideas: float) -> Figure:
    """What it costs to look for the idea behind wrong answers; its predictions are made once for a set."""
    silent, telling = (
        load_problems(Source(SET + f"diagnosis: {who}\n", "bench.yaml")) for who in ("off", "students")
    )
    random, filled = Random(7), list(_sheets_by_ideas(telling))
    sheets = [
        random.choice(filled).format(number=number)
        if random.random() < by_ideas
        else sheet_text(Random(number), number, 1 / 3)
        for number in range(STUDENTS)
    ]
    told = sum(bool(_graded(telling, sheet).misconceptions) for sheet in sheets)
    without, with_it = seconds(
        partial(_mark, [silent] * ROUNDS, sheets), partial(_mark, [telling] * ROUNDS, sheets)
    )
    figure = f"marking sheets {what}: with diagnosis, times without"
    return Figure(figure, with_it / without, at_most=1.3, note=f"{told} of {STUDENTS} told an idea")


def _sheets_by_ideas(problems: ProblemSet) -> Iterator[str]:
    """A sheet for each idea in each way, with a place for the student's number."""
    for hypothesis in one_idea():
        lines = [_HEAD]
        for problem in problems.on_sheet:
            lines.append(f"  {problem.id}:\n")
            for asked in problem.questions:
                question, solution = asked.question, problem.solution_for(asked.question, 0)
                said = predict(solution, question).said(hypothesis)
                parts = {} if said is None else {n: p for n, p in said.parts.items() if p is not NOTHING}
                if parts:
                    answer = question.show(parts.get("", parts), solution)
                    lines.append(f"    {question.id}: {answer}\n".replace("{", "{{").replace("}", "}}"))
        yield "".join(lines)


def _against_parsing() -> Iterator[Figure]:
    for what, (slips, most) in _CLASSES.items():
        sheets = [sheet_text(Random(number), number, slips) for number in range(STUDENTS)]
        sets = [_ready_set() for _ in range(ROUNDS)]  # each remembers no answers of this class
        marking, parsing = seconds(partial(_mark, sets, sheets), partial(_parse, sheets), rounds=ROUNDS)
        figure = f"marking a class's ten answers, {what}, times parsing the YAML"
        yield Figure(
            figure, marking / parsing, at_most=most, note=f"{STUDENTS / marking:,.0f} sheets a second"
        )


def _ready_set() -> ProblemSet:
    """A set with all that is worked out once, for which a first sheet with a wrong answer sees."""
    problems = load_problems(Source(SET, "bench.yaml"))
    first = sheet_text(Random(0), 0, slips=0).replace("best-move: a1", "best-move: a3")
    grade(problems, read_submission(first.encode(), "first.yaml"))
    return problems


def _mark(sets: list[ProblemSet], sheets: list[str]) -> None:
    problems = sets.pop()
    for sheet in sheets:
        _graded(problems, sheet)


def _graded(problems: ProblemSet, sheet: str) -> Grade:
    return grade(problems, read_submission(sheet.encode(), "bench.yaml"))


def _parse(sheets: list[str]) -> None:
    for sheet in sheets:
        yaml.load(sheet, Loader=yaml.CSafeLoader)


def sheet_text(random: Random, number: int, slips: float) -> str:
    """A student's sheet, on which each answer is wrong with that probability."""
    lines = [_HEAD.format(number=number)]
    for problem, questions in _ANSWERS.items():
        lines.append(f"  {problem}:\n")
        for question, (right, *wrong) in questions.items():
            answer = random.choice(wrong) if random.random() < slips else right
            numbers = random.randint(1, 3), random.randint(1, 2), random.randint(-9, 9)
            lines.append(f"    {question}: {answer.format(*numbers)}\n")
    return "".join(lines)


def wrong_answer(random: Random, problem: str, question: str, names: Mapping[str, str]) -> str:
    """A wrong answer about a tree like the set's, whose nodes are called otherwise."""
    wrong = random.choice(_ANSWERS[problem][question][1:])
    numbers = random.randint(1, 3), random.randint(1, 2), random.randint(-9, 9)
    return re.sub(r"\b[A-Z]\d?\b", lambda found: names.get(found[0], found[0]), wrong.format(*numbers))
