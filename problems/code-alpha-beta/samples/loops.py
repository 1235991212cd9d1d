# expect: {earned: 12, possible: 45}
"""Wrong: it waits for ever at chance nodes, and `alphabeta` has another name."""


def minimax(node):
    if node.is_leaf:
        return node.utility, None
    values = [minimax(child)[0] for child in node.children]
    while node.kind == "chance":
        pass
    best = max(values) if node.kind == "max" else min(values)
    return best, node.moves[values.index(best)]


def alpha_beta(node):
    return minimax(node)
