# expect: {earned: 4, possible: 45, misconceptions: [best-initialised-to-zero]}
"""Wrong: the best value starts at 0, and no loss is ever noticed."""

def minimax(node):
    if node.is_leaf:
        return node.utility, None
    best, best_move = 0, None
    for place, child in enumerate(node.children):
        value = minimax(child)[0]
        if node.kind == "chance":
            best += node.probabilities[place] * value
        elif value > best if node.kind == "max" else value < best:
            best, best_move = value, node.moves[place]
    return best, best_move


def alphabeta(node):
    return minimax(node)
