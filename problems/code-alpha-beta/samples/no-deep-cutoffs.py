# expect: {earned: 35, possible: 45, misconceptions: [no-deep-cutoffs]}
"""Wrong: every node knows only the best value of its parent."""

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
    return search(node, None)


def search(node, best_above):
    """The value and the move; `best_above` is what the parent has so far."""
    if node.is_leaf:
        return node.utility, None
    best, best_move = None, None
    for move, child in zip(node.moves, node.children):
        value, _ = search(child, best)
        if best is None or better(node, value, best):
            best, best_move = value, move
        if best_above is not None and not better(node, best_above, best):
            break
    return best, best_move


def better(node, one, other):
    return one > other if node.kind == "max" else one < other
