# expect: {earned: 40, possible: 40}
"""Right: what is reported never leaves the window, and the player's sign is taken once."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    mine, alpha, chosen = game.to_move(state), -inf, None
    for action in game.actions(state):
        value = hard(game, game.result(state, action), depth - 1, mine, alpha, inf)
        if value > alpha:
            alpha, chosen = value, action
    return alpha, chosen


def hard(game, state, depth, mine, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, mine)
    if depth == 0:
        return game.eval(state, mine)
    for action in game.actions(state):
        value = hard(game, game.result(state, action), depth - 1, mine, alpha, beta)
        if game.to_move(state) == mine:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if game.to_move(state) == mine else beta
