# expect: {earned: 17, possible: 40, misconceptions: [zero-is-missing]}
"""Wrong: a value of 0 is taken for no value at all, so that no draw is ever seen."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    return search(game, state, depth, game.to_move(state))


def search(game, state, depth, player):
    if game.is_terminal(state):
        return game.utility(state, player), None
    if depth == 0:
        return game.eval(state, player), None
    mine = game.to_move(state) == player
    best, chosen = (-inf if mine else inf), None
    for action in game.actions(state):
        value, _ = search(game, game.result(state, action), depth - 1, player)
        if value and (value > best if mine else value < best):
            best, chosen = value, action
    return best, chosen
