# verdict: unreadable
# earns: nothing
# returns a generator that never ends

def search(node):
    while True:
        yield 1
