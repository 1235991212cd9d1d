# verdict: unreadable
# earns: nothing
# returns True, which is an integer to Python

def search(node):
    return True
