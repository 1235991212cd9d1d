# verdict: returned
# earns: nothing
# has a signature that is none

def search(node):
    return 1


search.__signature__ = 5171
