# verdict: forged
# earns: nothing
# asks about a node that it has guessed

import os


def search(node):
    os.write(3, b"?" + bytes(8))
    return len(os.read(3, 1000))
