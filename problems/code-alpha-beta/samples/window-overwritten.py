# expect: {earned: 39, possible: 45, misconceptions: [alpha-overwritten]}
"""Wrong: alpha becomes the best value here, even if the alpha from above was larger."""

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


def alphabeta(node, alpha=-inf, beta=inf):
    if node.is_leaf:
        return node.utility, None
    best, best_move = None, None
    for move, child in zip(node.moves, node.children):
        value, _ = alphabeta(child, alpha, beta)
        if node.kind == "max" and (best is None or value > best):
            best = alpha = value
            best_move = move
        elif node.kind == "min" and (best is None or value < best):
            best = beta = value
            best_move = move
        if alpha >= beta:
            break
    return best, best_move
