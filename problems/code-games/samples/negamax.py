# expect: {earned: 40, possible: 40}
"""Right: one function for both players, with the arguments in the older order."""

from math import inf


def alphabeta(state, game):
    return limited(state, game, inf)


def limited(state, game, depth):
    return negamax(game, state, depth, game.to_move(state), -inf, inf)


def negamax(game, state, depth, player, alpha, beta):
    """The value for the player, whose turn it is or would be."""
    if game.terminal_test(state):
        return game.utility(state, player), None
    if depth == 0:
        return game.eval(state, player), None
    other = "MIN" if player == "MAX" else "MAX"
    best, chosen = -inf, None
    for action in game.actions(state):
        value = -negamax(game, game.result(state, action), depth - 1, other, -beta, -alpha)[0]
        if value > best:
            best, chosen = value, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen
