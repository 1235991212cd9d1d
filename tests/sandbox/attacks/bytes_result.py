# verdict: unreadable
# earns: nothing
# returns bytes that look like a pickle

def search(node):
    return b"cos\nsystem\n(S'echo 1'\ntR."
