"""Programs that were handed in: found by their names, and marked tree by tree."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from grader.grading import grade
from grader.grading.programs import has_program
from grader.grading.programs.program_runs import find_program
from grader.problems import load_problems
from grader.sandbox.run import Worker
from grader.submissions import read_files
from grader.text.source import Source
from tests.marking_programs import (
    DEEP,
    MINIMAX,
    PROBLEMS,
    TEXTBOOK,
    a_set,
    check,
    marked,
)
from tests.sandbox.programs import ALPHABETA
from tests.textbook import AGENTS


def test_a_right_program_earns_everything(walled: Worker) -> None:
    result = marked(a_set(), ALPHABETA, walled)
    assert [one.verdict for one in result.checks] == ["right"] * 3
    assert (result.earned, result.possible, result.status) == (12, 12, "graded")
    assert [ran.right for ran in result.runs] == [True, True]


def test_the_points_are_split_over_the_trees(walled: Worker) -> None:
    one_child = '"max(only -> min(max(5)))"'
    visited = check(marked(a_set(f'"{TEXTBOOK}"', f'"{DEEP}"', one_child), MINIMAX, walled), "visited")
    assert (visited.verdict, visited.earned) == ("partly", 2)
    assert visited.parts == {"tree-1": "wrong", "tree-2": "wrong", "tree-3": "right"}
    assert visited.reckoning == "1 of 3 trees right, times 6 points"


def test_all_or_nothing_needs_every_tree(walled: Worker) -> None:
    problems = a_set(f'"{TEXTBOOK}"', '"max(1, 2)"', questions="[{ask: visited, points: 6, credit: all}]")
    visited = check(marked(problems, MINIMAX, walled), "visited")
    assert (visited.verdict, visited.earned) == ("wrong", 0)
    assert visited.reckoning == "1 of 2 trees right, and all are needed, so 0 of 6 points"


def test_a_tree_with_more_points_counts_more(walled: Worker) -> None:
    problems = a_set(f'{{tree: "{TEXTBOOK}", points: 1}}', '{tree: "max(1, 2)", points: 1/2}')
    visited = check(marked(problems, MINIMAX, walled), "visited")
    assert visited.earned == Fraction(6, 3)
    assert visited.reckoning == "trees worth 1/2 of 3/2 right, times 6 points"


def test_a_tree_has_a_rule_of_its_own(walled: Worker) -> None:
    tie = "max(min(4, 6), min(4, 9))"
    problems = a_set(f'"{tie}"', f'{{tree: "{tie}", rule: {{ties: keep}}}}')
    assert check(marked(problems, ALPHABETA, walled), "visited").parts == {
        "tree-1": "right",
        "tree-2": "wrong",
    }


@pytest.mark.parametrize("ask", ["pruned", "{ask: pruned, as: nodes}", "{ask: visited, as: order}"])
def test_every_form_of_a_question_is_answered(ask: str, walled: Worker) -> None:
    question = ask if ask.startswith("{") else f"{{ask: {ask}}}"
    result = marked(a_set(questions=f"[{question}]"), ALPHABETA, walled)
    assert result.earned == result.possible


@pytest.mark.parametrize(
    ("of", "earned"), [("nodes-visited", 0), ("leaves-evaluated", 0), ("leaves-pruned", 0)]
)
def test_nodes_are_counted_on_our_side(of: str, earned: int, walled: Worker) -> None:
    problems = a_set(questions=f"[{{ask: count, of: {of}}}]")
    assert marked(problems, ALPHABETA, walled).earned == 1
    told = check(marked(problems, MINIMAX, walled), "count")
    assert told.earned == earned
    assert any(sentence.startswith("On tree-1, your program makes that ") for sentence in told.feedback)


def test_a_rule_that_is_accepted_earns_its_share(walled: Worker) -> None:
    tie = '"max(min(4, 6), min(4, 9))"'
    more = "accept: [{rule: {ties: keep}, credit: 1/2, because: both are taught}]"
    problems = a_set(tie, questions="[{ask: visited, points: 4}]", more=more)
    result = check(marked(problems, ALPHABETA.replace("alpha >= beta", "alpha > beta"), walled), "visited")
    assert (result.verdict, result.earned) == ("partly", 2)
    assert result.rule is not None
    assert result.rule["ties"] == "keep"
    assert "both are taught" in result.feedback


def test_under_one_rule_alone_a_program_is_marked(walled: Worker) -> None:
    tie, cut = '"max(min(4, 6), min(4, 9))"', '"max(min(4, 6), min(3, 9))"'
    questions = "[{ask: visited, points: 4}, {ask: value, points: 1}]"
    problems = a_set(tie, cut, questions=questions, more="accept: [{rule: {search: minimax}}]")
    result = marked(problems, ALPHABETA, walled)
    assert result.earned == 5
    assert check(result, "visited").rule == check(result, "value").rule


def test_a_question_that_was_taken_out_earns_its_points(walled: Worker) -> None:
    problems = a_set(questions="[{ask: value, void: full, because: it was unclear}, {ask: visited}]")
    assert check(marked(problems, "def alphabeta(node): return 0", walled), "value").verdict == "right"
    assert check(grade(problems, read_files({}, "ada")), "value").earned == 1


def test_nothing_handed_in_is_missing_and_no_worker_is_needed() -> None:
    problems = a_set()
    result = grade(problems, read_files({"notes.txt": b"later"}, "ada"))
    assert [one.verdict for one in result.checks] == ["missing"] * 3
    assert result.checks[0].feedback == ("search.py was not submitted.",)
    assert not result.runs


def test_a_file_with_a_name_much_like_it_is_pointed_out() -> None:
    result = grade(a_set(), read_files({"serach.py": b"", "util.py": b""}, "ada"))
    assert result.checks[0].feedback[1] == "There is a file serach.py; if it is meant, call it search.py."


def test_a_file_that_another_problem_asks_for_is_not_taken_for_a_misspelt_one() -> None:
    one = "- {id: %s, code: {file: %s, function: f}, questions: [{ask: value}], trees: ['max(1, 2)']}\n"
    listed = one % ("first", "search1.py") + one % ("second", "search2.py")
    problems = load_problems(Source(f"set: week-1\nproblems:\n{listed}", "set.yaml"))
    result = grade(problems, read_files({"search1.py": b""}, "ada"))
    assert result.checks[1].feedback == ("search2.py was not submitted.",)


@pytest.mark.parametrize(
    "files",
    [{"search.py": ALPHABETA}, {"ada.py": ALPHABETA}, {"week1/search.py": ALPHABETA, "week1/notes.txt": ""}],
    ids=["its own name", "a lone file", "in a folder"],
)
def test_the_program_is_found(files: Mapping[str, str], walled: Worker) -> None:
    submission = read_files({name: text.encode() for name, text in files.items()}, "ada")
    assert has_program(a_set(), submission)
    assert grade(a_set(), submission, worker=walled).earned == 12


def test_two_files_of_the_name_are_one_too_many() -> None:
    submission = read_files({"a/search.py": b"", "b/search.py": b""}, "ada")
    problems = a_set()
    assert find_program(problems, problems.by_program[0], submission) is None


def test_helper_files_can_be_imported_and_those_that_cannot_are_named(walled: Worker) -> None:
    files = {"search.py": "from mine import alphabeta", "mine.py": ALPHABETA, "random.py": "1/0"}
    submission = read_files({name: text.encode() for name, text in files.items()}, "ada")
    result = grade(a_set(), submission, worker=walled)
    assert result.earned == 12
    told = "random.py is not used, because there already is a module of that name."
    assert result.checks[0].feedback == (told,)


def test_agents_around_the_textbooks_search_earn_everything(walled: Worker) -> None:
    problems = load_problems(PROBLEMS / "code-pacman")
    result = grade(problems, read_files({"multiAgents.py": AGENTS.encode()}, "ada"), worker=walled)
    assert result.earned == result.possible, [(one.id, one.parts) for one in result.checks]
