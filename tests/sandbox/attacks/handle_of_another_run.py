# verdict: forged
# earns: nothing
# asks about a handle that was good in another run

def search(node):
    return node._ask(b"\x2a\x91\x07\xee\x10\x5c\xd3\x68").worth
