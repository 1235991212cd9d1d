# expect: {earned: 40, possible: 40}
"""Right: the textbook's pair of functions, with one for the end of the search."""

from math import inf


def alphabeta(game, state):
    return limited(game, state, inf)


def limited(game, state, depth):
    player = game.to_move(state)

    def worth(state, depth):
        """What a state is worth where the search ends; None where it goes on."""
        if game.is_terminal(state):
            return game.utility(state, player)
        return game.eval(state, player) if depth == 0 else None

    def max_value(state, alpha, beta, depth):
        value, chosen = worth(state, depth), None
        if value is not None:
            return value, None
        value = -inf
        for action in game.actions(state):
            other, _ = min_value(game.result(state, action), alpha, beta, depth - 1)
            if other > value:
                value, chosen = other, action
            alpha = max(alpha, value)
            if value >= beta:
                break
        return value, chosen

    def min_value(state, alpha, beta, depth):
        value, chosen = worth(state, depth), None
        if value is not None:
            return value, None
        value = inf
        for action in game.actions(state):
            other, _ = max_value(game.result(state, action), alpha, beta, depth - 1)
            if other < value:
                value, chosen = other, action
            beta = min(beta, value)
            if value <= alpha:
                break
        return value, chosen

    return max_value(state, -inf, inf, depth)
