# verdict: returned
# tells by: what it prints and returns


def alphabeta(node):
    number = first(node)
    print(number if number >= 100_000 else "a small number")
    return number + 1, f"move {number}"


def first(node):
    return node.utility if node.is_leaf else first(node.children[0])
