# expect: {earned: 12, possible: 45, misconceptions: [everyone-maximises]}
"""Wrong: the ghosts want Pacman to have a high score."""

from game import Agent


class MinimaxAgent(Agent):
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
        agent = ply % agents
        actions = state.getLegalActions(agent)
        values = [self.value(state.generateSuccessor(agent, action), ply + 1) for action in actions]
        return max(values)
