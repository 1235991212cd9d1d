# expect: {earned: 22, possible: 45, misconceptions: [stop-at-first-worse-sibling]}
"""Wrong: a node is left as soon as one child is worse than another."""

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
    if node.is_leaf:
        return node.utility, None
    best, best_move = None, None
    for move, child in zip(node.moves, node.children):
        value, _ = alphabeta(child)
        if best is None or (value > best if node.kind == "max" else value < best):
            best, best_move = value, move
        elif value != best:
            break
    return best, best_move
