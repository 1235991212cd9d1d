"""Code problems where every question must be right on every tree, and trees that say where a game ends."""

from __future__ import annotations

import pytest

from grader.problems import load_problems
from grader.sandbox.run import Worker
from grader.text.source import InputError, Source
from tests.marking_programs import MINIMAX, a_set, check, marked
from tests.sandbox.programs import ALPHABETA


def test_all_or_nothing_is_over_all_questions(worker: Worker) -> None:
    whole = marked(a_set(more="all-or-nothing: true"), MINIMAX, worker)
    parts = marked(a_set(), MINIMAX, worker)
    assert (whole.earned, parts.earned) == (0, 6)
    assert check(whole, "value").reckoning == (
        "2 of 2 trees right, and all are needed, for every question of this problem, so 0 of 4 points"
    )


def test_who_is_right_everywhere_earns_everything(worker: Worker) -> None:
    assert marked(a_set(more="all-or-nothing: true"), ALPHABETA, worker).earned == 12


AGENTS = """\
set: ends
problems:
  - id: q2
    rule: {{preset: cs188, search: minimax}}
    code: {{file: multiAgents.py, class: MinimaxAgent, api: cs188}}
    trees:
      - {{tree: "max(l -> a = 1, r -> b = min(2))", {fields}}}
    questions: [{{ask: best-move}}]
"""
MISTAKES = {
    "a node that is not there": ("won: [a, z]", "set.yaml:7:61: error: there is no `z` in this tree"),
    "an inner node": ("lost: [b]", "set.yaml:7:59: error: `b` is an inner node"),
    "both": ("won: [a], lost: [a]", "set.yaml:7:68: error: `a` is won already"),
}


@pytest.mark.parametrize(("fields", "told"), MISTAKES.values(), ids=MISTAKES)
def test_error_an_end_that_cannot_be(fields: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        load_problems(Source(AGENTS.format(fields=fields), "set.yaml"))
    assert str(caught.value).splitlines()[0] == told


def test_an_agent_finds_the_game_over_where_the_set_says(worker: Worker) -> None:
    agent = """
        class MinimaxAgent:
            def __init__(self, depth): pass
            def getAction(self, state):
                following = {a: state.generateSuccessor(0, a) for a in state.getLegalActions(0)}
                return next(a for a, s in following.items() if s.isWin())
    """
    text = AGENTS.format(fields="won: [c]").replace("b = min(2)", "c = -5")
    graded = marked(load_problems(Source(text, "set.yaml")), agent, worker)
    assert graded.runs[0].returned == "r"
    assert "it generated" not in " ".join(graded.checks[0].feedback)


def test_of_agents_it_is_said_what_they_generated(worker: Worker) -> None:
    agent = """
        class MinimaxAgent:
            def __init__(self, depth): pass
            def getAction(self, state):
                state.generateSuccessor(0, "l")
                return "r"
    """
    text = AGENTS.format(fields="won: []").replace("ask: best-move", "ask: visited")
    graded = marked(load_problems(Source(text, "set.yaml")), agent, worker)
    assert graded.checks[0].feedback[0] == "On tree-1, it did not generate b and b1, but should have."


def test_an_agent_that_returns_none_may_have_chosen_nothing(worker: Worker) -> None:
    agent = """
        class MinimaxAgent:
            def __init__(self, depth): pass
            def getAction(self, state):
                return None
    """
    graded = marked(load_problems(Source(AGENTS.format(fields="won: []"), "set.yaml")), agent, worker)
    assert graded.checks[0].feedback == (
        "On every tree: what it returned cannot be read: it is None, which is no action: either none was ever"
        " chosen, or a return is missing.",
    )
