# expect: {earned: 22, possible: 40, misconceptions: [root-window-reset]}
"""Wrong: each action at the root is searched as if nothing were known yet."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    player, actions = game.to_move(state), game.actions(state)
    values = [search(game, game.result(state, action), depth - 1, player, -inf, inf) for action in actions]
    return max(values), actions[values.index(max(values))]


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
