# expect: {earned: 1, possible: 45, misconceptions: [min-of-weighted-outcomes]}
"""Wrong: a ghost's state is worth its smallest product of probability and score."""

from game import Agent


class ExpectimaxAgent(Agent):
    def __init__(self, depth):
        self.depth = depth

    def getAction(self, state):
        actions = state.getLegalActions(0)
        values = [self.value(state.generateSuccessor(0, action), 1) for action in actions]
        return actions[values.index(max(values))]

    def value(self, state, ply):
        agents = state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * agents:
            return state.getScore()
        actions = state.getLegalActions(ply % agents)
        values = [self.value(state.generateSuccessor(ply % agents, action), ply + 1) for action in actions]
        return max(values) if ply % agents == 0 else min(value / len(values) for value in values)
