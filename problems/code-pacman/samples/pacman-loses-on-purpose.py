# expect: {earned: 14, possible: 45, misconceptions: [players-inverted]}
"""Wrong: Pacman takes the lowest score, and the ghosts the highest."""

from game import Agent


class MinimaxAgent(Agent):
    def __init__(self, depth):
        self.depth = depth

    def getAction(self, state):
        actions = state.getLegalActions(0)
        values = [self.value(state.generateSuccessor(0, action), 1) for action in actions]
        return actions[values.index(min(values))]

    def value(self, state, ply):
        agents = state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * agents:
            return state.getScore()
        agent = ply % agents
        actions = state.getLegalActions(agent)
        values = [self.value(state.generateSuccessor(agent, action), ply + 1) for action in actions]
        return min(values) if agent == 0 else max(values)
