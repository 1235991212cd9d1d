# expect: {earned: 45, possible: 45}
"""Right: no function calls itself; a list of frames takes the place of the stack."""

from math import inf


def minimax(node):
    """Every node in preorder first, then the values from the last node to the first."""
    nodes, parents = [node], [None]
    place = 0
    while place < len(nodes):
        if not nodes[place].is_leaf:
            nodes.extend(nodes[place].children)
            parents.extend([place] * len(nodes[place].children))
        place += 1
    below = [[] for _ in nodes]
    for place in reversed(range(len(nodes))):
        value = combined(nodes[place], below[place][::-1])
        if parents[place] is not None:
            below[parents[place]].append(value)
    return value, node.moves[below[0][::-1].index(value)]


def combined(node, values):
    if node.is_leaf:
        return node.utility
    if node.kind == "chance":
        return sum(p * value for p, value in zip(node.probabilities, values))
    return max(values) if node.kind == "max" else min(values)


class Frame:
    def __init__(self, node, alpha, beta):
        self.node, self.alpha, self.beta = node, alpha, beta
        self.sign = 1 if node.kind == "max" else -1
        self.best, self.move = -self.sign * inf, None
        self.next = 0

    def take(self, value):
        if self.sign * value > self.sign * self.best:
            self.best, self.move = value, self.node.moves[self.next - 1]
        if self.sign > 0:
            self.alpha = max(self.alpha, self.best)
        else:
            self.beta = min(self.beta, self.best)

    @property
    def done(self):
        return self.alpha >= self.beta or self.next == len(self.node.children)


def alphabeta(node):
    frames = [Frame(node, -inf, inf)]
    while True:
        frame = frames[-1]
        if frame.done:
            frames.pop()
            if not frames:
                return frame.best, frame.move
            frames[-1].take(frame.best)
            continue
        child = frame.node.children[frame.next]
        frame.next += 1
        if child.is_leaf:
            frame.take(child.utility)
        else:
            frames.append(Frame(child, frame.alpha, frame.beta))
