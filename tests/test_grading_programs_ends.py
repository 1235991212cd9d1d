"""Programs that do not come to their end: each way has a sentence of its own, and costs what it must."""

from __future__ import annotations

import pytest

from grader.grading.programs.marking import mark_runs
from grader.grading.programs.running import Runs
from grader.problems import load_problems
from grader.sandbox import OUTCOMES, Program, Run, Trouble, Worker
from grader.sandbox.reading import UNREADABLE
from grader.sentences import languages, sentences
from grader.source import Source
from tests.marking_programs import (
    ENDS,
    SEARCH,
    TEXTBOOK,
    a_set,
    check,
    marked,
)


@pytest.mark.parametrize(
    ("outcome", "code", "told"), [(end, *given) for end, given in ENDS.items()], ids=ENDS
)
def test_every_end_has_a_sentence_of_its_own(outcome: str, code: str, told: str, walled: Worker) -> None:
    result = marked(a_set(code=", visits: 5"), code, walled)
    assert {ran.outcome for ran in result.runs} == {outcome}
    assert result.earned == 0
    assert result.checks[0].feedback == (told,)
    assert all(not one.feedback for one in result.checks[1:])


def test_wrong_arguments_are_told_with_what_the_function_takes(walled: Worker) -> None:
    result = marked(a_set(), "def alphabeta(node, depth, alpha): pass", walled)
    assert result.checks[0].feedback[0].startswith("On every tree: alphabeta takes other arguments than")
    assert "alphabeta(node, depth, alpha)" in result.checks[0].feedback[0]


def test_a_timeout_says_on_which_tree_and_after_how_many_visits(walled: Worker) -> None:
    code = SEARCH + "def alphabeta(node):\n    while len(node.moves) == 2: pass\n    return search(node)"
    text = a_set().source.text.replace("seconds: 5", "seconds: 1/4")
    result = marked(load_problems(Source(text, "set.yaml")), code, walled)
    told = "On tree-2: it did not return within the 1/4 s that it has; until then it had looked at 1 node."
    assert result.checks[0].feedback == (told,)
    assert check(result, "value").parts == {"tree-1": "right", "tree-2": "wrong"}


def test_when_the_time_for_all_trees_is_used_up_the_others_are_not_run(walled: Worker) -> None:
    text = a_set().source.text.replace("seconds: 5", "seconds: 1/4, seconds-in-all: 1/4")
    result = marked(
        load_problems(Source(text, "set.yaml")), "def alphabeta(node):\n    while True: pass", walled
    )
    assert [ran.outcome for ran in result.runs] == ["timeout", "late"]


@pytest.mark.parametrize("end", ["syntax", "no-function", "import", "unreadable"])
def test_what_cannot_be_run_or_read_is_unreadable_and_not_wrong(end: str, walled: Worker) -> None:
    result = marked(a_set(), ENDS[end][0], walled)
    assert {one.verdict for one in result.checks} == {"unreadable"}


def test_an_exception_comes_with_the_students_own_traceback(walled: Worker) -> None:
    (ran, _) = marked(a_set(), "def alphabeta(node):\n    print('here')\n    return 1 / 0", walled).runs
    assert ran.traceback == (
        '  File "search.py", line 3, in alphabeta', "    return 1 / 0", "ZeroDivisionError: division by zero",
    )  # fmt: skip
    assert (ran.line, ran.printed) == (3, "here\n")


def test_what_was_printed_is_bounded(walled: Worker) -> None:
    (ran, _) = marked(a_set(), "def alphabeta(node):\n    print('x' * 50_000)", walled).runs
    assert len(ran.printed) < 5_000


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("outcome", sorted(OUTCOMES))
def test_every_outcome_has_its_words(outcome: str, language: str) -> None:
    problems = a_set(f'"{TEXTBOOK}"')
    run = Run(outcome, 3, "a1", "(3, a1)", trouble=Trouble("{odd}", "{message}", line=3, meant="{meant}"))
    program = Program({}, "search.py", "alphabeta")
    marked = mark_runs(problems, problems.programs[0], program, Runs((run,)), sentences(language))
    assert bool(marked.runs[0].said) is (outcome != "returned")
    assert f"run-end.{outcome}" in sentences(language).catalogue


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", sorted(UNREADABLE))
def test_every_result_that_cannot_be_read_has_its_words(kind: str, language: str) -> None:
    assert f"code-result.{kind}" in sentences(language).catalogue
