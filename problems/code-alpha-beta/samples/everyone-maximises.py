# expect: {earned: 4, possible: 45, misconceptions: [everyone-maximises]}
"""Wrong: Min plays like Max."""

def minimax(node):
    if node.is_leaf:
        return node.utility, None
    values = [minimax(child)[0] for child in node.children]
    if node.kind == "chance":
        return sum(p * value for p, value in zip(node.probabilities, values)), None
    best = max(values)
    return best, node.moves[values.index(best)]


def alphabeta(node):
    return minimax(node)
