# expect: {earned: 12, possible: 40, misconceptions: [negamax-without-colour]}
"""Wrong: every value is negated, but what a finished game is worth is always seen with the eyes of X."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    value, action = negamax(game, state, depth)
    return (value if game.to_move(state) == "MAX" else -value), action


def negamax(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    if depth == 0:
        return game.eval(state, "MAX"), None
    best, chosen = None, None
    for action in game.actions(state):
        value = -negamax(game, game.result(state, action), depth - 1)[0]
        if best is None or value > best:
            best, chosen = value, action
    return best, chosen
