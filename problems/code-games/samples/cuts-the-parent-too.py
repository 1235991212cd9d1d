# expect: {earned: 15, possible: 40, misconceptions: [cut-propagates-to-parent]}
"""Wrong: a cut ends the search of the state above as well."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    value, action, _ = search(game, state, depth, game.to_move(state), -inf, inf)
    return value, action


def search(game, state, depth, player, alpha, beta):
    """The value, the action, and whether a cut left something out."""
    if game.is_terminal(state):
        return game.utility(state, player), None, False
    if depth == 0:
        return game.eval(state, player), None, False
    best, chosen = None, None
    mine = game.to_move(state) == player
    actions = list(game.actions(state))
    for action in actions:
        value, _, cut = search(game, game.result(state, action), depth - 1, player, alpha, beta)
        if best is None or (value > best if mine else value < best):
            best, chosen = value, action
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            return best, chosen, action != actions[-1]
        if cut:
            break
    return best, chosen, False
