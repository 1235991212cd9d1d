# expect: {earned: 45, possible: 45}
"""Right: two functions that call one another."""

from math import inf


def minimax(node):
    values = [value_of(child) for child in node.children]
    best = max(values) if node.kind == "max" else min(values)
    return best, node.moves[values.index(best)]


def value_of(node):
    if node.kind == "leaf":
        return node.utility
    values = [value_of(child) for child in node.children]
    if node.kind == "max":
        return max(values)
    if node.kind == "min":
        return min(values)
    return sum(p * value for p, value in zip(node.probabilities, values))


def alphabeta(node):
    search = max_value if node.kind == "max" else min_value
    return search(node, -inf, inf)


def max_value(node, alpha, beta):
    if node.is_leaf:
        return node.utility, None
    best, best_move = -inf, None
    for move in node.moves:
        value, _ = either_value(node.child(move), alpha, beta)
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move


def min_value(node, alpha, beta):
    if node.is_leaf:
        return node.utility, None
    best, best_move = inf, None
    for move in node.moves:
        value, _ = either_value(node.child(move), alpha, beta)
        if value < best:
            best, best_move = value, move
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move


def either_value(node, alpha, beta):
    return max_value(node, alpha, beta) if node.kind == "max" else min_value(node, alpha, beta)
