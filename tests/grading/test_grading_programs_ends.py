"""Programs that do not come to their end: each way has a sentence of its own, and costs what it must."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.grading import Grade, Ran
from grader.grading.programs.program_feedback import about_outcome
from grader.grading.programs.program_marks import mark_runs
from grader.grading.programs.program_runs import Runs
from grader.problems import Problem, load_problems
from grader.reports.report_files import STUDENT_SINKS, Request
from grader.sandbox.run import OUTCOMES, Program, Run, Trouble, Worker
from grader.sandbox.run.final_message import UNREADABLE
from grader.sandbox.run.program import RunOutcome
from grader.text.sentences import languages, sentences
from grader.text.source import Source
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
    assert (
        result.checks[0].feedback[0].startswith("On every tree: alphabeta does not take the arguments that")
    )
    assert "alphabeta(node, depth, alpha)" in result.checks[0].feedback[0]


def test_a_timeout_says_on_which_tree_and_after_how_many_visits(walled: Worker) -> None:
    code = SEARCH + "def alphabeta(node):\n    while len(node.moves) == 2: pass\n    return search(node)"
    text = a_set().source.text.replace("seconds: 5", "seconds: 1/4")
    result = marked(load_problems(Source(text, "set.yaml")), code, walled)
    told = "On tree-2: it did not return within the 1/4 s that it has; by then it had looked at 1 node."
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


@pytest.mark.parametrize("printed", ["'\\n' * 60_000", "'\\n' * 60_000 + 'x'", "'x\\n' * 60_000"])
def test_lines_are_bounded_like_characters_in_every_report(printed: str, walled: Worker) -> None:
    problems = a_set()
    result = marked(problems, f"def alphabeta(node):\n    print({printed})\n    return 1", walled)
    assert all(ran.printed.count("\n") <= 60 for ran in result.runs)
    request = Request(problems, view="staff")
    for sink in ("html", "md", "txt", "gradescope"):
        content = STUDENT_SINKS[sink].write(result, request) or ""
        empty = STUDENT_SINKS[sink].write(replace(result, runs=_silent(result)), request) or ""
        assert content.count("\n") - empty.count("\n") < 200, sink


def _silent(result: Grade) -> tuple[Ran, ...]:
    return tuple(replace(ran, printed="") for ran in result.runs)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("outcome", sorted(OUTCOMES))
def test_every_outcome_has_its_words(outcome: RunOutcome, language: str) -> None:
    problems = a_set(f'"{TEXTBOOK}"')
    run = Run(outcome, 3, "a1", "(3, a1)", trouble=Trouble("{odd}", "{message}", line=3, meant="{meant}"))
    program = Program({}, "search.py", "alphabeta")
    marked = mark_runs(problems, problems.by_program[0], program, Runs((run,)), sentences(language))
    assert bool(marked.runs[0].said) is (outcome != "returned")
    assert f"run-end.{outcome}" in sentences(language).catalogue


WORDS: dict[str, tuple[Run, str]] = {
    "an exception without a word": (
        Run("raised", trouble=Trouble("KeyboardInterrupt", file="search.py", line=3)),
        "it raised KeyboardInterrupt in line 3 of search.py.",
    ),
    "one from nowhere": (Run("raised", trouble=Trouble("GeneratorExit")), "it raised GeneratorExit."),
    "an import without a word": (
        Run("import", trouble=Trouble("ImportError")), "it imports something that is not there.",
    ),
    "a name that was meant": (
        Run("raised", trouble=Trouble("NameError", "no x", "search.py", 3, meant="y")),
        "it raised NameError in line 3 of search.py: no x. Did you mean y?",
    ),
    "a named tuple": (
        Run("unreadable", trouble=Trouble("tuple", "Pair")),
        "what it returned cannot be read: it is of the type Pair: return a plain tuple, "
        "the value and the move.",
    ),
    "a Decimal": (
        Run("unreadable", trouble=Trouble("decimal", "Decimal")),
        "what it returned cannot be read: it is of the type Decimal: return an int, a Fraction or a float.",
    ),
    "a number of another library": (
        Run("unreadable", trouble=Trouble("type", "int64")),
        "what it returned cannot be read: it is of the type int64, and neither a value nor a move: "
        "return an int, a Fraction or a float, or one of them and a move.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("run", "told"), WORDS.values(), ids=WORDS)
def test_the_words_say_what_to_do(run: Run, told: str) -> None:
    assert " ".join(about_outcome(a_set().by_program[0], run, sentences())) == told


COMMANDS: dict[str, tuple[Run, str]] = {
    "a crash": (
        Run("crashed", trouble=Trouble("signal", "11")),
        "it crashed (signal 11). Does it use memory that it does not own, or recurse endlessly? "
        "It has 256 MB of memory.",
    ),
    "memory": (Run("memory", trouble=Trouble("signal", "6")), "it needed more than 256 MB of memory."),
    "an end": (
        Run("exited", trouble=Trouble("exit", "1")),
        "it exited with status 1 before it had printed a result.",
    ),
    "a line for the eyes": (
        Run("forged", returned="hello", trouble=Trouble("not-json", "it printed a line that is not JSON")),
        "it printed a line that is not JSON: “hello”. Standard output is only for questions and the result, "
        "one line each; write debugging output to standard error.",
    ),
    "null": (
        Run("unreadable", trouble=Trouble("null", "NoneType")),
        "its result cannot be read: the value is null, and there is no move. JSON has neither NaN nor "
        'infinity and some languages write null for them: write infinity as "inf".',
    ),
    "no number": (
        Run("unreadable", trouble=Trouble("nan", "number")),
        "its result cannot be read: the value is not a number (nan).",
    ),
    "digits": (
        Run("unreadable", trouble=Trouble("digits", "number")),
        "its result cannot be read: the value is a number with too many digits, or too large.",
    ),
    "an array": (
        Run("unreadable", trouble=Trouble("type", "array")),
        "its result cannot be read: the value is an array, and not a number.",
    ),
    "a forgery": (
        Run("forged", trouble=Trouble("forged", "its result is not what it should be")),
        "it sent the grader something that a program never sends if it only asks about nodes and returns.",
    ),
}


@pytest.mark.parametrize(("run", "told"), COMMANDS.values(), ids=COMMANDS)
def test_a_program_in_another_language_is_told_nothing_of_python(run: Run, told: str) -> None:
    assert " ".join(about_outcome(_in_another_language(), run, sentences())) == told


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", ["no-question", "long-line", "two-lines", "went-on", "no-handle"])
def test_every_slip_in_the_protocol_has_its_words(kind: str, language: str) -> None:
    run, say = Run("forged", returned="[]", trouble=Trouble(kind)), sentences(language)
    (told,) = about_outcome(_in_another_language(), run, say)
    (otherwise,) = about_outcome(a_set().by_program[0], run, say)
    assert told != otherwise


def _in_another_language() -> Problem:
    text = a_set().source.text.replace("file: search.py, function: alphabeta", "command: [node, search.js]")
    return load_problems(Source(text, "set.yaml")).by_program[0]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", sorted(UNREADABLE))
def test_every_result_that_cannot_be_read_has_its_words(kind: str, language: str) -> None:
    assert f"code-result.{kind}" in sentences(language).catalogue


def test_a_textbooks_search_that_returns_none_may_have_chosen_no_action() -> None:
    problem = a_set(code=", api: aima").by_program[0]
    (told,) = about_outcome(problem, Run("unreadable", trouble=Trouble("none", "NoneType")), sentences())
    assert told.endswith("None, which is no action: either none was ever chosen, or a return is missing.")
