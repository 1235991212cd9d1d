"""The tests' own textbook search, as text that can stand in a program, and agents that adapt it to states.

Nobody should publish solutions to the projects that have such agents: what is here is a search on nodes, in
the words of every textbook, behind a view that makes nodes of states.
"""

TEXTBOOK = '''
from math import inf


def value(node, alpha, beta, prunes):
    """The value of a node, and the move that leads to it."""
    if node.kind == "leaf":
        return node.utility, None
    if node.kind == "chance":
        values = [value(child, -inf, inf, False)[0] for _, child in node.children()]
        return sum(values) / len(values), None
    sign = 1 if node.kind == "max" else -1
    best, chosen = None, None
    for move, child in node.children():
        found, _ = value(child, alpha, beta, prunes)
        if best is None or sign * found > sign * best:
            best, chosen = found, move
        if sign > 0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prunes and alpha > beta:
            break
    return best, chosen
'''

AGENTS = (
    TEXTBOOK
    + '''
from game import Agent


class View:
    """A state as a node, at which the agent of that turn moves."""

    def __init__(self, state, turn, agent, ghost):
        self.state, self.turn, self.agent, self.ghost = state, turn, agent, ghost
        over = state.isWin() or state.isLose()
        ends = over or turn == agent.depth * state.getNumAgents()
        self.kind = "leaf" if ends else "max" if turn % state.getNumAgents() == 0 else ghost

    @property
    def utility(self):
        return self.agent.evaluationFunction(self.state)

    def children(self):
        who = self.turn % self.state.getNumAgents()
        for action in self.state.getLegalActions(who):
            after = self.state.generateSuccessor(who, action)
            yield action, View(after, self.turn + 1, self.agent, self.ghost)


class SearchAgent(Agent):
    def __init__(self, evalFn=lambda state: state.getScore(), depth=2):
        self.evaluationFunction, self.depth = evalFn, int(depth)


class MinimaxAgent(SearchAgent):
    def getAction(self, state):
        return value(View(state, 0, self, "min"), -inf, inf, False)[1]


class AlphaBetaAgent(SearchAgent):
    def getAction(self, state):
        return value(View(state, 0, self, "min"), -inf, inf, True)[1]


class ExpectimaxAgent(SearchAgent):
    def getAction(self, state):
        return value(View(state, 0, self, "chance"), -inf, inf, False)[1]
'''
)
