# expect: {earned: 39/2, possible: 45, misconceptions: [global-window]}
"""Wrong: alpha and beta are global, and nobody puts them back."""

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


alpha, beta = -inf, inf


def alphabeta(node):
    global alpha, beta
    if node.is_leaf:
        return node.utility, None
    best, best_move = None, None
    for move, child in zip(node.moves, node.children):
        value, _ = alphabeta(child)
        if node.kind == "max":
            if best is None or value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
        else:
            if best is None or value < best:
                best, best_move = value, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move
