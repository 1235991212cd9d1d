"""Whatever a program does on hidden trees, and remembers of them, its student learns how many are right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from grader.grading import Grade, grade, seen_by_student
from grader.grading.programs import program_runs as running
from grader.grading.programs.program_runs import begin_runs, end_runs, task_of
from grader.grading.record import grade_from_record
from grader.problems import ProblemSet, load_problems
from grader.reports.platforms.github_actions import annotations_of, step_summary
from grader.reports.platforms.junit import case_of
from grader.reports.report_files import CLASS_SINKS, STUDENT_SINKS, Request, class_report
from grader.reports.student.marks_table import grade_table, plain_text
from grader.sandbox.run import Program, Run, TreeTask, Trouble, Worker
from grader.sandbox.run.program import RunOutcome
from grader.submissions import read_files
from grader.text.sentences import sentences
from grader.text.source import Source
from tests.reporting import AFTER, BEFORE

SECRETS = (314159, 271828)  # one odd, one even
SET = """\
set: hidden
rule: mit-6034
due: 2027-02-01 12:00 UTC
{above}
problems:
  - id: first
    code: {{file: search.py, function: first, seconds: 5}}
    trees:
      - {{id: canary, tree: "max(a -> min({secret}, 999999), b -> 5)", hidden: true}}
      - {{id: known, tree: "max(a -> min(3, 12), b -> min(2, 4))"{public}}}
      - {{id: canary-2, tree: "max(a -> min({secret}, 888888), b -> 7)", hidden: true}}
    questions: {asked}
  - id: second
    code: {{file: search.py, function: second, seconds: 5}}
    trees:
      - {{id: canary-3, tree: "max(a -> {secret}, b -> 9)", hidden: true}}
      - {{id: seen, tree: "max(a -> 1, b -> 2)"{public}}}
    questions: {asked}
"""
ASKED = "[{ask: value, points: 4}, {ask: best-move, points: 2}, {ask: visited, points: 6}]"
SAY = sentences()
SUBMISSION = read_files({"search.py": b"def first(node): ..."}, "ada")
Words = Callable[[int | None], Run]


@cache
def a_set(secret: int, above: str = "", *, all_hidden: bool = False) -> ProblemSet:
    public = ", hidden: true" if all_hidden else ""
    text = SET.format(secret=secret, above=above, public=public, asked=ASKED)
    return load_problems(Source(text, "set.yaml"))


def returned(**fields: object) -> Run:
    return replace(Run("returned", 1, "b", "(1, b)", ("A", "A2"), visits=2), **fields)  # type: ignore[arg-type]


def broken(outcome: RunOutcome, word: object, visits: int = 1) -> Run:
    trouble = Trouble("ValueError", str(word), "search.py", 4, (f"    raise {word}",), f"like {word}")
    return Run(outcome, visited=("A",)[:visits], visits=visits, trouble=trouble, printed=str(word))


# What a program words of the secret, once it knows one: after all, it remembers what it saw in earlier runs.
WORDS: dict[str, Words] = {
    "it prints it": lambda secret: returned(printed=f"it is {secret}"),
    "it returns it": lambda secret: returned(value=secret or 1, returned=str(secret)),
    "it returns it as a move": lambda secret: returned(
        move=None, returned=f"(1, {secret})", trouble=Trouble("no-such-move", str(secret))
    ),
    "it raises it": lambda secret: broken("raised", secret),
    "it raises it before a visit": lambda secret: broken("raised", secret, visits=0),
    "it imports it": lambda secret: broken("import", secret),
    "it imports it before a visit": lambda secret: (
        broken("import", secret, visits=0) if secret else returned()
    ),
    "it returns something strange": lambda secret: broken("unreadable", secret),
    "it prints no line of the protocol": lambda secret: Run(
        "forged", returned=str(secret), trouble=Trouble("not-json", str(secret))
    ),
    "its status is it": lambda secret: Run("exited", trouble=Trouble("exit", str(secret))),
    "it looks at as many nodes": lambda secret: Run("timeout", visits=(secret or 0) % 7),
    "it takes as long": lambda secret: returned(seconds=(secret or 0) / 1e6),
    "it ends in one way or another": lambda secret: (
        broken("import", "", 0) if secret == SECRETS[0] else broken("timeout", "") if secret else returned()
    ),
    "it can be read or not": lambda secret: (
        returned(move=None) if secret == SECRETS[0] else broken("unreadable", "numpy")
    ),
    "it does the same again or not": lambda secret: (
        returned(value=6, move=None) if secret == SECRETS[0] else returned(move=None)
    ),
}  # fmt: skip


class Remembering:
    """A program that does what it likes, and keeps what it saw on hidden trees for all later runs."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.secret: int | None = None
        self.seen: list[str] = []

    def __call__(self, _program: Program, task: TreeTask, _worker: Worker) -> Run:
        numbers = [number for number in task.tree.utilities if number in SECRETS]
        self.secret = next(iter(numbers), self.secret)  # type: ignore[assignment]
        self.seen.append("hidden" if numbers else "public")
        return self.words(self.secret)


def graded(problems: ProblemSet, words: Words, monkeypatch: pytest.MonkeyPatch) -> tuple[Grade, list[str]]:
    program = Remembering(words)
    monkeypatch.setattr(running, "run_program", program)
    return grade(problems, SUBMISSION, worker=Worker()), program.seen


def views(marked: Grade, problems: ProblemSet) -> Iterator[tuple[str, str]]:
    """What a student can get to see of a grade, anywhere, before the due date and after it."""
    for now in (BEFORE, AFTER):
        request = Request(problems, view="student", now=now)
        seen = seen_by_student(marked, problems, now)
        for name, sink in STUDENT_SINKS.items():
            yield name, _public(name, sink.write(marked, request) or "")
        for name in CLASS_SINKS.keys() - {"canvas", "class"}:
            yield name, str(class_report(name, [marked], request).content)
        yield "annotations", "\n".join(annotations_of([seen], SAY))
        yield "summary", step_summary([request.page(marked)])
        yield "terminal", "\n".join(map(plain_text, grade_table(seen, problems.title, SAY)))
        yield "pytest", "\n".join(repr(case_of(seen, check, problems, SAY)) for check in seen.checks)
    yield "lecture", str(class_report("class", [marked] * 9, replace(request, anonymous=True)).content)


def _public(name: str, content: str) -> str:
    """What Gradescope shows to a student of the file."""
    if name != "gradescope":
        return content
    record = json.loads(content)
    return json.dumps([record["output"], *(one for one in record["tests"] if one["visibility"] != "hidden")])


@pytest.mark.parametrize("all_hidden", [False, True], ids=["some hidden", "all hidden"])
@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_what_a_student_sees_does_not_depend_on_a_number_of_a_hidden_tree(
    words: Words, all_hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    for secret in SECRETS:
        problems = a_set(secret, all_hidden=all_hidden)
        marked, _ = graded(problems, words, monkeypatch)
        seen.append([(name, text.replace(problems.hash, "…")) for name, text in views(marked, problems)])
    for (name, text), (_, other) in zip(*seen, strict=True):
        assert text == other, name
        assert not any(word in text for word in ("canary", *map(str, SECRETS))), name


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_the_staff_sees_what_a_program_says_on_hidden_trees(
    words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = a_set(SECRETS[0])
    marked, _ = graded(problems, words, monkeypatch)
    assert [ran.tree for ran in marked.runs] == ["canary", "known", "canary-2", "canary-3", "seen"]
    assert grade_from_record(json.loads(json.dumps(marked.to_dict())), problems) == marked
    if words is WORDS["it raises it"]:
        assert str(SECRETS[0]) in str(class_report("junit", [marked], Request(problems)).content)


def test_all_public_trees_and_the_second_run_come_before_any_hidden_tree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, seen = graded(a_set(SECRETS[0]), WORDS["it prints it"], monkeypatch)
    assert seen == ["public"] * 4 + ["hidden"] * 3


def test_where_all_trees_are_hidden_a_tree_of_no_problem_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    _, seen = graded(a_set(SECRETS[0], all_hidden=True), WORDS["it raises it"], monkeypatch)
    assert seen[:2] == ["public", "public"]
    assert seen.count("hidden") == 3


def test_a_program_that_cannot_be_used_is_run_on_no_hidden_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    for all_hidden in (False, True):
        problems = a_set(SECRETS[0], all_hidden=all_hidden)
        marked, seen = graded(problems, lambda _: broken("import", "numpy", visits=0), monkeypatch)
        assert "hidden" not in seen
        assert {check.verdict for check in marked.checks} == {"unreadable"}
        assert {ran.outcome for ran in marked.runs} == {"import"}
        (told,) = seen_by_student(marked, problems, AFTER).checks[0].feedback
        assert told.startswith("On every tree: it imports something that is not there: numpy")


def test_of_hidden_trees_each_question_tells_how_many_are_not_right(monkeypatch: pytest.MonkeyPatch) -> None:
    marked, _ = graded(a_set(SECRETS[0]), WORDS["it raises it"], monkeypatch)
    for check in marked.checks[:3]:
        assert "It is not right on 2 hidden trees." in check.feedback


def test_the_seed_tells_neither_the_tree_nor_the_secret_of_the_set() -> None:
    sets = [a_set(SECRETS[0]), a_set(SECRETS[0], "seed: swordfish")]
    problems = [problem for one in sets for problem in one.by_program]
    seeds = {task_of(one, place, 1).seed for one in problems for place in range(len(one.trees))}
    assert len(seeds) == 1


def test_time_that_public_trees_have_used_is_gone_for_hidden_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    (problem, _) = a_set(SECRETS[0]).by_program
    problem = replace(problem, program=replace(problem.code, seconds_in_all=3))
    monkeypatch.setattr(running, "run_program", Remembering(lambda _: returned(seconds=4.0)))
    begun = begin_runs(problem, Program({}), Worker())
    assert [run.outcome for run in end_runs(begun, Worker()).runs] == ["late", "returned", "late"]
