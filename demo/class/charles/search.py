def window(node, best):
    if best is None:
        return float("-inf"), float("inf")
    return (best, float("inf")) if node.kind == "max" else (float("-inf"), best)


def alphabeta(node, alpha=float("-inf"), beta=float("inf")):
    if node.is_leaf:
        return node.utility
    best = None
    for child in node.children:
        value = alphabeta(child, *window(node, best))
        if node.kind == "max":
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
