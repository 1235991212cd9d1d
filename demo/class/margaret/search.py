WINDOW = [float("-inf"), float("inf")]


def alphabeta(node, alpha=float("-inf"), beta=float("inf")):
    if node.is_leaf:
        return node.utility
    best = None
    for child in node.children:
        value = alphabeta(child, alpha, beta)
        if node.kind == "max":
            best = value if best is None else max(best, value)
            alpha = WINDOW[0] = max(WINDOW[0], best)
        else:
            best = value if best is None else min(best, value)
            beta = WINDOW[1] = min(WINDOW[1], best)
        if alpha >= beta:
            break
    return best
