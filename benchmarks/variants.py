"""How long a class takes in which every student has another tree, against the same class on one tree."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.classes import class_folder, seconds_to_mark
from benchmarks.marking import SET, wrong_answer
from benchmarks.measuring import Figure
from grader.problems import ProblemSet, load_problems

STUDENTS = 5_000
WRONG = 1 / 3
JOBS = 1  # so that the figure does not depend on how many cores are free

_FAIR = SET.replace(
    "    questions:", f"    variants: {{like: this, number: {STUDENTS}}}\n    questions:"
).replace("rule: aima", "rule: aima\nseed: bench")


def figures() -> Iterator[Figure]:
    alone, varied = (_seconds(text) for text in (SET, _FAIR))
    note = f"{STUDENTS / varied:,.0f} sheets a second"
    yield Figure(
        "5,000 students with 5,000 trees, times the same class on one tree",
        varied / alone,
        at_most=12,
        note=note,
    )


def _seconds(set_text: str) -> float:
    problems = _loaded(set_text)
    sheets = {f"student-{number}.yaml": _sheet(problems, number) for number in range(STUDENTS)}
    del problems
    with class_folder(set_text, sheets) as folder:
        start = _processor_time()
        seconds_to_mark(folder, JOBS)
        return _processor_time() - start


def _processor_time() -> float:
    """What this process and its workers have used so far, which no other work on the machine makes longer."""
    return sum(os.times()[:4])


def _loaded(text: str) -> ProblemSet:
    with TemporaryDirectory() as folder:
        path = Path(folder, "set.yaml")
        path.write_text(text, encoding="utf-8")
        return load_problems(path)


def _sheet(problems: ProblemSet, number: int) -> str:
    """A sheet with right and wrong answers about the student's own trees."""
    random, student = Random(number), f"student-{number}"
    lines = ["set: bench", f"student: {student}", "answers:"]
    for problem in problems.problems:
        lines.append(f"  {problem.id}:")
        place = problem.variant(student)
        new = dict(zip(problem.examples[0].tree.names, problem.trees[place].tree.names, strict=True))
        for asked in problem.at(place).questions:
            solution = problem.solution_for(asked.question, place)
            right = asked.question.show(asked.question.key(solution), solution)
            wrong = wrong_answer(random, problem.id, asked.question.id, new)
            lines.append(f"    {asked.question.id}: {wrong if random.random() < WRONG else right}")
    return "\n".join(lines) + "\n"
