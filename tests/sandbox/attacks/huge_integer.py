# verdict: unreadable
# earns: nothing
# returns an integer with three million digits

def search(node):
    return 1 << 10_000_000
