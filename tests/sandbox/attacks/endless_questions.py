# verdict: visits
# earns: nothing
# asks the same question without end

def search(node):
    while True:
        node._ask(node._handle)
