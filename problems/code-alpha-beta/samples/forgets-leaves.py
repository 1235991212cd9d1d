# expect: {earned: 0, possible: 45}
"""Wrong: nothing stops it at a leaf."""

def minimax(node):
    values = [minimax(child)[0] for child in node.children]
    best = max(values) if node.kind == "max" else min(values)
    return best, node.moves[values.index(best)]


def alphabeta(node):
    return minimax(node)
