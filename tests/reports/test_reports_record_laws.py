"""The law of records: whatever the set, its rule and the answers, the grade that is kept can be read back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from grader.classes.marker import failed_grade
from grader.gradebook import Adjustment, adjusted
from grader.grading import Grade, grade, seen_by_student
from grader.grading.decisions import Late, read_moment, shown_moment
from grader.problems import Problem, ProblemSet, load_problems
from grader.rule import Rule
from grader.sandbox.run import Worker
from grader.solving import Solution, solve
from grader.submissions import HandIn, read_submission
from grader.text.numbers import exact, read_exact
from grader.text.source import InputError, Source
from grader.tree import Tree
from tests.bundled import SETS, bundled
from tests.marking_programs import ENDS, a_set, handed_in
from tests.reports.test_reports_record import assert_comes_back
from tests.strategies import cases

SEEDS = st.integers(0, 2**32)
LATER = datetime(2027, 2, 1, 12, 0, tzinfo=UTC)
WORDS = ("none", "all", "?", "3", "-7/2", "0.5", "inf", "left", "yes", "[", "\0")


def answer(random: Random, tree: Tree) -> str:
    """What looks like an answer about the tree: names, moves and numbers, in one of the usual forms."""
    names = [*tree.names, *(node.label for node in tree if node.label)]
    some = [random.choice(names) for _ in range(random.randint(1, 4))]
    numbers = [str(random.choice((-1, 0, 2, 3, 7, Fraction(5, 2), "inf"))) for _ in some]
    forms = (
        json.dumps(some, ensure_ascii=False),
        json.dumps(dict(zip(some, numbers, strict=True)), ensure_ascii=False),
        json.dumps({name: [number, "inf"] for name, number in zip(some, numbers, strict=True)}),
        json.dumps([{"at": name, "after": some[-1]} for name in some], ensure_ascii=False),
        some[0],
        numbers[0],
        random.choice(WORDS),
    )
    return random.choice(forms)


def sheet_of(problems: ProblemSet, random: Random, share: float) -> bytes:
    """The key of a set as a sheet, some answers of which are others."""
    student = random.choice(("ada", "grace", "甲", "x y"))
    answers = {
        problem.id: dict(_answers(problem, problem.variant(student), random, share))
        for problem in problems.on_sheet
    }
    return json.dumps(
        {"set": problems.id, "student": student, "answers": answers}, ensure_ascii=False
    ).encode()


def _answers(problem: Problem, variant: int, random: Random, share: float) -> Iterator[tuple[str, str]]:
    for asked in problem.at(variant).questions:
        solution = problem.at(variant).solution_for(asked.question, variant)
        shown = asked.question.show(asked.question.key(solution), solution)
        if random.random() >= share:
            yield asked.question.id, shown
        elif random.random() < 0.8:  # else it is missing
            yield asked.question.id, answer(random, solution.tree)


def assert_all_of_it_comes_back(marked: Grade, problems: ProblemSet, random: Random) -> None:
    """The grade, what a student sees of it, and the grade with a person's decisions and with lateness."""
    assert_comes_back(marked, problems)
    assert_comes_back(seen_by_student(marked, problems, LATER), problems)
    check = random.choice(marked.checks)
    points = random.choice((0, exact(Fraction(check.possible, 3)), check.possible))
    late = Late(LATER + timedelta(days=1), LATER, 1, Fraction(1, 7))
    decided = adjusted(marked, [Adjustment(marked.student, check.id, points, "because", "tom")])
    assert_comes_back(replace(decided, late=late), problems)


PAPER = [path for path in SETS if "\n    code:" not in path.read_text(encoding="utf-8")]


ROUNDS = max(1, settings().max_examples // 25)


@pytest.mark.parametrize("path", PAPER, ids=[path.parent.name for path in PAPER])
def test_the_grade_of_a_sheet_with_a_few_answers_changed_comes_back(path: Path) -> None:
    problems, random = bundled(path), Random(path.parent.name)
    for share in (0.1, 0.3, 1) * ROUNDS:
        data = sheet_of(problems, random, share)
        assert_all_of_it_comes_back(grade(problems, read_submission(data, "sheet.json")), problems, random)


def test_a_wrong_claim_about_a_node_at_the_depth_limit_comes_back() -> None:
    """The search ends at D, which is an inner node of the tree and a leaf of the search."""
    (path,) = (path for path in SETS if path.parent.name == "depth-limits")
    problems = bundled(path)
    data = b"student: ada\nanswers: {horizon: {pruned-2: D}}\n"
    marked = grade(problems, read_submission(data, "ada.yaml"))
    (example,) = (check.counterexample for check in marked.checks if check.counterexample is not None)
    assert example.leaf == "D"
    assert_comes_back(marked, problems)


OPTION = "The root's value"
PLAIN_QUESTIONS: tuple[dict[str, Any], ...] = (
    {"ask": "best-move"},
    {"ask": "line"},
    *({"ask": "pruned", "as": form} for form in ("leaves", "nodes", "subtrees", "edges")),
    *({"ask": "visited", "as": form} for form in ("set", "order", "leaves")),
    *({"ask": "count", "of": of} for of in ("leaves-evaluated", "nodes-visited", "leaves-pruned")),
    {"ask": "cutoffs"},
    {"ask": "irrelevant"},
    {"ask": "choice", "text": "Which?", "options": [{"text": OPTION, "right": True}, {"text": "Nothing"}]},
    {"ask": "true-false", "text": "So?", "right": True},
    {"ask": "manual", "text": "Why?"},
)
EXTRAS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"void": "full", "because": "misprint"},
    {"void": "excluded"},
    {"credit": "all"},
    {"accept": [{"rule": {"ties": "keep"}, "credit": "1/3"}]},
    {"accept": [{"rule": {"order": "right-to-left"}}]},
    {"rule": {"search": "minimax"}},
    {"rule": {"ties": "keep", "cutoffs": "shallow"}},
    {"rule": {"depth": 1}},
    {"rule": {"depth": "default"}},
)


def questions_about(solution: Solution, random: Random) -> list[dict[str, Any]]:
    """Every kind of question about a tree, some with settings of their own."""
    visited = list(solution.visited)
    about_nodes = [
        {"ask": "value", "of": list(solution.tree.names)},
        {"ask": "value", "of": visited, "as": "returned"},
        {"ask": "window", "of": visited, "as": random.choice(("entry", "exit"))},
        {"ask": "bounds", "of": visited},
    ]
    return [
        {**question, **random.choice(EXTRAS), "id": f"q{number}", "points": random.choice((1, "7/3", 0))}
        for number, question in enumerate((*about_nodes, *PLAIN_QUESTIONS))
    ]


def set_about(tree: Tree, fields: dict[str, Any], random: Random) -> ProblemSet:
    """A set with all the questions that fit the tree; the rule is the set's or the problem's own."""
    rule, text = Rule(**fields), str(tree)
    stated = {"rule": {name: value for name, value in rule.to_dict().items() if value is not None}}
    above, own = random.choice(((stated, {}), ({}, stated)))
    problem = {"id": "p", **own, **random.choice(({"tree": text}, {"variants": [text, text]}))}

    def loaded(questions: Sequence[dict[str, Any]]) -> ProblemSet:
        written = {"set": "s", **above, "problems": [{**problem, "questions": questions}]}
        return load_problems(Source(json.dumps(written, ensure_ascii=False), "set.json"))

    def fits(question: dict[str, Any]) -> bool:
        try:
            return bool(loaded([question]))
        except InputError:
            return False

    return loaded(list(filter(fits, questions_about(solve(tree, rule), random))))


@settings(max_examples=settings().max_examples // 4, phases=(Phase.generate,))
@given(cases(), SEEDS)
def test_whatever_the_tree_the_rule_and_the_answers_the_grade_comes_back(
    case: tuple[Tree, dict[str, Any]], seed: int
) -> None:
    random = Random(seed)
    problems = set_about(*case, random)
    for share in (0.3, 1):
        data = sheet_of(problems, random, share)
        assert_all_of_it_comes_back(grade(problems, read_submission(data, "s.json")), problems, random)


@pytest.mark.parametrize("code", [code for code, _ in ENDS.values()], ids=ENDS)
def test_however_a_program_ends_its_grade_comes_back(code: str, worker: Worker) -> None:
    problems = a_set(code=", visits: 5")
    marked = grade(problems, handed_in(code), worker=worker)
    assert_all_of_it_comes_back(marked, problems, Random(code))


@pytest.mark.parametrize("path", SETS, ids=[path.parent.name for path in SETS])
def test_the_grade_of_what_the_grader_failed_on_comes_back(path: Path) -> None:
    problems = bundled(path)
    handed = HandIn("ada", "ada.yaml", {"ada.yaml": b"set: s"})
    assert_comes_back(failed_grade(problems, handed, "ValueError: no"), problems)


LONG = "1" * 300
FAR = f"""\
set: s
problems:
  - id: p
    tree: max(min({LONG}, 2/3, 5), min(1, 4))
    questions:
      - {{ask: pruned, points: {LONG[:-2]}/7}}
      - {{ask: value, points: {"9" * 290}/11}}
"""


@pytest.mark.parametrize("leaf", ["B1", "B2", "B3", "C1"])
def test_numbers_with_more_digits_than_anybody_types_come_back(leaf: str) -> None:
    problems = load_problems(Source(FAR, "set.yaml"))
    sheet = f"student: ada\nanswers: {{p: {{pruned: [{leaf}, C2], value: 1}}}}\n".encode()
    assert_comes_back(grade(problems, read_submission(sheet, "ada.yaml")), problems)


@given(st.fractions(), st.integers(0, 1000))
def test_an_exact_number_comes_back_from_its_text(number: Fraction, digits: int) -> None:
    longer = number * 10**digits + Fraction(1, 3)
    assert read_exact(str(longer)) == longer


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_moment_of_any_year_comes_back_and_its_text_sorts_as_it_does(moment: datetime) -> None:
    assert read_moment(shown_moment(moment)) == moment
    assert (shown_moment(moment) < shown_moment(LATER)) == (moment < LATER)
