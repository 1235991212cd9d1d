"""Programs that were handed in: marked tree by tree, told why, and nothing about hidden trees."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from textwrap import dedent, indent

import pytest

from grader.grading import Check, Grade, grade, seen_by_student
from grader.grading.programs import SharedWorker, has_program
from grader.grading.programs.marking import mark_program, mark_runs
from grader.grading.programs.running import Runs, find_program, run_on_trees
from grader.grading.record import grade_from_record
from grader.problems import ProblemSet, load_problems
from grader.sandbox import OUTCOMES, Program, Run, Trouble, Worker
from grader.sandbox.reading import UNREADABLE
from grader.sentences import languages, sentences
from grader.source import InputError, Source
from grader.submissions import Submission, read_files, read_submission
from tests.textbook import AGENTS

PROBLEMS = Path(__file__).parents[1] / "problems"
SAY = sentences()
TEXTBOOK = "max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))"
DEEP = "max(7, min(max(min(5, 4), 3), 2))"
ASKED = "[{ask: value, points: 4}, {ask: best-move, points: 2}, {ask: visited, points: 6}]"
ALPHABETA = """
def alphabeta(node, alpha=float("-inf"), beta=float("inf")):
    if node.is_leaf:
        return node.utility, None
    best, move = None, None
    for name, child in zip(node.moves, node.children):
        value, _ = alphabeta(child, alpha, beta)
        if best is None or (value > best if node.kind == "max" else value < best):
            best, move = value, name
        if node.kind == "max":
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move
"""
SEARCH = ALPHABETA.replace("alphabeta(", "search(")
MINIMAX = ALPHABETA.replace("if alpha >= beta:", "if False:")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    if sys.platform != "linux":
        pytest.skip("students' code is run on Linux only")
    try:
        started = Worker().__enter__()
    except InputError as refused:
        pytest.skip(str(refused))
    yield started
    started.__exit__(None, None, None)


def a_set(
    *trees: str,
    code: str = "",
    questions: str = ASKED,
    rule: str = "mit-6034",
    more: str = "",
    above: str = "",
) -> ProblemSet:
    """A set with one code problem, whose trees are entries of YAML."""
    text = dedent(f"""\
        set: week-1
        {above}
        problems:
          - id: ab
            rule: {rule}
            {more}
            code: {{file: search.py, function: alphabeta, seconds: 5{code}}}
            questions: {questions}
            trees:
        """)
    listed = indent("\n".join(f"- {tree}" for tree in trees or (f'"{TEXTBOOK}"', f'"{DEEP}"')), " " * 6)
    return load_problems(Source(text + listed + "\n", "set.yaml"))


def handed_in(code: str, name: str = "search.py") -> Submission:
    return read_submission(dedent(code).encode(), name)


def marked(problems: ProblemSet, code: str, worker: Worker) -> Grade:
    return grade(problems, handed_in(code), worker=worker)


def check(grade: Grade, question: str) -> Check:
    return next(check for check in grade.checks if check.question == question)


def test_a_right_program_earns_everything(worker: Worker) -> None:
    result = marked(a_set(), ALPHABETA, worker)
    assert [one.verdict for one in result.checks] == ["right"] * 3
    assert (result.earned, result.possible, result.status) == (12, 12, "graded")
    assert [ran.right for ran in result.runs] == [True, True]


def test_the_points_are_split_over_the_trees(worker: Worker) -> None:
    one_child = '"max(only -> min(max(5)))"'
    visited = check(marked(a_set(f'"{TEXTBOOK}"', f'"{DEEP}"', one_child), MINIMAX, worker), "visited")
    assert (visited.verdict, visited.earned) == ("partly", 2)
    assert visited.parts == {"tree-1": "wrong", "tree-2": "wrong", "tree-3": "right"}
    assert visited.reckoning == "1 of 3 trees right, times 6 points"


def test_all_or_nothing_needs_every_tree(worker: Worker) -> None:
    problems = a_set(f'"{TEXTBOOK}"', '"max(1, 2)"', questions="[{ask: visited, points: 6, credit: all}]")
    visited = check(marked(problems, MINIMAX, worker), "visited")
    assert (visited.verdict, visited.earned) == ("wrong", 0)
    assert visited.reckoning == "1 of 2 trees right, and all are needed, times 6 points"


def test_a_tree_with_more_points_counts_more(worker: Worker) -> None:
    problems = a_set(f'{{tree: "{TEXTBOOK}", points: 1}}', '{tree: "max(1, 2)", points: 1/2}')
    visited = check(marked(problems, MINIMAX, worker), "visited")
    assert visited.earned == Fraction(6, 3)
    assert visited.reckoning == "trees worth 1/2 of 3/2 right, times 6 points"


def test_a_tree_has_a_rule_of_its_own(worker: Worker) -> None:
    tie = "max(min(4, 6), min(4, 9))"
    problems = a_set(f'"{tie}"', f'{{tree: "{tie}", rule: {{ties: keep}}}}')
    assert check(marked(problems, ALPHABETA, worker), "visited").parts == {
        "tree-1": "right",
        "tree-2": "wrong",
    }


@pytest.mark.parametrize("ask", ["pruned", "{ask: pruned, as: nodes}", "{ask: visited, as: order}"])
def test_every_form_of_a_question_is_answered(ask: str, worker: Worker) -> None:
    question = ask if ask.startswith("{") else f"{{ask: {ask}}}"
    result = marked(a_set(questions=f"[{question}]"), ALPHABETA, worker)
    assert result.earned == result.possible


@pytest.mark.parametrize(
    ("of", "earned"), [("nodes-visited", 0), ("leaves-evaluated", 0), ("leaves-pruned", 0)]
)
def test_nodes_are_counted_on_our_side(of: str, earned: int, worker: Worker) -> None:
    problems = a_set(questions=f"[{{ask: count, of: {of}}}]")
    assert marked(problems, ALPHABETA, worker).earned == 1
    told = check(marked(problems, MINIMAX, worker), "count")
    assert told.earned == earned
    assert told.feedback[1].startswith("On tree-1 that is ")


def test_a_rule_that_is_accepted_earns_its_share(worker: Worker) -> None:
    tie = '"max(min(4, 6), min(4, 9))"'
    more = "accept: [{rule: {ties: keep}, credit: 1/2, because: both are taught}]"
    problems = a_set(tie, questions="[{ask: visited, points: 4}]", more=more)
    result = check(marked(problems, ALPHABETA.replace("alpha >= beta", "alpha > beta"), worker), "visited")
    assert (result.verdict, result.earned) == ("partly", 2)
    assert result.rule is not None
    assert result.rule["ties"] == "keep"
    assert "both are taught" in result.feedback


def test_under_one_rule_alone_a_program_is_marked(worker: Worker) -> None:
    tie, cut = '"max(min(4, 6), min(4, 9))"', '"max(min(4, 6), min(3, 9))"'
    questions = "[{ask: visited, points: 4}, {ask: value, points: 1}]"
    problems = a_set(tie, cut, questions=questions, more="accept: [{rule: {search: minimax}}]")
    result = marked(problems, ALPHABETA, worker)
    assert result.earned == 5
    assert check(result, "visited").rule == check(result, "value").rule


def test_a_question_that_was_taken_out_earns_its_points(worker: Worker) -> None:
    problems = a_set(questions="[{ask: value, void: full, because: it was unclear}, {ask: visited}]")
    assert check(marked(problems, "def alphabeta(node): return 0", worker), "value").verdict == "right"
    assert check(grade(problems, read_files({}, "ada")), "value").earned == 1


# What was handed in, and under which name.


def test_nothing_handed_in_is_missing_and_no_worker_is_needed() -> None:
    problems = a_set()
    result = grade(problems, read_files({"notes.txt": b"later"}, "ada"))
    assert [one.verdict for one in result.checks] == ["missing"] * 3
    assert result.checks[0].feedback == ("search.py was not handed in.",)
    assert not result.runs


def test_a_file_with_a_name_much_like_it_is_pointed_out() -> None:
    result = grade(a_set(), read_files({"serach.py": b"", "util.py": b""}, "ada"))
    assert result.checks[0].feedback[1] == "There is a file serach.py; if it is meant, call it search.py."


def test_a_file_that_another_problem_asks_for_is_not_taken_for_a_misspelt_one() -> None:
    one = "- {id: %s, code: {file: %s, function: f}, questions: [{ask: value}], trees: ['max(1, 2)']}\n"
    listed = one % ("first", "search1.py") + one % ("second", "search2.py")
    problems = load_problems(Source(f"set: week-1\nproblems:\n{listed}", "set.yaml"))
    result = grade(problems, read_files({"search1.py": b""}, "ada"))
    assert result.checks[1].feedback == ("search2.py was not handed in.",)


@pytest.mark.parametrize(
    "files",
    [{"search.py": ALPHABETA}, {"ada.py": ALPHABETA}, {"week1/search.py": ALPHABETA, "week1/notes.txt": ""}],
    ids=["its own name", "a lone file", "in a folder"],
)
def test_the_program_is_found(files: Mapping[str, str], worker: Worker) -> None:
    submission = read_files({name: text.encode() for name, text in files.items()}, "ada")
    assert has_program(a_set(), submission)
    assert grade(a_set(), submission, worker=worker).earned == 12


def test_two_files_of_the_name_are_one_too_many() -> None:
    submission = read_files({"a/search.py": b"", "b/search.py": b""}, "ada")
    problems = a_set()
    assert find_program(problems, problems.programs[0], submission) is None


def test_helper_files_can_be_imported_and_those_that_cannot_are_named(worker: Worker) -> None:
    files = {"search.py": "from mine import alphabeta", "mine.py": ALPHABETA, "random.py": "1/0"}
    submission = read_files({name: text.encode() for name, text in files.items()}, "ada")
    result = grade(a_set(), submission, worker=worker)
    assert result.earned == 12
    told = "random.py is not used, because a module of that name is there already."
    assert result.checks[0].feedback == (told,)


# Programs that do not come to their end.

ENDS = {
    "syntax": (
        "def alphabeta(node) return 3",
        "On every tree: search.py is not Python, see line 1: expected ':'",
    ),
    "no-function": (
        "def alphabta(node): pass",
        "On every tree: there is no alphabeta in search.py. Did you mean alphabta?",
    ),
    "import": ("import numpy", "On every tree: it imports what is not there: No module named 'numpy'"),
    "raised": (
        "def alphabeta(node):\n    return node.utility",
        "On every tree: it raised AttributeError in line 2 of search.py: "
        "a max node has no utility, only a leaf has: ask `is_leaf` first",
    ),
    "recursion": (
        "def alphabeta(node):\n    return alphabeta(node)",
        "On every tree: it called itself more often than Python allows; does it always stop at leaves?",
    ),
    "exited": ("raise SystemExit", "On every tree: it ended itself before it returned."),
    "unreadable": (
        "def alphabeta(node): pass",
        "On every tree: what it returned cannot be read: it is nothing, so a return is missing.",
    ),
    "visits": (
        "def alphabeta(node):\n    look(node)\ndef look(node):\n    [look(child) for child in node.children]",
        "On every tree: it asked about more than 5 nodes.",
    ),
}


@pytest.mark.parametrize(
    ("outcome", "code", "told"), [(end, *given) for end, given in ENDS.items()], ids=ENDS
)
def test_every_end_has_a_sentence_of_its_own(outcome: str, code: str, told: str, worker: Worker) -> None:
    result = marked(a_set(code=", visits: 5"), code, worker)
    assert {ran.outcome for ran in result.runs} == {outcome}
    assert result.earned == 0
    assert result.checks[0].feedback == (told,)
    assert all(not one.feedback for one in result.checks[1:])


def test_wrong_arguments_are_told_with_what_the_function_takes(worker: Worker) -> None:
    result = marked(a_set(), "def alphabeta(node, depth, alpha): pass", worker)
    assert result.checks[0].feedback[0].startswith("On every tree: alphabeta takes other arguments than")
    assert "alphabeta(node, depth, alpha)" in result.checks[0].feedback[0]


def test_a_timeout_says_on_which_tree_and_after_how_many_visits(worker: Worker) -> None:
    code = SEARCH + "def alphabeta(node):\n    while len(node.moves) == 2: pass\n    return search(node)"
    text = a_set().source.text.replace("seconds: 5", "seconds: 1/4")
    result = marked(load_problems(Source(text, "set.yaml")), code, worker)
    told = "On tree-2: it did not return within the 1/4 s that it has; until then it had looked at 1 node."
    assert result.checks[0].feedback == (told,)
    assert check(result, "value").parts == {"tree-1": "right", "tree-2": "wrong"}


def test_when_the_time_for_all_trees_is_used_up_the_others_are_not_run(worker: Worker) -> None:
    text = a_set().source.text.replace("seconds: 5", "seconds: 1/4, seconds-in-all: 1/4")
    result = marked(
        load_problems(Source(text, "set.yaml")), "def alphabeta(node):\n    while True: pass", worker
    )
    assert [ran.outcome for ran in result.runs] == ["timeout", "late"]


@pytest.mark.parametrize("end", ["syntax", "no-function", "import", "unreadable"])
def test_what_cannot_be_run_or_read_is_unreadable_and_not_wrong(end: str, worker: Worker) -> None:
    result = marked(a_set(), ENDS[end][0], worker)
    assert {one.verdict for one in result.checks} == {"unreadable"}


def test_an_exception_comes_with_the_students_own_traceback(worker: Worker) -> None:
    (ran, _) = marked(a_set(), "def alphabeta(node):\n    print('here')\n    return 1 / 0", worker).runs
    assert ran.traceback == (
        '  File "search.py", line 3, in alphabeta', "    return 1 / 0", "ZeroDivisionError: division by zero",
    )  # fmt: skip
    assert (ran.line, ran.printed) == (3, "here\n")


def test_what_was_printed_is_bounded(worker: Worker) -> None:
    (ran, _) = marked(a_set(), "def alphabeta(node):\n    print('x' * 50_000)", worker).runs
    assert len(ran.printed) < 5_000


# What is told of answers that are not right.


def test_a_wrong_value_is_shown_with_the_right_step(worker: Worker) -> None:
    feedback = check(
        marked(a_set(), MINIMAX.replace("value < best", "value > best"), worker), "value"
    ).feedback
    assert "On tree-1 it returned (14, a3)." in feedback


def test_a_result_without_a_look_at_a_leaf_is_a_guess(worker: Worker) -> None:
    value = check(marked(a_set(f'"{TEXTBOOK}"'), "def alphabeta(node): return 3, 'a1'", worker), "value")
    assert value.earned == 0
    assert value.feedback == (
        "On tree-1 it returned (3, a1) without looking at a single leaf, so it cannot know.",
    )


def test_a_move_that_the_root_does_not_have_is_told(worker: Worker) -> None:
    code = "def alphabeta(node): return node.children[0].children[0].utility, 'a9'"
    told = check(marked(a_set(f'"{TEXTBOOK}"'), code, worker), "best-move").feedback
    (sentence,) = told
    assert sentence.endswith(", and the root has no such move.")


def test_a_value_alone_does_not_answer_which_move_is_best(worker: Worker) -> None:
    code = "def alphabeta(node): return node.children[0].children[0].utility"
    told = check(marked(a_set(f'"{TEXTBOOK}"'), code, worker), "best-move").feedback
    assert told == ("On tree-1 it returned 3, which does not answer this.",)


def test_nodes_looked_at_for_nothing_are_named_with_the_reason(worker: Worker) -> None:
    result = marked(a_set(f'"{TEXTBOOK}"'), MINIMAX, worker)
    feedback = check(result, "visited").feedback
    assert "On tree-1 it looked at C2 and C3, and should not have." in feedback
    assert any(sentence.startswith("The search never looks at C2 and C3: ") for sentence in feedback)
    assert (result.runs[0].looked, result.runs[0].skipped) == (("C2", "C3"), ())


def test_nodes_left_out_are_named(worker: Worker) -> None:
    code = "def alphabeta(node): return node.children[0].children[0].utility, 'a1'"
    feedback = check(marked(a_set(f'"{TEXTBOOK}"'), code, worker), "visited").feedback
    assert "On tree-1 it did not look at B, B2, B3, C, C1, D, D1, D2 and D3, and should have." not in feedback
    assert any(sentence.startswith("On tree-1 it did not look at B2, B3, C, C1") for sentence in feedback)


def test_the_right_nodes_in_another_order_are_told_apart(worker: Worker) -> None:
    code = SEARCH + "def alphabeta(node):\n    node.children[1].kind\n    return search(node)"
    problems = a_set(f'"{TEXTBOOK}"', questions="[{ask: visited, as: order}]")
    feedback = check(marked(problems, code, worker), "visited").feedback
    assert "On tree-1 it looked at the right nodes in another order." in feedback


def test_more_wrong_trees_than_three_are_counted(worker: Worker) -> None:
    problems = a_set(*[f'"{TEXTBOOK}"'] * 5, questions="[{ask: visited}]")
    feedback = check(marked(problems, MINIMAX, worker), "visited").feedback
    assert "There are 2 more trees on which it is not right." in feedback


DEPTH = "max(min~4(max~7(1, 2), 3), min~5(max~6(5, 6), 9))"


def test_whoever_looks_below_the_depth_is_told_and_earns_nothing_for_the_visits(worker: Worker) -> None:
    problems = a_set(f'"{DEPTH}"', rule="{preset: mit-6034, depth: 2}", questions="[{ask: visited}]")
    code = SEARCH + "def alphabeta(node, depth): return search(node)"
    visited = check(marked(problems, code, worker), "visited")
    assert visited.earned == 0
    assert any("below the depth at which the search ends" in sentence for sentence in visited.feedback)


def test_a_program_whose_runs_differ_is_told_so(worker: Worker) -> None:
    code = (
        "import time\ndef alphabeta(node): return node.children[0].children[0].utility + time.time_ns(), 'a1'"
    )
    told = check(marked(a_set(f'"{TEXTBOOK}"'), code, worker), "value").feedback
    assert any(
        sentence.startswith("Run twice on tree-1, your program did not do the same") for sentence in told
    )


def test_of_a_hidden_tree_the_difference_is_told_without_its_name(worker: Worker) -> None:
    code = "import time\ndef alphabeta(node): return time.time_ns(), 'a1'"
    told = check(marked(a_set(f'{{tree: "{TEXTBOOK}", hidden: true}}'), code, worker), "value").feedback
    assert any(sentence.startswith("Run twice on the same tree, your program") for sentence in told)


def test_a_program_that_draws_lots_gets_the_same_grade_each_time(worker: Worker) -> None:
    code = "import random\ndef alphabeta(node): return random.choice(node.children).children[0].utility, 'a1'"
    first, second = (marked(a_set(), code, worker) for _ in range(2))
    assert first.to_dict() == second.to_dict()
    assert not any("Run twice" in sentence for one in first.checks for sentence in one.feedback)


# The idea behind it.


def test_an_idea_is_named_with_the_trees_on_which_it_does_the_same(worker: Worker) -> None:
    samples = PROBLEMS / "code-alpha-beta" / "samples"
    submission = read_submission((samples / "no-deep-cutoffs.py").read_bytes(), "ada.py")
    result = grade(load_problems(PROBLEMS / "code-alpha-beta"), submission, worker=worker)
    (named,) = result.misconceptions
    assert (named.id, named.explains, named.of) == ("no-deep-cutoffs", 10, 10)
    visited = next(one for one in result.checks if one.id == "alphabeta.visited")
    assert visited.misconception is not None
    assert visited.feedback[0].startswith(
        "On 10 of 10 trees your program does exactly what follows from one idea:"
    )


def test_another_convention_is_recognised_as_one(worker: Worker) -> None:
    problems = a_set(f'"{TEXTBOOK}"', '"max(min(4, 6), min(4, 9))"', '"max(min(2, 3), min(2, 1), min(2, 5))"')
    visited = check(marked(problems, ALPHABETA.replace("alpha >= beta", "alpha > beta"), worker), "visited")
    assert visited.convention is not None
    assert (visited.convention.field, visited.convention.value) == ("ties", "keep")


@pytest.mark.parametrize(("diagnosis", "told", "named"), [("staff", False, True), ("off", False, False)])
def test_the_set_says_who_is_told_of_ideas(diagnosis: str, told: bool, named: bool, worker: Worker) -> None:
    result = marked(a_set(above=f"diagnosis: {diagnosis}"), MINIMAX, worker)
    assert any("one idea" in sentence for sentence in check(result, "visited").feedback) is told
    assert bool(result.misconceptions) is named


# Hidden trees.

CANARY = "max(sinister -> min(314159, 271828), dexter -> min(161803, 299792))"
SPY = """
def alphabeta(node):
    value = node.children[0].children[0].utility
    print("printed", value)
    if value > 100_000:
        {leak}
    return 3, "a1"
"""
LEAKS = [
    "raise ValueError(value)", "return value, 'sinister'", "__import__(f'module{value}')", "exit(value)",
    "return [value]", "return str(value), value",
]  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_of_hidden_trees_a_student_sees_nothing(leak: str, worker: Worker) -> None:
    problems = a_set(f'"{TEXTBOOK}"', f'{{id: canary, tree: "{CANARY}", hidden: true}}')
    seen = seen_by_student(marked(problems, SPY.format(leak=leak), worker), problems)
    record = json.dumps(seen.to_dict())
    for secret in ("canary", "314159", "271828", "161803", "sinister"):
        assert secret not in record
    assert "It is not right on 1 hidden tree." in record


def test_a_slip_of_form_is_told_even_where_all_trees_are_hidden(worker: Worker) -> None:
    problems = a_set(f'{{tree: "{TEXTBOOK}", hidden: true}}')
    seen = seen_by_student(marked(problems, ENDS["syntax"][0], worker), problems)
    assert seen.checks[0].feedback == (ENDS["syntax"][1],)


def test_before_the_marks_are_shown_only_the_form_is_told(worker: Worker) -> None:
    problems = a_set(above="reveal: never")
    broken = seen_by_student(marked(problems, ENDS["syntax"][0], worker), problems)
    assert broken.checks[0].feedback == (ENDS["syntax"][1],)
    running = seen_by_student(marked(problems, MINIMAX, worker), problems)
    assert {one.verdict for one in running.checks} == {"answered"}
    assert {ran.outcome for ran in running.runs} == {"answered"}
    assert not any(one.feedback or one.expected for one in running.checks)


# Our side.


def test_the_record_gives_the_grade_back(worker: Worker) -> None:
    problems = a_set()
    result = marked(problems, MINIMAX, worker)
    record = json.loads(json.dumps(result.to_dict()))
    assert grade_from_record(record, problems) == result
    assert grade_from_record(record, problems).runs == result.runs


class Broken(Worker):
    def child(self, limits: object) -> Iterator[object]:  # type: ignore[override]
        raise OSError("no more processes")


def test_a_fault_of_ours_is_failed_and_never_wrong() -> None:
    problems = a_set()
    result = grade(problems, handed_in(ALPHABETA), worker=Broken())
    assert result.status == "failed"
    assert {one.verdict for one in result.checks} == {"failed"}
    assert result.checks[0].fault == "OSError: no more processes"
    assert len(result.notes) == 3


class Refusing(Worker):
    def child(self, limits: object) -> Iterator[object]:  # type: ignore[override]
        raise InputError([])


def test_where_programs_are_not_run_at_all_that_is_no_ones_mark() -> None:
    with pytest.raises(InputError):
        grade(a_set(), handed_in(ALPHABETA), worker=Refusing())


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


def test_a_worker_is_shared_and_started_only_when_it_is_needed(worker: Worker) -> None:
    del worker  # only where there is one
    problems = a_set()
    with SharedWorker(problems) as shared:
        assert shared.worker_for(read_files({"notes.txt": b""}, "ada")) is None
        first = shared.worker_for(handed_in(ALPHABETA))
        assert first is not None
        assert shared.worker_for(handed_in(MINIMAX)) is first


def test_without_a_worker_one_is_started(worker: Worker) -> None:
    del worker  # only where there is one
    assert grade(a_set(), handed_in(ALPHABETA)).earned == 12


def test_the_second_run_is_on_the_first_tree_that_is_not_hidden(worker: Worker) -> None:
    problems = a_set(f'{{tree: "{TEXTBOOK}", hidden: true}}', f'"{DEEP}"')
    program = find_program(problems, problems.programs[0], handed_in(ALPHABETA))
    assert program is not None
    runs = run_on_trees(problems.programs[0], program, worker)
    assert (runs.twice, runs.differ) == (1, False)
    assert runs.again is not None
    assert runs.again.visited == runs.runs[1].visited


def test_a_second_run_that_is_too_slow_is_no_difference() -> None:
    assert not Runs((Run("returned", 3),), Run("timeout")).differ


def test_agents_around_the_textbooks_search_earn_everything(worker: Worker) -> None:
    problems = load_problems(PROBLEMS / "code-pacman")
    result = grade(problems, read_files({"multiAgents.py": AGENTS.encode()}, "ada"), worker=worker)
    assert result.earned == result.possible, [(one.id, one.parts) for one in result.checks]


def test_one_problem_can_be_marked_alone(worker: Worker) -> None:
    problems = a_set()
    alone = mark_program(problems, problems.programs[0], handed_in(ALPHABETA), worker, SAY)
    assert sum(one.earned or 0 for one in alone.checks) == 12
