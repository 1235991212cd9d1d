def alphabeta(node, alpha=float("-inf"), beta=float("inf")):
    if node.is_leaf:
        return node.utility
    best = None
    for child in node.children:
        value = alphabeta(child, alpha, beta)
        if node.kind == "max":
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
