# verdict: forged
# earns: nothing
# asks about a handle that is longer than handles are

def search(node):
    return node._ask(node._handle * 2).worth
