# expect: {earned: 23, possible: 45, misconceptions: [unweighted-average]}
"""Wrong: the probabilities are never looked at."""

from fractions import Fraction


def minimax(node):
    if node.is_leaf:
        return node.utility, None
    values = [minimax(child)[0] for child in node.children]
    if node.kind == "chance":
        return Fraction(sum(values), len(values)), None
    best = max(values) if node.kind == "max" else min(values)
    return best, node.moves[values.index(best)]


def alphabeta(node):
    return minimax(node)
