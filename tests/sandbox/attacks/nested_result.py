# verdict: unreadable
# earns: nothing
# returns lists in lists, a hundred thousand deep

def search(node):
    result = []
    for _ in range(100_000):
        result = [result]
    return (result, result)
