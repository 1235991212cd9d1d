# expect: {earned: 20, possible: 45, misconceptions: [type-from-depth-parity]}
"""Wrong: who moves is read off the depth, not off the node."""

def minimax(node, depth=0):
    if node.is_leaf:
        return node.utility, None
    values = [minimax(child, depth + 1)[0] for child in node.children]
    if node.kind == "chance":
        return sum(p * value for p, value in zip(node.probabilities, values)), None
    best = max(values) if depth % 2 == 0 else min(values)
    return best, node.moves[values.index(best)]


def alphabeta(node):
    return minimax(node)
