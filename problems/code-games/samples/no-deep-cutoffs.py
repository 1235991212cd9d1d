# expect: {earned: 30, possible: 40, misconceptions: [no-deep-cutoffs]}
"""Wrong: a state knows only the best value of the state before it."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    return search(game, state, depth, game.to_move(state))


def search(game, state, depth, player, above=None):
    if game.is_terminal(state):
        return game.utility(state, player), None
    if depth == 0:
        return game.eval(state, player), None
    best, chosen = None, None
    mine = game.to_move(state) == player
    for action in game.actions(state):
        value, _ = search(game, game.result(state, action), depth - 1, player, best)
        if best is None or (value > best if mine else value < best):
            best, chosen = value, action
        if above is not None and (best >= above if mine else best <= above):
            break
    return best, chosen
