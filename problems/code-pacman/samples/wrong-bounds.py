# expect: {earned: 3, possible: 45, misconceptions: [alpha-beta-swapped-updates]}
"""Wrong: Pacman lowers beta, and the ghosts raise alpha."""

from game import Agent


class AlphaBetaAgent(Agent):
    def __init__(self, depth):
        self.depth = depth

    def getAction(self, state):
        alpha, beta = float("-inf"), float("inf")
        return self.search(state, 0, alpha, beta)[1]

    def search(self, state, ply, alpha, beta):
        agents = state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * agents:
            return state.getScore(), None
        best, chosen = None, None
        for action in state.getLegalActions(ply % agents):
            successor = state.generateSuccessor(ply % agents, action)
            value, _ = self.search(successor, ply + 1, alpha, beta)
            if ply % agents == 0:
                if best is None or value > best:
                    best, chosen = value, action
                beta = min(beta, best)
            else:
                if best is None or value < best:
                    best, chosen = value, action
                alpha = max(alpha, best)
            if alpha > beta:
                break
        return best, chosen
