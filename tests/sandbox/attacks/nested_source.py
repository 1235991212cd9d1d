# verdict: syntax or memory or recursion or crashed
# earns: nothing
# gives the compiler an expression that is nested very deep

def search(node):
    return eval("-" * 1_000_000 + "1")
