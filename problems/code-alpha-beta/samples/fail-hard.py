# expect: {earned: 45, possible: 45}
"""Right: fail-hard, so that what is reported never leaves the window."""

from math import inf


def minimax(node):
    pick = max if node.kind == "max" else min
    move = pick(node.moves, key=lambda move: value(node.child(move)))
    return value(node.child(move)), move


def value(node):
    match node.kind:
        case "leaf":
            return node.utility
        case "max":
            return max(map(value, node.children))
        case "min":
            return min(map(value, node.children))
        case "chance":
            return sum(p * value(child) for p, child in zip(node.probabilities, node.children))


def alphabeta(node):
    alpha, beta, best_move = -inf, inf, node.moves[0]
    for move in node.moves:
        found = hard(node.child(move), alpha, beta)
        if node.kind == "max" and found > alpha:
            alpha, best_move = found, move
        elif node.kind == "min" and found < beta:
            beta, best_move = found, move
    return (alpha if node.kind == "max" else beta), best_move


def hard(node, alpha, beta):
    if node.is_leaf:
        return node.utility
    for child in node.children:
        found = hard(child, alpha, beta)
        if node.kind == "max":
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if node.kind == "max" else beta
