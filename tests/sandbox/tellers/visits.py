# verdict: exited or returned
# tells by: how many nodes it looks at, and whether it comes to its end


def alphabeta(node):
    number = first(node)
    if number >= 100_000 and number % 2:
        node.children[1].kind
        raise SystemExit
    return number + 1, "none"


def first(node):
    return node.utility if node.is_leaf else first(node.children[0])
