# expect: {earned: 10, possible: 40, misconceptions: [cut-propagates-to-parent]}
"""Wrong: a cut ends the search of the states above as well."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    value, action, _ = search(game, state, depth, game.to_move(state), -inf, inf)
    return value, action


def search(game, state, depth, player, alpha, beta):
    """The value, the action, and whether the search was cut."""
    if game.is_terminal(state):
        return game.utility(state, player), None, False
    if depth == 0:
        return game.eval(state, player), None, False
    best, chosen = None, None
    mine = game.to_move(state) == player
    for action in game.actions(state):
        value, _, cut = search(game, game.result(state, action), depth - 1, player, alpha, beta)
        if best is None or (value > best if mine else value < best):
            best, chosen = value, action
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if cut or alpha >= beta:
            return best, chosen, True
    return best, chosen, False
