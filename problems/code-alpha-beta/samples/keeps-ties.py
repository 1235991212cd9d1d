# expect: {earned: 37, possible: 45}
"""Wrong: ties are not cut, which another course would ask for."""

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
        if best is None or (value > best if node.kind == "max" else value < best):
            best, best_move = value, move
        if node.kind == "max":
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha > beta:
            break
    return best, best_move
