# expect: {earned: 12, possible: 45, misconceptions: [global-window]}
"""Wrong: alpha and beta belong to the agent, and nobody puts them back."""

from game import Agent


class AlphaBetaAgent(Agent):
    def __init__(self, depth):
        self.depth = depth

    def getAction(self, state):
        self.alpha, self.beta = float("-inf"), float("inf")
        return self.search(state, 0)[1]

    def search(self, state, ply):
        agents = state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * agents:
            return state.getScore(), None
        best, chosen = None, None
        for action in state.getLegalActions(ply % agents):
            successor = state.generateSuccessor(ply % agents, action)
            value, _ = self.search(successor, ply + 1)
            if ply % agents == 0:
                if best is None or value > best:
                    best, chosen = value, action
                self.alpha = max(self.alpha, best)
            else:
                if best is None or value < best:
                    best, chosen = value, action
                self.beta = min(self.beta, best)
            if self.alpha > self.beta:
                break
        return best, chosen
