# expect: {earned: 31, possible: 45, misconceptions: [root-window-reset]}
"""Wrong: each child of the root is searched as if nothing were known yet."""

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
    values = [search(child, -inf, inf) for child in node.children]
    best = max(values) if node.kind == "max" else min(values)
    return best, node.moves[values.index(best)]


def search(node, alpha, beta):
    if node.is_leaf:
        return node.utility
    best = -inf if node.kind == "max" else inf
    for child in node.children:
        value = search(child, alpha, beta)
        if node.kind == "max":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
