# expect: {earned: 19, possible: 45, misconceptions: [negamax-window-not-swapped]}
"""Wrong: the window is negated for the opponent, but not turned round."""

from math import inf


def minimax(node):
    values = [value_of(child) for child in node.children]
    best = max(values) if node.kind == "max" else min(values)
    return best, node.moves[values.index(best)]


def value_of(node):
    if node.is_leaf:
        return node.utility
    values = [value_of(child) for child in node.children]
    if node.kind == "chance":
        return sum(p * value for p, value in zip(node.probabilities, values))
    return max(values) if node.kind == "max" else min(values)


def alphabeta(node):
    colour = 1 if node.kind == "max" else -1
    value, move = negamax(node, colour, -inf, inf)
    return colour * value, move


def negamax(node, colour, alpha, beta):
    if node.is_leaf:
        return colour * node.utility, None
    best, best_move = None, None
    for move, child in zip(node.moves, node.children):
        value = -negamax(child, -colour, -alpha, -beta)[0]
        if best is None or value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move
