# verdict: recursion
# earns: nothing
# calls itself without end

def search(node):
    return search(node)
