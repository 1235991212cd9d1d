# verdict: forged
# earns: nothing
# asks about the handle after the one it knows

def search(node):
    number = int.from_bytes(node._handle, "little") + 1
    return node._ask(number.to_bytes(8, "little")).worth
