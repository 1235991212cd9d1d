# verdict: timeout or visits or forged
# earns: nothing
# asks without end and never reads an answer

import os


def search(node):
    while True:
        os.write(3, b"?" + node._handle)
