# verdict: forged
# earns: nothing
# asks about many nodes without waiting for answers

import os


def search(node):
    os.write(3, b"".join(b"?" + child._handle for child in node.children))
    return len(os.read(3, 100_000))
