"""`api: cs188`: agents of the Pacman project, with the modules that they import."""

from fractions import Fraction
from math import inf
from typing import Any

import pytest

from grader.rule import Rule
from grader.sandbox.inside.cs188_api import GameState, Place
from grader.sandbox.inside.packed_channel import as_float, unpack_facts
from grader.sandbox.inside.stand_ins import game, util
from grader.sandbox.inside.stand_ins.multi_agents import MultiAgentSearchAgent, scoreEvaluationFunction
from grader.sandbox.run import TreeTask, Trouble, Worker
from grader.sandbox.run.packed_messages import pack_facts
from grader.sandbox.run.tree_server import Serving
from grader.solving import solve
from grader.tree.language import parse_tree
from tests.sandbox.programs import LIMITS, Served, run

# Two ghosts: Max, Min, Min. One round is three moves.
TWO_GHOSTS = """max(
  Left -> min~0(min~0(max~4(9, 9), max~3(9, 9)), min~0(max~7(9, 9), max~5(9, 9))),
  Right -> min~0(min~0(max~2(9, 9), max~6(9, 9)), min~0(max~8(9, 9), max~1(9, 9))),
)"""
RULE = Rule.preset("cs188").changed(depth=1, agents=3)
# As students write it: the class of the project with its imports, and minimax by agent and depth.
AGENT = """
from util import manhattanDistance
from game import Directions, Actions
import random, util
from game import Agent
from pacman import GameState, Place

def scoreEvaluationFunction(currentGameState: GameState):
    return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        best, choice, alpha = float("-inf"), None, float("-inf")
        for action in gameState.getLegalActions(0):
            value = self.value(gameState.generateSuccessor(0, action), 1, 0, alpha, float("inf"))
            if value > best:
                best, choice = value, action
            alpha = max(alpha, best)
        return choice

    def value(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        sign = 1 if agent == 0 else -1
        best = float("-inf") * sign
        for action in state.getLegalActions(agent):
            value = self.value(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)
            best = max(best, value) if agent == 0 else min(best, value)
            if agent == 0:
                if best > beta: return best
                alpha = max(alpha, best)
            else:
                if best < alpha: return best
                beta = min(beta, best)
        return best
"""


def _state(tree: str, agents: int = 2) -> tuple[GameState, Served]:
    served = Served(tree)
    return GameState(Place(served.serving.root, served.ask), agents), served


def test_an_agent_of_the_project_runs_as_it_is(worker: Worker) -> None:
    seen = run(worker, AGENT, TWO_GHOSTS, name="AlphaBetaAgent", api="cs188", rule=RULE)
    solution = solve(parse_tree(TWO_GHOSTS), RULE)
    assert (seen.outcome, seen.move, seen.visited) == ("returned", "Left", solution.visited)


def test_without_a_depth_an_agent_searches_to_the_leaves(worker: Worker) -> None:
    rule = Rule.preset("cs188").changed(agents=3)
    seen = run(worker, AGENT, TWO_GHOSTS, name="AlphaBetaAgent", api="cs188", rule=rule)
    assert seen.visited == solve(parse_tree(TWO_GHOSTS), rule).visited


def test_a_file_without_the_common_class_can_import_it(worker: Worker) -> None:
    code = """
        from multiAgents import MultiAgentSearchAgent

        class First(MultiAgentSearchAgent):
            def getAction(self, state):
                print(self.depth, self.index, self.evaluationFunction(state.generateSuccessor(0, "l")))
                return state.getLegalActions()[0]
    """
    rule = Rule(depth=3)
    seen = run(worker, code, "max(l -> min~4(1, 2), r -> 5)", name="First", api="cs188", rule=rule)
    assert (seen.move, seen.printed) == ("l", "3 0 4.0\n")


def test_the_project_s_own_files_beside_the_agents_are_not_used(worker: Worker) -> None:
    files = {"util.py": "1 / 0", "game.py": "1 / 0", "pacman.py": "1 / 0"}
    seen = run(worker, AGENT, TWO_GHOSTS, name="AlphaBetaAgent", api="cs188", rule=RULE, files=files)
    assert seen.move == "Left"


def test_a_student_s_own_common_class_is_used(worker: Worker) -> None:
    code = """
        from multiAgents import Mine

        class First(Mine):
            def getAction(self, state):
                return state.getLegalActions()[1]
    """
    files = {"multiAgents.py": "class Mine:\n    def __init__(self, depth): pass"}
    seen = run(worker, code, "max(l -> 1, r -> 2)", name="First", api="cs188", files=files)
    assert seen.move == "r"


def test_an_agent_that_takes_no_depth_is_told_so(worker: Worker) -> None:
    code = "class First:\n    def __init__(self): pass"
    seen = run(worker, code, name="First", api="cs188")
    assert seen.outcome == "arity"
    assert seen.trouble is not None
    assert seen.trouble.message == "First(): got an unexpected keyword argument 'depth'"


def test_a_state_is_visited_when_it_is_generated() -> None:
    state, served = _state("max(l -> min(1, 2), r -> 5)")
    assert state.getLegalActions() == ["l", "r"]
    assert served.visited == "A"
    assert isinstance(state.generateSuccessor(0, "r"), GameState)
    assert served.visited == "A A2"


def test_the_number_of_agents_is_no_question_about_a_state() -> None:
    state, served = _state("max(1, 2)", agents=4)
    assert (state.getNumAgents(), served.visited) == (4, "")


ENDS: dict[str, tuple[str, bool, bool, int]] = {
    "won": ("5", True, False, 5),
    "nothing": ("0", True, False, 0),
    "lost": ("-5", False, True, -5),
    "not over": ("max~3(1, 2)", False, False, 3),
}


@pytest.mark.parametrize(("tree", "win", "lose", "score"), ENDS.values(), ids=ENDS)
def test_a_game_is_won_or_lost_at_a_leaf(tree: str, win: bool, lose: bool, score: int) -> None:
    state, _ = _state(tree)
    assert (state.isWin(), state.isLose(), state.getScore()) == (win, lose, score)


def test_equal_states_are_one_state() -> None:
    state, _ = _state("max(l -> 1, r -> 2)")
    left = state.generateSuccessor(0, "l")
    assert {left: 1}[state.generatePacmanSuccessor("l")] == 1
    assert left not in (state, "l")
    assert (state.deepCopy(), state.getLegalPacmanActions(), repr(state)) == (state, ["l", "r"], "<state>")


def test_a_stack_and_a_queue() -> None:
    stack, queue = util.Stack(), util.Queue()
    for item in "ab":
        stack.push(item)
        queue.push(item)
    assert [stack.pop(), stack.pop(), queue.pop(), queue.pop()] == ["b", "a", "a", "b"]
    assert stack.isEmpty()
    assert queue.isEmpty()


def test_a_priority_queue_gives_the_lowest_first() -> None:
    queue = util.PriorityQueue()
    for item, priority in (("late", 3), ("first", 1), ("second", 1), ("moved", 9)):
        queue.push(item, priority)
    queue.update("moved", 0)
    queue.update("late", 5)
    queue.update("new", 2)
    order = []
    while not queue.isEmpty():
        order.append(queue.pop())
    assert order == ["moved", "first", "second", "new", "late"]


def test_a_priority_queue_may_work_out_the_priorities() -> None:
    queue = util.PriorityQueueWithFunction(len)
    queue.push("long")
    queue.push("s")
    assert queue.pop() == "s"


def test_a_counter_counts() -> None:
    counter = util.Counter()
    counter.incrementAll("aab", 1)
    assert (counter["a"], counter["z"], counter.argMax(), counter.totalCount()) == (2, 0, "a", 3)
    assert (counter.sortedKeys(), counter * {"a": 10, "z": 5}) == (["a", "b"], 20)
    scaled = util.normalize(counter)
    assert (scaled["a"], counter.copy()) == (2 / 3, counter)
    assert util.Counter().argMax() is None


SMALL: dict[str, tuple[Any, Any]] = {
    "a distance": (util.manhattanDistance((1, 2), (4, -2)), 7),
    "a name": (util.lookup("x", {"x": 1}), 1),
    "a name of a module": (util.lookup("math.inf", {}), float("inf")),
    "a vector": (util.normalize([1, 3]), [0.25, 0.75]),
    "an empty vector": (util.normalize([0, 0]), [0, 0]),
    "a certain coin": (util.flipCoin(1.0), True),
    "a certain item": (util.chooseFromDistribution({"x": 1, "y": 0}), "x"),
    "a certain pair": (util.chooseFromDistribution([(0, "x"), (1, "y")]), "y"),
    "the nearest point": (util.nearestPoint((1.6, 2.4)), (2, 2)),
    "signs": ([util.sign(-0.5), util.sign(0), util.sign(2)], [-1, 1, 1]),
    "left of north": (game.Directions.LEFT["North"], "West"),
    "right of north": (game.Directions.RIGHT["North"], "East"),
    "back": (game.Actions.reverseDirection("East"), "West"),
    "a step": (game.Actions.directionToVector("South", 2), (0, -2)),
    "a step up": (game.Actions.vectorToDirection((0, 1)), "North"),
    "a step down": (game.Actions.vectorToDirection((0, -1)), "South"),
    "a step across": (game.Actions.vectorToDirection((1, 0)), "East"),
    "a step back": (game.Actions.vectorToDirection((-1, 0)), "West"),
    "no step": (game.Actions.vectorToDirection((0, 0)), "Stop"),
}


@pytest.mark.parametrize(("given", "expected"), SMALL.values(), ids=SMALL)
def test_a_small_function_of_the_project(given: Any, expected: Any) -> None:
    assert given == expected


def test_error_a_name_that_means_nothing() -> None:
    with pytest.raises(NameError, match="betterEvaluation is not defined here"):
        util.lookup("betterEvaluation", {})


def test_error_what_is_not_written_yet_says_so() -> None:
    with pytest.raises(NotImplementedError, match="what_is_not_written_yet_says_so is not written yet"):
        util.raiseNotDefined()
    with pytest.raises(NotImplementedError, match=r"Agent\.getAction is not written yet"):
        game.Agent().getAction(None)


def test_the_common_class_takes_what_the_project_s_takes() -> None:
    agent = MultiAgentSearchAgent("scoreEvaluationFunction", "3")
    assert (agent.depth, agent.index, agent.evaluationFunction) == (3, 0, scoreEvaluationFunction)
    assert MultiAgentSearchAgent(len).evaluationFunction is len


def test_an_agent_without_the_method_is_told_which(worker: Worker) -> None:
    code = """
        class AlphaBetaAgent:
            def __init__(self, depth): pass
            def getaction(self, state): return "a"
    """
    seen = run(worker, code, name="AlphaBetaAgent", api="cs188")
    assert (seen.outcome, seen.trouble) == (
        "no-function", Trouble("no-function", "AlphaBetaAgent.getAction", meant="getaction"),
    )  # fmt: skip


def test_a_score_is_a_float_as_in_the_project(worker: Worker) -> None:
    code = """
        class First:
            def __init__(self, depth): pass
            def getAction(self, state):
                scores = [state.generateSuccessor(0, a).getScore() for a in state.getLegalActions(0)]
                assert all(isinstance(score, float) for score in scores)
                return state.getLegalActions()[scores.index(max(scores))]
    """
    seen = run(worker, code, "max(l -> 1, m -> 5/2, r -> -inf)", name="First", api="cs188")
    assert (seen.outcome, seen.move) == ("returned", "m")


def test_a_score_that_no_float_can_be_is_infinite() -> None:
    assert [as_float(10**400), as_float(-(10**400)), as_float(Fraction(5, 2))] == [inf, -inf, 2.5]


def test_the_other_edition_s_names_for_the_same_are_there() -> None:
    state, served = _state("max(l -> min(1, 2), r -> 3)")
    assert state.getNextState(0, "r").getScore() == 3
    assert state.getPacmanNextState("l").getLegalActions(1) == [1, 2]
    assert served.serving.visited == ("A", "A2", "B")


def test_error_the_score_of_a_state_that_has_none() -> None:
    state, _ = _state("max(1, 2)")
    with pytest.raises(
        ValueError, match=r"^getScore\(\) was called on a state at which the game goes on and"
    ):
        state.getScore()


OVER: dict[str, tuple[dict[str, str] | None, str]] = {
    "by the utility": (None, "won won lost"),
    "as the task says": ({"A1": "lost", "A3": "won"}, "lost - won"),
    "nowhere": ({}, "- - -"),
}


@pytest.mark.parametrize(("ends", "told"), OVER.values(), ids=OVER)
def test_where_the_game_is_won_or_lost(ends: dict[str, str] | None, told: str) -> None:
    task = TreeTask(parse_tree("max(5, 0, -1)"), Rule(), LIMITS, visits=10, ends=ends)
    served = Serving(task, pack_facts)
    root = GameState(Place(served.root, lambda handle: unpack_facts(served.look(handle))), 2)
    states = [root.generateSuccessor(0, move) for move in (1, 2, 3)]
    found = ["won" if state.isWin() else "lost" if state.isLose() else "-" for state in states]
    assert " ".join(found) == told
    assert (root.isWin(), root.isLose()) == (False, False)
