# expect: {earned: 30, possible: 40, misconceptions: [best-score-never-updated]}
"""Wrong: the best score is never written down, so the last action always looks best."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    player, best, chosen, alpha = game.to_move(state), -inf, None, -inf
    for action in game.actions(state):
        value = search(game, game.result(state, action), depth - 1, player, alpha, inf)
        alpha = max(alpha, value)
        if value > best:
            chosen = action
    return alpha, chosen


def search(game, state, depth, player, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.eval(state, player)
    mine = game.to_move(state) == player
    best = -inf if mine else inf
    for action in game.actions(state):
        value = search(game, game.result(state, action), depth - 1, player, alpha, beta)
        if mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
