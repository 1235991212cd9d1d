"""Tests of the Pacman projects become a code set whose keys are those of the solutions beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli.main import main
from grader.exchange.cs188.cs188_games import Cs188Fields, read_graph_game
from grader.exchange.cs188.cs188_set import import_cs188
from grader.problems import load_problems
from grader.text.source import InputError, Source
from grader.tree.language import parse_tree

# Two ghosts' graph in which two ways lead to `mid`, a game that is over early, and a state below the depth.
FORK = '''\
# a comment, "with quotes": in it
class: "GraphGameTreeTest"
alg: "AGENT"
depth: "1"
num_agents: "2"

start_state: "top"
win_states: "won"
lose_states: "lost gone"

successors: """
top West left
top East right

left a won
left b mid
right a lost
right b mid
right c spare
mid West deep
"""

evaluation: """
top 0.0
left 1
right 2.5
won 4.5
lost -2
mid 3
spare 8
deep 100
"""
'''
TREE = """
top = max~0(
  West -> left = min~1(a -> won = 9/2, b -> mid = max~3(West -> deep = 100)),
  East -> right = min~5/2(a -> lost = -2, b -> mid' = max~3(West -> deep' = 100), c -> spare = 8),
)
"""
GENERATED = {
    "MinimaxAgent": "left lost mid right spare top won",
    "AlphaBetaAgent": "left lost mid right top won",
    "ExpectimaxAgent": "left lost mid right spare top won",
}


def test_a_graph_becomes_a_tree_whose_states_are_named_and_evaluated() -> None:
    game = read_graph_game(Cs188Fields(Source(FORK.replace("AGENT", "AlphaBetaAgent"))))
    assert game.tree == parse_tree(TREE)
    assert (game.agent, game.depth, game.agents) == ("AlphaBetaAgent", 1, 2)
    assert game.states == ("top", "left", "won", "mid", "deep", "right", "lost", "mid", "deep", "spare")


def test_a_state_that_is_called_like_a_copy_of_another_keeps_the_names_apart() -> None:
    text = FORK.replace("AGENT", "MinimaxAgent").replace("won", "mid'").replace("spare", "mid''")
    game = read_graph_game(Cs188Fields(Source(text)))
    assert game.states.count("mid") == 2
    names = "top left mid' mid deep right lost mid'' deep' mid'''"
    assert game.tree.given_names == tuple(names.split())


def test_ghosts_of_expectimax_choose_by_chance() -> None:
    game = read_graph_game(Cs188Fields(Source(FORK.replace("AGENT", "ExpectimaxAgent"))))
    assert game.tree == parse_tree(TREE.replace("min", "chance"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three questions with a test each, a whole game that is no tree, and what a question is worth."""
    root = tmp_path / "test_cases"
    for number, (agent, generated) in enumerate(GENERATED.items(), 2):
        question = root / f"q{number}"
        question.mkdir(parents=True)
        (question / "1-fork.test").write_text(FORK.replace("AGENT", agent), encoding="utf-8")
        solution = f'action: "West"\ngenerated: "{generated}"\n'
        (question / "1-fork.solution").write_text(solution, encoding="utf-8")
    (root / "q2" / "CONFIG").write_text('max_points: "5"\nclass: "PassAllTestsQuestion"\n', encoding="utf-8")
    game = 'class: "PacmanGameTreeTest"\nlayout: """\n%%%\n% %\n%%%\n"""\n'
    (root / "q2" / "8-game.test").write_text(game, encoding="utf-8")
    return root


def test_a_folder_becomes_a_set_with_a_problem_for_each_question(folder: Path) -> None:
    imported = import_cs188(folder)
    problems = load_problems(Source(imported.text, "set.yaml"))
    assert problems.id == "test_cases"
    assert [(problem.id, problem.code.name, problem.code.api) for problem in problems.by_program] == [
        ("q2", "MinimaxAgent", "cs188"),
        ("q3", "AlphaBetaAgent", "cs188"),
        ("q4", "ExpectimaxAgent", "cs188"),
    ]
    assert [[asked.question.points for asked in problem.questions] for problem in problems.by_program] == [
        [5 / 2, 5 / 2],
        [1 / 2, 1 / 2],
        [1 / 2, 1 / 2],
    ]
    (tree,) = problems.by_program[1].trees
    assert (tree.id, tree.weight, dict(tree.changes)) == ("1-fork", 1, {"depth": "1", "agents": "2"})
    assert tree.solution(problems.by_program[1].rule).best_moves == ("West",)


def test_keys_agree_with_the_solutions_and_a_whole_game_is_left_out(folder: Path) -> None:
    imported = import_cs188(folder)
    assert imported.disagreements == ()
    assert imported.left_out == ("q2/8-game.test: PacmanGameTreeTest",)


def test_keys_that_differ_are_reported_for_each_test(folder: Path) -> None:
    other = 'action: "East"\ngenerated: "left mid right top won elsewhere"\n'
    (folder / "q3" / "1-fork.solution").write_text(other, encoding="utf-8")
    assert import_cs188(folder).disagreements == (
        "q3/1-fork: the best move here is West, and the solution says East",
        "q3/1-fork: the search here does not generate elsewhere, and the solution has it",
        "q3/1-fork: the search here generates lost, and the solution does not",
    )


def test_agents_of_one_folder_are_problems_of_their_own_and_ids_stay_apart(tmp_path: Path) -> None:
    for name, agent in (("a b", "MinimaxAgent"), ("a?b", "MinimaxAgent"), ("c", "AlphaBetaAgent")):
        (tmp_path / f"{name}.test").write_text(FORK.replace("AGENT", agent), encoding="utf-8")
    inner = tmp_path / "more"
    inner.mkdir()
    for agent in ("MinimaxAgent", "AlphaBetaAgent"):
        (inner / f"{agent}.test").write_text(FORK.replace("AGENT", agent), encoding="utf-8")
    problems = load_problems(Source(import_cs188(tmp_path, "week 3").text, "set.yaml"))
    assert problems.id == "week-3"
    assert {problem.id: [tree.id for tree in problem.trees] for problem in problems.by_program} == {
        "MinimaxAgent": ["a-b", "a-b-2"],
        "AlphaBetaAgent": ["c"],
        "more-AlphaBetaAgent": ["AlphaBetaAgent"],
        "more-MinimaxAgent": ["MinimaxAgent"],
    }


BROKEN = {
    "no field": ("alg MinimaxAgent", "this line is not a field"),
    "a field twice": ('depth: "1"\ndepth: "2"', "the field `depth` is given twice"),
    "open quotes": ('successors: """\na b c', "these quotes are never closed"),
    "nothing": ("", "the field `alg` is missing"),
    "no such agent": ('alg: "ReflexAgent"', "there is no agent `ReflexAgent`"),
    "two words": ('alg: "A B"', "`alg` should be one word"),
    "no number": (FORK.replace('depth: "1"', 'depth: "one"'), "`depth` should be a whole number from 1"),
    "no agents": (FORK.replace('agents: "2"', 'agents: "0"'), "`num_agents` should be a whole number from 1"),
    "no successor": (FORK.replace("top West left", "top West"), "a line here is `state action next`"),
    "no evaluation": (
        FORK.replace("lost -2\n", ""),
        "the search ends at `lost`, and `evaluation` does not say",
    ),
    "none at the depth": (
        FORK.replace("mid 3\n", ""),
        "the search ends at `mid`, and `evaluation` does not say",
    ),
    "evaluated twice": (FORK.replace("won 4.5", "won 4.5\nwon 5"), "`won` is evaluated twice"),
    "no worth": (FORK.replace("lost -2", "lost much"), "`much` is not a number"),
    "in circles": (FORK.replace("mid West deep", "mid West top"), "the moves lead from `top` back to it"),
    "a move twice": (
        FORK.replace("top East right", "top West right"),
        "two moves of one node are called `West`",
    ),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN)
def test_error_a_broken_test_is_refused_in_plain_words(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        read_graph_game(Cs188Fields(Source(text.replace("AGENT", "MinimaxAgent"), "1.test")))
    assert message in str(refused.value)
    assert str(refused.value).startswith("1.test:")


def test_error_the_place_of_a_mistake_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "1.test"
    path.write_text(FORK.replace("AGENT", "MinimaxAgent").replace("lost -2", "lost much"), encoding="utf-8")
    assert main(["import", "cs188", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"{path}:28:1: error: `much` is not a number\n  28 | lost much\n     | ^^^^^^^^^\n"
    )


def test_error_a_game_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.exchange.cs188.cs188_games.MOST_NODES", 5)
    with pytest.raises(InputError, match="the tree of this game has more than 5 nodes"):
        read_graph_game(Cs188Fields(Source(FORK.replace("AGENT", "MinimaxAgent"))))


def test_error_mistakes_of_all_files_are_reported(folder: Path) -> None:
    for name in ("q2", "q3"):
        (folder / name / "1-fork.test").write_text('alg: "x"\n', encoding="utf-8")
    with pytest.raises(InputError) as refused:
        import_cs188(folder)
    assert len(refused.value.mistakes) == 2


POINTS = {"a word": ("five", "`five` is not a number"), "below 0": ("-1", "points are a number from 0")}


@pytest.mark.parametrize(("points", "message"), POINTS.values(), ids=POINTS)
def test_error_points_that_are_none_are_refused(points: str, message: str, folder: Path) -> None:
    (folder / "q2" / "CONFIG").write_text(f'max_points: "{points}"\n', encoding="utf-8")
    with pytest.raises(InputError, match=message):
        import_cs188(folder)


def test_error_a_folder_without_tests_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no test of a game tree in this folder"):
        import_cs188(tmp_path)
    with pytest.raises(InputError, match="there is no folder of this name"):
        import_cs188(tmp_path / "missing")


def test_error_too_many_tests_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.exchange.cs188.cs188_set.MOST_FILES", 2)
    with pytest.raises(InputError, match="there are more than 2 tests here"):
        import_cs188(folder)


def test_the_command_writes_the_set_and_says_what_became_of_the_tests(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = folder.parent / "set.yaml"
    assert main(["import", "cs188", str(folder), "--id", "week-3", "-o", str(target)]) == 0
    assert load_problems(target).id == "week-3"
    assert capsys.readouterr().err == (
        f"wrote {target}\n"
        "left out because it is not a tree: q2/8-game.test: PacmanGameTreeTest\n"
        "3 tests imported; 3 compared with a solution, all keys agree\n"
    )


def test_the_command_falls_short_where_a_key_differs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "q3" / "1-fork.solution").write_text('action: "East"\n', encoding="utf-8")
    assert main(["import", "cs188", str(folder)]) == 1
    shown = capsys.readouterr()
    assert shown.out.startswith("set: test_cases\n")
    assert shown.err.endswith("compared with a solution, some of their keys differ from the solutions\n")


def test_what_has_no_solution_is_named_and_not_said_to_agree(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "q3" / "1-fork.solution").unlink()
    (folder / "q4" / "1-fork.solution").write_text('other: "1"\n', encoding="utf-8")
    assert main(["import", "cs188", str(folder), "-o", str(folder.parent / "set.yaml")]) == 0
    assert capsys.readouterr().err.splitlines()[2:] == [
        "not compared because there is no solution: q3/1-fork.test",
        "not compared because there is no solution: q4/1-fork.test",
        "3 tests imported; 1 compared with a solution, all keys agree",
    ]


def test_where_there_is_no_solution_at_all_nothing_is_said_to_agree(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for solution in folder.rglob("*.solution"):
        solution.unlink()
    assert main(["import", "cs188", str(folder), "-o", str(folder.parent / "set.yaml")]) == 0
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == "3 tests imported; no key was compared because there is no solution"


def test_the_edition_that_calls_the_moves_children_is_read_alike() -> None:
    text = FORK.replace("AGENT", "MinimaxAgent")
    other = text.replace("successors:", "children:")
    assert read_graph_game(Cs188Fields(Source(other, "1.test"))) == read_graph_game(
        Cs188Fields(Source(text, "1.test"))
    )


def test_won_and_lost_are_the_states_that_are_listed_whatever_they_are_worth(tmp_path: Path) -> None:
    text = FORK.replace("AGENT", "MinimaxAgent").replace('win_states: "won"', 'win_states: "spare"')
    (tmp_path / "1.test").write_text(text, encoding="utf-8")
    problems = load_problems(Source(import_cs188(tmp_path).text, "set.yaml"))
    (tree,) = problems.by_program[0].trees
    assert tree.ends == {"spare": "won", "lost": "lost"}


@pytest.mark.parametrize(
    ("config", "whole"),
    [('max_points: "5"\nclass: "PassAllTestsQuestion"', True), ('max_points: "5"', False), (None, False)],
)
def test_a_question_whose_tests_must_all_pass_is_all_or_nothing(
    config: str | None, whole: bool, tmp_path: Path
) -> None:
    (tmp_path / "1.test").write_text(FORK.replace("AGENT", "MinimaxAgent"), encoding="utf-8")
    if config is not None:
        (tmp_path / "CONFIG").write_text(config, encoding="utf-8")
    (problem,) = load_problems(Source(import_cs188(tmp_path).text, "set.yaml")).by_program
    assert problem.all_or_nothing is whole
