"""What is told of programs that are not right: the trees, the nodes, and the idea behind it."""

from __future__ import annotations

import json

import pytest

from grader.grading import grade, seen_by_student
from grader.grading.record import grade_from_record
from grader.problems import load_problems
from grader.reports.student.student_page import student_page
from grader.sandbox.run import Worker
from grader.submissions import Submission, read_submission
from grader.text.source import Mistake, Source
from tests.marking_programs import (
    MINIMAX,
    PROBLEMS,
    SEARCH,
    TEXTBOOK,
    a_set,
    check,
    marked,
)
from tests.sandbox.programs import ALPHABETA


def test_a_wrong_value_is_shown_with_the_right_step(walled: Worker) -> None:
    feedback = check(
        marked(a_set(), MINIMAX.replace("value < best", "value > best"), walled), "value"
    ).feedback
    assert "On tree-1 it returned (14, a3)." in feedback


def test_a_result_without_a_look_at_a_leaf_is_a_guess(walled: Worker) -> None:
    value = check(marked(a_set(f'"{TEXTBOOK}"'), "def alphabeta(node): return 3, 'a1'", walled), "value")
    assert value.earned == 0
    assert value.feedback == (
        "On tree-1 it returned (3, a1) without looking at a single leaf, so it cannot know.",
    )


def test_a_move_that_the_root_does_not_have_is_told(walled: Worker) -> None:
    code = "def alphabeta(node): return node.children[0].children[0].utility, 'a9'"
    told = check(marked(a_set(f'"{TEXTBOOK}"'), code, walled), "best-move").feedback
    (sentence,) = told
    assert sentence.endswith(", and the root has no such move.")


def test_a_value_alone_does_not_answer_which_move_is_best(walled: Worker) -> None:
    code = "def alphabeta(node): return node.children[0].children[0].utility"
    told = check(marked(a_set(f'"{TEXTBOOK}"'), code, walled), "best-move").feedback
    assert told == ("On tree-1 it returned 3, which does not answer this.",)


def test_nodes_looked_at_for_nothing_are_named_with_the_reason(walled: Worker) -> None:
    result = marked(a_set(f'"{TEXTBOOK}"'), MINIMAX, walled)
    feedback = check(result, "visited").feedback
    assert "On tree-1, it looked at C2 and C3, but should not have." in feedback
    assert any(sentence.startswith("The search never looks at C2 and C3: ") for sentence in feedback)
    assert (result.runs[0].looked, result.runs[0].skipped) == (("C2", "C3"), ())


def test_nodes_left_out_are_named(walled: Worker) -> None:
    code = "def alphabeta(node): return node.children[0].children[0].utility, 'a1'"
    feedback = check(marked(a_set(f'"{TEXTBOOK}"'), code, walled), "visited").feedback
    assert (
        "On tree-1, it did not look at B, B2, B3, C, C1, D, D1, D2 and D3, but should have." not in feedback
    )
    assert any(sentence.startswith("On tree-1, it did not look at B2, B3, C, C1") for sentence in feedback)


def test_the_right_nodes_in_another_order_are_told_apart(walled: Worker) -> None:
    code = SEARCH + "def alphabeta(node):\n    node.children[1].kind\n    return search(node)"
    problems = a_set(f'"{TEXTBOOK}"', questions="[{ask: visited, as: order}]")
    feedback = check(marked(problems, code, walled), "visited").feedback
    assert "On tree-1, it looked at the right nodes in another order." in feedback


def test_more_wrong_trees_than_three_are_counted(walled: Worker) -> None:
    problems = a_set(*[f'"{TEXTBOOK}"'] * 5, questions="[{ask: visited}]")
    feedback = check(marked(problems, MINIMAX, walled), "visited").feedback
    assert "There are 2 more trees on which it is not right." in feedback


DEPTH = "max(min~4(max~7(1, 2), 3), min~5(max~6(5, 6), 9))"


def test_whoever_looks_below_the_depth_is_told_and_earns_nothing_for_the_visits(walled: Worker) -> None:
    problems = a_set(f'"{DEPTH}"', rule="{preset: mit-6034, depth: 2}", questions="[{ask: visited}]")
    code = SEARCH + "def alphabeta(node, depth): return search(node)"
    visited = check(marked(problems, code, walled), "visited")
    assert visited.earned == 0
    assert any("below the depth at which the search ends" in sentence for sentence in visited.feedback)


def test_a_program_whose_runs_differ_is_told_so(walled: Worker) -> None:
    code = (
        "import time\ndef alphabeta(node): return node.children[0].children[0].utility + time.time_ns(), 'a1'"
    )
    told = check(marked(a_set(f'"{TEXTBOOK}"'), code, walled), "value").feedback
    assert any(
        sentence.startswith("Run twice on tree-1, your program did not do the same") for sentence in told
    )


def test_that_runs_on_a_hidden_tree_differ_is_told_to_the_staff_alone(walled: Worker) -> None:
    code = "import time\ndef alphabeta(node): return time.time_ns(), 'a1'"
    problems = a_set(f'{{tree: "{TEXTBOOK}", hidden: true}}')
    result = marked(problems, code, walled)
    (said,) = result.runs[0].said
    assert said.startswith("Run twice on the same tree, your program did not do the same")
    assert "Run twice" not in json.dumps(seen_by_student(result, problems).to_dict())


def test_a_program_that_draws_lots_gets_the_same_grade_each_time(walled: Worker) -> None:
    code = "import random\ndef alphabeta(node): return random.choice(node.children).children[0].utility, 'a1'"
    first, second = (marked(a_set(), code, walled) for _ in range(2))
    assert first.to_dict() == second.to_dict()
    assert not any("Run twice" in sentence for one in first.checks for sentence in one.feedback)


def test_an_idea_is_named_with_the_trees_on_which_it_does_the_same(walled: Worker) -> None:
    samples = PROBLEMS / "code-alpha-beta" / "samples"
    submission = read_submission((samples / "no-deep-cutoffs.py").read_bytes(), "ada.py")
    problems = load_problems(PROBLEMS / "code-alpha-beta")
    result = grade(problems, submission, worker=walled)
    (named,) = result.misconceptions
    assert (named.id, named.explains, named.of, named.problem) == ("no-deep-cutoffs", 10, 10, "alphabeta")
    assert grade_from_record(result.to_dict(), problems) == result
    said = "No deep cutoffs: explains what the program does on 10 of 10 trees of problem alphabeta."
    (entry,) = student_page(result, problems, view="staff").work_on
    assert entry.summary == said
    assert entry.extent == ("The program does so on 10 of 10 trees.",)
    visited = next(one for one in result.checks if one.id == "alphabeta.visited")
    assert visited.misconception is not None
    assert visited.feedback[:4] == visited.idea
    assert visited.idea[0].startswith("It looks as if each node was compared with its parent's value only")
    assert visited.idea[1] == "On 10 of 10 trees your program does exactly what follows from that."
    seen = seen_by_student(result, problems)
    shown = next(one for one in seen.checks if one.id == visited.id)
    known = "On 5 of 5 trees your program does exactly what follows from that."  # that students know
    assert shown.feedback[:4] == shown.idea == (visited.idea[0], known, *visited.idea[2:])
    assert seen.misconceptions == ()


ALL_ASKED = (
    "[{ask: value, points: 4}, {ask: best-move, points: 2}, {ask: visited, points: 6}, "
    "{ask: pruned, points: 2}]"
)
FOUR = (
    TEXTBOOK,
    "max(min(4, 6), min(5, 9))",
    "max(min(2, 3), min(7, 1), min(2, 5))",
    "max(min(1, 8), min(6, 4))",
)
IDEAS = {
    "everybody maximises": (MINIMAX.replace("value < best", "value > best"), "everyone-maximises"),
    "the best value starts at 0": (
        MINIMAX.replace("best, move = None, None", "best, move = 0, None").replace("best is None or ", ""),
        "best-initialised-to-zero",
    ),
}


@pytest.mark.parametrize(("code", "idea"), IDEAS.values(), ids=IDEAS)
def test_an_idea_about_values_is_named_whatever_else_is_asked(code: str, idea: str, walled: Worker) -> None:
    result = marked(a_set(*(f'"{tree}"' for tree in FOUR), questions=ALL_ASKED), code, walled)
    assert idea in {named.id for named in result.misconceptions}
    assert (
        "On 4 of 4 trees your program does exactly what follows from that." in check(result, "value").feedback
    )


RETURNED_ZERO = """
from math import inf

def alphabeta(node, alpha=-inf, beta=inf, top=True):
    if node.is_leaf:
        return node.utility
    best = 0 if node.kind == "max" else inf
    for child in reversed(node.children):
        value = alphabeta(child, alpha, beta, False)
        best = max(best, value) if node.kind == "max" else min(best, value)
    return best
"""


def test_from_values_alone_only_ideas_about_values_are_named(walled: Worker) -> None:
    """It searches in an order of its own, so that what it looks at follows from nothing."""
    trees = ("max(min(-3, 4), min(-2, -4))", "max(-5, -1)", "max(min(-7, 2), -9)")
    asked = "[{ask: value, points: 4}, {ask: visited, as: order, points: 6}]"
    result = marked(a_set(*(f'"{tree}"' for tree in trees), questions=asked), RETURNED_ZERO, walled)
    assert {named.id for named in result.misconceptions} == {"best-initialised-to-zero", "max-starts-at-zero"}
    said = check(result, "value").feedback[0]
    assert said.startswith("It returns what a program would return if the best value at ")
    assert not check(result, "visited").idea


STARTS_AT_ZERO = """
from math import inf

def alphabeta(node, alpha=-inf, beta=inf):
    if node.is_leaf:
        return node.utility
    best = 0 if node.kind == "max" else inf
    for child in ORDER(node.children):
        value = alphabeta(child, alpha, beta)
        if node.kind == "max":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("list", "It looks as if the best value at Max nodes started at zero."),
        (
            "reversed",
            "It returns what a program would return if the best value at Max nodes started at zero.",
        ),
    ],
    ids=["in order", "in an order of its own"],
)
def test_what_a_program_looks_at_has_to_fit_also_where_nobody_asks_for_it(
    order: str, said: str, walled: Worker
) -> None:
    trees = (
        "max(min(-3, 4, 1), min(-4, 2), min(-1, 9))",
        "max(-5, -1)",
        "max(min(5, 1, -2), min(3, -4), min(6, 9))",
    )
    problems = a_set(*(f'"{tree}"' for tree in trees), questions="[{ask: value, points: 4}]")
    told = check(marked(problems, STARTS_AT_ZERO.replace("ORDER", order), walled), "value").feedback
    assert told[0] == said


def test_values_that_follow_from_no_idea_are_given_none(walled: Worker) -> None:
    code = MINIMAX + "\ndef wrong(node):\n    value, move = search(node)\n    return value + 1, move"
    code = code.replace("alphabeta(", "search(").replace("def wrong", "def alphabeta")
    result = marked(a_set(*(f'"{tree}"' for tree in FOUR), questions=ALL_ASKED), code, walled)
    assert check(result, "value").misconception is None


def test_plain_minimax_is_told_that_it_looks_at_everything(walled: Worker) -> None:
    visited = check(marked(a_set(), MINIMAX, walled), "visited")
    assert visited.feedback[0].startswith(
        "Your program looks at every node, as plain minimax does. If it does keep α and β, it looks as if "
    )


def test_where_nothing_could_be_read_the_file_is_not_said_to_be_forgotten() -> None:
    mistake = Mistake("it has more than 1,000,000 bytes", Source("", "ada"))
    first = grade(a_set(), Submission("ada", "ada", "", None, (mistake,))).checks[0]
    assert first.verdict == "unreadable"
    assert first.feedback == (
        "Nothing that was submitted could be read, including search.py; the notes say why.",
    )


def test_another_convention_is_recognised_as_one(walled: Worker) -> None:
    problems = a_set(f'"{TEXTBOOK}"', '"max(min(4, 6), min(4, 9))"', '"max(min(2, 3), min(2, 1), min(2, 5))"')
    visited = check(marked(problems, ALPHABETA.replace("alpha >= beta", "alpha > beta"), walled), "visited")
    assert visited.convention is not None
    assert (visited.convention.field, visited.convention.value) == ("ties", "keep")


LAST_OF_TIES = MINIMAX.replace("value > best", "value >= best")
TIED = ('"max(min(4, 6), min(4, 9), min(1, 2))"', '"max(min(2, 3), min(2, 5))"', f'"{TEXTBOOK}"')


def test_a_program_that_asks_from_left_to_right_does_not_search_from_right_to_left(walled: Worker) -> None:
    problems = a_set(*TIED, questions="[{ask: best-move, points: 1}]")
    move = check(marked(problems, LAST_OF_TIES, walled), "best-move")
    assert move.convention is not None
    assert (move.convention.field, move.convention.value) == ("best", "last")


def test_a_program_that_asks_from_right_to_left_is_told_its_order(walled: Worker) -> None:
    problems = a_set(*TIED, questions="[{ask: best-move, points: 1}, {ask: visited, as: order, points: 1}]")
    pairs = "zip(node.moves, node.children)"
    assert pairs in ALPHABETA
    backwards = ALPHABETA.replace(pairs, f"reversed(list({pairs}))")
    visited = check(marked(problems, backwards, walled), "visited")
    assert visited.convention is not None
    assert (visited.convention.field, visited.convention.value) == ("order", "right-to-left")


NOTHING_CHOSEN = """
from math import inf
from game import Agent


class Timid(Agent):
    def __init__(self, depth):
        self.depth = depth

    def getAction(self, state):
        return self.search(state, 0)[1]

    def search(self, state, ply):
        if state.isWin() or state.isLose() or ply >= 2 * self.depth:
            return state.getScore(), None
        best, chosen = (inf, None) if ply % 2 else (0, None)
        for action in state.getLegalActions(ply % 2):
            value = self.search(state.generateSuccessor(ply % 2, action), ply + 1)[0]
            if value < best if ply % 2 else value > best:
                best, chosen = value, action
        return best, chosen
"""


def test_a_program_that_finds_nothing_better_than_its_start_is_told_so(walled: Worker) -> None:
    problems = load_problems(
        Source(
            """
set: timid
rule: {preset: cs188, depth: 1, search: minimax}
problems:
  - id: agent
    code: {file: search.py, class: Timid, api: cs188, seconds: 1}
    trees: ["max(min(-3, 4), min(-2, -4))", "max(min(-1, 5), min(0, 9))", "max(min(3, 4), min(5, 6))"]
    questions: [{ask: best-move, points: 3}, {ask: visited, points: 3}]
""",
            "set.yaml",
        )
    )
    move = check(marked(problems, NOTHING_CHOSEN, walled), "best-move")
    assert move.idea[0] == (
        "It looks as if either the best value at Max nodes started at zero, or the best value at every node "
        "started at zero."
    )
    assert move.idea[1] == "On 3 of 3 trees your program does exactly what follows from that."
    moves = NOTHING_CHOSEN.replace("return self.search(state, 0)[1]", "self.search(state, 0)")
    assert not check(marked(problems, moves, walled), "best-move").idea  # it forgets to return what it finds


def test_a_program_that_ends_a_round_too_early_is_told_so_though_it_comes_to_no_leaf(walled: Worker) -> None:
    problems = load_problems(
        Source(
            """
set: early
rule: {preset: cs188, depth: 2, search: minimax}
problems:
  - id: agent
    code: {file: search.py, class: Timid, api: cs188, seconds: 1}
    trees:
      - {random: {seed: one, depth: 5, branching: 2, estimates: true}}
      - {random: {seed: two, depth: 7, branching: 2, estimates: true}, rule: {depth: 3}}
      - {tree: "max(min~5(max~-3(4, 2), max~-6(2, 1)), min~1(max~-4(7, 3), max~-5(1, 2)))", rule: {depth: 1}}
    questions: [{ask: best-move, points: 3}, {ask: visited, points: 3}]
""",
            "set.yaml",
        )
    )
    early = NOTHING_CHOSEN.replace("search(state, 0)", "search(state, 2)").replace(
        "(0, None)", "(-inf, None)"
    )
    result = marked(problems, early, walled)
    assert [idea.id for idea in result.misconceptions] == ["depth-one-round-too-shallow"]
    assert check(result, "visited").idea[:2] == (
        "It looks as if the search ended one round too early.",
        "On 2 of 2 trees your program does exactly what follows from that.",
    )


def test_a_program_that_looks_at_no_leaf_follows_no_idea(walled: Worker) -> None:
    trees = ('"max(min(1, 2), min(3, 4))"', '"max(min(0, 5), min(2, 7), min(6, 8))"')
    problems = a_set(*trees, questions="[{ask: best-move, points: 1}, {ask: visited, points: 1}]")
    result = marked(problems, "def alphabeta(node):\n    return 0, node.moves[0]\n", walled)
    assert result.misconceptions == ()


@pytest.mark.parametrize(("diagnosis", "told", "named"), [("staff", False, True), ("off", False, False)])
def test_the_set_says_who_is_told_of_ideas(diagnosis: str, told: bool, named: bool, walled: Worker) -> None:
    result = marked(a_set(above=f"diagnosis: {diagnosis}"), MINIMAX, walled)
    assert any("follows from that" in sentence for sentence in check(result, "visited").feedback) is told
    assert bool(result.misconceptions) is named


CUTS_AHEAD = """
from math import inf


class Ahead:
    def __init__(self, depth):
        self.depth = depth

    def getAction(self, state):
        return self.search(state, 0, -inf, inf)[1]

    def search(self, state, ply, alpha, beta):
        if state.isWin() or state.isLose() or ply >= 2 * self.depth:
            return state.getScore(), None
        agent, best, chosen = ply % 2, inf if ply % 2 else -inf, None
        for action, after in SUCCESSORS:
            value = self.search(after, ply + 1, alpha, beta)[0]
            if value < best if agent else value > best:
                best, chosen = value, action
            if best < alpha if agent else best > beta:
                break
            alpha, beta = (alpha, min(beta, best)) if agent else (max(alpha, best), beta)
        return best, chosen
"""
AHEAD = "[(move, state.generateSuccessor(agent, move)) for move in state.getLegalActions(agent)]"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (CUTS_AHEAD.replace("SUCCESSORS", AHEAD), "generates-all-first"),
        (
            CUTS_AHEAD.replace("SUCCESSORS", f"({AHEAD[1:-1]})").replace(
                "                break\n", "                pass\n"
            ),
            "bookkeeping-without-cutting",
        ),
    ],
    ids=["cuts", "never cuts"],
)
def test_a_program_that_generates_ahead_is_not_told_that_it_never_cuts(
    code: str, told: str, walled: Worker
) -> None:
    """Either looks at every node; in which order tells them apart."""
    problems = load_problems(
        Source(
            """
set: ahead
rule: {preset: cs188, depth: 2}
problems:
  - id: agent
    code: {file: search.py, class: Ahead, api: cs188, seconds: 1}
    trees:
      - "max(min(max(min(3, 5), min(2, 9)), max(min(4, 1), min(7, 7))), min(max(min(3, 8), min(6, 9)), 1))"
      - "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"
    questions: [{ask: best-move, points: 3}, {ask: visited, points: 3}]
""",
            "set.yaml",
        )
    )
    visited = check(marked(problems, code, walled), "visited")
    assert visited.misconception is not None
    assert visited.misconception.id == told
    assert ("as plain minimax does" in visited.feedback[0]) == (told == "bookkeeping-without-cutting")
