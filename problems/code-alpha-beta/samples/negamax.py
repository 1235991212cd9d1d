# expect: {earned: 45, possible: 45}
"""Right: one function for both players, which sees every value with the eyes of the player to move."""

from math import inf


def minimax(node):
    colour = 1 if node.kind == "max" else -1
    best, best_move = -inf, None
    for move, child in zip(node.moves, node.children):
        value = colour * plain(child)
        if value > best:
            best, best_move = value, move
    return colour * best, best_move


def plain(node):
    if node.is_leaf:
        return node.utility
    if node.kind == "chance":
        return sum(p * plain(child) for p, child in zip(node.probabilities, node.children))
    colour = 1 if node.kind == "max" else -1
    return colour * max(colour * plain(child) for child in node.children)


def alphabeta(node):
    colour = 1 if node.kind == "max" else -1
    value, move = negamax(node, colour, -inf, inf)
    return colour * value, move


def negamax(node, colour, alpha, beta):
    """The value for the player of that colour, who is to move at the node."""
    if node.is_leaf:
        return colour * node.utility, None
    best, best_move = -inf, None
    for move, child in zip(node.moves, node.children):
        value, _ = negamax(child, -colour, -beta, -alpha)
        if -value > best:
            best, best_move = -value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move
